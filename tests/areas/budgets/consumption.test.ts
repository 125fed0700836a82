import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { completeFields, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { beforeEach, expect, test } from 'vitest'
import type { BudgetEntry } from '~/areas/budgets/budget-figures'
import { budgetParts } from '~/areas/budgets/budget-parts.server'
import { budgetTotals } from '~/areas/budgets/list.server'
import { saveCostLine } from '~/areas/drafts/cost-lines/cost-lines.server'
import { budgetsOfDraft } from '~/areas/drafts/draft-view.server'
import { recreateDraft } from '~/areas/drafts/recreate.server'
import type { DraftFields } from '~/areas/expenses/expense'

const site = await opened(testSite())
const reference = await budgetReference(site)
const held = budgets(site)
const its = expenses(site)

let year = 2000
await site.ownerSql`insert into exchange_rate (currency, date, rate) values
  ('USD', '2001-01-01', 0.9), ('JPY', '2001-01-01', 0.006), ('GBP', '2090-01-01', 1.2)`
/** Each test has its own year, so that they do not affect each other. */
beforeEach(() => {
  year += 3
})

const day = (rest: string) => `${year}-${rest}`
const budget = (fields: Partial<BudgetEntry> = {}) => ({
  ...budgetFields(reference),
  from_date: day('01-01'),
  to_date: day('12-31'),
  budget: '1000.00',
  ...fields,
})
const fields = (gross: string, more: Partial<DraftFields> = {}): DraftFields => ({
  ...completeFields(reference),
  routineType: reference.routineTypeId,
  invoiceDate: day('06-30'),
  receivedDate: day('07-01'),
  dueDate: null,
  grossAmount: gross,
  taxes: null,
  ...more,
})
const newDraft = (gross: string, more?: Partial<DraftFields>) => its.newDraft('finance1', fields(gross, more))
const invoiced = async (gross: string, more: Partial<DraftFields> = {}) => {
  return its.newInvoice(reference, { ...fields(gross, more), ...validations(reference) })
}
async function sums(budgetId: number): Promise<string> {
  const held = (await budgetTotals(site.read, [budgetId])).get(budgetId)
  return [held?.consumed, held?.committed, held?.remaining, held?.projected].join(' ')
}

test('invoices consume and drafts commit; completion moves the amount without counting it twice', async () => {
  const id = await held.activeBudget(budget())
  expect(await sums(id)).toBe('0.00 0.00 1000.00 1000.00')
  await newDraft('100.00')
  const { draftId, invoiceId } = await invoiced('250.00')
  expect(await sums(id)).toBe('250.00 100.00 750.00 650.00')
  expect((await budgetParts(site.read, id)).map(({ kind }) => kind).sort()).toEqual(['draft', 'invoice'])
  expect((await budgetParts(site.read, id)).some((part) => part.id === draftId)).toBe(false)

  await its.invoiceStep('finance1', invoiceId, 'cancel')
  expect(await sums(id)).toBe('0.00 100.00 1000.00 900.00')
  const again = { invoiceId, seenEventId: null }
  const { draftId: second } = await site.as('finance1', (context) => recreateDraft(context, again))
  expect(await sums(id)).toBe('0.00 350.00 1000.00 650.00')
  await its.draftStep('finance1', second, 'cancel')
  expect(await sums(id)).toBe('0.00 100.00 1000.00 900.00')
})

test('each cost line consumes once it is an invoice, and is released when that is cancelled', async () => {
  const id = await held.activeBudget(budget({ amount_type: 'net' }))
  const draftId = await newDraft('0.00')
  for (const [grossAmount, taxes] of [
    ['60.00', '10.00'],
    ['36.00', '6.00'],
  ] as const) {
    const line = { feesType: 'OTHER', grossAmount, taxes, comment: '' }
    const change = { draftId, id: null, revision: null, fields: line }
    await site.as('finance1', (context) => saveCostLine(context, change))
  }
  expect(await sums(id)).toBe('0.00 80.00 1000.00 920.00')
  await its.setDraft(draftId, validations(reference))
  await its.addProof(draftId)
  await its.draftStep('finance1', draftId, 'send to check')
  await its.draftStep('teamleader1', draftId, 'approve')
  await its.draftStep('clientdesk1', draftId, 'client validated')
  await its.draftStep('clientdesk1', draftId, 'create invoice')
  expect(await sums(id)).toBe('80.00 0.00 920.00 920.00')
  const [first] = await its.invoicesOf(draftId)
  await its.invoiceStep('finance1', first?.id ?? 0, 'cancel')
  expect(await sums(id)).toBe('30.00 0.00 970.00 970.00')
})

test.each([
  ['gross', '120.00', '20.00', '120.00'],
  ['net', '120.00', '20.00', '100.00'],
  ['taxes', '120.00', '20.00', '20.00'],
  ['taxes', '120.00', null, '0.00'],
  ['net', '120.00', null, '120.00'],
  ['gross', '-120.00', '-20.00', '-120.00'],
  ['net', '-120.00', '-20.00', '-100.00'],
] as const)(
  'a budget of %s counts of %s gross and %s taxes %s',
  async (amount_type, gross, taxes, counted) => {
    const id = await held.activeBudget(budget({ amount_type }))
    const draftId = await newDraft(gross, { taxes })
    expect(await budgetsOfDraft(site.read, draftId)).toMatchObject([
      { budgetId: id, counted, others: '0.00' },
    ])
    expect(await sums(id)).toContain(`0.00 ${counted} 1000.00`)
  },
)

test.each([
  ['EUR', 'USD', '100.00', '90.00'],
  ['USD', 'EUR', '100.00', '111.11'],
  ['USD', 'JPY', '1000', '6.67'],
  ['EUR', 'JPY', '2.50', '0.02'],
  ['EUR', 'JPY', '-2.50', '-0.02'],
  ['EUR', 'USD', '999999999999.99', '899999999999.99'],
  // Exactly 0.045 and -0.045: halves round away from zero.
  ['EUR', 'USD', '0.05', '0.05'],
  ['EUR', 'USD', '-0.05', '-0.05'],
])('a budget in %s counts an invoice in %s of %s as %s', async (currency, own, gross, counted) => {
  const id = await held.activeBudget(budget({ currency, budget: '1000000000000' }))
  await newDraft(gross, { currency: own })
  expect(await sums(id)).toContain(`0.00 ${counted} `)
})

test('the latest rate on or before the invoice date counts', async () => {
  const id = await held.activeBudget(budget())
  await site.ownerSql`insert into exchange_rate (currency, date, rate) values
    ('USD', ${day('06-30')}, 0.5), ('USD', ${day('07-01')}, 0.7)`
  for (const invoiceDate of [day('06-29'), day('06-30'), day('07-15')])
    await newDraft('100.00', { invoiceDate, currency: 'USD' })
  const amounts = (await budgetParts(site.read, id)).map(({ amount }) => amount)
  expect(amounts).toEqual(['70.00', '50.00', '90.00'])
  await site.ownerSql`delete from exchange_rate where date >= ${day('01-01')} and date <= ${day('12-31')}`
})

test('without a rate an amount is in no sum, is reported, and the draft is not approved', async () => {
  const id = await held.activeBudget(budget())
  const draftId = await newDraft('100.00', { currency: 'GBP' })
  expect((await budgetTotals(site.read, [id])).get(id)).toMatchObject({ committed: '0.00', unconverted: 1 })
  const [check] = await budgetsOfDraft(site.read, draftId)
  expect(check).toMatchObject({ counted: null, percent: null, state: 'no rate', excess: '0.00' })
  expect(check?.message).toContain(`no exchange rate of GBP on or before 30/06/${year}`)
  await its.draftStep('finance1', draftId, 'send to check')
  await expect(its.draftStep('teamleader1', draftId, 'approve')).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('ask an administrator'),
    options: { list: [expect.stringContaining('GBP')] },
  })
  // Others see that the sum is incomplete.
  const other = await newDraft('1.00')
  const [beside] = await budgetsOfDraft(site.read, other)
  expect(beside).toMatchObject({ state: 'warning', others: '0.00' })
  expect(beside?.message).toContain('One other invoice or draft has no exchange rate')
})

test('a draft counts if it matches all fields of the budget; blank fields match everything', async () => {
  const narrow = await held.activeBudget(budget())
  const wide = await held.activeBudget(budget({ expense_type_id: null }))
  const [other] = await site.ownerSql<{ id: number }[]>`
    insert into expense_type (name) values (${`Other ${year}`}) returning id`
  const of = async (more: Partial<DraftFields>) =>
    (await budgetsOfDraft(site.read, await newDraft('1.00', more))).map(({ budgetId }) => budgetId)
  expect(await of({})).toEqual([narrow, wide])
  expect(await of({ expenseType: other?.id ?? 0 })).toEqual([wide])
  expect(await of({ expenseType: null })).toEqual([wide])
  expect(await of({ routineType: null })).toEqual([])
  expect(await of({ invoiceDate: null })).toEqual([])
  expect(await of({ currency: null })).toEqual([])
  expect(await of({ settlingLegalEntity: reference.clientId })).toEqual([])
  expect(await of({ invoicedLegalEntity: null })).toEqual([])
  expect(await of({ isSupplierFund: true, invoicedFundLegalEntity: reference.supplierFundId })).toEqual([])
  expect(await of({ invoiceDate: day('01-01') })).toEqual([narrow, wide])
  expect(await of({ invoiceDate: day('12-31') })).toEqual([narrow, wide])
  expect(await of({ invoiceDate: `${year - 1}-12-31` })).toEqual([])
  expect(await of({ invoiceDate: `${year + 1}-01-01` })).toEqual([])
  expect(await sums(narrow)).toBe('0.00 3.00 1000.00 997.00')
  expect(await sums(wide)).toBe('0.00 5.00 1000.00 995.00')
})

test('entered values count at once, together with all others but not the stored draft itself', async () => {
  const id = await held.activeBudget(budget())
  await newDraft('300.00')
  const draftId = await newDraft('100.00')
  const as = (more: Partial<DraftFields>) => budgetsOfDraft(site.read, draftId, fields('100.00', more))
  expect(await as({})).toMatchObject([
    { budgetId: id, others: '300.00', counted: '100.00', percent: '40.00' },
  ])
  expect(await as({ grossAmount: '499.99' })).toMatchObject([{ state: 'below', message: null }])
  expect(await as({ grossAmount: '500.00' })).toMatchObject([{ state: 'warning', percent: '80.00' }])
  expect(await as({ grossAmount: '700.00' })).toMatchObject([{ state: 'warning', excess: '0.00' }])
  expect(await as({ grossAmount: '700.01' })).toMatchObject([{ state: 'exceeded', excess: '0.01' }])
  expect(await as({ invoiceDate: `${year + 1}-06-30` })).toEqual([])
  expect(await sums(id)).toBe('0.00 400.00 1000.00 600.00')
})
