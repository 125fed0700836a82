import { cleanText } from './clean-text'
import { type GridField, hasValues } from './columns'
import type { ShownState } from './query'
import { columnsNamed, idsOf } from './read-params'

const NARROWEST = 30
const WIDEST = 1_000
const MAX_MARKS = 200

/**
 * How rows are shown, out of the parameters that `readParams` gives: the server reads it with the rest of a query, the
 * browser again where the address changed and the rows did not.
 */
export function parseShown(params: URLSearchParams, fields: GridField[], notes: string[]): ShownState {
  const columns = columnsNamed(params, 'columns', fields, 'show', notes)
  const marked = params.getAll('selected').join().split(',').length
  if (marked > MAX_MARKS) notes.push(`${MAX_MARKS} rows at most can be marked; the others are not.`)
  return {
    columns: columns.length > 0 ? columns : null,
    widths: widthsOf(params, fields),
    expanded: cleanText(params.get('expanded') ?? '', notes) || null,
    selected: idsOf(params.getAll('selected')),
    edit: cleanText(params.get('edit') ?? '', notes) || null,
    values: columnsNamed(params, 'values', fields.filter(hasValues), 'choose values of', notes)[0] ?? null,
    find: cleanText(params.get('find') ?? '', notes),
  }
}

function widthsOf(params: URLSearchParams, fields: GridField[]): Record<string, number> {
  const widths = fields.flatMap(({ id }) => {
    const width = Number(params.get(`width.${id}`))
    return width > 0 ? [[id, Math.min(WIDEST, Math.max(NARROWEST, Math.round(width)))] as const] : []
  })
  return Object.fromEntries(widths)
}
