import type { RuleId } from '~/areas/navs/rules/catalogue'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import type { ErrorId } from './errors'

/** Where the smallest size that is found would be seen: the first breach of the first rule that fails. */
export interface FirstBreach {
  rule: RuleId
  /** A class, an account, an instrument or the fund. */
  subject: string
  /** The cell's column or element, such as "Price". */
  label: string
  file: string
  sheet: string
  cell: string
}

/** The smallest size of one error that some rule finds in a fund. */
export interface DetectionCell {
  error: ErrorId
  bp: number | null
  most: number | null
  rules: RuleId[]
  closes: string[]
  /** Null where no rule finds it. */
  seen: FirstBreach | null
  /** Null where the control had no second source. */
  sources: WithSources | null
}

/** A fund with its floors. */
export interface DetectedFund {
  fund: string
  name: string
  currency: string
  /** FUND TNA of the control, in fund currency. */
  tna: Decimal
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
export const ERROR_LABELS: Readonly<Record<ErrorId, readonly [label: string, about: string]>> = {
  price: ['One price', 'The price of the largest instrument is too high.'],
  type: ['All prices of a type', 'All prices of the type that weighs most are too high by the same part.'],
  stale: [
    'Stale prices',
    'Prices are those of the previous NAV under the new date, of as many instruments as make the size.',
  ],
  rate: ['One FX rate', 'The rate of the currency that weighs most is too high, wherever it is used.'],
  redemption: [
    'Redemption not booked',
    'The transfer agent reports a redemption that the books do not have.',
  ],
  subscription: [
    'Subscription twice',
    'A subscription is booked twice: as cash, as capital and as shares of the reference class.',
  ],
  fee: ['Fee accrual missing', 'A fee of the period is not accrued.'],
  income: ['Income twice', 'A dividend is booked twice, and waits to be received.'],
  incomePaid: ['Income twice in cash', 'A dividend is booked twice, as if it was paid twice.'],
  bill: ['Bill not booked', 'A bill left the bank, and is neither in cash nor in expenses of the books.'],
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
  side: ['Trade on the wrong side', 'A purchase is booked as a sale: a line too small, and too much cash.'],
  margin: [
    'Margin in cash and line',
    'A margin payment is in cash, and in the value of a derivative once more.',
  ],
  distribution: [
    'Wrong distribution',
    'A distribution of the largest class is too high: declared, booked and owed alike.',
  ],
  hedge: ['Hedge in the wrong class', 'A hedged class gets a result that is another class’s.'],
  classFee: ['Fee in the wrong class', 'One class pays what another one owes.'],
  staleRate: ['Stale rates', 'Rates are those of the previous NAV, of as many currencies as make the size.'],
}

/** The second sources, with the rules that lean on each. */
export const SOURCE_RULES = {
  register: ['S01', 'S02'],
  cash: ['S03'],
  positions: ['S04'],
  prices: ['S05'],
  announcements: ['S06', 'S07'],
} as const satisfies Record<string, readonly RuleId[]>
export type SourceName = keyof typeof SOURCE_RULES
export const SOURCE_NAMES = Object.keys(SOURCE_RULES) as SourceName[]

const SOURCE_LABELS: Readonly<Record<SourceName, string>> = {
  register: 'Register of the transfer agent',
  cash: 'Depositary cash',
  positions: 'Depositary positions',
  prices: 'Vendor prices',
  announcements: 'Announcements',
}

/** What a rule says is missing where a source is not there. */
const SOURCE_LACKS: Readonly<Record<SourceName, RegExp>> = {
  register: /register of the transfer agent/,
  cash: /cash of the depositary/,
  positions: /positions of the depositary/,
  prices: /price of a vendor/,
  announcements: /announcements that are kept/,
}

/** The floor of an error without any second source, and the sources that find it where the files alone are blind. */
export interface WithSources {
  /** In basis points; null where no rule of the files alone finds it. */
  alone: number | null
  buys: SourceName[]
}

/** What a second source does for a fund, or for several. */
export interface SourceWorth {
  source: SourceName
  /** Blind spots of the files alone that it closes, as often as there are. */
  fewer: ErrorId[]
  /** Blind spots that it might close where it is not there. */
  missing: ErrorId[]
}

/** What each second source buys, and what those that are missing might. */
export function worthOfSources(funds: readonly Pick<DetectedFund, 'cells' | 'threshold'>[]): SourceWorth[] {
  const cells = funds.flatMap(({ cells, threshold }) => cells.map((cell) => ({ cell, threshold })))
  return SOURCE_NAMES.map((source) => ({
    source,
    fewer: cells.flatMap(({ cell }) => (cell.sources?.buys.includes(source) ? [cell.error] : [])),
    missing: cells.flatMap(({ cell, threshold }) =>
      isBlindCell(cell, threshold) && cell.closes.some((sentence) => SOURCE_LACKS[source].test(sentence))
        ? [cell.error]
        : [],
    ),
  }))
}

/** "Depositary cash: 3 blind spots fewer", and what it might close where it is missing; null for neither. */
export function describeWorth({ source, fewer, missing }: SourceWorth): string | null {
  const spots = (count: number) => (count === 1 ? '1 blind spot' : `${count} blind spots`)
  const parts = [
    ...(fewer.length > 0 ? [`${spots(fewer.length)} fewer`] : []),
    ...(missing.length > 0 ? [`missing for ${spots(missing.length)}`] : []),
  ]
  return parts.length === 0 ? null : `${SOURCE_LABELS[source]}: ${parts.join(', ')}`
}

/** True for an error that passes although it is at least as large as the threshold. */
export function isBlindCell({ bp, most }: Pick<DetectionCell, 'bp' | 'most'>, threshold: string): boolean {
  return most !== null && Number(threshold) <= most && (bp === null || bp > Number(threshold))
}

/** "12 bp, N13", "not found", or that the books have no room for it. */
export function describeCell({ bp, most, rules }: DetectionCell): string {
  if (most === null) return 'not possible'
  if (bp === null) return most < 500 ? `not found (up to ${most} bp)` : 'not found'
  return `${bp} bp, ${rules[0]}`
}

/** "not found", "120 bp"; empty where the control had no second source, or the error cannot happen. */
export function describeAlone({ sources, most }: DetectionCell): string {
  if (sources === null || most === null) return ''
  return sources.alone === null ? 'not found' : `${sources.alone} bp`
}

/** So many basis points of FUND TNA in fund currency, to the cent. */
export const amountOfBp = (bp: Decimal | number, tna: Decimal): Decimal =>
  new Big(tna).times(bp).div(10_000).toFixed(2)

/** What a rule may lack, what provides it, and the page where that is done; "nav" is the NAV itself, null is time. */
const REMEDIES: readonly (readonly [lack: RegExp, brings: string, at: string | null])[] = [
  [/previous control in this financial year/, 'it applies again from the next NAV of this year', null],
  [
    /register of the transfer agent|of the depositary|price of a vendor|announcements that are kept/,
    'upload the files of the transfer agent, depositary or vendor',
    '/second-sources',
  ],
  [/inventory/, 'upload an inventory with the other files', 'nav'],
  [/previous control/, 'run a control of the previous NAV date', 'nav'],
  [/benchmark/i, 'store a benchmark of the fund and its levels', '/admin/lookups/benchmark-levels'],
  [/fee/i, 'store a fee schedule of the fund', '/admin/lookups/fee-schedule'],
  [/rate/i, 'store exchange rates of the NAV date', '/admin/lookups/exchange-rates'],
  [/column/i, 'have the administrator send the missing columns', 'nav'],
  [/price|other fund/i, 'control other funds that hold the same instruments', '/nav-controls'],
]

/** What provides something that a rule says is missing. */
export const bringing = (missing: string): string =>
  REMEDIES.find(([lack]) => lack.test(missing))?.[1] ?? 'send what it lacks'

/** The page where a sentence of `closes` is done, and its name; null where this user cannot open it. */
export function closedAt(
  sentence: string,
  { navId, mayAdmin }: { navId: number; mayAdmin: boolean },
): { href: string; label: string } | null {
  const at = REMEDIES.find(([, brings]) => sentence.includes(brings))?.[2]
  if (at === 'nav') return { href: `/nav-controls/${navId}`, label: 'Open the NAV' }
  if (at === '/nav-controls') return { href: at, label: 'NAV Controls' }
  if (at === '/second-sources') return { href: at, label: 'Second sources' }
  if (at) return mayAdmin ? { href: at, label: 'Open the table' } : null
  if (!sentence.startsWith('Lower ')) return null
  return mayAdmin
    ? { href: '/admin/tolerances', label: 'Rule tolerances' }
    : { href: '/replay', label: 'Replay it first' }
}

/** The outcomes of an error for a fund, the worst first. */
export type CellState = 'blind' | 'found' | 'small' | 'impossible'

export const CELL_STATES: Readonly<Record<CellState, string>> = {
  blind: 'Blind spot',
  found: 'Found',
  small: 'Below the threshold',
  impossible: 'Not possible',
}

/** Blind; found at the threshold or below; or too small for it, as the books have no room for more, or for any. */
export function cellState(cell: DetectionCell, threshold: string): CellState {
  if (cell.most === null) return 'impossible'
  if (isBlindCell(cell, threshold)) return 'blind'
  return cell.bp === null ? 'small' : 'found'
}
