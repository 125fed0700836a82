import { openOversightThreads } from 'tests/support/threads'
import { afterEach, expect, test } from 'vitest'
import type { Deal } from '~/areas/nav-errors/deals'
import { amountsOf, setJudgeAside } from '~/areas/nav-errors/judge-aside.server'
import { type AmountsInput, judgedAmounts } from '~/areas/nav-errors/judged-amounts'
import { DEFAULT_POLICY } from '~/areas/nav-errors/policy'

const oversight = openOversightThreads()
afterEach(() => setJudgeAside(null))

/** Overvalued by two percent; every deal is one of ten holders, and every third one a redemption. */
const withDeals = (count: number): AmountsInput => ({
  fundCurrency: 'EUR',
  classes: [{ code: 'A', currency: 'EUR', decimals: 2, shareDecimals: 3 }],
  dates: [
    {
      date: '2026-01-05',
      correctedTna: '500000',
      sentTna: '510000',
      classes: [
        {
          classCode: 'A',
          published: '102',
          settledAt: null,
          corrected: {
            isByHand: false,
            books: 'real',
            navPerShare: '100',
            classTna: null,
            shares: '5000',
            fxRate: '1',
          },
          decision: undefined,
        },
      ],
    },
  ],
  deals: Array.from(
    { length: count },
    (_, at): Deal => ({
      date: '2026-01-05',
      classCode: 'A',
      holder: `H${at % 10}`,
      side: at % 3 === 0 ? 'R' : 'S',
      shares: String(1 + (at % 7)),
      sharesAtEnd: at % 2 === 0 ? '10' : null,
      price: null,
      kind: 'CASH',
      link: null,
      isKindCounted: false,
    }),
  ),
  lines: [],
  policy: { ...DEFAULT_POLICY, threshold: '1', form: 'shares' },
  everyDateCounts: false,
  holders: [{ holder: 'H1', sameAs: 'H2', isNominee: true, pays: false }],
  payers: [{ name: 'Administrator', percent: '100' }],
  direct: {},
})

test('a case with many deals is judged in a thread, to the same figures; one with few here', async () => {
  const aside: number[] = []
  setJudgeAside((input) => {
    aside.push(input.deals.length)
    return oversight.run('judgeCase', [input], 'The case')
  })
  const [few, many] = [withDeals(299), withDeals(300)]
  expect(await amountsOf(few)).toEqual(judgedAmounts(few))
  expect(aside).toEqual([])
  expect(await amountsOf(many)).toEqual(judgedAmounts(many))
  expect(aside).toEqual([300])
})
