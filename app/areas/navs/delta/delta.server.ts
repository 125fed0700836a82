import type { Read } from 'db/database'
import { navControlTable } from 'db/schema/nav-figures'
import { fundNav, navControl } from 'db/schema/navs'
import { and, desc, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import { type List, remoteList } from '~/platform/lists/list'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { figuresJson } from '../control/store-control.server'
import type { ControlWorkers } from '../worker/jobs'
import type { DeltaName, DeltaRows } from './delta'

/** The bases that a control can be compared with. */
export interface DeltaBase {
  /** "upload": the upload before it of the same NAV; "nav": the previous control that the rules use. */
  against: 'upload' | 'nav'
  controlId: number
  navDate: Day
  submittedAt: Date
}

/** The bases of a control, the default one first. */
export async function deltaBases(
  read: Read,
  controlId: number,
): Promise<{ fundNavId: number; bases: DeltaBase[] }> {
  const [control] = await read.select().from(navControl).where(eq(navControl.id, controlId))
  if (!control) throw new DomainError('not-found', `There is no control ${controlId}. Open it from its NAV.`)
  const columns = { controlId: navControl.id, navDate: fundNav.navDate, submittedAt: navControl.submittedAt }
  const from = () =>
    read.select(columns).from(navControl).innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
  const [uploads, navs] = await Promise.all([
    from()
      .where(
        and(
          eq(navControl.fundNavId, control.fundNavId),
          // Corrected files of an NAV error are compared with those of the NAV itself.
          isNull(navControl.navErrorId),
          or(
            lt(navControl.submittedAt, control.submittedAt),
            and(eq(navControl.submittedAt, control.submittedAt), lt(navControl.id, control.id)),
          ),
        ),
      )
      .orderBy(desc(navControl.submittedAt), desc(navControl.id))
      .limit(1),
    control.previousControlId === null ? [] : from().where(eq(navControl.id, control.previousControlId)),
  ])
  return {
    fundNavId: control.fundNavId,
    bases: [
      ...uploads.map((base): DeltaBase => ({ against: 'upload', ...base })),
      ...navs.map((base): DeltaBase => ({ against: 'nav', ...base })),
    ],
  }
}

/** One list of the difference between a control and a base, computed outside the server's main thread. */
export function deltaList<Name extends DeltaName>(
  { read, workers }: { read: Read; workers: ControlWorkers },
  controlId: number,
  baseId: number,
  name: Name,
): List<DeltaRows[Name]> {
  return remoteList(async (question) => {
    const [json, beforeJson] = await Promise.all([figuresJson(read, controlId), figuresJson(read, baseId)])
    if (json === null || beforeJson === null)
      throw new DomainError('not-found', 'The figures of this control are missing. Open it from its NAV.')
    return workers.run('deltaList', [json, beforeJson, name, question], 'The difference')
  })
}

/** Which of two controls has no inventory, so that there is none to compare. */
export async function inventoryMissing(
  read: Read,
  controlId: number,
  baseId: number,
): Promise<'none' | 'new' | 'old' | 'both'> {
  const found = await read
    .select({ controlId: navControlTable.controlId })
    .from(navControlTable)
    .where(
      and(inArray(navControlTable.controlId, [controlId, baseId]), eq(navControlTable.kind, 'Inventory')),
    )
  const has = (id: number) => found.some((row) => row.controlId === id)
  if (has(controlId)) return has(baseId) ? 'none' : 'old'
  return has(baseId) ? 'new' : 'both'
}
