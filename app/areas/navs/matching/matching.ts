import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { shownDay } from '../rules/wording'
import type {
  ControlData,
  InstrumentType,
  InventoryLine,
  MatchingData,
  MatchingLine,
  Table,
  TableSource,
} from '../workbooks/control-data'
import { rowInFile } from '../workbooks/value-place'
import { BREAK_KINDS, type FoundBreak } from './breaks'

/** In the order in which they apply. */
export const MATCHING_OUTCOMES = ['MATCHED', ...BREAK_KINDS] as const
export type MatchingOutcome = (typeof MATCHING_OUTCOMES)[number]

/** One side's position: its lines of one key, summed; the first price. */
interface Position {
  instrumentCode: string
  instrumentName: string
  isin: string | null
  /** Quotation currency. */
  currency: string
  /** Null at the manager, whose table has no types. */
  type: InstrumentType | null
  quantity: Decimal
  price: Decimal | null
  /** In fund currency. */
  marketValue: Decimal
  file: string
  sheet: string
  /** Rows of the lines in the sheet. */
  rows: number[]
}

export interface MatchingRow {
  outcome: MatchingOutcome
  matchedBy: 'ISIN and currency' | 'Instrument code' | null
  administrator: Position | null
  manager: Position | null
  /** Manager - administrator; an absent side counts 0. */
  quantityDifference: Decimal
  /** Null when either side has no price. */
  priceDifference: Decimal | null
  /** Manager - administrator in fund currency; an absent side counts 0. */
  valueDifference: Decimal
  /** Value difference in basis points of FUND TNA, two decimals; null when FUND TNA is not above 0. */
  basisPoints: Decimal | null
}

export interface MatchingResult {
  fundCode: string
  navDate: string
  fundCurrency: string
  fundTna: Decimal
  /** Pairs in the inventory's order, then what is missing at the manager, then at the administrator. */
  rows: MatchingRow[]
}

/** A line of either side, ready to be keyed. */
interface MatchableLine extends Omit<Position, 'file' | 'sheet' | 'rows'> {
  row: number
}

/** The administrator's lines; Cash is left out. */
function administratorLines(inventory: Table<InventoryLine>): MatchableLine[] {
  return inventory.lines
    .filter((line) => line.type !== 'Cash')
    .map(
      ({
        row,
        instrumentCode,
        instrumentName,
        isin,
        quotationCurrency,
        type,
        quantity,
        price,
        marketValue,
      }) => ({
        row,
        instrumentCode,
        instrumentName,
        isin,
        currency: quotationCurrency,
        type,
        quantity: quantity ?? '0',
        price,
        marketValue,
      }),
    )
}

function managerLines(matching: Table<MatchingLine>): MatchableLine[] {
  return matching.lines.map((line) => ({ ...line, type: null }))
}

/** Lines by key; a line whose key is null has none. */
function groupLines(
  lines: readonly MatchableLine[],
  keyOf: (line: MatchableLine) => string | null,
): Map<string, MatchableLine[]> {
  const groups = new Map<string, MatchableLine[]>()
  for (const line of lines) {
    const key = keyOf(line)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  return groups
}

/** The position that lines of one key form: quantities and values summed, the first price kept. */
function positionOf(lines: readonly MatchableLine[], source: TableSource): Position | null {
  const [first] = lines
  if (!first) return null
  const { row: _, ...facts } = first
  return {
    ...facts,
    quantity: plain(lines.reduce((total, line) => total.plus(line.quantity), new Big(0))),
    price: lines.find((line) => line.price !== null)?.price ?? null,
    marketValue: plain(lines.reduce((total, line) => total.plus(line.marketValue), new Big(0))),
    file: source.file,
    sheet: source.sheet,
    rows: lines.map((line) => rowInFile(source, line.row, 'marketValue')),
  }
}

const QUANTITY_TOLERANCE = new Big('0.0001')
/** Of the administrator's price. */
const PRICE_TOLERANCES = { equityAndFund: new Big('0.005'), other: new Big('0.001') }
const VALUE_TOLERANCE = { amount: new Big(100), ofTna: new Big('0.0001') }

/** The differences of one pair, and the first break that applies: quantity, price, value. */
function compareSides(
  matchedBy: MatchingRow['matchedBy'],
  administrator: Position | null,
  manager: Position | null,
  fundTna: Big,
): MatchingRow {
  const difference = (field: 'quantity' | 'marketValue') =>
    new Big(manager?.[field] ?? '0').minus(administrator?.[field] ?? '0')
  const quantity = difference('quantity')
  const value = difference('marketValue')
  const price =
    administrator?.price && manager?.price ? new Big(manager.price).minus(administrator.price) : null
  return {
    outcome: outcomeOf(administrator, manager, { quantity, price, value }, fundTna),
    matchedBy,
    administrator,
    manager,
    quantityDifference: plain(quantity),
    priceDifference: price && plain(price),
    valueDifference: plain(value),
    basisPoints: fundTna.gt(0) ? plain(value.times(10_000).div(fundTna).round(2)) : null,
  }
}

function outcomeOf(
  administrator: Position | null,
  manager: Position | null,
  differences: { quantity: Big; price: Big | null; value: Big },
  fundTna: Big,
): MatchingOutcome {
  if (!administrator) return 'MISSING AT ADMINISTRATOR'
  if (!manager) return 'MISSING AT MANAGER'
  if (differences.quantity.abs().gt(QUANTITY_TOLERANCE)) return 'QUANTITY BREAK'
  if (differences.price?.abs().gt(priceTolerance(administrator))) return 'PRICE BREAK'
  const ofTna = VALUE_TOLERANCE.ofTna.times(fundTna)
  const valueTolerance = ofTna.gt(VALUE_TOLERANCE.amount) ? ofTna : VALUE_TOLERANCE.amount
  return differences.value.abs().gt(valueTolerance) ? 'VALUE BREAK' : 'MATCHED'
}

/** Equity and Fund 0.5 %, other 0.1 % of the administrator's price, with either sign. */
function priceTolerance({ type, price }: Position): Big {
  const share = type === 'Equity' || type === 'Fund' ? PRICE_TOLERANCES.equityAndFund : PRICE_TOLERANCES.other
  return share.times(price ?? '0').abs()
}

/** Title of refused matching files. */
export const MATCHING_TITLE = 'File cannot be integrated, see error.'

/**
 * Matches the inventory of a NAV's control with the management company's positions (nav controls, section 4): by ISIN
 * and currency, and the unmatched rest by instrument code. Cash is left out. Throws `refused` when the control has no
 * inventory, `invalid` when the workbook is of another NAV.
 */
export function match(control: ControlData, data: MatchingData): MatchingResult {
  const inventory = inventoryOf(control)
  if (data.fundCode !== control.fundCode || data.navDate !== control.navDate) {
    throw new DomainError(
      'invalid',
      `${data.matching.source.file} is of ${data.fundCode} ${shownDay(data.navDate)}, this NAV is ${control.fundCode} ${shownDay(control.navDate)}. Choose the matching workbook of this NAV.`,
      { title: MATCHING_TITLE },
    )
  }
  const tnaLine = control.nav.lines.find((line) => line.type === 'FUND TNA' && line.code === control.fundCode)
  const fundTna = new Big(tnaLine?.value ?? '0')
  const pairs = pairLines(administratorLines(inventory), managerLines(data.matching))
  return {
    fundCode: control.fundCode,
    navDate: control.navDate,
    fundCurrency: control.nav.source.preamble.fundCurrency.value,
    fundTna: fundTna.toFixed(),
    rows: pairs.map(({ matchedBy, administrator, manager }) =>
      compareSides(
        matchedBy,
        positionOf(administrator, inventory.source),
        positionOf(manager, data.matching.source),
        fundTna,
      ),
    ),
  }
}

function inventoryOf(control: ControlData): Table<InventoryLine> {
  if (control.inventory) return control.inventory
  throw new DomainError(
    'refused',
    'The current control of this NAV has no inventory to match with. Run a control with an inventory file first, then upload the matching file again.',
    { title: MATCHING_TITLE },
  )
}

interface Pair {
  matchedBy: MatchingRow['matchedBy']
  administrator: readonly MatchableLine[]
  manager: readonly MatchableLine[]
}

function pairLines(administrator: readonly MatchableLine[], manager: readonly MatchableLine[]): Pair[] {
  const byIsin = pairByKey(administrator, manager, isinAndCurrency, 'ISIN and currency')
  const byCode = pairByKey(
    byIsin.administrator,
    byIsin.manager,
    (line) => line.instrumentCode,
    'Instrument code',
  )
  const alone = (lines: readonly MatchableLine[]) => [
    ...groupLines(lines, (line) => line.instrumentCode).values(),
  ]
  return [
    ...byIsin.pairs,
    ...byCode.pairs,
    ...alone(byCode.administrator).map((lines) => ({ matchedBy: null, administrator: lines, manager: [] })),
    ...alone(byCode.manager).map((lines) => ({ matchedBy: null, administrator: [], manager: lines })),
  ]
}

function isinAndCurrency(line: MatchableLine): string | null {
  return line.isin ? `${line.isin}\n${line.currency}` : null
}

/** Pairs of one key, and the unmatched lines of each side. */
function pairByKey(
  administrator: readonly MatchableLine[],
  manager: readonly MatchableLine[],
  keyOf: (line: MatchableLine) => string | null,
  matchedBy: Pair['matchedBy'],
) {
  const theirs = groupLines(manager, keyOf)
  const ours = groupLines(administrator, keyOf)
  const pairs: Pair[] = []
  for (const [key, lines] of ours) {
    const others = theirs.get(key)
    if (others) pairs.push({ matchedBy, administrator: lines, manager: others })
  }
  const isUnpaired = (other: Map<string, unknown>) => (line: MatchableLine) => {
    const key = keyOf(line)
    return key === null || !other.has(key)
  }
  return {
    pairs,
    administrator: administrator.filter(isUnpaired(theirs)),
    manager: manager.filter(isUnpaired(ours)),
  }
}

/** Largest absolute value difference first; equal ones keep their order. */
export function byValueDifference(rows: readonly MatchingRow[]): MatchingRow[] {
  return rows
    .map((row) => ({ row, size: new Big(row.valueDifference).abs() }))
    .sort((a, b) => b.size.cmp(a.size))
    .map(({ row }) => row)
}

/** The breaks of a matching, the largest value difference first, each with the key that it has in every matching. */
export function breaksOf({ rows }: MatchingResult): FoundBreak[] {
  return byValueDifference(rows).flatMap(({ outcome, matchedBy, administrator, manager, ...differences }) => {
    const either = administrator ?? manager
    if (outcome === 'MATCHED' || either === null) return []
    const { instrumentCode, instrumentName, currency } = either
    const isin = administrator?.isin ?? manager?.isin ?? null
    const instrumentKey =
      matchedBy === 'ISIN and currency' ? `ISIN ${isin} ${currency}` : `CODE ${instrumentCode}`
    const named = { instrumentKey, kind: outcome, instrumentCode, instrumentName, isin, currency }
    return [{ ...named, ...differences }]
  })
}
