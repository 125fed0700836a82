import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Deal } from '~/areas/nav-errors/deals'
import type { CaseDate } from '~/areas/nav-errors/figures'
import { judgedAmounts } from '~/areas/nav-errors/judged-amounts'
import { DEFAULT_POLICY, type NavErrorPolicy } from '~/areas/nav-errors/policy'
import { Big } from '~/platform/values/decimal'

const DECIMALS = 12
const HOLDERS = ['X', 'Y', 'Z']

const days = fc.array(
  fc.record({
    /** What the investments gained, in cents. */
    gain: fc.integer({ min: -2_000_000, max: 2_000_000 }),
    /** Error of the published NAV, in basis points of it. */
    error: fc.integer({ min: -300, max: 300 }),
    deals: fc.array(
      fc.record({
        holder: fc.constantFrom(...HOLDERS),
        side: fc.constantFrom('S' as const, 'R' as const),
        shares: fc.integer({ min: 1, max: 400 }),
      }),
      { maxLength: 3 },
    ),
  }),
  { minLength: 2, maxLength: 8 },
)
const settings = fc.record({
  dates: fc.constantFrom('material' as const, 'since' as const),
  threshold: fc.constantFrom('0.01', '0.5', '1'),
  netting: fc.constantFrom('holder' as const, 'deal' as const),
})

test('with what the case pays, the fund is worth what it would be had every deal that counts been right', () => {
  fc.assert(
    fc.property(days, settings, (story, setting) => {
      const policy: NavErrorPolicy = { ...DEFAULT_POLICY, ...setting }
      // The same investments twice: with the money that came, and with the money that should have come.
      let real = new Big('1000000')
      let right = new Big('1000000')
      let shares = new Big('10000')
      const dates: CaseDate[] = []
      const deals: Deal[] = []
      for (const [at, { gain, error, deals: dealt }] of story.entries()) {
        const date = `2026-01-${String(at + 10)}`
        real = real.plus(new Big(gain).div(100))
        right = right.plus(new Big(gain).div(100))
        const published = right
          .div(shares)
          .times(10_000 + error)
          .div(10_000)
          .round(4)
        dates.push({
          date,
          correctedTna: null,
          sentTna: null,
          classes: [
            {
              classCode: 'A',
              published: published.toFixed(),
              settledAt: null,
              corrected: {
                isByHand: false,
                books: 'real',
                navPerShare: real.div(shares).round(DECIMALS).toFixed(),
                classTna: real.toFixed(),
                shares: shares.toFixed(),
                fxRate: '1',
              },
            },
          ],
        })
        const today = dealt.map(
          ({ holder, side, shares: count }): Deal => ({
            date,
            classCode: 'A',
            holder,
            side,
            shares: String(count),
            sharesAtEnd: null,
            price: null,
            kind: 'CASH',
            link: null,
            isKindCounted: false,
          }),
        )
        deals.push(...today)
        const { figures: judged, compensation } = judgedAmounts({
          fundCurrency: 'EUR',
          classes: [{ code: 'A', currency: 'EUR', decimals: DECIMALS, shareDecimals: 3 }],
          dates,
          deals,
          lines: [],
          policy,
          everyDateCounts: false,
          holders: [],
          payers: [{ name: 'Administrator', percent: '100' }],
          direct: {},
        })
        const { figures, deals: amounts } = judged
        const corrected = new Big(figures.at(-1)?.corrected ?? 0)
        expect(corrected.minus(right.div(shares)).abs().lt('0.0000001')).toBe(true)
        for (const { deal, amount, counts } of amounts.slice(amounts.length - today.length)) {
          const sign = deal.side === 'S' ? 1 : -1
          const money = published.times(deal.shares).times(sign)
          real = real.plus(money)
          right = right.plus(counts ? money.minus(amount) : money)
          shares = shares.plus(new Big(deal.shares).times(sign))
        }
        for (const { identity, toHolders, toFund } of compensation.classes) {
          expect(Number(identity)).toBe(0)
          expect(real.minus(toHolders).plus(toFund).minus(right).abs().lt('0.0000001')).toBe(true)
        }
      }
    }),
    { numRuns: 300 },
  )
})
