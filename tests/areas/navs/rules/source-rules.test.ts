import { expect, test } from 'vitest'
import type { RuleInput } from '~/areas/navs/rules/contract'
import type { InventoryLine } from '~/areas/navs/workbooks/control-data'
import { line, navLine, outcomeOf, ruleInput } from '../../../support/areas/navs/rules/rule-input'

const NOT_APPLICABLE = 'OK - not applicable'

test('N12 requires an Inventory if the fund’s set has one, or otherwise the previous control', () => {
  const of = (set: RuleInput['fund']['set'], now: boolean, before: boolean | null) =>
    outcomeOf(
      ruleInput((input) => {
        input.fund.set = set
        if (!now) input.data.inventory = null
        if (before === null) input.previous = null
        else if (!before && input.previous) input.previous.inventory = null
      }),
      'N12',
    ).result
  expect([of('FIA 3', false, false), of('MFFA', false, null), of('FIA 2', false, true)]).toEqual([
    'NOK',
    'NOK',
    'OK',
  ])
  expect([of(null, false, true), of(null, false, false), of(null, true, true)]).toEqual(['NOK', 'OK', 'OK'])
  expect([of(null, true, null), of(null, false, null)]).toEqual([NOT_APPLICABLE, NOT_APPLICABLE])
  expect(of('FIA 3', true, null)).toBe('OK')
})

/** N13 for USD only: FX RATE, and the stored rate with its date. */
function fx(rate: string, stored: string, date = '2026-10-30', more?: (input: RuleInput) => void) {
  return outcomeOf(
    ruleInput((input) => {
      const usd = navLine(input.data, 'FX RATE', 'USD')
      usd.value = rate
      input.data.nav.lines = input.data.nav.lines.filter((each) => each.type !== 'FX RATE' || each === usd)
      input.exchangeRates = [{ currency: 'USD', date, rate: stored }]
      more?.(input)
    }),
    'N13',
  )
}

test('N13 allows 0.5 % of the stored rate, and 1.5 % if that is over a weekday old', () => {
  expect([fx('1.005', '1').result, fx('0.995', '1').result, fx('1.00501', '1').result]).toEqual([
    'OK',
    'OK',
    'NOK',
  ])
  // The NAV date is a Friday.
  expect([fx('1.015', '1', '2026-10-29').result, fx('1.015', '1', '2026-10-28').result]).toEqual([
    'NOK',
    'OK',
  ])
  expect(fx('1.0151', '1', '2026-10-28').result).toBe('NOK')
})

test('N13 counts a Friday rate as one weekday old on Monday, and looks back five days', () => {
  const onMonday = (date: string) =>
    fx('1.01', '1', date, ({ data }) => Object.assign(data, { navDate: '2026-11-02' })).result
  expect(['2026-10-30', '2026-10-29', '2026-10-28', '2026-10-27'].map(onMonday)).toEqual([
    'NOK',
    'OK',
    'OK',
    NOT_APPLICABLE,
  ])
})

test('N13 divides by the site’s rate of the fund currency', () => {
  const cross = (rate: string, ofFund: string | null) =>
    fx(rate, '0.9', '2026-10-30', (input) => {
      input.siteCurrency = 'CHF'
      if (ofFund) input.exchangeRates.push({ currency: 'EUR', date: '2026-10-30', rate: ofFund })
    })
  expect([
    cross('0.75', '1.2').result,
    cross('0.75375', '1.2').result,
    cross('0.753751', '1.2').result,
  ]).toEqual(['OK', 'OK', 'NOK'])
  expect(cross('0.75', null)).toMatchObject({
    result: NOT_APPLICABLE,
    comment: 'Missing: stored rate (EUR).',
  })
  const siteRate = fx('0.5', '1', '2026-10-30', (input) => {
    input.siteCurrency = 'USD'
    input.exchangeRates = [{ currency: 'EUR', date: '2026-10-30', rate: '2' }]
  })
  expect(siteRate.result).toBe('OK')
})

test('the impact of N13 is the error on the lines in that currency, or on the fund without an inventory', () => {
  const worth = (more: (input: RuleInput) => void) =>
    fx('1.25', '1', '2026-10-30', (input) => {
      for (const upload of [input.data, input.previous])
        if (upload) navLine(upload, 'FUND TNA').value = '100000'
      const lines = input.data.inventory?.lines ?? []
      for (const each of lines) each.quotationCurrency = 'EUR'
      Object.assign(lines[0] ?? {}, { quotationCurrency: 'USD', marketValue: '1000' })
      Object.assign(lines[1] ?? {}, { quotationCurrency: 'USD', marketValue: '-500', type: 'Cash' })
      more(input)
    })
  // (1 - 1 / 1.25) × 500 is 100: 10 bp.
  expect(worth(() => {})).toMatchObject({ result: 'NOK', impact: '10', severity: 'W' })
  expect(worth(({ data }) => Object.assign(data, { inventory: null }))).toMatchObject({
    impact: '2000',
    severity: 'B',
  })
})

/** A rule on one line, with the prices of other funds. */
function ofLine(
  id: string,
  change: Partial<InventoryLine>,
  elsewhere: Partial<RuleInput['pricesElsewhere'][number]>[] = [],
) {
  return outcomeOf(
    ruleInput((input) => {
      const { inventory } = input.data
      if (!inventory) return
      const first = { ...line(input.data, 'Equity'), quotationCurrency: 'EUR', price: '100', quantity: '10' }
      const plain = { priceFactor: null, fxRate: null, accruedInterest: null, isin: 'FR0000000001' }
      inventory.lines = [{ ...first, ...plain, priceDate: '2026-10-30', ...change }]
      for (const upload of [input.data, input.previous])
        if (upload) navLine(upload, 'FUND TNA').value = '100000'
      input.pricesElsewhere = elsewhere.map((each) => ({
        isin: 'FR0000000001',
        currency: 'EUR',
        priceDate: '2026-10-30',
        median: '100',
        funds: 2,
        ...each,
      }))
    }),
    id,
  )
}

test('I15 compares a price with the median of other funds, by type', () => {
  const of = (type: InventoryLine['type'], price: string) => ofLine('I15', { type, price }, [{}]).result
  expect([of('Equity', '100.1'), of('Equity', '99.89')]).toEqual(['OK', 'NOK'])
  expect([of('Bond', '100.25'), of('Bond', '100.26')]).toEqual(['OK', 'NOK'])
  expect([of('Fund', '99.95'), of('Fund', '99.94')]).toEqual(['OK', 'NOK'])
  expect(of('Other', '1')).toBe('OK')
})

test('I15 only compares equal ISIN, currency and price date, and is not applicable otherwise', () => {
  for (const other of [{ isin: 'FR0000000002' }, { currency: 'USD' }, { priceDate: '2026-10-29' }])
    expect(ofLine('I15', { price: '1' }, [other])).toMatchObject({
      result: NOT_APPLICABLE,
      comment: expect.stringMatching(/^Missing: price of another fund \(/),
    })
  expect(ofLine('I15', { isin: null }, [{}]).comment).toMatch(/^Missing: ISIN/)
  expect(ofLine('I15', { priceDate: null }, [{}]).comment).toMatch(/^Missing: Price date/)
})

test('the impact of I15 is the difference on the units held', () => {
  expect(ofLine('I15', { price: '101', priceFactor: '2', fxRate: '5' }, [{}])).toMatchObject({
    result: 'NOK',
    impact: '10',
    severity: 'W',
  })
  expect(ofLine('I15', { price: '101', priceFactor: '2', fxRate: '12.5' }, [{}])).toMatchObject({
    impact: '25',
    severity: 'B',
  })
})

const BOND: Partial<InventoryLine> = {
  type: 'Bond',
  quantity: '1000000',
  priceFactor: '0.01',
  coupon: '4.5',
  lastCouponDate: '2026-07-30',
  dayCount: '30/360',
}

test('I16 computes the interest of the example, and allows a difference of four days', () => {
  const of = (accruedInterest: string | null) => ofLine('I16', { ...BOND, accruedInterest }).result
  // 1,000,000 × 0.01 × 4.5 × 90 / 360 = 11,250, and 500 for four days.
  expect([of('11250'), of('11750'), of('10750'), of('11750.01'), of(null)]).toEqual([
    'OK',
    'OK',
    'OK',
    'NOK',
    'NOK',
  ])
  expect(ofLine('I16', { ...BOND, quantity: '100', accruedInterest: '2.125' }).result).toBe('OK')
  expect(ofLine('I16', { ...BOND, quantity: '100', accruedInterest: '2.126' }).result).toBe('NOK')
})

test.each([
  ['30/360', '2026-07-31', '11250'],
  ['30/360', '2026-02-28', '30250'],
  ['ACT/360', '2026-07-30', '11500'],
  ['act/365', '2026-08-18', '9000'],
  ['ACT/ACT', '2026-08-18', '9000'],
])('I16 counts %s from %s', (dayCount, lastCouponDate, interest) => {
  const of = (accruedInterest: number) =>
    ofLine('I16', { ...BOND, dayCount, lastCouponDate, accruedInterest: String(accruedInterest) }).breaches[0]
      ?.difference
  expect(of(Number(interest) + 5000)).toBe('5000')
})

test('30/360 counts day 31 as 30 as ISDA does', () => {
  const days = (lastCouponDate: string, navDate: string) =>
    outcomeOf(
      ruleInput((input) => {
        input.data.navDate = navDate
        const bond = line(input.data, 'Bond')
        Object.assign(bond, { ...BOND, quantity: '36000', coupon: '100', fxRate: '1', lastCouponDate })
        bond.accruedInterest = '0'
        if (input.data.inventory) input.data.inventory.lines = [bond]
      }),
      'I16',
    ).breaches[0]?.difference?.replace('-', '')
  // 36,000 × 0.01 × 100 a year: 100 a day.
  expect(days('2026-08-31', '2026-10-31')).toBe('6000')
  expect(days('2026-08-30', '2026-10-31')).toBe('6000')
  expect(days('2026-08-29', '2026-10-31')).toBe('6200')
  expect(days('2027-02-28', '2027-03-31')).toBe('3300')
})

test('ACT/ACT counts 366 days in a leap year', () => {
  const leap = outcomeOf(
    ruleInput((input) => {
      input.data.navDate = '2028-07-02'
      const bond = line(input.data, 'Bond')
      Object.assign(bond, { ...BOND, fxRate: '1', dayCount: 'ACT/ACT', lastCouponDate: '2028-01-01' })
      bond.accruedInterest = '0'
      if (input.data.inventory) input.data.inventory.lines = [bond]
    }),
    'I16',
  )
  expect(leap.breaches[0]?.difference).toBe('-22500')
})

test('I16 skips an unknown day count and names it, and refuses a last coupon after the NAV date', () => {
  expect(ofLine('I16', { ...BOND, dayCount: '30E/360' })).toMatchObject({
    result: NOT_APPLICABLE,
    comment: expect.stringContaining('known day count in place of "30E/360"'),
  })
  expect(ofLine('I16', { ...BOND, lastCouponDate: '2026-10-31', accruedInterest: '-125' }).result).toBe('NOK')
  expect(ofLine('I16', { ...BOND, lastCouponDate: '2026-10-30', accruedInterest: '0' }).result).toBe('OK')
  expect(ofLine('I16', { ...BOND, coupon: null, dayCount: null }).comment).toMatch(
    /^Missing: Coupon .*; Day count/,
  )
})

test('impacts of other rules: unmapped and suspense accounts, rates of lines, matured lines', () => {
  const of = (id: string, change: (input: RuleInput) => void) =>
    outcomeOf(
      ruleInput((input) => {
        for (const upload of [input.data, input.previous])
          if (upload) navLine(upload, 'FUND TNA').value = '100000'
        change(input)
      }),
      id,
    )
  const book = (accountNumber: string, debtor: string) => (input: RuleInput) => {
    const like = input.data.balance.lines[0]
    if (like) input.data.balance.lines.push({ ...like, row: 99, accountNumber, debtor, creditor: '0' })
  }
  expect(of('B03', book('8010', '249.99'))).toMatchObject({ severity: 'W', impact: '24.999' })
  expect(of('B03', book('8010', '250'))).toMatchObject({ severity: 'B', impact: '25' })
  expect(of('B04', book('9020', '4.99'))).toMatchObject({ severity: 'W', impact: '0.499' })
  expect(of('B04', book('9020', '5'))).toMatchObject({ severity: 'B', impact: '0.5' })
  // Rounded half up to four places: 4.9995 is 0.49995 bp.
  expect(of('B04', book('9020', '4.9995'))).toMatchObject({ severity: 'B', impact: '0.5' })
  const rate = of('I07', ({ data }) => {
    const usd = data.inventory?.lines.find((each) => each.instrumentCode === 'CASH-USD')
    Object.assign(usd ?? {}, { fxRate: '1.25', marketValue: '500' })
    navLine(data, 'FX RATE', 'USD').value = '1'
    for (const each of data.inventory?.lines ?? []) if (each !== usd) each.fxRate = null
  })
  expect(rate).toMatchObject({ result: 'NOK', impact: '10' })
  const matured = of('I11', ({ data }) => {
    Object.assign(line(data, 'Bond'), { maturityDate: '2026-10-29', marketValue: '-250' })
  })
  expect(matured).toMatchObject({ severity: 'B', impact: '25' })
})

test('an impact counts all breaches, not just the stored ones, against FUND TNA if the previous one is missing', () => {
  const many = (previousTna: string | null) =>
    outcomeOf(
      ruleInput(({ data, previous }) => {
        navLine(data, 'FUND TNA').value = '100000'
        if (previous) navLine(previous, 'FUND TNA').value = previousTna ?? '0'
        const like = data.balance.lines[0]
        for (let i = 0; like && i < 60; i += 1)
          data.balance.lines.push({
            ...like,
            row: 100 + i,
            accountNumber: `80${i}`,
            debtor: '1',
            creditor: '0',
          })
      }),
      'B03',
    )
  expect(many('100000')).toMatchObject({ breachCount: 60, impact: '6' })
  expect(many(null).impact).toBe('6')
  expect(many('-5').impact).toBe('6')
  expect(many('50000').impact).toBe('12')
})
