import type { DealLine } from '~/areas/nav-errors/compensation'
import type { Deal } from '~/areas/nav-errors/deals'
import { type AmountsInput, judgedAmounts } from '~/areas/nav-errors/judged-amounts'
import { DEFAULT_POLICY, type NavErrorPolicy } from '~/areas/nav-errors/policy'

/** Cases that are judged by hand: one class in EUR, a threshold of 1 %, and an administrator who pays. */

export const POLICY: NavErrorPolicy = { ...DEFAULT_POLICY, threshold: '1' }
export const CLASS = { code: 'A', currency: 'EUR', decimals: 2, shareDecimals: 3 }
const PAYERS = [{ name: 'Administrator', percent: '100' }]

export const deal = (
  date: string,
  holder: string,
  side: 'S' | 'R',
  shares: string,
  given: Partial<Deal> = {},
): Deal => ({
  date,
  classCode: 'A',
  holder,
  side,
  shares,
  sharesAtEnd: null,
  price: null,
  kind: 'CASH',
  link: null,
  isKindCounted: false,
  ...given,
})

export function judged(
  given: Partial<AmountsInput> & Pick<AmountsInput, 'dates' | 'deals'>,
  lines: DealLine[] = [],
) {
  const { figures, compensation } = judgedAmounts({
    fundCurrency: 'EUR',
    classes: [CLASS],
    policy: POLICY,
    everyDateCounts: false,
    lines,
    holders: [],
    payers: PAYERS,
    direct: {},
    ...given,
  })
  return { ...figures, ...compensation }
}

/** Who pays whom how much: "class A > holder X 2000.00". */
export const flowsOf = ({ classes }: ReturnType<typeof judged>) =>
  classes.flatMap(({ flows }) => flows.map(({ from, to, amount }) => `${from} > ${to} ${amount}`))
