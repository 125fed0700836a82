import { expect, test } from 'vitest'
import type { Bridge, RuleInput } from '~/areas/navs/rules/contract'
import { evaluate } from '~/areas/navs/rules/evaluate'
import type { ControlData, NavType } from '~/areas/navs/workbooks/control-data'
import { Big } from '~/platform/values/decimal'
import {
  account,
  daysApart,
  line,
  navLine,
  outcomeOf,
  ruleInput,
} from '../../../support/areas/navs/rules/rule-input'

const A = 'LUX001-A'
const U = 'LUX001-U'

function add(row: { debtor: string; creditor: string }, net: string): void {
  const total = new Big(row.debtor).minus(row.creditor).plus(net)
  row.debtor = total.gt(0) ? total.toFixed() : '0'
  row.creditor = total.lt(0) ? total.times(-1).toFixed() : '0'
}

function without(data: ControlData | null, type: NavType, code: string): void {
  if (data) data.nav.lines = data.nav.lines.filter((each) => each.type !== type || each.code !== code)
}

const bridgeWith = (change: (input: RuleInput) => void): Bridge | null => evaluate(ruleInput(change)).bridge

/** Amount of a driver. */
function amountOf(bridge: Bridge | null, driver: string, type: string | null = null): Big {
  const found = bridge?.drivers.find((each) => each.driver === driver && each.type === type)
  if (!found) throw new Error(`no driver ${driver}`)
  return new Big(found.amount)
}

const UNCHANGED = bridgeWith(() => {})

/** The effect of a change on one driver. */
function moved(driver: string, type: string | null, change: (input: RuleInput) => void): string {
  return amountOf(bridgeWith(change), driver, type)
    .minus(amountOf(UNCHANGED, driver, type))
    .toFixed()
}

test('N14 allows one basis point of the previous FUND TNA between capital and flows', () => {
  const off = (net: string) =>
    outcomeOf(
      ruleInput(({ data }) => add(account(data, '1010'), net)),
      'N14',
    )
  // Capital and flows already differ by 0.003235.
  expect(off('-6831.65').result).toBe('OK')
  expect(off('-6831.66')).toMatchObject({ result: 'NOK', severity: 'W', impact: '1' })
  expect(off('6831.66').result).toBe('NOK')
})

test('N14 accepts capital with or without distributions, whichever is closer', () => {
  const booked = (net: string) =>
    outcomeOf(
      ruleInput(({ data }) => add(account(data, '1010'), net)),
      'N14',
    )
  // The distribution of 60,000.25 is booked on capital; without it, it is an expense or a result elsewhere.
  expect(booked('-60000.25').result).toBe('OK')
  expect(booked('-30000')).toMatchObject({ result: 'NOK' })
})

test('N14 counts a new class at its own NAV per share and a missing one as redeemed', () => {
  const code = 'LUX001-N'
  const [flow] =
    evaluate(
      ruleInput(({ data }) => {
        const like = navLine(data, 'NAV PER SHARE', A)
        data.nav.lines.push(
          { ...like, row: 90, code, value: '100' },
          { ...like, row: 91, code, type: 'SUBSCRIPTIONS', value: '250' },
        )
      }),
    ).bridge?.drivers ?? []
  expect(new Big(flow?.amount ?? 0).minus(amountOf(UNCHANGED, 'flows')).toFixed()).toBe('25000')
  const gone = bridgeWith(({ data }) => {
    data.nav.lines = data.nav.lines.filter((each) => each.code !== U)
  })
  const before = ruleInput().previous
  const shares = navLine(before as ControlData, 'SHARES', U).value
  const perShare = navLine(before as ControlData, 'NAV PER SHARE', U).value
  const rate = navLine(before as ControlData, 'FX RATE', 'USD').value
  const wasFlow = new Big(navLine(ruleInput().data, 'SUBSCRIPTIONS', U).value)
    .minus(navLine(ruleInput().data, 'REDEMPTIONS', U).value)
    .times(perShare)
    .times(rate)
  expect(amountOf(gone, 'flows').toFixed()).toBe(
    amountOf(UNCHANGED, 'flows').minus(wasFlow).minus(new Big(shares).times(perShare).times(rate)).toFixed(),
  )
})

test('flows without a rate on either date disable N14, N15 and the bridge; one rate is enough', () => {
  const rates = (now: boolean, before: boolean) =>
    evaluate(
      ruleInput((input) => {
        if (!now) without(input.data, 'FX RATE', 'USD')
        if (!before) without(input.previous, 'FX RATE', 'USD')
      }),
    )
  const none = rates(false, false)
  expect(none.bridge).toBeNull()
  const found = none.outcomes.filter(({ comment }) => comment === 'Missing: FX RATE of USD on either date.')
  expect(found.map(({ id, result }) => [id, result])).toEqual([
    ['N14', 'OK - not applicable'],
    ['N15', 'OK - not applicable'],
  ])
  expect(rates(true, false).bridge).not.toBeNull()
  expect(rates(false, true).bridge).not.toBeNull()
})

test('the bridge has all drivers in order, prices once per type, and no residual if the books agree', () => {
  expect(UNCHANGED?.drivers.map(({ driver, type }) => [driver, type])).toEqual([
    ['flows', null],
    ['distributions', null],
    ['prices', 'Equity'],
    ['prices', 'Bond'],
    ['prices', 'Fund'],
    ['prices', 'Other'],
    ['currencies', null],
    ['derivatives', null],
    ['income', null],
    ['expenses', null],
  ])
  const { tna, previousTna, drivers, residual } = UNCHANGED as Bridge
  const explained = drivers.reduce((total, { amount }) => total.plus(amount), new Big(0))
  expect(new Big(tna).minus(previousTna).minus(explained).round(8).toFixed()).toBe(
    new Big(residual).round(8).toFixed(),
  )
  expect(Number(UNCHANGED?.residualBp)).toBeLessThan(0.001)
  expect(UNCHANGED?.contributors).toHaveLength(10)
  const sizes = (UNCHANGED?.contributors ?? []).map(({ price, fx }) =>
    new Big(price).plus(fx).abs().toNumber(),
  )
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
})

test('a price effect uses the mean of both quantities, at the previous rate', () => {
  const effect = (quantity: string, price: string, rate: string | null) =>
    amountOf(
      bridgeWith(({ data, previous }) => {
        const now = line(data, 'Other')
        const before = line(previous as ControlData, now.instrumentCode)
        Object.assign(before, { quantity: '100', price: '10', priceFactor: null, fxRate: '2' })
        Object.assign(now, { quantity, price, priceFactor: '3', fxRate: rate })
      }),
      'prices',
      'Other',
    ).toFixed()
  expect(effect('110', '11', '5')).toBe('630')
  expect(effect('0', '11', '5')).toBe('300')
})

test('a split uses the previous price per new unit', () => {
  const effect = (quantity: string, price: string, type = 'Other') =>
    amountOf(
      bridgeWith((input) => {
        daysApart(input, 4)
        const now = line(input.data, 'Other')
        const before = line(input.previous as ControlData, now.instrumentCode)
        Object.assign(before, { quantity: '100', price: '10', priceFactor: null, fxRate: '1' })
        Object.assign(now, { quantity, price, type, priceFactor: null, fxRate: '1' })
      }),
      'prices',
      'Other',
    ).toFixed()
  // 400 × 2.6 is 4 % above 100 × 10: 400 × (2.6 - 2.5).
  expect(effect('400', '2.6')).toBe('40')
  expect(effect('400', '2.625')).toBe('50')
  // Beyond 5 % it is a trade at a different price.
  expect(effect('400', '2.6251')).toBe(new Big(250).times('-7.3749').toFixed())
  // 20 % more units are no split.
  expect(effect('120', '8.5')).toBe('-165')
  expect(effect('120.1', '8.5')).toBe('20.85')
})

test('currencies move pairs, their accrued interest, and accounts in other currencies', () => {
  const pair = moved('currencies', null, ({ data, previous }) => {
    const now = line(data, 'Other')
    const before = line(previous as ControlData, now.instrumentCode)
    const still = { quantity: '100', price: '10', priceFactor: null, accruedInterest: '30' }
    Object.assign(before, { ...still, fxRate: '2' })
    Object.assign(now, { ...still, fxRate: '3' })
  })
  const was = amountOf(
    bridgeWith(({ data, previous }) => {
      for (const upload of [data, previous]) if (upload) line(upload, 'Other').fxRate = '1'
    }),
    'currencies',
  ).minus(amountOf(UNCHANGED, 'currencies'))
  // 100 × 10 × (3 - 2) + 30 × (3 / 2 - 1)
  expect(new Big(pair).minus(was).toFixed()).toBe('1015')
  const rates = ({ data, previous }: RuleInput) => {
    navLine(data, 'FX RATE', 'CHF').value = '3'
    if (previous) navLine(previous, 'FX RATE', 'CHF').value = '2'
  }
  const onAccount = (accountNumber: string) =>
    moved('currencies', null, (input) => {
      rates(input)
      const like = account(input.data, '3010')
      input.previous?.balance.lines.push({
        ...like,
        row: 99,
        accountNumber,
        currency: 'CHF',
        debtor: '40',
        creditor: '0',
      })
    })
  expect(['3090', '4090', '4690', '5090'].map(onAccount)).toEqual(['20', '20', '20', '20'])
  expect(['2090', '3890', '6090', '9090'].map(onAccount)).toEqual(['0', '0', '0', '0'])
})

test('derivatives count by market value, without price or rate; a closed one counts nothing', () => {
  const change = (to: (lines: NonNullable<ControlData['inventory']>['lines']) => void) =>
    moved('derivatives', null, ({ data }) => {
      const lines = data.inventory?.lines ?? []
      to(lines)
    })
  const forward = line(ruleInput().data, 'FWD-USD')
  expect(
    change((lines) =>
      lines.push({
        ...forward,
        row: 90,
        instrumentCode: 'FWD-NEW',
        price: null,
        fxRate: null,
        marketValue: '77',
      }),
    ),
  ).toBe('77')
  const before = line(ruleInput().previous as ControlData, 'FWD-USD').marketValue
  expect(
    change((lines) =>
      lines.splice(
        lines.findIndex((each) => each.instrumentCode === 'FWD-USD'),
        1,
      ),
    ),
  ).toBe(new Big(before).minus(forward.marketValue).toFixed())
})

test('result accounts are neither income nor expenses of the bridge', () => {
  const onAccount = (accountNumber: string) => (input: RuleInput) => {
    const like = account(input.data, '6010')
    input.data.balance.lines.push({ ...like, row: 99, accountNumber, debtor: '500', creditor: '0' })
  }
  expect(moved('expenses', null, onAccount('6510'))).toBe('-500')
  expect(moved('income', null, onAccount('7510'))).toBe('-500')
  expect(moved('expenses', null, onAccount('6910'))).toBe('0')
  expect(moved('income', null, onAccount('7920'))).toBe('0')
})

test('N15 allows 5 basis points × the root of the days, and its residual is its impact', () => {
  const off = (tna: string, days = 4) =>
    outcomeOf(
      ruleInput((input) => {
        daysApart(input, days)
        navLine(input.data, 'FUND TNA').value = tna
      }),
      'N15',
    )
  const tna = new Big(navLine(ruleInput().data, 'FUND TNA').value)
  const previousTna = navLine(ruleInput().previous as ControlData, 'FUND TNA').value
  const residual = new Big(UNCHANGED?.residual ?? 0)
  const limit = new Big(previousTna).times('0.0005')
  const at = (amount: Big) => tna.minus(residual).plus(amount).toFixed()
  expect(off(at(limit.minus('0.000001'))).result).toBe('OK')
  expect(off(at(limit.plus('0.000001')))).toMatchObject({ result: 'NOK', severity: 'W', impact: '5' })
  expect(off(at(limit.times(-2).plus('0.000001')), 16).result).toBe('OK')
  expect(off(at(limit.times(2).plus('0.000001')), 16).result).toBe('NOK')
  // Half of the threshold of 0.5 % is 25 bp.
  expect(off(at(limit.times(5)))).toMatchObject({ severity: 'B', impact: '25' })
  expect(off(at(limit.times('4.99998')))).toMatchObject({ severity: 'W', impact: '24.9999' })
})

test('lines without a price or rate are named by N15 and in the bridge', () => {
  const input = ruleInput(({ data }) => {
    line(data, 'Other').price = null
  })
  const { code } = { code: line(input.data, 'Other').instrumentCode }
  expect(evaluate(input).bridge?.leftOut).toEqual([`Price: ${code}`])
  expect(outcomeOf(input, 'N15').comment).toContain(`not in the bridge for lack of Price (${code})`)
})

test('a previous FUND TNA of 0 gives no basis points, and no crash', () => {
  const bridge = bridgeWith(({ previous }) => {
    if (previous) navLine(previous, 'FUND TNA').value = '0'
  })
  expect(bridge?.residualBp).toBeNull()
  expect(bridge?.drivers.every(({ bp }) => bp === null)).toBe(true)
})
