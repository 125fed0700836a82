import type { RuleId } from '~/areas/navs/rules/catalogue'
import type { Day } from '~/platform/values/day'
import type { ErrorId } from './errors'

/** The smallest size of one error that some rule finds in a fund. */
export interface DetectionCell {
  error: ErrorId
  bp: number | null
  most: number | null
  rules: RuleId[]
  closes: string[]
}

/** A fund with its floors. */
export interface DetectedFund {
  fund: string
  name: string
  navDate: Day
  navId: number
  controlId: number
  /** Error threshold in basis points. */
  threshold: string
  computedAt: Date
  /** False where another control of this NAV has run since. */
  isCurrent: boolean
  /** How many errors pass although they are as large as the threshold. */
  blind: number
  cells: DetectionCell[]
}

/** The errors of the table with their headings and what happens. */
export const ERROR_WORDS: Readonly<Record<ErrorId, readonly [label: string, about: string]>> = {
  price: ['One price', 'The price of the largest instrument is too high.'],
  type: ['All prices of a type', 'All prices of the type that weighs most are too high by the same part.'],
  stale: ['All prices stale', 'All prices are those of the previous NAV under the new date.'],
  rate: ['One FX rate', 'The rate of the currency that weighs most is too high, wherever it is used.'],
  redemption: [
    'Redemption not booked',
    'The transfer agent reports a redemption that the books do not have.',
  ],
  subscription: ['Subscription twice', 'A subscription is in the books twice: as cash, and as capital.'],
  fee: ['Fee accrual missing', 'A fee of the period is not accrued.'],
  income: ['Income twice', 'A dividend is booked twice, and waits to be received.'],
  accrued: ['Accrued interest scaled', 'The accrued interest of all bonds is too high by the same part.'],
  line: [
    'Line missing',
    'A lot of the largest position is missing, and with more than that the next positions.',
  ],
  split: [
    'Wrong split',
    'The quantity of the largest equity is raised as by a split, and its price is not lowered.',
  ],
  payable: ['Payable missing', 'A bill that is due is not booked.'],
  cash: [
    'Cash between currencies',
    'Cash moves from one currency to another unit for unit, without its rate.',
  ],
}

/** True for an error that passes although it is at least as large as the threshold. */
export function isBlindCell({ bp, most }: Pick<DetectionCell, 'bp' | 'most'>, threshold: string): boolean {
  return most !== null && Number(threshold) <= most && (bp === null || bp > Number(threshold))
}

/** "12 bp, N13", "not found", or that the books have no room for it. */
export function cellWords({ bp, most, rules }: DetectionCell): string {
  if (most === null) return 'not possible'
  if (bp === null) return most < 500 ? `not found (up to ${most} bp)` : 'not found'
  return `${bp} bp, ${rules[0]}`
}
