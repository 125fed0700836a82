import { data, type LoaderFunctionArgs } from '@remix-run/node'
import type { Actor, FunctionId } from '~/areas/access/actor'
import { fileHeaders, fileLoader, streamOf } from '~/http/downloads/download'
import { type Guarded, guard, type RouteArgs } from '~/http/guard'
import type { Services } from '~/http/server/services'
import { throttleFile } from '~/http/throttle'
import { recordSteps } from '~/http/uploads/work-steps'
import {
  EXPORT_FORMATS,
  type ExportColumn,
  type ExportFormat,
  type ExportLine,
} from '~/platform/exports/table'
import type { FileContent } from '~/platform/exports/worker/open-exports'
import { pathKey } from '~/platform/lists/groups'
import type { GroupSums } from '~/platform/lists/list'
import { groupText } from '~/platform/lists/row-values'
import type { WaitsFor } from '~/platform/threads/fair-slots'
import { decimalsOf } from '~/platform/values/currency-decimals'
import { DomainError } from '~/platform/values/domain-error'
import { type GridColumn, plainValue, valueKind } from '~/ui/grid/columns'
import { shownColumns } from '~/ui/grid/grid-table'
import { describeFilters, groupValue, shownValue } from '~/ui/grid/grid-view'
import { type GridSource, gridQueryOf } from './grid-source'

/** How the rows of a list become lines of a file. */
interface Lines<Row> {
  /** Columns of the file: first those that rows are grouped by, outermost first, then the other visible ones. */
  columns: readonly GridColumn<Row>[]
  /** Number of grouping columns. */
  depth: number
  timeZone: string
  /** Which rows the totals add up, if not all. */
  totalsOf?: string
}

/** The description of a column for a file. */
export function exportColumn<Row>(column: GridColumn<Row>, width?: number): ExportColumn {
  const { kind, decimals, percent } = column.meta
  return { label: column.header, kind: valueKind(kind), decimals, percent, width: width ?? column.size }
}

/**
 * The lines of a list: its rows, the head of each group before its first row, the totals last.
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
        // A row added while the file is made may be in a group that was not counted.
        ...begun.flatMap((each) => headLines(byPath.get(pathKey(each)) ?? alone(each), lines)),
        {
          row: lines.columns.map((column) => exportedValue(column, row)),
          ...ownDecimals(lines.columns, ({ meta }) => meta.currency?.(row)),
        },
      ]
    })
  const totals = totalLines(groups, lines)
  if (totals.length > 0) yield totals
}

/** The expected number of lines. */
export function lineCount<Row>(groups: readonly GroupSums[], lines: Lines<Row>): number {
  const heads = groups.filter(({ level }) => level >= 0).flatMap((group) => headLines(group, lines))
  return (groups[0]?.count ?? 0) + heads.length + totalLines(groups, lines).length
}

/** The decimals of a line's amounts; nothing where all have those of their columns. */
function ownDecimals<Row>(
  columns: readonly GridColumn<Row>[],
  currencyIn: (column: GridColumn<Row>) => string | null | undefined,
): Pick<ExportLine, 'decimals'> {
  const decimals = columns.map((column) =>
    column.meta.currency ? decimalsOf(currencyIn(column)) : column.meta.decimals,
  )
  return decimals.every((own, at) => own === columns[at]?.meta.decimals) ? {} : { decimals }
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

/** One line for each unit, with its number of rows: amounts in two currencies cannot be added. */
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
    ...ownDecimals(columns, () => unit),
  }))
}

/** A row's plain value in a column. */
function exportedValue<Row>(column: GridColumn<Row>, row: Row): string | null {
  return column.meta.exported ? column.meta.exported(row) : plainValue(column, row)
}

/** A file of a list, requested by a user. */
export interface ExportRequest {
  request: Request
  services: Services
  actor: Pick<Actor, 'id'>
  /** Aborted when the reader leaves. */
  signal: AbortSignal
  format: ExportFormat
  /** Without its extension. */
  fileName: string
  /** Reads its content when its turn comes. */
  content: () => Promise<FileContent>
  /** The key for querying its progress (/upload-steps/:key). */
  key?: string | null
}

const MEDIA_TYPES: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8; header=present',
  pdf: 'application/pdf',
}

const WAITING: Record<WaitsFor, string> = {
  own: 'Waiting for your other export',
  others: 'Waiting for other exports',
}

/**
 * Streams a list as a file, as fast as it is read. When the reader leaves, the waiting, writing and reading end. An
 * error along the way aborts the response, so that a part cannot be taken for the whole.
 * @throws DomainError when nothing can be sent: too many lines, no place, or the errors of `Exports.file`
 */
export async function exportAnswer({
  request,
  services,
  actor,
  signal,
  format,
  fileName,
  content,
  key,
}: ExportRequest): Promise<Response> {
  const headers = fileHeaders(`${fileName}.${format}`, MEDIA_TYPES[format])
  if (request.method === 'HEAD') return new Response(null, { headers })
  const onStep = key ? recordSteps(services, actor.id, key) : () => {}
  const bytes = await services.exports.file({
    format,
    userId: actor.id,
    content,
    signal,
    onWait: (what) => onStep(WAITING[what]),
    onLines: (count, all) => onStep(...progress(count, all)),
  })
  return new Response(streamOf(bytes, signal), { headers })
}

/** "12,000 of 100,000 rows", and the same as a percentage. */
function progress(count: number, all: number): [words: string, percent: number] {
  const [done, whole] = [count, all].map((each) => each.toLocaleString('en-GB'))
  return [`${done} of ${whole} rows`, all === 0 ? 100 : Math.floor((count / all) * 100)]
}

/** A grid to be exported. */
export interface ExportedGrid<Row> extends GridSource<Row> {
  /** Title of the file: "Rule results LUX001 30.10.26". */
  title: string
}

/**
 * The content of a file: the rows that an address selects, which a grid would show on all its pages, including closed
 * groups, in its columns; or its marked rows. The address is parsed immediately; the rows are read when the returned
 * function is called.
 * @throws DomainError 'invalid' when part of the address cannot be parsed: a file cannot say that it contains more than
 * was requested
 */
async function gridExport<Row>(
  guarded: Guarded,
  request: Request,
  { title, columns, options, list }: ExportedGrid<Row>,
): Promise<() => Promise<FileContent>> {
  const { actor, services } = guarded
  const { timeZone } = services.settings
  const { query, notes } = (await gridQueryOf(guarded, request, { columns, options })).parsed
  if (notes.length > 0) throw new DomainError('invalid', `Nothing was exported. ${notes.join(' ')}`)
  const grouped = query.groups.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const others = shownColumns(columns, query).filter((column) => !grouped.includes(column))
  const shown = { columns: [...grouped, ...others], depth: grouped.length }
  const lines = { ...shown, timeZone, totalsOf: options.totalsOf }
  const marked = query.selected.length > 0 ? query.selected : undefined
  return async () => {
    const groups = await list.groups(query, marked)
    return {
      head: {
        title,
        columns: lines.columns.map((column) => exportColumn(column, query.widths[column.id])),
        filters: [...describeFilters(query, columns), ...(marked ? ['marked rows only'] : [])],
        createdAt: services.clock(),
        by: actor.fullName,
        timeZone,
        lines: lineCount(groups, lines),
      },
      lines: exportLines(list.rows(query, marked), groups, lines),
    }
  }
}

type ExportLoader = (args: LoaderFunctionArgs & RouteArgs) => Promise<Response>

/** The exports of an area's lists, by address: "budgets/export/:file". */
export type ExportTable = Readonly<Record<string, ExportLoader>>

/** The loader of an address that returns a list as a file. Its long reads use a different connection from the pages. */
export function exportLoader(
  answer: (args: LoaderFunctionArgs & RouteArgs) => Promise<Response>,
): ExportLoader {
  return fileLoader((args) => answer({ ...args, aside: true }))
}

/** A file named by an address. */
export interface NamedFile<Name extends string> {
  name: Name
  format: ExportFormat
}

/** The file that a path names ("navs.xlsx") if it exists; otherwise 404. */
export function fileInPath<Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): NamedFile<Name> {
  const [, stem, ending] = /^(.*)\.(.*)$/s.exec(text ?? '') ?? []
  const name = names.find((each) => each === stem)
  const format = EXPORT_FORMATS.find((each) => each === ending)
  if (!name || !format)
    throw data(
      { message: 'There is no such file. Export a list from its page, as Excel, CSV or PDF.' },
      { status: 404 },
    )
  return { name, format }
}

/** Sends the list of a grid, as the address describes it, as a file; `key` in the address identifies its progress. */
export async function gridFile<Row>(
  guarded: Guarded,
  request: Request,
  { name, format }: NamedFile<string>,
  grid: ExportedGrid<Row>,
): Promise<Response> {
  const { actor, services, signal } = guarded
  await throttleFile(guarded)
  const content = await gridExport(guarded, request, grid)
  const key = new URL(request.url).searchParams.get('key')
  return exportAnswer({ request, services, actor, signal, format, fileName: name, key, content })
}

/**
 * The loader of a list's files, name.xlsx, .csv and .pdf, for users who may open the function: all rows that the
 * address selects.
 * @param title of the file
 */
export function listFile<Row>(
  functionId: FunctionId,
  name: string,
  title: string,
  source: (guarded: Guarded, args: RouteArgs) => GridSource<Row> | Promise<GridSource<Row>>,
) {
  return titledFile(functionId, name, async (guarded, args) => ({ title, ...(await source(guarded, args)) }))
}

/** The same for a list whose title depends on the address. */
export function titledFile<Row>(
  functionId: FunctionId,
  name: string,
  grid: (guarded: Guarded, args: RouteArgs) => Promise<ExportedGrid<Row>>,
) {
  return exportLoader(async (args) => {
    const guarded = await guard(args, functionId)
    const file = fileInPath(args.params.file, [name])
    return gridFile(guarded, args.request, file, await grid(guarded, args))
  })
}
