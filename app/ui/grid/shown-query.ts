import type { GridField } from './columns'
import { parseShown } from './parse-shown'
import type { GridQuery, ParsedGridQuery } from './query'
import { readParams } from './read-params'

/**
 * The query of a grid as it is shown now: what the server read, and of columns, widths, marks and what is opened what
 * the address says, since a change of these loads nothing.
 */
export function shownQuery({ query }: ParsedGridQuery, search: string, fields: GridField[], prefix?: string) {
  const params = readParams(search, prefix)
  params.delete('view')
  // An address that says nothing opens as it was saved: the server knows.
  const shown: GridQuery = params.size === 0 ? query : { ...query, ...parseShown(params, fields, []) }
  return shown
}
