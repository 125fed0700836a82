import fc from 'fast-check'
import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { completeFields, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { rounds } from 'tests/support/rounds'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { budgetParts } from '~/areas/budgets/budget-parts.server'
import { budgetTotals } from '~/areas/budgets/list.server'
import { saveCostLine } from '~/areas/drafts/cost-lines/cost-lines.server'
import { budgetsOfDraft, overrideBudget } from '~/areas/drafts/draft-view.server'
import { updateDraft } from '~/areas/drafts/entry/update-draft.server'
import { recreateDraft } from '~/areas/drafts/recreate.server'
import { DomainError } from '~/platform/values/domain-error'
import { oracle } from '../../support/areas/budgets/oracle'

const site = await opened(testSite())
const reference = await budgetReference(site)
const held = budgets(site)
const its = expenses(site)

let year = 2000
await site.ownerSql`delete from authorisation_rule`

const CURRENCIES = ['EUR', 'USD', 'JPY'] as const
const cents = fc.integer({ min: -50_000, max: 200_000 }).map((n) => (n / 100).toFixed(2))
const currency = fc.constantFrom(...CURRENCIES)
const date = fc.constantFrom('01-01', '03-15', '06-30', '12-31')
const terms = fc.record({
  amount_type: fc.constantFrom('gross', 'net', 'taxes'),
  currency,
  budget: fc.integer({ min: 1, max: 300_000 }).map((n) => (n / 100).toFixed(2)),
  expense_type_id: fc.boolean(),
})
const entered = fc.record({
  grossAmount: cents,
  taxes: fc.option(cents),
  currency,
  date,
  routineType: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
})
const which = fc.nat(20)
const act = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('budget' as const), terms }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('amend' as const), which, terms }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel budget' as const), which }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('draft' as const), entered }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), which, entered }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cost line' as const), which, gross: cents }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('advance' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('complete' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('return' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel invoice' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('recreate' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rate' as const),
      currency: fc.constantFrom('USD', 'JPY'),
      date,
      rate: fc.option(fc.integer({ min: 1, max: 30_000 }).map((n) => (n / 10_000).toFixed(4))),
    }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never
type Terms = typeof terms extends fc.Arbitrary<infer Each> ? Each : never
type Entered = typeof entered extends fc.Arbitrary<infer Each> ? Each : never

/** The next step of a draft in its current state. */
const NEXT: Record<string, [user: 'finance1' | 'teamleader1' | 'clientdesk1', step: string]> = {
  'IN ENTRY': ['finance1', 'send to check'],
  RETURNED: ['finance1', 'send to check'],
  'TO CHECK': ['teamleader1', 'approve'],
  'TO VALIDATE': ['clientdesk1', 'client validated'],
  VALIDATED: ['clientdesk1', 'create invoice'],
}

/** One history, in its own year. */
function world() {
  const all = { budgets: [] as number[], drafts: [] as number[], invoices: [] as number[] }
  const pick = (ids: readonly number[], at: number) => ids[at % ids.length]
  const budgetOf = ({ expense_type_id, ...more }: Terms) => ({
    ...budgetFields(reference),
    ...more,
    from_date: `${year}-01-01`,
    to_date: `${year}-12-31`,
    expense_type_id: expense_type_id ? reference.expenseTypeId : null,
  })
  const fieldsOf = ({ date, routineType, ...more }: Entered) => ({
    ...more,
    invoiceDate: `${year}-${date}`,
    receivedDate: null,
    dueDate: null,
    routineType: routineType ? reference.routineTypeId : null,
  })
  const status = async (draftId: number) => (await site.stateOf(draftId)).replace(/ \(.*/, '')

  async function advance(draftId: number) {
    const at = await status(draftId)
    const [user, step] = NEXT[at] ?? []
    if (!user || !step) return
    if (at === 'TO CHECK')
      for (const { budgetId, state } of await budgetsOfDraft(site.read, draftId)) {
        if (state !== 'exceeded') continue
        const input = { draftId, budgetId, seenEventId: null, comment: 'Needed' }
        await settled(site.as('teamleader2', (context) => overrideBudget(context, input)))
      }
    if (at === 'TO VALIDATE') await its.addProof(draftId)
    await its.draftStep(user, draftId, step)
    if (step === 'create invoice') all.invoices.push(...(await its.invoicesOf(draftId)).map(({ id }) => id))
  }
  async function complete(draftId: number) {
    for (let at = 0; at < 4; at++) await advance(draftId)
  }

  async function take(each: Act): Promise<void> {
    const draftId = 'which' in each ? pick(all.drafts, each.which) : undefined
    const budgetId = 'which' in each ? pick(all.budgets, each.which) : undefined
    const invoiceId = 'which' in each ? pick(all.invoices, each.which) : undefined
    if (each.kind === 'rate') {
      const { currency, rate } = each
      const day = `${year}-${each.date}`
      await site.ownerSql`delete from exchange_rate where currency = ${currency} and date = ${day}`
      if (rate) await site.ownerSql`insert into exchange_rate values (${currency}, ${day}, ${rate})`
    } else if (each.kind === 'budget') {
      const { budgetId: id } = await held.save('accountant1', budgetOf(each.terms))
      all.budgets.push(id)
      await held.step('accountant1', id, 'submit')
      await held.step('teamleader1', id, 'approve')
    } else if (each.kind === 'draft') {
      const signed = { ...completeFields(reference), ...fieldsOf(each.entered), ...validations(reference) }
      all.drafts.push(await its.newDraft('finance1', signed))
    } else if (each.kind === 'amend' && budgetId) {
      if ((await status(budgetId)) === 'ACTIVE') await held.step('accountant1', budgetId, 'amend')
      else {
        await held.save('accountant1', budgetOf(each.terms), { budgetId })
        await held.step('accountant1', budgetId, 'submit')
        await held.step('teamleader1', budgetId, 'approve')
      }
    } else if (each.kind === 'cancel budget' && budgetId) await held.step('teamleader1', budgetId, 'cancel')
    else if (each.kind === 'edit' && draftId) {
      const change = { draftId, revision: null, fields: fieldsOf(each.entered) }
      await site.as('finance1', (context) => updateDraft(context, change))
    } else if (each.kind === 'cost line' && draftId) {
      const fields = { feesType: 'OTHER', grossAmount: each.gross, taxes: '1.00', comment: '' }
      const change = { draftId, id: null, revision: null, fields }
      await site.as('finance1', (context) => saveCostLine(context, change))
    } else if (each.kind === 'advance' && draftId) await advance(draftId)
    else if (each.kind === 'complete' && draftId) await complete(draftId)
    else if (each.kind === 'return' && draftId)
      await its.draftStep('teamleader1', draftId, 'return', { comment: 'Look again', from: 'TO CHECK' })
    else if (each.kind === 'cancel' && draftId) await its.draftStep('finance1', draftId, 'cancel')
    else if (each.kind === 'cancel invoice' && invoiceId)
      await its.invoiceStep('finance1', invoiceId, 'cancel', { from: 'TO BOOK' })
    else if (each.kind === 'recreate' && invoiceId) {
      const input = { invoiceId, seenEventId: null }
      const made = await site.as('finance1', (context) => recreateDraft(context, input))
      all.drafts.push(made.draftId)
      await its.setDraft(made.draftId, validations(reference))
    }
  }
  return { all, take }
}

/** A refused or unavailable action changes nothing. */
async function settled(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (error instanceof DomainError || /^no step /.test((error as Error).message)) return
    throw error
  }
}

let compared = 0
async function compare(budgetIds: readonly number[], drafts: readonly number[]): Promise<void> {
  const truth = await oracle(site)
  const totals = await budgetTotals(site.read, budgetIds)
  for (const id of budgetIds) {
    const parts = await budgetParts(site.read, id)
    const sortedParts = parts.map(({ kind, id: part, amount }) => `${kind} ${part} ${amount}`).sort()
    expect({ ...totals.get(id), parts: sortedParts }).toEqual(truth.totals(id))
    compared += parts.length
  }
  for (const draftId of drafts.filter((id) => truth.drafts.includes(id))) {
    const checks = await budgetsOfDraft(site.read, draftId)
    expect(checks.map(({ budgetId, others, counted }) => ({ budgetId, others, counted }))).toEqual(
      truth.checks(draftId),
    )
  }
}

test('in any history, a budget is the sum of its parts, and drafts are checked against the same sum', async () => {
  let invoices = 0
  await fc.assert(
    fc.asyncProperty(
      terms,
      entered,
      fc.array(act, { minLength: 15, maxLength: 30 }),
      async (first, bill, acts) => {
        year += 1
        const { all, take } = world()
        // Start with a budget, an invoice and a draft, so that later actions have an effect.
        const of = { ...bill, currency: first.currency, routineType: true }
        const begin: Act[] = [
          { kind: 'budget', terms: { ...first, expense_type_id: false } },
          { kind: 'draft', entered: of },
          { kind: 'complete', which: 0 },
          { kind: 'draft', entered: of },
        ]
        for (const each of [...begin, ...acts]) {
          await settled(take(each))
          await compare(all.budgets, all.drafts)
        }
        invoices += all.invoices.length
      },
    ),
    { numRuns: rounds(4, 10), endOnFailure: true },
  )
  // Not all actions were refused.
  expect(invoices).toBeGreaterThan(rounds(3, 5))
  expect(compared).toBeGreaterThan(rounds(40, 100))
}, 120_000)
