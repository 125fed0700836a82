import { expect, test } from 'vitest'
import type { RuleInput } from '~/areas/navs/rules/contract'
import { evaluateRules } from '~/areas/navs/rules/evaluate'
import { account, line, outcomeOf, ruleInput } from '../../../support/areas/navs/rules/rule-input'

const notApplicable = (input: RuleInput) =>
  Object.fromEntries(
    evaluateRules(input)
      // The rules of second sources have tests of their own.
      .filter(({ result, sortingOrder }) => result === 'OK - not applicable' && sortingOrder <= 41)
      .map(({ id, comment }) => [id, comment]),
  )

test('the first control of a fund has no movement, roll-forward, change or price movement', () => {
  const first = ruleInput((input) => {
    input.previous = null
    input.sent = null
    input.benchmarkLevels.previous = null
  })
  const previous = 'Missing: previous control.'
  expect(notApplicable(first)).toEqual({
    N07: previous,
    N08: previous,
    N09: previous,
    N10: previous,
    N11: 'Missing: sent NAV (this NAV was not sent before).',
    N12: 'Missing: set of the fund in the reference data; previous control.',
    N14: previous,
    N15: previous,
    B07: previous,
    B08: previous,
    B10: previous,
    I04: previous,
    I13: previous,
    I14: previous,
  })
})

test('two FIA files: no inventory rule is applicable, and I04 lists everything missing', () => {
  const file = 'Missing: inventory file.'
  const both = 'Missing: inventory of the previous control; inventory file.'
  expect(notApplicable(ruleInput(() => {}, {}, 'FIA2'))).toEqual({
    N15: 'Missing: inventory file; inventory of the previous control.',
    I01: file,
    I02: file,
    I03: file,
    I04: both,
    I05: file,
    I06: file,
    I07: file,
    I08: file,
    I09: file,
    I10: file,
    I11: file,
    I12: file,
    I13: both,
    I14: both,
    I15: file,
    I16: file,
  })
})

test('an inventory after a two-file control has no previous prices', () => {
  const input = ruleInput(({ previous }) => {
    if (previous) previous.inventory = null
  })
  const missing = 'Missing: inventory of the previous control.'
  expect(notApplicable(input)).toEqual({ N15: missing, I04: missing, I13: missing, I14: missing })
})

test('rules about an optional column are not applicable without it', () => {
  const input = ruleInput(({ data }) => {
    if (!data.inventory) return
    data.inventory.source.columns = { instrumentCode: 'A', quantity: 'G', price: 'H', marketValue: 'M' }
    data.inventory.lines = data.inventory.lines.map((each) => ({
      ...each,
      isin: null,
      fxRate: null,
      navPercent: null,
      maturityDate: null,
      issuer: null,
      issuerKind: null,
    }))
  })
  expect(notApplicable(input)).toEqual({
    I05: 'Missing: column ISIN.',
    I07: 'Missing: column FX rate.',
    I10: 'Missing: column % NAV.',
    I11: 'Missing: column Maturity date.',
    I12: 'Missing: column Issuer.',
    I15: 'Missing: column ISIN.',
    I16: 'Missing: column Coupon; column Last coupon date; column Day count.',
  })
})

test('an empty column counts as missing, except ISIN, which every security needs', () => {
  const input = ruleInput(({ data }) => {
    for (const each of data.inventory?.lines ?? []) {
      Object.assign(each, { isin: null, navPercent: null, maturityDate: null, issuer: null })
    }
  })
  expect(Object.keys(notApplicable(input))).toEqual(['I10', 'I11', 'I15'])
  expect(outcomeOf(input, 'I10').comment).toMatch(/^Missing: % NAV \(\w+, \w+, \w+ and 22 others\)\.$/)
  expect(outcomeOf(input, 'I05').result).toBe('NOK')
})

test('without any such account or line the result is OK, not "not applicable"', () => {
  const input = ruleInput(({ data, previous }) => {
    for (const upload of [data, previous]) {
      if (!upload?.inventory) continue
      const { balance, inventory } = upload
      balance.lines = balance.lines.filter(({ accountNumber }) => !/^(46|9)/.test(accountNumber))
      inventory.lines = inventory.lines.filter(({ type }) => type === 'Cash')
    }
  })
  for (const id of ['B04', 'B08', 'I01', 'I02', 'I03', 'I04', 'I05', 'I13', 'I14', 'I15', 'I16'])
    expect(outcomeOf(input, id).result, id).toBe('OK')
})

test('an inventory without a cash line is OK for I09, which reports the cash in the balance', () => {
  const input = ruleInput(({ data }) => {
    if (data.inventory) data.inventory.lines = data.inventory.lines.filter(({ type }) => type !== 'Cash')
    data.balance.lines = data.balance.lines.filter(({ accountNumber }) => !accountNumber.startsWith('5'))
    account(data, '3010').accountNumber = '5010'
    account(data, '5010').debtor = '12.5'
  })
  expect(outcomeOf(input, 'I09')).toMatchObject({
    result: 'OK',
    comment: 'The inventory has no cash line; class 5 of the balance is 12.5.',
  })
})

test('I12 is only for UCITS, and says so', () => {
  expect(notApplicable(ruleInput(() => {}, { regime: 'AIF' }))).toEqual({
    B06: 'Missing: tolerance of the fund itself (the fund is an AIF).',
    I12: 'Missing: UCITS regime (the fund is an AIF).',
  })
})

test('rules about a financial year are not applicable across its end', () => {
  const across = (yearEnd: string, previousDate: string, navDate: string) =>
    Object.keys(
      notApplicable(
        ruleInput((input) => {
          input.fund.yearEnd = yearEnd
          input.data.navDate = navDate
          if (input.previous) input.previous.navDate = previousDate
          for (const each of input.exchangeRates) each.date = navDate
        }),
      ),
    )
  const rules = ['N14', 'N15', 'B10']
  expect(across('12-31', '2026-12-31', '2027-01-04')).toEqual(rules)
  expect(across('09-30', '2026-09-30', '2026-10-30')).toEqual(rules)
  expect(across('10-30', '2026-09-30', '2026-10-30')).toEqual([])
  expect(across('12-31', '2026-01-01', '2026-12-31')).toEqual([])
  expect(across('12-31', '2025-10-30', '2026-10-30')).toEqual(rules)
})

test('without a FUND TNA above 0, rules measured against it are not applicable', () => {
  const input = ruleInput(({ data }) => {
    for (const each of data.nav.lines) if (each.type === 'FUND TNA') each.value = '-1'
    account(data, '5010').creditor = '99999999'
    line(data, 'Equity').price = '1'
  })
  expect(notApplicable(input)).toEqual({
    B06: 'Missing: FUND TNA above 0.',
    I10: 'Missing: FUND TNA above 0.',
    I12: 'Missing: FUND TNA above 0.',
  })
})
