import type { Guarded } from '~/http/guard'
import { type ExportTable, titledFile } from '~/platform/grids/export-file'
import { gridQueryOf } from '~/platform/grids/grid-source'
import { objectPage } from '~/platform/objects/object-kinds.server'
import { ownValue } from '~/platform/values/own-value'
import { showInstant } from '~/platform/values/show'
import { AUDIT_COLUMNS, auditMark, auditReach } from './audit-scope.server'
import { AUDIT_DECLARED, type AuditEvent } from './fields.server'
import { AUDIT_GRID, BEFORE } from './list'
import { auditList } from './list.server'

/** The events that an address selects, as their grid shows them and their file holds them. */
export async function auditTable(guarded: Guarded, request: Request) {
  const { read } = guarded
  const requested = new URL(request.url).searchParams.get(BEFORE) ?? ''
  // A value that names no event searches all of them.
  const before = await auditMark(read, /^\d{1,15}$/.test(requested) ? Number(requested) : null)
  return {
    before,
    source: {
      columns: AUDIT_COLUMNS,
      declared: AUDIT_DECLARED,
      options: AUDIT_GRID,
      list: auditList(guarded, { before }),
    },
  }
}

/** Tables of reference data that have their own page; the others are below Lookups. */
const TABLES: Record<string, string> = {
  tolerances: '/admin/tolerances',
  'nav-error-settings': '/admin/nav-errors',
  'bank-accounts': '/bank-accounts',
}

/** The page of an event's object. */
export const eventPage = ({ object_kind: kind, object_id: objectId, table, name }: AuditEvent): string =>
  kind === 'reference' ? referencePage(table, name) : objectPage({ kind, objectId })

function referencePage(table: string | null, name: string): string {
  if (table !== null) return ownValue(TABLES, table) ?? `/admin/lookups/${encodeURIComponent(table)}`
  if (name === 'import') return '/admin/import'
  return name.startsWith('change ') ? '/admin/changes' : '/admin'
}

export const auditExports: ExportTable = {
  /**
   * audit.xlsx, .csv or .pdf: all events that the search's address finds; the title shows how far back a text was
   * searched.
   */
  'admin/audit/export/:file': titledFile('administration', 'audit', async (guarded, { request }) => {
    const { source, before } = await auditTable(guarded, request)
    const { parsed } = await gridQueryOf(guarded, request, source)
    const reach = await auditReach(guarded, parsed.query, { before })
    const since = before ? ` before ${showInstant(before.at, guarded.timeZone)}` : ''
    const title = reach?.back
      ? `Audit trail, searched in the newest ${reach.searched} of ${reach.events} events${since}, back to ${showInstant(reach.back.at, guarded.timeZone)}`
      : `Audit trail${since && `, events${since}`}`
    return { title, ...source }
  }),
}
