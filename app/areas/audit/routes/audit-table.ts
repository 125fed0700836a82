import type { Guarded } from '~/http/guard'
import { objectPage } from '~/platform/objects/object-kinds.server'
import type { AuditEvent } from '../audit-event'
import { auditMark } from '../audit-scope.server'
import { AUDIT_GRID, auditColumns, BEFORE } from '../list'
import { auditList } from '../list.server'

/** The events that an address selects, as their grid shows them and their file holds them. */
export async function auditTable({ read, services }: Pick<Guarded, 'read' | 'services'>, request: Request) {
  const { timeZone } = services.settings
  const asked = new URL(request.url).searchParams.get(BEFORE) ?? ''
  // A value that names no event searches all of them.
  const before = await auditMark(read, /^\d{1,15}$/.test(asked) ? Number(asked) : null)
  return {
    before,
    source: {
      columns: auditColumns(timeZone),
      options: AUDIT_GRID,
      list: auditList(read, timeZone, { before }),
    },
  }
}

/** Tables of reference data that have a page of their own; the others are below Lookups. */
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
