import { AUDIT_GRID, auditColumns } from '~/components/audit/audit-columns'
import { auditList } from '~/domain/audit/audit-list.server'
import type { Guarded } from '~/http/guard'

/** All events, as their grid shows them and their file holds them. */
export function auditTable({ read, services }: Pick<Guarded, 'read' | 'services'>) {
  const { timeZone } = services.settings
  return { columns: auditColumns(timeZone), options: AUDIT_GRID, list: auditList(read, timeZone) }
}
