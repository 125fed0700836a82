import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { contextOf } from 'tests/support/context'
import { completeFields, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { rounds } from 'tests/support/rounds'
import { testSite } from 'tests/support/site'
import { beforeEach, expect, test } from 'vitest'
import type { BudgetEntry } from '~/areas/budgets/budget-figures'
import { budgetWorkflow } from '~/areas/budgets/workflow.server'
import { updateDraft } from '~/areas/drafts/entry/update-draft.server'
import { draftWorkflow } from '~/areas/drafts/workflow.server'
import { takeStep } from '~/platform/objects/take-step.server'
import { DomainError } from '~/platform/values/domain-error'
import { historyOf } from '~/platform/workflow/history.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const TIMES = rounds(4, 12)

let year = 2000
const site = await opened(testSite({ writeConnections: 10 }))
const reference = await budgetReference(site)
const its = expenses(site)
const held = budgets(site)
beforeEach(() => {
  year += 1
})

const budget = (fields: Partial<BudgetEntry> = {}) => ({
  ...budgetFields(reference),
  from_date: `${year}-01-01`,
  to_date: `${year}-12-31`,
  budget: '100.00',
  ...fields,
})
const newDraft = (grossAmount: string) =>
  its.newDraft('finance1', {
    ...completeFields(reference),
    routineType: reference.routineTypeId,
    invoiceDate: `${year}-06-30`,
    receivedDate: null,
    dueDate: null,
    grossAmount,
    taxes: null,
  })
async function toCheck(grossAmount: string): Promise<number> {
  const draftId = await newDraft(grossAmount)
  await its.draftStep('finance1', draftId, 'send to check')
  return draftId
}
const step = (name: string, draftId: number) =>
  its.draftStep(name === 'approve' ? 'teamleader1' : 'teamleader2', draftId, name, { from: 'TO CHECK' })
const edit = (draftId: number, grossAmount: string) => {
  const change = { draftId, revision: null, fields: { grossAmount } }
  return site.as('finance2', (context) => updateDraft(context, change))
}
const isApproved = async (draftId: number) => (await site.stateOf(draftId)) === 'TO VALIDATE (CLIENT)'
/** Waits for all; any refusal must be a sentence for the user. */
async function settled(attempts: Promise<unknown>[]): Promise<void> {
  for (const each of await Promise.allSettled(attempts))
    if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(DomainError)
}
/** Waits until this many transactions wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const [row] = await site.admin`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    if (row?.n >= count) return
    await new Promise((done) => setTimeout(done, 5))
  }
}
/** Runs the work in a transaction that stays open until `end` is called. */
function heldOpen(work: Parameters<typeof site.transaction>[0]) {
  let end = () => {}
  const ended = new Promise<void>((done) => {
    end = done
  })
  let started = () => {}
  const worked = new Promise<void>((done) => {
    started = done
  })
  const all = site.transaction(async (tx) => {
    await work(tx)
    started()
    await ended
  })
  return { worked, end, all }
}

test('of two drafts for the last 100.00, both are never approved without an override, in repeated runs', async () => {
  await held.activeBudget(budget({ budget: '1000.00' }))
  const full = await toCheck('900.00')
  await step('approve', full)
  for (let at = 0; at < TIMES; at++) {
    const [a, b] = [await toCheck('100.00'), await toCheck('100.00')]
    await settled([
      step('approve', a),
      step('approve', b),
      step('cancel', at % 2 === 0 ? a : b),
      step('approve', b),
      step('approve', a),
    ])
    const approved = [await isApproved(a), await isApproved(b)].filter(Boolean)
    expect(approved.length).toBeLessThanOrEqual(1)
    // The cancelled one released its amount.
    const left = at % 2 === 0 ? b : a
    if (approved.length === 0) await step('approve', left)
    expect(await isApproved(left)).toBe(true)
    for (const draftId of [a, b]) {
      const event = (await historyOf(site.read, draftId)).find(({ name }) => name === 'approve')
      if (event) expect(String(event.data.budgets)).toContain('"percent":"100.00"')
      if (await isApproved(draftId)) await its.draftStep('clientdesk1', draftId, 'cancel')
      else if (!(await site.stateOf(draftId)).includes('SYSTEM')) await step('cancel', draftId)
    }
  }
  expect(await verifyAudit(site.read, 'no checkpoints yet')).toMatchObject({ broken: null })
})

test('a draft raised, sent and approved while another is approved never exceeds the budget', async () => {
  for (let at = 0; at < TIMES; at++) {
    year += 1
    await held.activeBudget(budget())
    const [a, b] = [await toCheck('100.00'), await newDraft('0.00')]
    await settled([
      step('approve', a),
      edit(b, '100.00')
        .then(() => its.draftStep('finance1', b, 'send to check'))
        .then(() => step('approve', b)),
    ])
    expect(await isApproved(b)).toBe(false)
  }
})

test('Approve waits for the approval of another draft of its budget, and counts it', async () => {
  await held.activeBudget(budget())
  const [a, b] = [await toCheck('0.00'), await toCheck('100.00')]
  const input = { seenEventId: null, revision: null, comment: '' }
  const stepId = await site.stepId(a, 'approve')
  const first = heldOpen(async (tx) => {
    await takeStep(
      contextOf({
        tx,
        actor: site.actor('teamleader1'),
        now: site.clock(),
        timeZone: site.services.settings.timeZone,
      }),
      draftWorkflow,
      a,
      stepId,
      input,
    )
    // Whatever changes while the budget is locked is counted by the next transaction.
    await tx.execute(`update draft set gross_amount = 0.01, net_amount = 0.01 where id = ${a}`)
  })
  await first.worked
  const second = step('approve', b)
  const outcome = expect(second).rejects.toMatchObject({ code: 'refused' })
  await waiting(1)
  first.end()
  await first.all
  await outcome
})

test('Approve waits for the approval of lowered terms, and is checked against them', async () => {
  const budgetId = await held.activeBudget(budget())
  await held.step('accountant1', budgetId, 'amend')
  await held.save('accountant1', budget({ budget: '99.99' }), { budgetId })
  await held.step('accountant1', budgetId, 'submit')
  const draftId = await toCheck('100.00')
  const stepId = await site.stepId(budgetId, 'approve')
  const input = { seenEventId: null, revision: null, comment: '' }
  const lowering = heldOpen((tx) =>
    takeStep(
      contextOf({ tx, actor: site.actor('teamleader2'), now: site.clock() }),
      budgetWorkflow,
      budgetId,
      stepId,
      input,
    ),
  )
  await lowering.worked
  const approval = step('approve', draftId)
  const outcome = expect(approval).rejects.toMatchObject({
    code: 'refused',
    options: { list: [expect.stringContaining('0.01 EUR beyond 99.99 EUR')] },
  })
  await waiting(1)
  lowering.end()
  await lowering.all
  await outcome
})

test('a draft approved while its budget is lowered was within the terms it was checked against', async () => {
  for (let at = 0; at < TIMES; at++) {
    year += 1
    const budgetId = await held.activeBudget(budget())
    await held.step('accountant1', budgetId, 'amend')
    await held.save('accountant1', budget({ budget: '50.00' }), { budgetId })
    await held.step('accountant1', budgetId, 'submit')
    const draftId = await toCheck('100.00')
    await settled([step('approve', draftId), held.step('teamleader2', budgetId, 'approve')])
    const approved = await isApproved(draftId)
    const event = (await historyOf(site.read, draftId)).find(({ name }) => name === 'approve')
    expect(event !== undefined).toBe(approved)
    if (event) expect(String(event.data.budgets)).toContain('"budget":"100.00"')
    expect(await site.stateOf(budgetId)).toBe('ACTIVE (COMPLETED)')
  }
})
