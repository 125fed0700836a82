import { Big, plain } from '~/platform/values/decimal'
import type { InstrumentType, InventoryLine } from '../workbooks/control-data'
import type { EvidenceFigure, ExplainedDifference, PositionRow, VendorPrice } from './contract'
import { Finding, sizeOf } from './finding'
import { fraction, quotient } from './fractions'
import { inventoryLines, lineFigures, lineRate } from './inventory-lines'
import { lastWeekday, type RuleCheck, type RuleContext, type Tolerance } from './rule-context'
import {
  countExplained,
  explainedOf,
  rowsOf,
  type Sent,
  sourceFigure,
  sourceTables,
  totalExplained,
} from './second-sources'
import { knownRate, tableRate } from './stored-rates'
import { shown, shownDay, term } from './wording'

const ZERO = new Big(0)

/** Lines and rows that share an instrument code or an ISIN. */
interface Position {
  lines: InventoryLine[]
  rows: Sent<PositionRow>[]
}

type Keyed = Pick<PositionRow, 'instrumentCode' | 'isin'>

/** The keys by which a line, row or explanation is found: its codes, each with its kind. */
const keysOf = ({ instrumentCode, isin }: Keyed): string[] => [
  ...(instrumentCode ? [`code ${instrumentCode}`] : []),
  ...(isin ? [`ISIN ${isin}`] : []),
]

/** The positions of lines and rows. */
function positionsOf(lines: readonly InventoryLine[], rows: readonly Sent<PositionRow>[]): Position[] {
  const byCode = new Map<string, Position>()
  const byIsin = new Map<string, Position>()
  const positions = new Set<Position>()
  const place = (position: Position, { instrumentCode, isin }: Keyed) => {
    if (instrumentCode) byCode.set(instrumentCode, position)
    if (isin) byIsin.set(isin, position)
  }
  const join = (keyed: Keyed): Position => {
    const ofCode = keyed.instrumentCode ? byCode.get(keyed.instrumentCode) : undefined
    const ofIsin = keyed.isin ? byIsin.get(keyed.isin) : undefined
    const position = ofCode ?? ofIsin ?? { lines: [], rows: [] }
    if (ofIsin && ofIsin !== position) {
      position.lines.push(...ofIsin.lines)
      position.rows.push(...ofIsin.rows)
      positions.delete(ofIsin)
      for (const each of [...ofIsin.lines, ...ofIsin.rows]) place(position, each)
    }
    place(position, keyed)
    positions.add(position)
    return position
  }
  for (const line of lines) join(line).lines.push(line)
  for (const row of rows) join(row).rows.push(row)
  return [...positions]
}

/** The lines of the previous inventory that share a code or an ISIN with a position, in their order. */
type EarlierLines = (position: Position) => InventoryLine[]

/** Few positions need them: they are indexed for the first that does. */
function earlierLines({ previous }: RuleContext): EarlierLines {
  let byKey: Map<string, InventoryLine[]> | undefined
  return ({ lines, rows }) => {
    byKey ??= byCode(previous?.data.inventory?.lines ?? [])
    const keys = new Set([...lines, ...rows].flatMap(keysOf))
    const found = new Set([...keys].flatMap((key) => byKey?.get(key) ?? []))
    return [...found].sort((one, other) => one.row - other.row)
  }
}

function byCode(lines: readonly InventoryLine[]): Map<string, InventoryLine[]> {
  const found = new Map<string, InventoryLine[]>()
  for (const line of lines)
    for (const key of keysOf(line)) {
      const others = found.get(key)
      if (others) others.push(line)
      else found.set(key, [line])
    }
  return found
}

const nameOf = ({ lines, rows }: Position): string =>
  lines[0]?.instrumentCode ?? rows[0]?.instrumentCode ?? rows[0]?.isin ?? ''

function typeOf(position: Position, earlierOf: EarlierLines): InstrumentType | null {
  const [first] = position.lines
  if (!first) return earlierOf(position)[0]?.type ?? null
  return position.lines.find(({ type }) => type !== 'Cash')?.type ?? first.type
}

/**
 * S04: Quantity = Quantity + Pending + explained, every instrument of either but Cash; Other only where the source names
 * it. What is explained counts only where the difference is larger without it.
 * Derivatives that a source names with a market value are compared by that, within max(1.00; 0.2 bp of FUND TNA).
 */
export const depositaryPositions: RuleCheck = (context) => {
  const finding = new Finding({ one: 'position', many: 'positions' })
  const tables = sourceTables(context, finding, 'positions')
  const lines = inventoryLines(context, finding)
  if (finding.cannotBeJudged) return finding
  const rows = rowsOf(tables)
  const isByIsin = rows.length > 0 && rows.every(({ instrumentCode }) => !instrumentCode)
  const judging: Judging = { context, finding, earlierOf: earlierLines(context) }
  for (const position of positionsOf(lines, rows)) {
    const type = typeOf(position, judging.earlierOf)
    const isNamed = position.rows.length > 0
    if (type === 'Cash' || (type === 'Other' && !isNamed)) continue
    if (type === 'Derivative') compareDerivative(judging, position)
    else if (!isNamed && isByIsin && position.lines.every(({ isin }) => !isin))
      finding.leaveOut('ISIN', nameOf(position))
    else compareQuantity(judging, position)
  }
  return finding
}

/** Most positions have one line and one row, whose equal texts are one number: nothing is left to compute. */
const sumOf = ([first = ZERO, ...others]: readonly Big[]): Big =>
  others.reduce((sum, each) => sum.plus(each), first)

interface Judging {
  context: RuleContext
  finding: Finding
  earlierOf: EarlierLines
}

function compareQuantity(judging: Judging, position: Position): void {
  const { context, finding } = judging
  const { exact } = context
  const lines = position.lines.filter(({ type }) => type !== 'Cash')
  const limit = context.tolerance('S04.quantity')
  const own = sumOf(lines.map(({ quantity }) => exact(quantity ?? '0')))
  const alone = sumOf(
    position.rows.flatMap(({ quantity, pending }) =>
      pending ? [exact(quantity), exact(pending)] : [exact(quantity)],
    ),
  )
  const isWithin = (stated: Big) => own === stated || own.minus(stated).abs().lte(limit.value)
  const explained = isWithin(alone) ? [] : explainedAt(context, position)
  const stated = explained.length === 0 ? alone : alone.plus(totalExplained(explained))
  const difference = own === stated ? ZERO : own.minus(stated)
  const holds = isWithin(stated)
  const unit = holds && explained.length === 0 ? null : unitOf(judging, position)
  countExplained(finding, explained, ({ amount }) => unit?.times(amount) ?? null)
  if (!holds && unit === null) finding.remark('without a price, so without an impact', nameOf(position))
  finding.compare({
    holds,
    subject: nameOf(position),
    formula: () =>
      `quantity ${lines.length > 0 ? shown(own) : 'missing'}, depositary ${position.rows.length > 0 ? shown(stated) : 'without it'}: ${shown(difference)}`,
    difference: () => difference,
    size: sizeOf(difference.abs()),
    tolerance: limit.value,
    level: limit.level,
    impact: () => difference.times(unit ?? 0),
    toExplain: () => ({
      amount: plain(difference),
      instrumentCode: codeOf(position, 'instrumentCode'),
      isin: codeOf(position, 'isin'),
    }),
    figures: () => figuresOf(judging, position, 'quantity'),
  })
}

/** The first code that a line or row of a position has. */
const codeOf = ({ lines, rows }: Position, of: keyof Keyed): string | null =>
  [...lines, ...rows].find((each) => each[of])?.[of] ?? null

/** What was said of a position, by a code that one of its lines or rows has. */
function explainedAt(context: RuleContext, { lines, rows }: Position): ExplainedDifference[] {
  const keys = new Set([...lines, ...rows].flatMap(keysOf))
  return explainedOf(context, 'S04').filter((each) => keysOf(each).some((key) => keys.has(key)))
}

function figuresOf(
  { context: { current, previous }, earlierOf }: Judging,
  position: Position,
  field: 'quantity' | 'marketValue',
): EvidenceFigure[] {
  const { lines, rows } = position
  const [column, of] =
    field === 'quantity' ? (['Quantity', 'quantity'] as const) : (['Market value', 'marketValue'] as const)
  return [
    ...lines.flatMap((line) => lineFigures(current, line, field)),
    ...(lines.length === 0 && previous
      ? lineFigures(previous, earlierOf(position)[0], 'quantity', 'price')
      : []),
    ...rows.flatMap((row) => [
      ...sourceFigure(row, column, row[of]),
      ...(field === 'quantity' ? sourceFigure(row, 'Pending', row.pending) : []),
    ]),
  ]
}

/** What one unit is worth in fund currency: by the line, else by the previous inventory, else by a vendor's price. */
function unitOf({ context, finding, earlierOf }: Judging, position: Position): Big | null {
  const { exact, previousRate } = context
  for (const line of position.lines) {
    const rate = lineRate(context, line)
    if (line.price !== null && rate !== undefined)
      return exact(line.price)
        .times(exact(line.priceFactor ?? '1'))
        .times(exact(rate))
  }
  for (const line of earlierOf(position)) {
    const rate = line.fxRate ?? previousRate(line.quotationCurrency)
    if (line.price !== null && rate !== undefined)
      return exact(line.price)
        .times(exact(line.priceFactor ?? '1'))
        .times(exact(rate))
  }
  for (const { sender, file, currency, price, priceDate, priceFactor } of vendorPricesOf(context, position)) {
    const rate = tableRate(context, currency)
    if (!rate) continue
    finding.remark(`priced by ${sender}, ${file}, of ${shownDay(priceDate)}`, nameOf(position))
    return quotient(rate)
      .times(price)
      .times(priceFactor ?? '1')
  }
  return null
}

/** Vendors' prices of a position at the NAV date; at a weekend those of the last weekday come after them. */
function vendorPricesOf({ input }: RuleContext, { lines, rows }: Position): VendorPrice[] {
  const isins = new Set([...lines, ...rows].map(({ isin }) => isin))
  const { navDate } = input.data
  return [navDate, lastWeekday(navDate)].flatMap((day) =>
    (input.sources?.prices ?? []).filter(({ isin, priceDate }) => priceDate === day && isins.has(isin)),
  )
}

function compareDerivative(judging: Judging, position: Position): void {
  const { context, finding, earlierOf } = judging
  const { exact, fundTna } = context
  const valued = position.rows.filter(({ marketValue }) => marketValue)
  if (valued.length === 0) return
  const [line] = position.lines.length > 0 ? position.lines : earlierOf(position)
  const ownRate = line && lineRate(context, line)
  const rate = ownRate === undefined ? line && knownRate(context, line.quotationCurrency) : fraction(ownRate)
  if (!rate) {
    finding.leaveOut(`FX rate of ${line?.quotationCurrency ?? 'the derivative'}`, nameOf(position))
    return
  }
  const own = position.lines.reduce((sum, { marketValue }) => sum.plus(exact(marketValue)), ZERO)
  const stated = valued.reduce((sum, { marketValue }) => sum.plus(exact(marketValue ?? '0')), ZERO)
  const apart = own.times(rate.under).minus(stated.times(rate.over))
  const smallest = context.tolerance('S04.amount')
  const share = context.tolerance('S04.tna')
  const [value, { level }] = larger(share.fraction.times(fundTna), share, smallest)
  const difference = () => apart.div(rate.under)
  finding.compare({
    holds: apart.abs().lte(value.times(rate.under)),
    subject: nameOf(position),
    formula: () =>
      `Market value ${shown(own)}, depositary ${term(stated)} × ${shown(quotient(rate).round(10))}: ${shown(difference().round(10))}`,
    difference: () => difference().round(10),
    size: sizeOf(difference().abs()),
    tolerance: value,
    level,
    impact: difference,
    figures: () => figuresOf(judging, { ...position, rows: valued }, 'marketValue'),
  })
}

/** The larger of a share of the fund and the smallest amount, with the tolerance that sets it. */
function larger(share: Big, ofShare: Tolerance, smallest: Tolerance): [Big, Tolerance] {
  return share.gt(smallest.value) ? [share, ofShare] : [smallest.value, smallest]
}
