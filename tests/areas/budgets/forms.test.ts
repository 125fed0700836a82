import { expect, test } from 'vitest'
import { BudgetCallFields, budgetFieldsIn } from '~/areas/budgets/forms'

const TYPED = {
  supplier_id: '4',
  settling_legal_entity_id: '5',
  currency: 'EUR',
  amount_type: 'gross',
  routine_type_id: '1',
  expense_type_id: '',
  from_date: '01/01/2026',
  to_date: '2026-12-31',
  treshold: '80',
  budget: '10 000,50',
}

/** The parse errors, by field. */
const faultsOf = (fields: Record<string, string>): Record<string, string> => ({
  ...budgetFieldsIn(fields).unread,
})

/** The refused fields of a call. */
const refusedOf = (body: Record<string, unknown>) =>
  BudgetCallFields.safeParse(body).error?.issues.map(({ path }) => path.join('.'))

test('a form accepts usual notation: dates, amounts, blanks, a checkbox', () => {
  expect(budgetFieldsIn(TYPED).fields).toEqual({
    supplier_id: 4,
    settling_legal_entity_id: 5,
    currency: 'EUR',
    amount_type: 'gross',
    routine_type_id: 1,
    expense_type_id: null,
    from_date: '2026-01-01',
    to_date: '2026-12-31',
    treshold: '80.00',
    budget: '10000.50',
    client_validation: false,
  })
  expect(budgetFieldsIn({ ...TYPED, client_validation: 'on' }).fields.client_validation).toBe(true)
  // Missing values are reported by the budget’s own rules, with all other errors.
  expect(budgetFieldsIn({}).fields).toMatchObject({ supplier_id: null, budget: null, from_date: null })
})

test.each([
  ['budget', '1,234'],
  ['budget', 'much'],
  ['budget', '10.005'],
  ['budget', '12345678901234567890'],
  ['budget', 'NaN'],
  ['budget', '10%'],
  ['treshold', '80 percent'],
  ['treshold', '80.123'],
  ['from_date', '31/02/2026'],
  ['to_date', '31/12/1989'],
  ['to_date', 'tomorrow'],
  ['supplier_id', '0'],
  ['supplier_id', '4; drop table'],
  ['routine_type_id', '99999999999'],
  ['amount_type', 'vat'],
  ['currency', 'EURO'],
  ['client_validation', 'maybe'],
])('%s "%s" is refused with a message for its field', (field, text) => {
  const faults = faultsOf({ ...TYPED, [field]: text })
  expect(Object.keys(faults)).toEqual([field])
  expect(faults[field]).toMatch(/^[A-Z][A-Za-z ]+: .+\.$/)
  // The other fields are still read.
  expect(Object.keys(budgetFieldsIn({ ...TYPED, [field]: text }).fields)).toHaveLength(10)
})

test('a call changes only the fields sent, null clears them, and other types are refused', () => {
  expect(BudgetCallFields.parse({ budget: 12000.5, client_validation: true, remaining: '1.00' })).toEqual({
    id: null,
    budget: '12000.50',
    client_validation: true,
  })
  expect(BudgetCallFields.parse({ id: '9', expense_type_id: null })).toEqual({ id: 9, expense_type_id: null })
  const wrong = {
    supplier_id: 1.5,
    currency: 7,
    from_date: 20260101,
    budget: true,
    treshold: [80],
    client_validation: 'perhaps',
    amount_type: {},
  }
  expect(refusedOf(wrong)?.sort()).toEqual(Object.keys(wrong).sort())
  expect(refusedOf({ budget: 1234567890.1234567 })).toEqual(['budget'])
})
