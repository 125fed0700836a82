import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { navError, navErrorCause } from 'db/schema/nav-errors'
import { workflowInstance } from 'db/schema/workflow'
import { asc, between, eq, inArray, type SQL } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { groupedBy } from '~/platform/values/grouped'
import type { EventClass } from '~/platform/workflow/types'
import type { CaseFacts } from './case-facts'
import type { CaseResult } from './case-figures.server'
import type { Cause, ErrorKind } from './nav-error'

/** The cases that were discovered in a year, oldest first. */
export const casesOfYear = (read: Read, year: number): Promise<CaseFacts[]> =>
  casesWhere(read, between(navError.discoveredOn, `${year}-01-01`, `${year}-12-31`))

/** All cases, oldest first. */
export const allCases = (read: Read): Promise<CaseFacts[]> => casesWhere(read)

async function casesWhere(read: Read, where?: SQL): Promise<CaseFacts[]> {
  const rows = await read
    .select({
      case: navError,
      fund: { code: fund.code, name: fund.name, currency: fund.currency, provider: fund.provider },
      at: {
        queue: workflowInstance.queue,
        status: workflowInstance.status,
        class: workflowInstance.class,
        since: workflowInstance.lastEventAt,
      },
    })
    .from(navError)
    .innerJoin(fund, eq(fund.id, navError.fundId))
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, navError.id))
    .where(where)
    .orderBy(asc(navError.discoveredOn), asc(navError.id))
  const causes = await causesOf(
    read,
    rows.map(({ case: { id } }) => id),
  )
  return rows.map(({ case: found, fund: of, at }) => ({
    id: found.id,
    fundCode: of.code,
    fundName: of.name,
    currency: of.currency,
    provider: of.provider,
    kind: found.kind as ErrorKind,
    causes: causes.get(found.id) ?? [],
    description: found.description,
    discoveredOn: found.discoveredOn,
    discoveredBy: found.discoveredBy,
    firstDate: found.firstDate,
    lastDate: found.lastDate,
    notifyBy: found.notifyBy,
    notifiedOn: found.notifiedOn,
    reportBy: found.reportBy,
    compensatedOn: found.compensatedOn,
    openedAt: found.creationDate,
    closedAt: at.status === 'CLOSED' ? at.since : null,
    status: at.status,
    queue: at.queue,
    class: at.class as EventClass,
    result: found.quantified as CaseResult | null,
  }))
}

async function causesOf(read: Read, ids: readonly number[]): Promise<ReadonlyMap<number, Cause[]>> {
  if (ids.length === 0) return new Map()
  const { navErrorId, cause, causedBy, position } = navErrorCause
  const rows = await read
    .select({ navErrorId, cause, causedBy })
    .from(navErrorCause)
    .where(inArray(navErrorId, [...ids]))
    .orderBy(asc(navErrorId), asc(position))
  return new Map(
    [...groupedBy(rows, (row) => row.navErrorId)].map(([id, found]) => [
      id,
      found.map(({ cause: name, causedBy: by }) => ({ cause: name, causedBy: by }) as Cause),
    ]),
  )
}

/** The years in which cases were discovered, and this one, newest first. */
export async function yearsWithCases(read: Read, today: Day): Promise<number[]> {
  const [first] = await read
    .select({ day: navError.discoveredOn })
    .from(navError)
    .orderBy(asc(navError.discoveredOn))
    .limit(1)
  const now = Number(today.slice(0, 4))
  const from = Math.min(now, Number((first?.day ?? today).slice(0, 4)))
  return Array.from({ length: now - from + 1 }, (_, back) => now - back)
}
