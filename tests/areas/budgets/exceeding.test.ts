import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { contextOf } from 'tests/support/context'
import { completeFields, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import type { UserName } from 'tests/support/site'
import { testSite } from 'tests/support/site'
import { beforeEach, expect, test } from 'vitest'
import type { BudgetEntry } from '~/areas/budgets/budget-figures'
import { proofRequirement } from '~/areas/budgets/budget-rules'
import { budgetTotals } from '~/areas/budgets/list.server'
import { budgetsOfDraft, overrideBudget } from '~/areas/drafts/draft-view.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { actName } from '~/platform/workflow/event-text'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const site = await opened(testSite())
const reference = await budgetReference(site)
const held = budgets(site)
const its = expenses(site)

let year = 2000
/** Each test has its own year, so that they do not affect each other. */
beforeEach(() => {
  year += 1
})

const budget = (fields: Partial<BudgetEntry> = {}) => ({
  ...budgetFields(reference),
  from_date: `${year}-01-01`,
  to_date: `${year}-12-31`,
  budget: '1000.00',
  ...fields,
})
const fields = (gross: string): Partial<DraftFields> => ({
  routineType: reference.routineTypeId,
  invoiceDate: `${year}-06-30`,
  receivedDate: `${year}-07-01`,
  dueDate: null,
  grossAmount: gross,
  taxes: null,
})
const newDraft = (gross: string, more: Partial<DraftFields> = {}) =>
  its.newDraft('finance1', { ...completeFields(reference), ...fields(gross), ...more })
async function toCheck(gross: string, more: Partial<DraftFields> = {}): Promise<number> {
  const draftId = await newDraft(gross, more)
  await its.draftStep('finance1', draftId, 'send to check')
  return draftId
}
const approve = (draftId: number) => its.draftStep('teamleader1', draftId, 'approve')
interface Given {
  comment?: string
  seenEventId?: number
  seenExcess?: string
  seenCurrency?: string
  key?: string
}
const override = (user: UserName, draftId: number, budgetId: number, given: Given = {}) => {
  const { comment = 'The board agreed', seenEventId = null, key = null, ...seen } = given
  const input = { draftId, budgetId, comment, seenEventId, ...seen }
  return site.transaction((tx) =>
    overrideBudget(contextOf({ tx, actor: site.actor(user), now: site.clock(), key }), input),
  )
}
const setDraft = (draftId: number, grossAmount: string) =>
  its.setDraft(draftId, { grossAmount, netAmount: grossAmount })
const amend = async (budgetId: number, change: Partial<BudgetEntry>) => {
  await held.step('accountant1', budgetId, 'amend')
  await held.save('accountant1', budget(change), { budgetId })
}
const activateBudget = async (budgetId: number) => {
  await held.step('accountant1', budgetId, 'submit')
  await held.step('teamleader1', budgetId, 'approve')
}

test('Approve beyond a budget is refused with figures and the drafts involved, until it is overridden', async () => {
  const budgetId = await held.activeBudget(budget())
  const other = await toCheck('600.00')
  const draftId = await toCheck('500.00')
  await expect(approve(draftId)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('A team leader who neither edited nor sent it may allow that'),
    options: {
      title: 'Workflow cannot move to next step.',
      list: [
        `Budget ${budgetId}, Index Data House Ltd, 01/01/${year} to 31/12/${year}: 100.00 EUR beyond 1,000.00 EUR (110.00 %), 500.00 EUR of this draft and 600.00 EUR of others. Other drafts that use it: draft ${other} (600.00 EUR, TO CHECK).`,
      ],
    },
  })
  expect(await override('teamleader2', draftId, budgetId)).toBe(
    `Draft ${draftId} may exceed budget ${budgetId} by 100.00 EUR`,
  )
  expect(await budgetsOfDraft(site.read, draftId)).toMatchObject([
    { state: 'exceeded', override: { by: site.actor('teamleader2').fullName, covers: true } },
  ])
  await approve(draftId)
  const [approved, allowed] = await historyOf(site.read, draftId)
  expect(allowed && actName(allowed)).toBe('Budget may be exceeded')
  expect(allowed?.log).toContain('exceeded by 100.00 EUR: The board agreed')
  expect(approved?.data.budgets).toEqual([
    `{"allowedBy":"${site.actor('teamleader2').fullName}","amountType":"gross","budget":"1000.00","budgetId":${budgetId},"counted":"500.00","currency":"EUR","others":"600.00","percent":"110.00","state":"exceeded"}`,
  ])
  // The other draft is checked too, although it came first.
  await expect(approve(other)).rejects.toMatchObject({ code: 'refused' })
  expect(await verifyAudit(site.read, 'no checkpoints yet')).toMatchObject({ broken: null })
})

test('an override covers no more than it said: neither a larger draft nor a larger excess', async () => {
  const budgetId = await held.activeBudget(budget())
  const draftId = await toCheck('1050.00')
  await override('teamleader2', draftId, budgetId)
  await setDraft(draftId, '1500.00')
  await expect(approve(draftId)).rejects.toMatchObject({
    options: { list: [expect.stringContaining('is no longer enough')] },
  })
  const [check] = await budgetsOfDraft(site.read, draftId)
  expect(check).toMatchObject({ override: { covers: false }, excess: '500.00' })
  expect(check?.message).toContain('had allowed 50.00 EUR with 1,050.00 EUR of this draft')
  // Smaller, but together with others it exceeds by more.
  await setDraft(draftId, '1000.00')
  const other = await newDraft('50.01')
  await expect(approve(draftId)).rejects.toMatchObject({ code: 'refused' })
  await its.draftStep('finance1', other, 'cancel')
  await newDraft('50.00')
  await approve(draftId)
})

test('overriding drafts one by one never lets their sum slip through', async () => {
  const budgetId = await held.activeBudget(budget())
  const first = await toCheck('1050.00')
  await override('teamleader2', first, budgetId)
  await approve(first)
  for (const gross of ['10.00', '0.01']) {
    const next = await toCheck(gross)
    await expect(approve(next)).rejects.toMatchObject({ code: 'refused' })
    await override('teamleader2', next, budgetId)
    await approve(next)
  }
  const credit = await toCheck('-100.00')
  expect(await budgetsOfDraft(site.read, credit)).toMatchObject([{ state: 'warning', excess: '0.00' }])
  await approve(credit)
})

test('a credit note is not stopped by a budget that is already exceeded', async () => {
  const budgetId = await held.activeBudget(budget())
  const draftId = await toCheck('1500.00')
  await override('teamleader2', draftId, budgetId)
  await approve(draftId)
  const credit = await toCheck('-100.00')
  expect(await budgetsOfDraft(site.read, credit)).toMatchObject([{ state: 'warning', excess: '400.00' }])
  await approve(credit)
})

test('an override does not cover unseen drafts: those have to be looked at first', async () => {
  const budgetId = await held.activeBudget(budget())
  const draftId = await toCheck('1100.00')
  const seen = { seenExcess: '100.00', seenCurrency: 'EUR' }
  const other = await newDraft('400.00')
  await expect(override('teamleader2', draftId, budgetId, seen)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('is now exceeded by 500.00 EUR, not by 100.00 EUR'),
  })
  await setDraft(other, '1.00')
  await expect(
    override('teamleader2', draftId, budgetId, { seenExcess: '101.00', seenCurrency: 'USD' }),
  ).rejects.toMatchObject({ code: 'conflict' })
  // Less than was seen is fine.
  await override('teamleader2', draftId, budgetId, { seenExcess: '500.00', seenCurrency: 'EUR' })
  await approve(draftId)
})

test('a credit note that is not invoiced yet makes no room for another draft', async () => {
  const budgetId = await held.activeBudget(budget())
  const draftId = await toCheck('1500.00')
  const credit = await newDraft('-1500.00', validations(reference))
  await expect(approve(draftId)).rejects.toThrow('exceeds a budget')
  expect(await budgetsOfDraft(site.read, draftId)).toMatchObject([{ others: '0.00', excess: '500.00' }])
  // The budget itself counts both.
  expect((await budgetTotals(site.read, [budgetId])).get(budgetId)).toMatchObject({ committed: '0.00' })
  await its.addProof(credit)
  await its.draftStep('finance1', credit, 'send to check')
  await approve(credit)
  await its.draftStep('clientdesk1', credit, 'client validated')
  await its.draftStep('clientdesk1', credit, 'create invoice')
  await approve(draftId)
})

test('only a team leader who neither edited nor sent the draft overrides it, with a comment, as seen', async () => {
  const budgetId = await held.activeBudget(budget())
  const draftId = await newDraft('1001.00')
  await expect(override('teamleader1', draftId, budgetId)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('it is IN ENTRY (ACCOUNTING)'),
  })
  await its.draftStep('teamleader2', draftId, 'send to check')
  const seen = (await instanceById(site.read, draftId)).lastEventId
  const before = await site.rowCounts()
  for (const user of ['finance1', 'accountant2', 'manager1', 'auditor1', 'admin', 'teamleader2'] as const)
    await expect(override(user, draftId, budgetId)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(override('teamleader1', draftId, budgetId, { comment: ' \n' })).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { comment: expect.any(String) } },
  })
  await expect(override('teamleader1', draftId, budgetId, { seenEventId: seen - 1 })).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(override('teamleader1', draftId, 999_999)).rejects.toMatchObject({ code: 'refused' })
  expect(await site.rowCounts()).toEqual(before)

  const given = { seenEventId: seen, key: crypto.randomUUID() }
  const result = await override('teamleader1', draftId, budgetId, given)
  expect(await override('teamleader1', draftId, budgetId, given)).toBe(result)
  await expect(override('teamleader1', draftId, budgetId)).rejects.toThrow('already allowed this')
  const [row] =
    await site.ownerSql`select count(*)::int as n from budget_override where draft_id = ${draftId}`
  expect(row?.n).toBe(1)
})

test('an override ends when its author edits the draft', async () => {
  const budgetId = await held.activeBudget(budget())
  const draftId = await toCheck('1001.00')
  await override('teamleader2', draftId, budgetId)
  await its.draftStep('teamleader1', draftId, 'return', { comment: 'Reference' })
  await its.draftStep('teamleader2', draftId, 'send to check')
  await expect(approve(draftId)).rejects.toMatchObject({ code: 'refused' })
  await override('teamleader1', draftId, budgetId)
  await approve(draftId)
})

test('an amendment leaves no gap and counts nothing twice; once approved, drafts are checked against it', async () => {
  const budgetId = await held.activeBudget(budget())
  const totals = async () => (await budgetTotals(site.read, [budgetId])).get(budgetId)
  const draftId = await toCheck('900.00')
  const beyond = await toCheck('200.00')
  await amend(budgetId, { budget: '5000.00' })
  expect(await totals()).toMatchObject({ committed: '1100.00', projected: '3900.00' })
  expect(await budgetsOfDraft(site.read, draftId)).toHaveLength(1)
  await expect(approve(beyond)).rejects.toMatchObject({ code: 'refused' })
  await activateBudget(budgetId)
  expect(await totals()).toMatchObject({ committed: '1100.00', projected: '3900.00' })
  await approve(beyond)
  await amend(budgetId, { budget: '1000.00' })
  await activateBudget(budgetId)
  expect(await budgetsOfDraft(site.read, draftId)).toMatchObject([{ excess: '100.00', others: '200.00' }])
  await expect(approve(draftId)).rejects.toMatchObject({ code: 'refused' })
  await held.step('teamleader1', budgetId, 'cancel')
  expect(await totals()).toMatchObject({ consumed: '0.00', committed: '0.00', remaining: '1000.00' })
  await approve(draftId)
})

test('an override in one currency or amount does not cover another', async () => {
  await site.ownerSql`insert into exchange_rate (currency, date, rate) values ('USD', '1999-01-01', 1.25)`
  const budgetId = await held.activeBudget(budget())
  const draftId = await toCheck('1100.00')
  await override('teamleader2', draftId, budgetId)
  await amend(budgetId, { currency: 'USD', budget: '800.00' })
  await activateBudget(budgetId)
  // 880.00 USD, 80.00 beyond: smaller figures than 1,100.00 and 100.00 EUR, but other money.
  expect(await budgetsOfDraft(site.read, draftId)).toMatchObject([
    { counted: '880.00', excess: '80.00', override: { covers: false } },
  ])
})

test('an amount too large to store is refused, not a server error', async () => {
  await site.ownerSql`insert into exchange_rate (currency, date, rate) values ('USD', ${`${year}-01-01`}, 0.0001)`
  const budgetId = await held.activeBudget(budget({ currency: 'USD' }))
  const draftId = await toCheck('9999999999999999.99')
  await expect(override('teamleader2', draftId, budgetId)).rejects.toThrow('is too large to allow')
})

test('client validation is required from the threshold on, or if no budget counts the draft', async () => {
  const validated = async (gross: string) => {
    const draftId = await toCheck(gross, validations(reference))
    await approve(draftId)
    return { draftId, step: () => its.draftStep('clientdesk1', draftId, 'client validated') }
  }
  const unbudgeted = await validated('1.00')
  expect(proofRequirement(await budgetsOfDraft(site.read, unbudgeted.draftId)).needed).toBe(true)
  await expect(unbudgeted.step()).rejects.toThrow('No active budget applies')

  const budgetId = await held.activeBudget(budget({ client_validation: true, treshold: '50' }))
  await unbudgeted.step()
  const below = await validated('498.00')
  await below.step()
  const [event] = await historyOf(site.read, below.draftId)
  expect(event?.data.budgets).toEqual([expect.stringContaining('"percent":"49.90"')])
  const reached = await validated('1.00')
  await expect(reached.step()).rejects.toThrow(`Budget ${budgetId}, Index Data House Ltd`)
  await its.addProof(reached.draftId)
  await reached.step()
  const next = await validated('2.00')
  await amend(budgetId, { client_validation: false, treshold: '50' })
  await expect(next.step()).rejects.toThrow('threshold reached')
  await activateBudget(budgetId)
  expect(proofRequirement(await budgetsOfDraft(site.read, next.draftId))).toMatchObject({ needed: false })
  await next.step()
})
