import { objectPage } from '~/areas/documents/routes/object-page'
import type { AuditEvent } from '../audit-event'

/** Tables of reference data that have a page of their own; the others stand below Lookups. */
const TABLES: Record<string, string> = { tolerances: '/admin/tolerances', 'bank-accounts': '/bank-accounts' }

/** The page of each event's object, by event id. */
export function eventPages(events: readonly AuditEvent[]): Record<number, string> {
  return Object.fromEntries(
    events.map(({ id, object_kind: kind, object_id: objectId, table, name }) => [
      id,
      kind === 'reference' ? referencePage(table, name) : objectPage({ kind, objectId }),
    ]),
  )
}

function referencePage(table: string | null, name: string): string {
  if (table !== null) return TABLES[table] ?? `/admin/lookups/${encodeURIComponent(table)}`
  if (name === 'import') return '/admin/import'
  return name.startsWith('change ') ? '/admin/changes' : '/admin'
}
