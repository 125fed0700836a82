import { previousModel } from 'tests/support/workbooks/model'
import { tableIn } from 'tests/support/workbooks/plan'
import type { RuleId } from '~/areas/navs/rules/catalogue'
import { addDays } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { account, add, codesOf, element, type Fault, line, multiply, numberOf } from './plant'

/** One fault for each rule, planted so that every other rule still holds. */
export const FAULTS: Record<RuleId, Fault> = {
  N01: {
    now: (books) => {
      for (const row of tableIn(books, 'Balance').preamble) {
        if (row.label === 'Fund currency') row.value = { text: 'USD' }
      }
    },
  },
  N02: {
    now: (books) => {
      const row = { ...element(books, 'SUBSCRIPTIONS', 'LUX001-A'), code: { text: 'LUX001-X' } }
      tableIn(books, 'NAV').rows.push(row)
    },
  },
  N03: {
    // The sum of the classes stays what it was.
    now: (books) => {
      add(element(books, 'CLASS TNA', 'LUX001-A'), 'value', '5000')
      add(element(books, 'CLASS TNA', 'LUX001-B'), 'value', '-5000')
    },
  },
  N04: {
    // Within what the rounding of the NAV per share allows, beyond what the sum may differ.
    now: (books) => add(element(books, 'CLASS TNA', 'LUX001-A'), 'value', '100'),
  },
  N05: { now: (books) => add(element(books, 'TOTAL ASSETS', 'LUX001'), 'value', '0.02') },
  N06: {
    // The hedged class is redeemed to one share below nothing, its money goes to class A: the fund's TNA stays.
    now: (books, model) => {
      const hedged = model.classes.find(({ code }) => code === 'LUX001-H')
      const into = model.classes.find(({ code }) => code === 'LUX001-A')
      const rate = model.fxRates.find(({ currency }) => currency === 'USD')
      if (!hedged || !into || !rate) throw new Error('the model has no such class')
      const redeemed = new Big(hedged.shares).plus(1)
      element(books, 'SHARES', hedged.code).value = { number: '-1' }
      add(element(books, 'REDEMPTIONS', hedged.code), 'value', redeemed.toFixed())
      element(books, 'CLASS TNA', hedged.code).value = { number: new Big(hedged.navPerShare).neg().toFixed() }
      const moved = new Big(hedged.tna).plus(hedged.navPerShare).times(rate.rate).round(2)
      const shares = moved.div(into.navPerShare).round(4).toFixed()
      // Flows are told at the previous NAV per share and rate: what they differ by is booked.
      const before = previousModel()
      const earlier = (code: string) => before.classes.find((each) => each.code === code)?.navPerShare ?? '0'
      const earlierRate = before.fxRates.find(({ currency }) => currency === 'USD')?.rate ?? '1'
      const out = redeemed.times(earlier(hedged.code)).times(earlierRate)
      const more = new Big(shares).times(earlier(into.code)).minus(out).round(2).toFixed()
      add(account(books, '1010'), 'creditor', more)
      add(account(books, '7910'), 'debtor', more)
      add(element(books, 'SHARES', into.code), 'value', shares)
      add(element(books, 'SUBSCRIPTIONS', into.code), 'value', shares)
      add(element(books, 'CLASS TNA', into.code), 'value', moved.toFixed())
    },
  },
  N07: { before: (books) => multiply(element(books, 'NAV PER SHARE', 'LUX001-H'), 'value', '0.95') },
  N08: { now: (books) => add(element(books, 'REDEMPTIONS', 'LUX001-A'), 'value', '0.002') },
  N09: { before: (books) => multiply(element(books, 'NAV PER SHARE', 'LUX001-B'), 'value', '0.996') },
  N10: {
    reference: (input) => {
      const level = new Big(input.benchmarkLevels.current ?? 0)
      input.benchmarkLevels.current = level.times('1.04').toFixed()
    },
  },
  N11: {
    reference: (input) => {
      const [first] = input.sent ?? []
      if (first) first.navPerShare = new Big(first.navPerShare).times('1.006').toFixed()
    },
  },
  N12: {
    reference: (input) => {
      input.fund.set = 'FIA 3'
      input.data.inventory = null
    },
  },
  N13: {
    reference: (input) => {
      const stored = input.exchangeRates.find(({ currency }) => currency === 'USD')
      if (stored) stored.rate = new Big(stored.rate).times('1.01').toFixed()
    },
  },
  N14: {
    now: (books) => {
      add(account(books, '1010'), 'creditor', '10000')
      add(account(books, '7910'), 'debtor', '10000')
    },
  },
  N15: { before: (books) => multiply(element(books, 'FUND TNA', 'LUX001'), 'value', '1.002') },
  B01: { now: (books) => add(account(books, '6010'), 'debtor', '0.02') },
  B02: {
    now: (books) => {
      add(account(books, '3010'), 'debtor', '-100')
      add(account(books, '6010'), 'debtor', '100')
    },
  },
  B03: {
    now: (books) => {
      account(books, '7910').accountNumber = { text: '8010' }
    },
  },
  B04: {
    now: (books) => {
      add(account(books, '9010'), 'debtor', '50')
      add(account(books, '6010'), 'debtor', '-50')
    },
  },
  B05: {
    now: (books) => {
      const accrual = account(books, '4630')
      const moved = new Big(numberOf(accrual, 'creditor')).plus(1000).toFixed()
      accrual.debtor = { number: '1000' }
      accrual.creditor = null
      add(account(books, '4010'), 'creditor', moved)
    },
  },
  B06: {
    now: (books) => {
      const cash = account(books, '5010')
      tableIn(books, 'Balance').rows.push({
        ...cash,
        accountNumber: { text: '5099' },
        debtor: null,
        creditor: { number: '7000000' },
      })
      add(cash, 'debtor', '7000000')
    },
  },
  B07: {
    now: (books) => {
      add(account(books, '3010'), 'debtor', '400000')
      add(account(books, '4010'), 'creditor', '400000')
    },
  },
  B08: {
    before: (books, now) => {
      const frozen = now.balance.find(({ accountNumber }) => accountNumber === '4610')
      account(books, '4610').creditor = { number: frozen?.creditor ?? '0' }
    },
  },
  B09: {
    now: (books) => {
      const expense = account(books, '6010')
      add(expense, 'debtor', '-1')
      tableIn(books, 'Balance').rows.push({ ...expense, debtor: { number: '1' } })
    },
  },
  B10: {
    reference: (input) => {
      const [fee] = input.feeSchedule
      if (fee) fee.rate = new Big(fee.rate ?? 0).times('1.1').toFixed()
    },
  },
  I01: {
    now: (books, model) => {
      const [one = '', other = ''] = codesOf(model, 'Equity', 2)
      add(line(books, one), 'marketValue', '5000')
      add(line(books, other), 'marketValue', '-5000')
    },
  },
  I02: {
    now: (books, model) => {
      line(books, codesOf(model, 'Equity', 1)[0] ?? '').price = null
    },
  },
  I03: {
    now: (books, model) => {
      line(books, codesOf(model, 'Equity', 1)[0] ?? '').priceDate = { day: addDays(model.navDate, -6) }
    },
  },
  I04: {
    // One up and one down: the fund as a whole stands where it did.
    before: (books, now) => {
      const [one = '', other = ''] = codesOf(now, 'Equity', 2)
      multiply(line(books, one), 'price', '0.86')
      multiply(line(books, other), 'price', '1.14')
    },
  },
  I05: {
    now: (books, model) => {
      const [code = ''] = codesOf(model, 'Bond', 1)
      const isin = model.inventory.find((each) => each.instrumentCode === code)?.isin ?? ''
      line(books, code).isin = { text: isin.slice(0, 11) + ((Number(isin.slice(11)) + 1) % 10) }
    },
  },
  I06: {
    now: (books) => {
      line(books, 'FWD-GBP').instrumentCode = { text: 'FWD-USD' }
    },
  },
  I07: { now: (books) => multiply(line(books, 'CASH-USD'), 'fxRate', '1.0002') },
  I08: { now: (books, model) => add(line(books, codesOf(model, 'Other', 1)[0] ?? ''), 'marketValue', '1.5') },
  I09: { now: (books) => add(line(books, 'CASH-EUR'), 'marketValue', '0.02') },
  I10: { now: (books) => add(line(books, 'CASH-EUR'), 'navPercent', '0.02') },
  I11: {
    now: (books, model) => {
      line(books, codesOf(model, 'Bond', 1)[0] ?? '').maturityDate = { day: addDays(model.navDate, -1) }
    },
  },
  I12: {
    now: (books, model) => {
      for (const code of codesOf(model, 'Equity', 3)) line(books, code).issuer = { text: 'One issuer' }
    },
  },
  I13: {
    // All bonds up, all equities down: the fund as a whole stands where it did.
    before: (books, now) => {
      for (const code of codesOf(now, 'Bond', 6)) multiply(line(books, code), 'price', '0.984')
      for (const code of codesOf(now, 'Equity', 10)) multiply(line(books, code), 'price', '1.012')
    },
  },
  I14: {
    before: (books, now) => {
      const [code = ''] = codesOf(now, 'Equity', 1)
      const price = now.inventory.find((each) => each.instrumentCode === code)?.price ?? '0'
      line(books, code).price = { number: price }
    },
  },
  I15: {
    reference: (input) => {
      const [elsewhere] = input.pricesElsewhere
      if (elsewhere) elsewhere.median = new Big(elsewhere.median).times('1.01').toFixed()
    },
  },
  I16: { now: (books, model) => multiply(line(books, codesOf(model, 'Bond', 1)[0] ?? ''), 'coupon', '1.5') },
}
