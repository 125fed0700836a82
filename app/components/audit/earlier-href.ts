import type { AuditEvent } from '~/domain/audit/audit-event'
import type { GridColumn } from '~/ui/grid/columns'
import { gridHref } from '~/ui/grid/href'
import type { GridQuery } from '~/ui/grid/query'
import { AUDIT_GRID } from './audit-columns'

/**
 * Address of the same search in the days up to the one on which this one ended, that day among them: it may hold more
 * events than were looked through. The first day that was asked for stays.
 */
export function earlierHref(
  path: string,
  query: GridQuery,
  columns: GridColumn<AuditEvent>[],
  day: string,
): string {
  const asked = query.filters.find(({ column }) => column === 'at')
  const first = asked && ['at-least', 'between'].includes(asked.operator) ? asked.values[0] : undefined
  const at =
    first === undefined
      ? { column: 'at', operator: 'at-most' as const, values: [day] }
      : { column: 'at', operator: 'between' as const, values: [first, day] }
  const filters = [...query.filters.filter(({ column }) => column !== 'at'), at]
  return gridHref({ pathname: path, search: '' }, query, { filters }, columns, AUDIT_GRID)
}
