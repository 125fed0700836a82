import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { contextOf } from 'tests/support/context'
import { completeFields, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { budgetView } from '~/areas/budgets/budget-view.server'
import { invoicesOfBudget } from '~/areas/budgets/invoices-of-budget.server'
import { budgetList } from '~/areas/budgets/list.server'
import { deleteBudget } from '~/areas/budgets/save-budget.server'
import { invoiceRows } from '~/areas/invoices/list.server'
import { type ListQuery, WHOLE } from '~/platform/lists/list'

const site = await opened(testSite())
const reference = await budgetReference(site)
const held = budgets(site)
const its = expenses(site)

const active = await held.activeBudget({ ...budgetFields(reference), client_validation: true })
const whole = { ...budgetFields(reference), expense_type_id: null, currency: 'USD', budget: '500.00' }
const dollars = (await held.save('accountant2', whole)).budgetId
const gone = (await held.save('teamleader1', { ...whole, from_date: '2027-01-01', to_date: '2027-12-31' }))
  .budgetId
await site.as('teamleader1', (context) =>
  deleteBudget(context, {
    budgetId: gone,
    revision: 1,
  }),
)
const fields = { ...completeFields(reference), routineType: reference.routineTypeId }
const invoiceId = (await its.newInvoice(reference, { ...fields, ...validations(reference) })).invoiceId
const draftId = await its.newDraft('finance1', { ...fields, invoiceRef: 'UNDER-WAY', grossAmount: '2000.00' })

const page = (query: Partial<ListQuery> = {}) =>
  budgetList(contextOf({ read: site.read, timeZone: 'Europe/Luxembourg' })).page({
    ...WHOLE,
    size: 25,
    ...query,
  })

test('a row has names, state and figures; deleted budgets are not listed', async () => {
  const { rows, total, sums } = await page({ sort: [{ column: 'id', descending: false }] })
  expect(total).toBe(2)
  expect(rows[0]).toMatchObject({
    id: active,
    supplier: 'Index Data House Ltd',
    settling_entity: 'Hespéris Management SA',
    routine_type: 'RECURRENT',
    expense_type: 'Market data',
    budget: '10000.00',
    consumed: '1170.00',
    committed: '2000.00',
    remaining: '8830.00',
    projected: '6830.00',
    percent_used: '31.70',
    in_force: '10000.00',
    client_validation: true,
    is_editable: false,
    event_status: 'ACTIVE',
    event_queue: 'COMPLETED',
    event_class: 'validated',
    revision: 1,
  })
  // No dollar rate: nothing is counted.
  expect(rows[1]).toMatchObject({
    id: dollars,
    expense_type: null,
    is_editable: true,
    consumed: '0.00',
    in_force: null,
  })
  expect(rows[1]?.event_date).toBeInstanceOf(Date)
  // The figures of all budgets are counted when requested.
  expect(sums.budget).toEqual([{ unit: 'EUR', sum: '10000' }])
  expect(sums.consumed).toBeUndefined()
})

test('groups add up figures by currency; totals sort and filter', async () => {
  const grouped = await page({ groups: ['event_status'] })
  expect(grouped.groups.map(({ path, sums }) => [path, sums.consumed, sums.projected])).toEqual([
    [['ACTIVE'], [{ unit: 'EUR', sum: '1170' }], [{ unit: 'EUR', sum: '6830' }]],
    // Never approved, so not available.
    [['IN ENTRY'], [], []],
  ])
  const sorted = await page({ sort: [{ column: 'remaining', descending: false }] })
  expect(sorted.rows.map(({ id }) => id)).toEqual([dollars, active])
  expect(sorted.sums.consumed?.[0]).toEqual({ unit: 'EUR', sum: '1170' })
  const found = await page({ filters: [{ column: 'committed', operator: 'greater', values: ['1'] }] })
  expect(found.rows.map(({ id }) => id)).toEqual([active])
  expect((await page({ search: 'hespéris' })).total).toBe(2)
  const values = await budgetList(contextOf({ read: site.read, timeZone: 'UTC' })).values(
    WHOLE,
    'amount_type',
    '',
  )
  expect(values.values).toEqual([{ value: 'gross', count: 2 }])
})

test('the invoices of a budget are those it consumed, with sums', async () => {
  const list = invoicesOfBudget(
    contextOf({ read: site.read, timeZone: 'UTC' }),
    { id: active, currency: 'EUR' },
    invoiceRows,
  )
  const { rows, total, sums } = await list.page({ ...WHOLE, groups: ['provider'], openGroups: 'all' })
  expect(total).toBe(1)
  expect(rows.map(({ id }) => id)).toEqual([invoiceId])
  expect(sums.gross_amount).toEqual([{ unit: 'EUR', sum: '1170' }])
  const [once] = await site.ownerSql<{ id: number }[]>`
    insert into routine_type (name) values ('One-off') returning id`
  await its.newInvoice(reference, { routineType: once?.id ?? 0, invoiceRef: 'ELSE' })
  expect((await list.page(WHOLE)).total).toBe(1)
})

test('the view of a budget has its texts, what counts in it, what is in force and the next steps', async () => {
  const view = await budgetView(contextOf({ read: site.read, actor: site.actor('teamleader1') }), active)
  expect(view.words).toMatchObject({
    supplier_id: 'Index Data House Ltd',
    from_date: '01/01/2026',
    treshold: '80 %',
    expense_type_id: 'Market data',
    client_validation: 'yes',
  })
  expect(view.totals).toMatchObject({ consumed: '1170.00', committed: '2000.00' })
  expect(view.parts.map(({ kind, id }) => [kind, id]).sort()).toEqual([
    ['draft', draftId],
    ['invoice', invoiceId],
  ])
  expect(view.termInForce).toMatchObject({
    approvedBy: site.actor('teamleader1').fullName,
    fields: { budget: '10000.00' },
  })
  expect(view.amended).toEqual([])
  expect(view.isEditable).toBe(false)
  expect(view.whyNotEdited).toContain('choose Amend;')
  expect(view.steps.routing.map(({ name }) => name)).toEqual(['amend', 'cancel'])
  expect(view.history.map(({ name }) => name)).toEqual(['approve', 'submit', 'create budget', 'create'])
})

test('an amended budget shows the active amount; a cancelled one adds nothing; usage sorts and warns', async () => {
  const year = { from_date: '2028-01-01', to_date: '2028-12-31', budget: '300.00' }
  const amended = await held.activeBudget({ ...budgetFields(reference), ...year })
  const gone = await held.activeBudget({ ...budgetFields(reference), ...year, expense_type_id: null })
  await held.step('teamleader1', gone, 'cancel')
  await held.step('accountant1', amended, 'amend')
  await held.save('accountant1', { budget: '400.00' }, { budgetId: amended })
  const of2028 = { column: 'from_date', operator: 'equals', values: ['2028-01-01'] } as const
  const { rows, sums } = await page({ filters: [of2028], sort: [{ column: 'id', descending: false }] })
  expect(rows.map(({ id, budget, in_force }) => [id, budget, in_force])).toEqual([
    [amended, '400.00', '300.00'],
    [gone, '300.00', null],
  ])
  expect([sums.budget, sums.in_force]).toEqual([[{ unit: 'EUR', sum: '400' }], [{ unit: 'EUR', sum: '300' }]])
  const used = await page({ filters: [{ column: 'percent_used', operator: 'at-least', values: ['31.7'] }] })
  expect(used.rows.map(({ id }) => id)).toEqual([active])
  const most = await page({ sort: [{ column: 'percent_used', descending: true }] })
  expect(most.rows[0]?.id).toBe(active)
})
