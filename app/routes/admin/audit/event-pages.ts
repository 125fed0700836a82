import type { AuditEvent } from '~/domain/audit/audit-event'
import { processDatesOf } from '~/domain/audit/process-dates-of.server'
import { userIdOf } from '~/domain/lookups/audit-subjects'
import type { Guarded } from '~/http/guard'
import { objectPage } from '../../documents/object-page'

const TASKS = ['task', 'reviewed task']
/** Tables of reference data that have a page of their own; the others stand below Lookups. */
const TABLES: Record<string, string> = { tolerances: '/admin/tolerances', 'bank-accounts': '/bank-accounts' }

/** The page of each event's object, by event id; events of objects without a page have none. */
export async function auditPages(
  { read }: Pick<Guarded, 'read'>,
  events: readonly AuditEvent[],
): Promise<Record<number, string>> {
  const tasks = events.filter(({ object_kind }) => TASKS.includes(object_kind))
  const dates = await processDatesOf(
    read,
    tasks.map(({ object_id }) => object_id),
  )
  const pageOf = (event: AuditEvent): string => {
    const { object_kind: kind, object_id: objectId, table, name } = event
    if (kind === 'reference') return referencePage(table, name)
    if (kind === 'user') return `/admin/users/${userIdOf(objectId) ?? ''}`
    if (kind === 'process') return `/processes?filter.entity_process_date_id=${objectId}&expanded=${objectId}`
    if (!TASKS.includes(kind)) return objectPage({ kind, objectId })
    const date = dates.get(objectId)
    return date === undefined ? '/processes' : `/processes/${date}/tasks/${objectId}`
  }
  return Object.fromEntries(events.map((event) => [event.id, pageOf(event)]))
}

function referencePage(table: string | null, name: string): string {
  if (table !== null) return TABLES[table] ?? `/admin/lookups/${encodeURIComponent(table)}`
  if (name === 'import') return '/admin/import'
  return name.startsWith('change ') ? '/admin/changes' : '/admin'
}
