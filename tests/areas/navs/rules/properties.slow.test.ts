import fc from 'fast-check'
import { rounds } from 'tests/support/rounds'
import { isinOf } from 'tests/support/workbooks/world'
import { expect, test } from 'vitest'
import { evaluateRules } from '~/areas/navs/rules/evaluate'
import { isinFault } from '~/areas/navs/rules/inventory-lines'
import { daysApart, navLine, outcomeOf, ruleInput } from '../../../support/areas/navs/rules/rule-input'

const CODES = ['A', 'B', 'I', 'U', 'H'].map((suffix) => `LUX001-${suffix}`)

/** A NAV per share of four decimals, as a whole number of ten-thousandths. */
const perShare = fc.integer({ min: 1, max: 2_000_000 })
const text = (tenThousandths: number) => (tenThousandths / 10_000).toFixed(4)

/** Movements of all five classes, close enough to the limits that both results occur. */
const movements = fc.array(
  fc.tuple(perShare, fc.oneof(fc.integer({ min: -200, max: 200 }), fc.constantFrom(-150, 150, 0, 20))),
  { minLength: 5, maxLength: 5 },
)

function inputOf(pairs: readonly (readonly [number, number])[]) {
  // Moves are in ten-thousandths of the previous value; exact for previous values that are multiples of 10,000.
  const values = pairs.map(([before, move]) => ({ before: before * 10_000, now: before * (10_000 + move) }))
  const input = ruleInput((changed) => {
    const { data, previous } = changed
    daysApart(changed, 4)
    // A class may have no movement here.
    changed.fund.type = 'MONEY MARKET'
    CODES.forEach((code, i) => {
      const value = values[i]
      if (!value || !previous) return
      navLine(data, 'NAV PER SHARE', code).value = text(value.now)
      navLine(previous, 'NAV PER SHARE', code).value = text(value.before)
    })
    data.nav.lines = data.nav.lines.filter(({ type }) => type !== 'DISTRIBUTION PER SHARE')
  })
  return input
}

test('N07 is NOK exactly when a class moves by more than 1.5 %', () => {
  fc.assert(
    fc.property(movements, (pairs) => {
      const expected = pairs.some(([, move]) => Math.abs(move) > 150)
      expect(outcomeOf(inputOf(pairs), 'N07').result).toBe(expected ? 'NOK' : 'OK')
    }),
    { numRuns: rounds(25, 60) },
  )
})

test('N09 is NOK exactly when two classes of A, B and I move more than 0.20 % apart', () => {
  fc.assert(
    fc.property(movements, (pairs) => {
      const group = pairs.slice(0, 3).map(([, move]) => move)
      const expected = Math.max(...group) - Math.min(...group) > 20
      expect(outcomeOf(inputOf(pairs), 'N09').result).toBe(expected ? 'NOK' : 'OK')
    }),
    { numRuns: rounds(25, 60) },
  )
})

test('scaling the prices of both dates changes no movement', () => {
  fc.assert(
    fc.property(movements, fc.integer({ min: 2, max: 1_000 }), (pairs, scale) => {
      const scaled = pairs.map(([before, move]) => [before * scale, move] as const)
      for (const id of ['N07', 'N09']) {
        expect(outcomeOf(inputOf(scaled), id).result).toBe(outcomeOf(inputOf(pairs), id).result)
      }
    }),
    { numRuns: rounds(15, 30) },
  )
})

test('an ISIN is right with its check digit, and wrong with any one digit changed', () => {
  const body = fc.stringMatching(/^[A-Z0-9]{9}$/)
  const country = fc.stringMatching(/^[A-Z]{2}$/)
  fc.assert(
    fc.property(
      country,
      body,
      fc.nat({ max: 11 }),
      fc.integer({ min: 1, max: 9 }),
      (land, nine, place, by) => {
        const isin = isinOf(land, nine)
        expect(isinFault(isin)).toBeNull()
        const digit = isin.charAt(place)
        if (!/\d/.test(digit)) return
        const changed = isin.slice(0, place) + ((Number(digit) + by) % 10) + isin.slice(place + 1)
        expect(isinFault(changed)).not.toBeNull()
      },
    ),
  )
})

test('a sum that binary numbers cannot represent is exact', () => {
  const input = ruleInput(({ data }) => {
    navLine(data, 'TOTAL ASSETS').value = '100000000000.3'
    navLine(data, 'TOTAL LIABILITIES').value = '100000000000.1'
    navLine(data, 'FUND TNA').value = '0.21'
  })
  expect(outcomeOf(input, 'N05').result).toBe('OK')
  navLine(input.data, 'FUND TNA').value = '0.210000000000001'
  expect(outcomeOf(input, 'N05').result).toBe('NOK')
})

test('with any blank, zero, negative, duplicate or missing values there are 50 outcomes, each with a reason', () => {
  const seed = fc.record({
    dropNav: fc.array(fc.nat({ max: 40 }), { maxLength: 6 }),
    twice: fc.array(fc.nat({ max: 40 }), { maxLength: 3 }),
    figure: fc.constantFrom('0', '-1', '0.000000000000001', '999999999999999'),
    navAt: fc.nat({ max: 40 }),
    blank: fc.subarray([
      'quantity',
      'price',
      'priceDate',
      'isin',
      'fxRate',
      'navPercent',
      'maturityDate',
      'issuer',
    ]),
    upload: fc.constantFrom('data', 'previous'),
  })
  fc.assert(
    fc.property(seed, ({ dropNav, twice, figure, navAt, blank, upload }) => {
      const input = ruleInput((changed) => {
        const data = changed[upload as 'data' | 'previous']
        if (!data) return
        const target = data.nav.lines[navAt]
        if (target) target.value = figure
        for (const place of twice) {
          const line = data.nav.lines[place]
          if (line) data.nav.lines.push({ ...line, row: 100 + place })
        }
        // The first three rows belong to the fund; an upload is refused without them.
        data.nav.lines = data.nav.lines.filter((_, place) => place < 3 || !dropNav.includes(place))
        data.inventory?.lines.forEach((line, place) => {
          const field = blank[place % Math.max(blank.length, 1)]
          if (field && place % 3 === 0) Object.assign(line, { [field]: null })
        })
      })
      const outcomes = evaluateRules(input)
      expect(outcomes).toHaveLength(50)
      for (const { result, comment, breachCount, breaches, computation } of outcomes) {
        expect(computation).not.toMatch(/NaN|undefined|null|Infinity/)
        expect(computation).not.toBe('')
        expect(result === 'NOK').toBe(breachCount > 0)
        if (result !== 'OK') expect(comment).not.toBe('')
        for (const { formula, subject } of breaches) {
          expect(`${subject} ${formula}`).not.toMatch(/NaN|undefined|null|Infinity/)
        }
      }
    }),
    { numRuns: rounds(60, 150) },
  )
})
