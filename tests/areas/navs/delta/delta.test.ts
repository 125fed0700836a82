import { controlDataOf } from 'tests/support/workbooks/control-data-of'
import { fundModel, previousModel } from 'tests/support/workbooks/model'
import { expect, test } from 'vitest'
import { delta } from '~/areas/navs/delta/delta'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { Big } from '~/platform/values/decimal'
import { account, line, navLine } from '../../../support/areas/navs/rules/rule-input'

const upload = (change: (data: ControlData) => void = () => {}, set: 'FIA3' | 'FIA2' = 'FIA3') => {
  const data = controlDataOf(fundModel(), set)
  change(data)
  return data
}

test('an upload does not differ from itself', () => {
  const { nav, balance, inventory, inventoryMissing } = delta(upload(), upload())
  expect(nav.every((row) => row.delta === null || row.delta === '0')).toBe(true)
  expect(new Set([...balance, ...inventory].map(({ status }) => status))).toEqual(new Set(['UNCHANGED']))
  expect(inventoryMissing).toBe('none')
})

test('a NAV element moves by (new - old) / |old|, blank if old is 0 or absent', () => {
  const now = upload((data) => {
    navLine(data, 'SHARES', 'LUX001-A').value = '150'
    navLine(data, 'SUBSCRIPTIONS', 'LUX001-A').value = '5'
    navLine(data, 'FX RATE', 'USD').code = 'JPY'
    navLine(data, 'FUND TNA').value = '-3'
  })
  const before = upload((data) => {
    navLine(data, 'SHARES', 'LUX001-A').value = '100'
    navLine(data, 'SUBSCRIPTIONS', 'LUX001-A').value = '0'
    navLine(data, 'FUND TNA').value = '-6'
  })
  const rows = delta(now, before).nav
  const row = (type: string, name: string) => rows.find((each) => each.type === type && each.name === name)
  expect(row('SHARES', 'LUX001-A')).toEqual({
    type: 'SHARES',
    name: 'LUX001-A',
    iso3currency: 'EUR',
    new_value: '150',
    old_value: '100',
    delta: '0.5',
  })
  expect(row('FUND TNA', 'LUX001')?.delta).toBe('0.5')
  expect(row('SUBSCRIPTIONS', 'LUX001-A')?.delta).toBeNull()
  expect(row('FX RATE', 'JPY')).toMatchObject({ old_value: null, delta: null })
  expect(row('FX RATE', 'USD')).toMatchObject({ new_value: null, delta: null })
})

test('accounts are NEW, REMOVED, CHANGED or UNCHANGED; rows of one account are summed, absent ones count 0', () => {
  const now = upload((data) => {
    data.balance.lines = [account(data, '3010'), account(data, '4610'), account(data, '6010')]
    Object.assign(account(data, '3010'), { debtor: '10', creditor: '0' })
    data.balance.lines.push({ ...account(data, '3010'), debtor: '5', creditor: '2' })
    account(data, '6010').accountNumber = '6020'
  })
  const before = upload((data) => {
    data.balance.lines = [account(data, '3010'), account(data, '4610'), account(data, '6010')]
    Object.assign(account(data, '3010'), { debtor: '15', creditor: '0' })
    Object.assign(account(data, '6010'), { debtor: '7', creditor: '0' })
  })
  const rows = delta(now, before).balance
  expect(rows.map(({ status, account_number }) => `${status} ${account_number}`)).toEqual([
    'NEW 6020',
    'REMOVED 6010',
    'CHANGED 3010',
    'UNCHANGED 4610',
  ])
  expect(rows[1]).toEqual({
    status: 'REMOVED',
    account_number: '6010',
    account_name: 'Management fee',
    accounting_currency: 'EUR',
    balance_creditor: null,
    balance_debtor: null,
    old_balance_creditor: '0',
    old_balance_debtor: '7',
    var_balance_creditor: '0',
    var_balance_debtor: '-7',
  })
  expect(rows[2]).toMatchObject({
    balance_debtor: '15',
    balance_creditor: '2',
    var_balance_debtor: '0',
    var_balance_creditor: '2',
  })
})

test('an instrument changes with quantity, price or market value, and nothing else', () => {
  const changed = (change: (data: ControlData) => void) =>
    delta(upload(change), upload()).inventory.filter(({ status }) => status !== 'UNCHANGED')
  expect(changed((data) => Object.assign(line(data, 'Equity'), { quantity: '1' }))).toHaveLength(1)
  expect(changed((data) => Object.assign(line(data, 'Equity'), { price: null }))).toHaveLength(1)
  expect(changed((data) => Object.assign(line(data, 'Equity'), { marketValue: '1' }))).toHaveLength(1)
  expect(
    changed((data) => Object.assign(line(data, 'Equity'), { instrumentName: 'Renamed', isin: null })),
  ).toEqual([])
  const sameFigures = (data: ControlData) => {
    const equity = line(data, 'Equity')
    equity.marketValue = new Big(equity.marketValue).toFixed(6)
    equity.price = new Big(equity.price ?? 0).toFixed(9)
  }
  expect(changed((data) => sameFigures(data))).toEqual([])
})

test('a changed line says which of its figures changed, even the price alone', () => {
  const words = (change: (data: ControlData) => void) =>
    delta(
      upload((data) => change(data)),
      upload((data) => void Object.assign(line(data, 'Equity'), { quantity: '10', price: '101.20' })),
    ).inventory.find(({ status }) => status === 'CHANGED')?.changed
  const price = (value: string | null) =>
    words((data) => void Object.assign(line(data, 'Equity'), { quantity: '10', price: value }))
  expect(price('101.9')).toBe('price 101.2 → 101.9')
  expect(price(null)).toBe('price 101.2 → none')
  expect(price('101.2')).toBeUndefined()
  expect(words((data) => void Object.assign(line(data, 'Equity'), { quantity: '12', price: '101.9' }))).toBe(
    'quantity 10 → 12, price 101.2 → 101.9',
  )
})

test('the change of a market value is a fraction of FUND TNA, blank if that is not above 0', () => {
  const change = (tna: string) =>
    delta(
      upload((data) => {
        navLine(data, 'FUND TNA').value = tna
        line(data, 'CASH-EUR').marketValue = '300'
      }),
      upload((data) => {
        line(data, 'CASH-EUR').marketValue = '100'
      }),
    ).inventory[0]
  expect(change('600')).toEqual({
    status: 'CHANGED',
    changed: 'market value 100 → 300',
    instrument_code: 'CASH-EUR',
    instrument_name: 'Current account EUR',
    type: 'Cash',
    subtype: null,
    quotation_currency: 'EUR',
    market_value: '300',
    prev_market_value: '100',
    var_market_value: '200',
    var_market_value_percent_nav: '0.333333333333333',
  })
  expect(change('0')?.var_market_value_percent_nav).toBeNull()
})

test('reversed, NEW is REMOVED and every change has the opposite sign', () => {
  const [now, before] = [controlDataOf(fundModel()), controlDataOf(previousModel())]
  line(now, 'Equity').instrumentCode = 'BOUGHT'
  const there = delta(now, before).inventory
  const back = new Map(delta(before, now).inventory.map((row) => [row.instrument_code, row]))
  expect(there.map(({ status }) => status)).toContain('NEW')
  for (const row of there) {
    const twin = back.get(row.instrument_code)
    const turned = { NEW: 'REMOVED', REMOVED: 'NEW', CHANGED: 'CHANGED', UNCHANGED: 'UNCHANGED' } as const
    expect(twin?.status).toBe(turned[row.status])
    expect(Number(twin?.var_market_value) + Number(row.var_market_value)).toBe(0)
  }
})

test('without an inventory there is nothing to compare, and the date is given', () => {
  const [with_, without] = [upload(), upload(() => {}, 'FIA2')]
  expect(delta(with_, without)).toMatchObject({ inventory: [], inventoryMissing: 'old' })
  expect(delta(without, with_)).toMatchObject({ inventory: [], inventoryMissing: 'new' })
  expect(delta(without, without).inventoryMissing).toBe('both')
})
