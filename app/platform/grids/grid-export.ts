import type { Guarded } from '~/http/guard'
import type { FileContent } from '~/platform/exports/worker/open-exports'
import { DomainError } from '~/platform/values/domain-error'
import { shownColumns } from '~/ui/grid/columns'
import { filterWords } from '~/ui/grid/filter-words'
import { exportColumn, exportLines, lineCount } from './export-lines'
import { gridAsked } from './grid-asked'
import type { GridSource } from './grid-source'

/** A grid as it goes into a file. */
export interface ExportedGrid<Row> extends GridSource<Row> {
  /** Of the file: "Rule results LUX001 30.10.26". */
  title: string
}

/**
 * What a file is made of: the rows that an address asks for, those that a grid would show on all its pages, closed groups
 * too, in its columns; or its marked rows. The address is read at once, what it asks for when the answer is called.
 * @throws DomainError 'invalid' when a part of the address cannot be read: a file cannot say that it holds more than was
 * asked for
 */
export async function gridExport<Row>(
  guarded: Pick<Guarded, 'actor' | 'read' | 'services'>,
  request: Request,
  { title, columns, options, list }: ExportedGrid<Row>,
): Promise<() => Promise<FileContent>> {
  const { actor, services } = guarded
  const { timeZone } = services.settings
  const { query, notes } = (await gridAsked(guarded, request, { columns, options })).parsed
  if (notes.length > 0) throw new DomainError('invalid', `Nothing was exported. ${notes.join(' ')}`)
  const grouped = query.groups.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const others = shownColumns(columns, query.columns).filter((column) => !grouped.includes(column))
  const shown = { columns: [...grouped, ...others], depth: grouped.length }
  const lines = { ...shown, timeZone, totalsOf: options.totalsOf }
  const marked = query.selected.length > 0 ? query.selected : undefined
  return async () => {
    const groups = await list.groups(query, marked)
    return {
      head: {
        title,
        columns: lines.columns.map((column) => exportColumn(column, query.widths[column.id])),
        filters: [...filterWords(query, columns), ...(marked ? ['marked rows only'] : [])],
        made: services.clock(),
        by: actor.fullName,
        timeZone,
        lines: lineCount(groups, lines),
      },
      lines: exportLines(list.rows(query, marked), groups, lines),
    }
  }
}
