import { expect, test } from 'vitest'
import { RULES, type RuleId } from '~/areas/navs/rules/catalogue'
import { evaluateRules, readsLines, rulesOver } from '~/areas/navs/rules/evaluate'
import {
  account,
  line,
  navLine,
  nokRules,
  outcomeOf,
  ruleInput,
} from '../../../support/areas/navs/rules/rule-input'

test('a consistent fund date has 50 outcomes in the order of the rule table, those of its files OK', () => {
  const outcomes = evaluateRules(ruleInput())
  expect(outcomes.filter(({ result }) => result === 'NOK')).toEqual([])
  expect(outcomes.slice(0, 41).filter(({ result }) => result !== 'OK')).toEqual([])
  expect(outcomes.map(({ sortingOrder }) => sortingOrder)).toEqual(
    Array.from({ length: 50 }, (_, i) => i + 1),
  )
  expect(outcomes.map(({ name }) => name)).toEqual(RULES.map(({ id, title }) => `${id} ${title}`))
  expect(
    outcomes
      .filter(({ severity }) => severity === 'B')
      .map(({ id }) => id)
      .join(' '),
  ).toBe('N01 N02 N03 N04 N05 N06 N08 N11 N12 B01 B02 B05 B09 I01 I02 I08 I09 S01 S02 S07')
})

test('an OK outcome says what was computed', () => {
  const input = ruleInput()
  expect(outcomeOf(input, 'N05').computation).toMatch(/^[\d,.]+ - [\d,.]+ = [\d,.]+, FUND TNA [\d,.]+\.$/)
  expect(outcomeOf(input, 'N07').computation).toMatch(
    /^5 classes checked, none breaks the rule\. Largest difference at/,
  )
  expect(outcomeOf(input, 'B06').computation).toBe('No account for this rule to check.')
})

test('only the first 50 breaches are stored, but all are counted', () => {
  const input = ruleInput(
    ({ data }) => {
      for (const each of data.inventory?.lines ?? []) each.priceDate = null
    },
    { lines: 80 },
  )
  const outcome = outcomeOf(input, 'I03')
  expect([outcome.breaches.length, outcome.breachCount]).toEqual([50, 82])
  expect(outcome.comment).toMatch(/ and 79 others\. First, E00001: Equity without a price date\.$/)
})

test('a breach carries formula, difference, tolerance, level and the cells of both uploads', () => {
  const input = ruleInput(({ data, previous }) => {
    navLine(data, 'SHARES', 'LUX001-A').value = '1500'
    navLine(data, 'SUBSCRIPTIONS', 'LUX001-A').value = '200'
    navLine(data, 'REDEMPTIONS', 'LUX001-A').value = '100'
    if (previous) navLine(previous, 'SHARES', 'LUX001-A').value = '1000'
  })
  const [breach] = outcomeOf(input, 'N08').breaches
  expect(breach).toMatchObject({
    subject: 'LUX001-A',
    formula: '1,000 + 200 - 100 = 1,100, SHARES 1,500',
    difference: '400',
    tolerance: '0.001',
    level: 'all',
  })
  expect(
    breach?.figures.map(({ label, value, upload, sheet, cell }) => [label, value, upload, sheet, cell]),
  ).toEqual([
    ['SHARES LUX001-A', '1500', 'current', 'NAV', 'E11'],
    ['SUBSCRIPTIONS LUX001-A', '200', 'current', 'NAV', 'E12'],
    ['REDEMPTIONS LUX001-A', '100', 'current', 'NAV', 'E13'],
    ['SHARES LUX001-A', '1000', 'previous', 'NAV', 'E11'],
  ])
})

test('look-ups take the first of two equal elements', () => {
  const input = ruleInput(({ data }) => {
    const rate = navLine(data, 'FX RATE', 'USD')
    data.nav.lines.push({ ...rate, row: 99 }, { ...navLine(data, 'FUND TNA'), row: 98, value: '1' })
  })
  expect(nokRules(input)).toEqual([])
})

test('the order of rows changes no result', () => {
  const input = ruleInput(({ data, previous }) => {
    account(data, '3010').debtor = '9999999'
    line(data, 'Bond').price = null
    line(data, 'Equity').isin = null
    for (const upload of [data, previous]) {
      upload?.nav.lines.reverse()
      upload?.balance.lines.reverse()
      upload?.inventory?.lines.reverse()
    }
  })
  expect(nokRules(input)).toEqual(['B01', 'B02', 'B07', 'I02', 'I05'])
})

test('evaluating changes neither upload', () => {
  const input = ruleInput()
  const before = structuredClone(input)
  evaluateRules(input)
  expect(input).toEqual(before)
})

/** A fund date with many errors, also in rates and class figures. */
const wrong = () =>
  ruleInput(({ data, exchangeRates }) => {
    for (const each of data.nav.lines) each.value = String(Number(each.value) * 1.01)
    for (const each of data.balance.lines) each.debtor = String(Number(each.debtor) * 1.2)
    for (const each of exchangeRates) each.rate = String(Number(each.rate) * 1.03)
    const [first] = data.inventory?.lines ?? []
    if (first) first.price = '1'
  })

test('rules that do not read inventory lines give the same result without them', () => {
  const input = wrong()
  const expected = evaluateRules(input).filter(({ id }) => !readsLines(id as RuleId))
  expect(expected.filter(({ result }) => result === 'NOK').length).toBeGreaterThan(5)
  for (const { inventory } of [input.data, input.previous ?? input.data])
    Object.defineProperty(inventory, 'lines', {
      get() {
        throw new Error('read')
      },
    })
  const rules = rulesOver(input)
  expect(expected.map(({ id }) => rules.outcome(id as RuleId))).toEqual(expected)
})

test('a verdict equals the outcome without texts, also with replaced figures or tolerances', () => {
  const [good, bad] = [ruleInput(), wrong()]
  const strict = { ...good.tolerances, 'N14.tna': { value: '0', level: 'all' } }
  const over = rulesOver(good)
  const shapes = [
    { rules: over, input: good },
    { rules: over.over(bad.data), input: { ...good, data: bad.data } },
    { rules: over.over(bad.data).under(strict), input: { ...good, data: bad.data, tolerances: strict } },
    { rules: over.under(strict), input: { ...good, tolerances: strict } },
  ]
  for (const { rules, input } of shapes)
    for (const outcome of evaluateRules(input)) {
      expect(rules.outcome(outcome.id as RuleId)).toEqual(outcome)
      expect(outcome).toMatchObject(rules.verdict(outcome.id as RuleId))
    }
})
