import { navLine } from 'tests/support/areas/navs/rules/rule-input'
import { controlDataOf, matchingDataOf } from 'tests/support/workbooks/control-data-of'
import { fundModel } from 'tests/support/workbooks/model'
import { expect, test } from 'vitest'
import { match } from '~/areas/navs/matching/matching'
import type {
  ControlData,
  InventoryLine,
  MatchingData,
  MatchingLine,
} from '~/areas/navs/workbooks/control-data'
import { DomainError } from '~/platform/values/domain-error'

const control = (): ControlData => controlDataOf(fundModel())
const manager = (): MatchingData => matchingDataOf(fundModel())

/** Matches single lines: 100 of an equity at 50, worth 5,000, in a fund of 1,000,000. */
function rowsOf(ours: Partial<InventoryLine>[], theirs: Partial<MatchingLine>[], tna = '1000000') {
  const data = control()
  const matching = manager()
  const line = data.inventory?.lines.find(({ type }) => type === 'Equity')
  if (!data.inventory || !line) throw new Error('no equity')
  const figures = { quantity: '100', price: '50', marketValue: '5000' }
  const { instrumentCode, instrumentName, isin, quotationCurrency: currency } = line
  navLine(data, 'FUND TNA').value = tna
  data.inventory.lines = ours.map((change, i) => ({ ...line, ...figures, row: 7 + i, ...change }))
  matching.matching.lines = theirs.map((change, i) => ({
    row: 7 + i,
    instrumentCode,
    instrumentName,
    isin,
    currency,
    ...figures,
    ...change,
  }))
  return match(data, matching).rows
}

const outcomes = (...args: Parameters<typeof rowsOf>) => rowsOf(...args).map(({ outcome }) => outcome)

test('a manager with the same holdings matches on every line, except Cash', () => {
  const { rows, fundTna } = match(control(), manager())
  expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['MATCHED']))
  expect(rows).toHaveLength(22)
  expect(fundTna).toBe('68003816.37')
})

test('quantities may differ by 0.0001', () => {
  expect(outcomes([{}], [{ quantity: '100.0001' }])).toEqual(['MATCHED'])
  expect(outcomes([{}], [{ quantity: '100.00011' }])).toEqual(['QUANTITY BREAK'])
})

test('prices may differ by 0.5 % of the administrator’s for Equity and Fund, by 0.1 % for the others', () => {
  for (const type of ['Equity', 'Fund'] as const) {
    expect(outcomes([{ type }], [{ price: '50.25' }])).toEqual(['MATCHED'])
    expect(outcomes([{ type }], [{ price: '49.7499' }])).toEqual(['PRICE BREAK'])
  }
  for (const type of ['Bond', 'Derivative', 'Other'] as const) {
    expect(outcomes([{ type }], [{ price: '50.05' }])).toEqual(['MATCHED'])
    expect(outcomes([{ type }], [{ price: '50.0501' }])).toEqual(['PRICE BREAK'])
  }
  expect(outcomes([{ type: 'Derivative', price: '-50' }], [{ price: '-50.05' }])).toEqual(['MATCHED'])
  expect(outcomes([{ price: null }], [{ price: '1' }])).toEqual(['MATCHED'])
})

test('values may differ by the larger of 100 and 0.01 % of FUND TNA', () => {
  expect(outcomes([{}], [{ marketValue: '5100' }])).toEqual(['MATCHED'])
  expect(outcomes([{}], [{ marketValue: '5100.01' }])).toEqual(['VALUE BREAK'])
  expect(outcomes([{}], [{ marketValue: '5200' }], '2000000')).toEqual(['MATCHED'])
  expect(outcomes([{}], [{ marketValue: '4799.99' }], '2000000')).toEqual(['VALUE BREAK'])
})

test('the first break that applies is reported: quantity, then price, then value', () => {
  const all = { quantity: '90', price: '60', marketValue: '9000' }
  expect(outcomes([{}], [all])).toEqual(['QUANTITY BREAK'])
  expect(outcomes([{}], [{ ...all, quantity: '100' }])).toEqual(['PRICE BREAK'])
  expect(rowsOf([{}], [all])[0]).toMatchObject({
    quantityDifference: '-10',
    priceDifference: '10',
    valueDifference: '4000',
    basisPoints: '40',
  })
})

test('one ISIN in two currencies is two positions', () => {
  const two = (currency: string) => ({ isin: 'US0378331005', instrumentCode: currency })
  const rows = rowsOf(
    [
      { ...two('A'), quotationCurrency: 'USD' },
      { ...two('B'), quotationCurrency: 'EUR', quantity: '7' },
    ],
    [
      { ...two('C'), currency: 'EUR', quantity: '7' },
      { ...two('D'), currency: 'USD' },
    ],
  )
  expect(
    rows.map(({ outcome, matchedBy, administrator, manager: theirs }) => [
      outcome,
      matchedBy,
      administrator?.instrumentCode,
      theirs?.instrumentCode,
    ]),
  ).toEqual([
    ['MATCHED', 'ISIN and currency', 'A', 'D'],
    ['MATCHED', 'ISIN and currency', 'B', 'C'],
  ])
})

test('lines without a matching ISIN are matched by instrument code', () => {
  const rows = rowsOf(
    [
      { instrumentCode: 'A', isin: null },
      { instrumentCode: 'B', isin: 'US0378331005' },
      { instrumentCode: 'C' },
    ],
    [
      { instrumentCode: 'A', isin: 'LU0274208692' },
      { instrumentCode: 'B', isin: null },
      { instrumentCode: 'Z' },
    ],
  )
  expect(rows.map(({ matchedBy, administrator }) => [matchedBy, administrator?.instrumentCode])).toEqual([
    ['ISIN and currency', 'C'],
    ['Instrument code', 'A'],
    ['Instrument code', 'B'],
  ])
})

test('lines with one key are summed, with the first price', () => {
  const half = { quantity: '50', marketValue: '2500' }
  const [row, ...others] = rowsOf([{ ...half }, { ...half, price: '99', instrumentCode: 'OTHER' }], [{}])
  expect(others).toEqual([])
  expect(row).toMatchObject({
    outcome: 'MATCHED',
    administrator: { quantity: '100', price: '50', marketValue: '5000', rows: [7, 8] },
  })
})

test('a position on one side only is missing on the other', () => {
  const rows = rowsOf([{ instrumentCode: 'OURS', isin: null }], [{ instrumentCode: 'THEIRS', isin: null }])
  expect(
    rows.map(({ outcome, valueDifference, basisPoints }) => [outcome, valueDifference, basisPoints]),
  ).toEqual([
    ['MISSING AT MANAGER', '-5000', '-50'],
    ['MISSING AT ADMINISTRATOR', '5000', '50'],
  ])
})

test('a NAV without inventory is refused with what to do', () => {
  const act = () => match(controlDataOf(fundModel(), 'FIA2'), manager())
  expect(act).toThrow(DomainError)
  expect(act).toThrow(/no inventory to match with\. Run a control with an inventory file first/)
})

test('a workbook of another NAV is refused, naming both', () => {
  expect(() => match(control(), { ...manager(), navDate: '2026-09-30' })).toThrow(
    /is of LUX001 30\/09\/2026, this NAV is LUX001 30\/10\/2026/,
  )
})
