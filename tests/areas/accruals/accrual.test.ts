import { expect, test } from 'vitest'
import { judged, sharedAccounts, yearBegan } from '~/areas/accruals/accrual'

const of = (
  accrued: string,
  invoiced: string,
  paid: string,
  more: Partial<Parameters<typeof judged>[0]> = {},
) =>
  judged({
    accrued,
    invoiced,
    paid,
    tna: '100000000',
    navDate: '2026-10-30',
    invoicedTo: '2026-10-30',
    ...more,
  })

test('a difference counts beyond 10 % of the accrual or 0.5 bp of TNA, to the cent', () => {
  expect(of('1000.00', '3000.00', '2000.00')).toEqual({
    difference: '0.00',
    percent: '0.00',
    bp: '0.0000',
    result: 'OK',
  })
  expect(of('1000.00', '900.00', '0')).toMatchObject({ difference: '100.00', percent: '10.00', result: 'OK' })
  expect(of('1000.00', '899.99', '0')).toMatchObject({ difference: '100.01', result: 'DIFFERENCE' })
  expect(of('1000.00', '1100.01', '0')).toMatchObject({ difference: '-100.01', result: 'DIFFERENCE' })
  expect(of('100000.00', '105000.00', '0')).toMatchObject({ bp: '-0.5000', result: 'OK' })
  expect(of('100000.00', '105000.01', '0').result).toBe('DIFFERENCE')
  expect(of('100000.00', '105000.01', '0', { tna: null })).toMatchObject({ bp: null, result: 'OK' })
  expect(of('0.00', '0.01', '0')).toMatchObject({ percent: null, result: 'DIFFERENCE' })
  expect(of('0.00', '0', '0').result).toBe('OK')
})

test('accruing more than invoiced is no difference while an invoice for the last days is outstanding', () => {
  expect(of('1000.00', '0', '0', { invoicedTo: null }).result).toBe('NOT INVOICED')
  expect(of('1000.00', '500.00', '0', { invoicedTo: '2026-10-29' }).result).toBe('NOT INVOICED')
  expect(of('1000.00', '1500.00', '0', { invoicedTo: '2026-10-29' }).result).toBe('DIFFERENCE')
})

test.each([
  ['2026-10-30', '12-31', '2026-01-01'],
  ['2026-12-31', '12-31', '2026-01-01'],
  ['2027-01-01', '12-31', '2027-01-01'],
  ['2026-09-30', '09-30', '2025-10-01'],
  ['2026-10-01', '09-30', '2026-10-01'],
  ['2027-02-28', '02-28', '2026-03-01'],
  ['2028-02-29', '02-29', '2027-03-01'],
  ['2028-03-01', '02-28', '2028-03-01'],
])('the financial year of %s that ends on %s began on %s', (day, end, began) => {
  expect(yearBegan(day, end)).toBe(began)
})

test('expense types that share an account are compared together, also indirectly', () => {
  const type = (expenseType: string, ...prefixes: string[]) => ({ expenseType, prefixes })
  const groups = sharedAccounts([type('A', '1'), type('B', '2'), type('C', '3'), type('D', '2', '1')])
  expect(groups.map((group) => group.map(({ expenseType }) => expenseType).sort())).toEqual([
    ['C'],
    ['A', 'B', 'D'],
  ])
})
