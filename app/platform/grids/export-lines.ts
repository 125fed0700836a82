import type { ExportColumn, ExportLine } from '~/platform/exports/table'
import { pathKey } from '~/platform/lists/groups'
import type { GroupSums } from '~/platform/lists/list'
import { groupText } from '~/platform/lists/row-values'
import { type GridColumn, plainValue, valueKind } from '~/ui/grid/columns'
import { groupValue, shownValue } from '~/ui/grid/grid-view'

/** How the rows of a list become lines of a file. */
export interface Lines<Row> {
  /** Columns of the file: those that the rows are grouped by, outermost first, then the others that are shown. */
  columns: readonly GridColumn<Row>[]
  /** How many of the columns group. */
  depth: number
  timeZone: string
  /** Which rows add up in the totals, where not all do. */
  totalsOf?: string
}

/** The description of a column for a file. */
export function exportColumn<Row>(column: GridColumn<Row>, width?: number): ExportColumn {
  const { kind, decimals, percent } = column.meta
  return { label: column.header, kind: valueKind(kind), decimals, percent, width: width ?? column.size }
}

/**
 * The lines of a list: its rows, the head of a group wherever one begins, the totals last.
 * @param groups as the list returned them, the whole set first
 */
export async function* exportLines<Row>(
  batches: AsyncIterable<Row[]>,
  groups: readonly GroupSums[],
  lines: Lines<Row>,
): AsyncGenerator<ExportLine[]> {
  const byPath = new Map(groups.map((group) => [pathKey(group.path), group]))
  let before: string[] = []
  for await (const rows of batches)
    yield rows.flatMap((row) => {
      const path = lines.columns
        .slice(0, lines.depth)
        .map((column) => groupText(plainValue(column, row), valueKind(column.meta.kind), lines.timeZone))
      const same = path.findIndex((text, level) => text !== before[level])
      const begun = same < 0 ? [] : path.slice(same).map((_, at) => path.slice(0, same + at + 1))
      before = path
      return [
        // A row that came while the file was made may be in a group that was not counted.
        ...begun.flatMap((each) => headLines(byPath.get(pathKey(each)) ?? alone(each), lines)),
        { row: lines.columns.map((column) => exportedValue(column, row)) },
      ]
    })
  const totals = totalLines(groups, lines)
  if (totals.length > 0) yield totals
}

/** How many lines there will be. */
export function lineCount<Row>(groups: readonly GroupSums[], lines: Lines<Row>): number {
  const heads = groups.filter(({ level }) => level >= 0).flatMap((group) => headLines(group, lines))
  return (groups[0]?.count ?? 0) + heads.length + totalLines(groups, lines).length
}

const alone = (path: string[]): GroupSums => ({ level: path.length - 1, path, count: 1, units: [], sums: {} })

function headLines<Row>(group: GroupSums, lines: Lines<Row>): ExportLine[] {
  const column = lines.columns[group.level]
  return column ? summedLines(group, shownValue(column, groupValue(group.path)), lines) : []
}

function totalLines<Row>(groups: readonly GroupSums[], lines: Lines<Row>): ExportLine[] {
  const whole = groups.find(({ level }) => level < 0)
  if (!whole || !lines.columns.some(({ id }) => whole.sums[id]?.length)) return []
  if (lines.totalsOf === undefined) return summedLines(whole, 'Total', lines)
  return summedLines(whole, `Total ${lines.totalsOf}`, lines).map((line) => ({ ...line, count: null }))
}

/** One line for each unit, with the number of its rows: amounts of two currencies cannot be added. */
function summedLines<Row>(
  { level, count, units, sums }: GroupSums,
  label: string,
  { columns }: Lines<Row>,
): Extract<ExportLine, { level: number }>[] {
  const found = new Set(columns.flatMap(({ id }) => sums[id] ?? []).map(({ unit }) => unit))
  if (found.size === 0) return [{ level, label, count, sums: columns.map(() => null) }]
  return [...found].sort().map((unit) => ({
    level,
    label: unit === null ? label : `${label}, ${unit === '' ? '(Blank)' : unit}`,
    count: units.find((each) => each.unit === unit)?.count ?? count,
    sums: columns.map(({ id }) => sums[id]?.find((sum) => sum.unit === unit)?.sum ?? null),
  }))
}

/** A row's value in a column, plain. */
function exportedValue<Row>(column: GridColumn<Row>, row: Row): string | null {
  return column.meta.exported ? column.meta.exported(row) : plainValue(column, row)
}
