import type { Read } from 'db/doors'
import { fundNav, navControl } from 'db/schema/navs'
import { and, desc, eq, lt, or } from 'drizzle-orm'
import type { ListQuery } from '~/domain/lists/list-query'
import type { Day } from '~/domain/values/day'
import { DomainError } from '~/domain/values/domain-error'
import { figuresJson } from '../controls/figures.server'
import type { WorkerPool } from '../worker/pool'
import type { DeltaPage } from '../worker/rule-jobs'

/** What a control can be compared with. */
export interface DeltaBase {
  /** "upload": the upload before it of the same NAV; "nav": the previous of the rules. */
  against: 'upload' | 'nav'
  controlId: number
  navDate: Day
  submittedAt: Date
}

/** The bases of a control, the one that is shown by itself first. */
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

/** One page of one list of the difference between a control and a base, computed beside the server's thread. */
export async function deltaPage(
  { read, workers }: { read: Read; workers: WorkerPool },
  controlId: number,
  baseId: number,
  list: DeltaPage['list'],
  query: ListQuery,
): Promise<DeltaPage> {
  const [json, beforeJson] = await Promise.all([figuresJson(read, controlId), figuresJson(read, baseId)])
  if (json === null || beforeJson === null)
    throw new DomainError('not-found', 'The figures of this control are not there. Open it from its NAV.')
  return workers.run('deltaPage', [json, beforeJson, list, query], 'The difference')
}
