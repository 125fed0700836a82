import { AUDIT_GRID, auditColumns } from '~/components/audit/audit-columns'
import { BEFORE } from '~/components/audit/earlier-href'
import { auditList } from '~/domain/audit/audit-list.server'
import { auditMark } from '~/domain/audit/audit-mark.server'
import type { Guarded } from '~/http/guard'

/** The events that an address looks at, as their grid shows them and their file holds them. */
export async function auditTable({ read, services }: Pick<Guarded, 'read' | 'services'>, request: Request) {
  const { timeZone } = services.settings
  const asked = new URL(request.url).searchParams.get(BEFORE) ?? ''
  // What names no event looks at all of them.
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
