import type { Guarded } from '~/http/guard'
import { auditList } from '../audit-list.server'
import { auditMark } from '../audit-mark.server'
import { BEFORE } from '../earlier-href'
import { AUDIT_GRID, auditColumns } from '../list'

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
