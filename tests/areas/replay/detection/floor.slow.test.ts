import { nokRules, ruleInput } from 'tests/support/areas/navs/rules/rule-input'
import { cashOf, registerOf, sources } from 'tests/support/areas/navs/rules/small-fund'
import { expect, test } from 'vitest'
import { KNOWN_ERRORS, withError } from '~/areas/replay/detection/errors'
import { floorsOf, thresholdOf } from '~/areas/replay/detection/floor'
import { Big } from '~/platform/values/decimal'

/** The rules that compare the files of one date with each other. */
const AGREEING = [
  'N01',
  'N02',
  'N03',
  'N04',
  'N05',
  'N06',
  'N08',
  'B01',
  'B02',
  'B05',
  'B09',
  'I01',
  'I08',
  'I09',
  'I10',
]

/** Errors that move no money of the fund, or only as much as prices and rates did. */
const NOT_AS_LARGE = ['stale', 'redemption', 'side', 'hedge', 'classFee', 'staleRate']

const input = ruleInput((each) => {
  each.sent = null
})
const tnaOf = (data: typeof input.data) =>
  new Big(data.nav.lines.find(({ type }) => type === 'FUND TNA')?.value ?? 0)

test.each(KNOWN_ERRORS)('“$id” is applied to all files, so that they stay consistent', (known) => {
  for (const bp of [1, 7, 50, 100, 500]) {
    const data = withError(known, input, bp)
    if (data === null) continue
    const failed = nokRules({ ...input, data }).filter((rule) => AGREEING.includes(rule))
    expect(`${bp} bp: ${failed.join(', ')}`).toBe(`${bp} bp: `)
    if (!NOT_AS_LARGE.includes(known.id)) {
      const moved = tnaOf(data).minus(tnaOf(input.data)).abs()
      const expected = tnaOf(input.data).times(bp).div(10_000)
      expect(moved.minus(expected).abs().lt(expected.times('0.05').plus(5))).toBe(true)
    }
  }
  expect(withError(known, input, 1)).not.toBeNull()
})

test('the floor of an error is the smallest size that a rule detects', () => {
  const floors = floorsOf(input)
  expect(floors.map(({ error }) => error)).toEqual(KNOWN_ERRORS.map(({ id }) => id))
  for (const { error, bp, rules, most } of floors) {
    const known = KNOWN_ERRORS.find(({ id }) => id === error)
    if (!known || bp === null) continue
    const at = withError(known, input, bp)
    expect(at && nokRules({ ...input, data: at })).toEqual(rules)
    const below = bp > 1 ? withError(known, input, bp - 1) : null
    expect(below ? nokRules({ ...input, data: below }) : []).toEqual([])
    expect(bp).toBeLessThanOrEqual(most ?? 0)
  }
})

test('a blind spot says which data would close it', () => {
  const bare = ruleInput((each) => {
    each.sent = null
    each.pricesElsewhere = []
    each.exchangeRates = []
    each.feeSchedule = []
    each.benchmarkLevels = { current: null, previous: null }
  })
  const blind = floorsOf(bare).filter(({ closes }) => closes.length > 0)
  const threshold = thresholdOf(bare.tolerances)
  for (const { bp } of blind) expect(bp === null || threshold.lt(bp)).toBe(true)
  const suggestions = blind.flatMap(({ closes }) => closes).join('\n')
  expect(suggestions).toContain('control other funds that hold the same instruments')
})

test('floors stand with and without second sources, and say which source closes a blind spot', () => {
  const errors = KNOWN_ERRORS.filter(({ id }) => ['incomePaid', 'price'].includes(id))
  const before = floorsOf(input, errors)
  expect(before.map((floor) => floor.sources)).toEqual([null, null])
  const rows = (input.data.inventory?.lines ?? []).flatMap(
    ({ type, quotationCurrency, marketValue, fxRate }): Parameters<typeof cashOf> =>
      type === 'Cash' ? [[quotationCurrency, new Big(marketValue).div(fxRate ?? 1).toFixed(10)]] : [],
  )
  const withCash = { ...input, sources: sources({ cash: cashOf(...rows) }) }
  const threshold = Number(thresholdOf(input.tolerances))
  for (const [at, { bp, rules, most, sources: own }] of floorsOf(withCash, errors).entries()) {
    const files = before[at]
    const isBlind = (most ?? 0) >= threshold && (files?.bp === null || (files?.bp ?? 0) > threshold)
    expect(own?.alone).toBe(files?.bp)
    if (errors[at]?.id === 'price') expect(own?.buys).toEqual([])
    // 0.2 bp of the fund is what the cash of the depositary may differ by.
    else expect([bp, rules[0], own?.buys]).toEqual([1, 'S03', isBlind ? ['cash'] : []])
  }
})

test('a subscription that is booked twice is silent in the files, and a register finds it', () => {
  const errors = KNOWN_ERRORS.filter(({ id }) => ['subscription', 'redemption'].includes(id))
  const shares = input.data.nav.lines.flatMap(
    ({ type, code, value }): Parameters<typeof registerOf> => (type === 'SHARES' ? [[code, value]] : []),
  )
  const withRegister = { ...input, sources: sources({ register: registerOf(...shares) }) }
  const [redemption, subscription] = floorsOf(withRegister, errors)
  expect(floorsOf(input, errors).map(({ bp }) => bp)).toEqual([redemption?.bp, null])
  expect(subscription).toMatchObject({ bp: 1, sources: { alone: null, buys: ['register'] } })
  expect(subscription?.rules[0]).toBe('S01')
  // The register has a redemption that the transfer agent reported: it is the books that lack it.
  expect(redemption?.rules.filter((rule) => rule.startsWith('S'))).toEqual([])
  expect(redemption?.sources?.buys).toEqual([])
})
