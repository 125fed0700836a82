import type { GridColumn } from '~/ui/grid/columns'
import { gridHref } from '~/ui/grid/href'
import type { GridQuery } from '~/ui/grid/query'
import type { AuditEvent } from './audit-event'
import { AUDIT_GRID } from './list'

/** The parameter of the audit trail's address that names the event before which it looks. */
export const BEFORE = 'before'

/** Address of the same search among the events before this one; null for all events. */
export function earlierHref(
  pathname: string,
  query: GridQuery,
  columns: GridColumn<AuditEvent>[],
  eventId: number | null,
): string {
  const search = eventId === null ? '' : `?${BEFORE}=${eventId}`
  return gridHref({ pathname, search }, query, { page: 1 }, columns, AUDIT_GRID)
}
