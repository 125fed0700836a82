import { Big, plain } from '~/platform/values/decimal'
import type { InstrumentType, InventoryLine } from '../workbooks/control-data'
import type { EvidenceFigure, ExplainedDifference, PositionRow } from './contract'
import { Finding, sizeOf } from './finding'
import { fraction, quotient } from './fractions'
import { inventoryLines, lineFigures, lineRate } from './inventory-lines'
import type { RuleCheck, RuleContext, Tolerance } from './rule-context'
import {
  countExplained,
  explainedOf,
  rowsOf,
  type Sent,
  sourceFigure,
  sourceTables,
  totalExplained,
} from './second-sources'
import { knownRate, wholeCurrency } from './stored-rates'
import { shown, term } from './wording'

const ZERO = new Big(0)

/** Lines and rows that share an instrument code or an ISIN. */
interface Position {
  lines: InventoryLine[]
  rows: Sent<PositionRow>[]
  /** Of the previous inventory. */
  earlier: InventoryLine[]
}

type Keyed = { instrumentCode: string | null; isin: string | null }

const keysOf = ({ instrumentCode, isin }: Keyed): string[] => [
  ...(instrumentCode ? [`code ${instrumentCode}`] : []),
  ...(isin ? [`ISIN ${isin}`] : []),
]

/** The positions of lines and rows; those of the previous inventory join them, and make none by themselves. */
function positionsOf(
  lines: readonly InventoryLine[],
  rows: readonly Sent<PositionRow>[],
  earlier: readonly InventoryLine[],
): Position[] {
  const byKey = new Map<string, Position>()
  const positions = new Set<Position>()
  const join = (keyed: Keyed): Position => {
    const keys = keysOf(keyed)
    const [first, ...others] = [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))]
    const position = first ?? { lines: [], rows: [], earlier: [] }
    for (const other of others) {
      position.lines.push(...other.lines)
      position.rows.push(...other.rows)
      positions.delete(other)
      for (const [key, of] of byKey) if (of === other) byKey.set(key, position)
    }
    for (const key of keys) byKey.set(key, position)
    positions.add(position)
    return position
  }
  for (const line of lines) join(line).lines.push(line)
  for (const row of rows) join(row).rows.push(row)
  for (const line of earlier)
    for (const position of new Set(keysOf(line).flatMap((key) => byKey.get(key) ?? [])))
      position.earlier.push(line)
  return [...positions]
}

const nameOf = ({ lines, rows }: Position): string =>
  lines[0]?.instrumentCode ?? rows[0]?.instrumentCode ?? rows[0]?.isin ?? ''

const typeOf = ({ lines, earlier }: Position): InstrumentType | null =>
  lines.find(({ type }) => type !== 'Cash')?.type ?? lines[0]?.type ?? earlier[0]?.type ?? null

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
  const isByIsin = rows.length > 0 && rows.every(({ instrumentCode }) => instrumentCode === null)
  const earlier = context.previous?.data.inventory?.lines ?? []
  for (const position of positionsOf(lines, rows, earlier)) {
    const type = typeOf(position)
    const isNamed = position.rows.length > 0
    if (type === 'Cash' || (type === 'Other' && !isNamed)) continue
    if (type === 'Derivative') compareDerivative(context, finding, position)
    else if (!isNamed && isByIsin && position.lines.every(({ isin }) => !isin))
      finding.leaveOut('ISIN', nameOf(position))
    else compareQuantity(context, finding, position)
  }
  return finding
}

function compareQuantity(context: RuleContext, finding: Finding, position: Position): void {
  const { exact } = context
  const lines = position.lines.filter(({ type }) => type !== 'Cash')
  const limit = context.tolerance('S04.quantity')
  const own = lines.reduce((sum, { quantity }) => sum.plus(exact(quantity ?? '0')), ZERO)
  const alone = position.rows.reduce(
    (sum, { quantity, pending }) => sum.plus(exact(quantity)).plus(exact(pending ?? '0')),
    ZERO,
  )
  const isWithin = (stated: Big) => own.minus(stated).abs().lte(limit.value)
  const explained = isWithin(alone) ? [] : explainedAt(context, position)
  const stated = alone.plus(totalExplained(explained))
  const difference = own.minus(stated)
  const holds = isWithin(stated)
  const unit = holds && explained.length === 0 ? null : unitOf(context, position)
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
    figures: () => figuresOf(context, position, 'quantity'),
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
  { current, previous }: RuleContext,
  { lines, rows, earlier }: Position,
  field: 'quantity' | 'marketValue',
): EvidenceFigure[] {
  const [column, of] =
    field === 'quantity' ? (['Quantity', 'quantity'] as const) : (['Market value', 'marketValue'] as const)
  return [
    ...lines.flatMap((line) => lineFigures(current, line, field)),
    ...(lines.length === 0 && previous ? lineFigures(previous, earlier[0], 'quantity', 'price') : []),
    ...rows.flatMap((row) => [
      ...sourceFigure(row, column, row[of]),
      ...(field === 'quantity' ? sourceFigure(row, 'Pending', row.pending) : []),
    ]),
  ]
}

/** What one unit is worth in fund currency: by the line, else by the previous inventory, else by a vendor's price. */
function unitOf(context: RuleContext, { lines, rows, earlier }: Position): Big | null {
  const { exact, previousRate, input } = context
  for (const line of lines) {
    const rate = lineRate(context, line)
    if (line.price !== null && rate !== undefined)
      return exact(line.price)
        .times(exact(line.priceFactor ?? '1'))
        .times(exact(rate))
  }
  for (const line of earlier) {
    const rate = line.fxRate ?? previousRate(line.quotationCurrency)
    if (line.price !== null && rate !== undefined)
      return exact(line.price)
        .times(exact(line.priceFactor ?? '1'))
        .times(exact(rate))
  }
  const isins = new Set([...lines, ...rows].map(({ isin }) => isin))
  for (const { isin, price, priceDate, priceFactor, currency: quoted } of input.sources?.prices ?? []) {
    if (!isins.has(isin) || priceDate !== input.data.navDate) continue
    const { currency, part } = wholeCurrency(quoted)
    const rate = knownRate(context, currency)
    if (rate)
      return quotient(rate)
        .times(part)
        .times(price)
        .times(priceFactor ?? '1')
  }
  return null
}

function compareDerivative(context: RuleContext, finding: Finding, position: Position): void {
  const { exact, fundTna } = context
  const valued = position.rows.filter(({ marketValue }) => marketValue !== null)
  if (valued.length === 0) return
  const [line] = position.lines.length > 0 ? position.lines : position.earlier
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
    figures: () => figuresOf(context, { ...position, rows: valued }, 'marketValue'),
  })
}

/** The larger of a share of the fund and the smallest amount, with the tolerance that sets it. */
function larger(share: Big, ofShare: Tolerance, smallest: Tolerance): [Big, Tolerance] {
  return share.gt(smallest.value) ? [share, ofShare] : [smallest.value, smallest]
}
