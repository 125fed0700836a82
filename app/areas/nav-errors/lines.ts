import { decimalsOf } from '~/platform/values/currency-decimals'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { byLargestRemainder, type DealLine, type Flow } from './compensation'
import type { Side } from './deals'

/** What a person adds to the deals of a case: breaches, fees, deals at a wrong date or price, distributions. */

export const LINE_KINDS = [
  'BREACH',
  'FEES',
  'CUT-OFF',
  'SWING',
  'ALLOCATION',
  'DISTRIBUTION',
  'INTEREST',
  'OTHER',
] as const
export type LineKind = (typeof LINE_KINDS)[number]

/** Judged as deals: they are in the sum of their holder, and in the identity. */
export const DEAL_LINES: readonly LineKind[] = ['CUT-OFF', 'SWING']
/** Worked out by the reference class, where no amount is entered. */
export const ECONOMIC_LINES: readonly LineKind[] = ['BREACH', 'ALLOCATION']

export const BENEFICIARIES = ['fund', 'holder', 'other'] as const
type Beneficiary = (typeof BENEFICIARIES)[number]

/** What the reference class says of a breach: paid x NAV out / NAV in + costs - received. */
interface EconomicLoss {
  paid: Decimal
  received: Decimal
  costs: Decimal
  /** Corrected NAV per share of the reference class on the day in, and on the day out. */
  navIn: Decimal
  navOut: Decimal
}

/** A distribution per share that was wrong. */
interface WrongDistribution {
  /** Of the record day. */
  shares: Decimal
  paid: Decimal
  due: Decimal
}

/** A deal at a wrong NAV: that of another date, or one that was swung by a wrong factor. */
interface WrongDeal {
  date: Day
  /** Null where the files give totals only. */
  holder: string | null
  side: Side
  shares: Decimal
  applied: Decimal
  due: Decimal
}

/** A line as it is entered; what it comes to is worked out. */
export interface LineEntry {
  kind: LineKind
  /** Null for the fund as a whole. */
  classCode: string | null
  currency: string
  /** Null where it is worked out. */
  amount: Decimal | null
  beneficiary: Beneficiary
  /** The reference of the holder, or the name of the other one; '' for the fund. */
  name: string
  /** Null: the payers of the case, each its percent. */
  payer: string | null
  deal: WrongDeal | null
  economic: EconomicLoss | null
  distribution: WrongDistribution | null
  /** A breach that is recorded only. */
  isPassive: boolean
}

export interface StoredLine extends LineEntry {
  id: number
  /** By which rule it is owed. */
  rule: string
  documentId: number | null
}

/** PAID to a holder or another one, TO FUND, HOLDERS for a deal in their sums, NOTHING for a gain or a passive breach. */
type LineOutcome = 'PAID' | 'TO FUND' | 'HOLDERS' | 'NOTHING'

/** A line, worked out. */
export interface JudgedLine {
  id: number
  kind: LineKind
  classCode: string | null
  currency: string
  /** Positive where it is owed to the beneficiary, or to the holder of a deal. */
  amount: Decimal
  beneficiary: Beneficiary
  name: string
  payer: string | null
  rule: string
  documentId: number | null
  outcome: LineOutcome
  flows: Flow[]
}

const HALF_UP = Big.roundHalfUp

/** What a line comes to, in its currency, rounded. */
export function amountOfLine({
  amount,
  currency,
  economic,
  distribution,
  deal,
}: Pick<LineEntry, 'amount' | 'currency' | 'economic' | 'distribution' | 'deal'>): Big {
  const exact = deal
    ? new Big(deal.side === 'S' ? deal.applied : deal.due)
        .minus(deal.side === 'S' ? deal.due : deal.applied)
        .times(deal.shares)
    : economic
      ? new Big(economic.paid)
          .times(economic.navOut)
          .div(economic.navIn)
          .plus(economic.costs)
          .minus(economic.received)
      : distribution
        ? new Big(distribution.paid).minus(distribution.due).times(distribution.shares)
        : new Big(amount ?? 0)
  return exact.round(decimalsOf(currency), HALF_UP)
}

/** The lines that are judged as deals. */
export const dealLines = (lines: readonly StoredLine[]): DealLine[] =>
  lines.flatMap(({ kind, classCode, deal }) =>
    deal && classCode !== null && (kind === 'CUT-OFF' || kind === 'SWING')
      ? [{ ...deal, kind, classCode }]
      : [],
  )

interface LinePayer {
  name: string
  percent: Decimal
}

/** What becomes of each line. @param payers of the case, together 100 percent */
export const judgedLines = (lines: readonly StoredLine[], payers: readonly LinePayer[]): JudgedLine[] =>
  lines.map((line) => judgedLine(line, payers))

function judgedLine(line: StoredLine, payers: readonly LinePayer[]): JudgedLine {
  const { id, kind, classCode, currency, name, payer, rule, documentId } = line
  const amount = amountOfLine(line)
  const decimals = decimalsOf(currency)
  const fund = classCode === null ? 'fund' : `class ${classCode}`
  const base = { id, kind, classCode, currency, name, payer, rule, documentId }
  const shown = (value: Big) => value.toFixed(decimals)
  if (DEAL_LINES.includes(kind))
    return { ...base, amount: shown(amount), beneficiary: 'holder', outcome: 'HOLDERS', flows: [] }
  // Holders who were paid too little are paid by the fund; what they were paid too much, the payers pay to the class.
  const isToHolders = kind === 'DISTRIBUTION' && amount.lt(0)
  const beneficiary = kind === 'DISTRIBUTION' ? (isToHolders ? 'holder' : 'fund') : line.beneficiary
  const owed = isToHolders ? amount.abs() : amount
  const judged = { ...base, amount: shown(owed), beneficiary }
  // A gain stays in the fund.
  if (line.isPassive || owed.lte(0)) return { ...judged, outcome: 'NOTHING', flows: [] }
  if (beneficiary === 'fund')
    return { ...judged, outcome: 'TO FUND', flows: toFund(fund, owed, payer, payers, decimals) }
  const to =
    beneficiary === 'holder' ? (name === '' ? 'holders without a reference' : `holder ${name}`) : name
  return { ...judged, outcome: 'PAID', flows: [{ from: payer ?? fund, to, amount: shown(owed) }] }
}

function toFund(
  fund: string,
  owed: Big,
  payer: string | null,
  payers: readonly LinePayer[],
  decimals: number,
): Flow[] {
  if (payer !== null) return [{ from: payer, to: fund, amount: owed.toFixed(decimals) }]
  const amounts = byLargestRemainder(
    owed,
    payers.map(({ percent }) => percent),
    decimals,
  )
  return payers.flatMap(({ name }, at) => {
    const amount = amounts[at] ?? '0'
    return new Big(amount).eq(0) ? [] : [{ from: name, to: fund, amount }]
  })
}

/** Lines to the fund that the payers of the case share. */
export const sharedByPayers = ({ outcome, payer }: Pick<JudgedLine, 'outcome' | 'payer'>): boolean =>
  outcome === 'TO FUND' && payer === null
