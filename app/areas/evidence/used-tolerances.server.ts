import type { Read } from 'db/database'
import { dataChange } from 'db/schema/evidence'
import { fundNav, navControl, ruleResult } from 'db/schema/navs'
import { workflowEvent } from 'db/schema/workflow'
import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { RuleOutcome } from '~/areas/navs/rules/contract'
import { RULE_TOLERANCE, type SetTolerance } from '~/areas/navs/tolerances'
import { isDeletion } from '~/platform/approvals/change-kind.server'
import { scopeLabel } from '~/platform/approvals/dated/level-value'
import { Big } from '~/platform/values/decimal'
import { REFERENCE_OBJECT_ID } from '~/platform/workflow/record-act.server'
import type { ByEvent, UsedTolerance } from './used-tolerances'

type Event = typeof workflowEvent.$inferSelect

interface ToleranceEvents {
  used: UsedTolerance[]
  /** Those that `used` names. */
  events: Event[]
}

/** Each tolerance that the results of a NAV were measured by, with the events that requested and decided it. */
export async function usedTolerances(read: Read, navId: number): Promise<ToleranceEvents> {
  const rows = await read
    .select({
      control: ruleResult.controlId,
      rule: ruleResult.ruleId,
      tolerances: sql<RuleOutcome['tolerances'] | null>`${ruleResult.evidence} -> 'tolerances'`,
      ranAt: navControl.submittedAt,
      navDate: fundNav.navDate,
    })
    .from(ruleResult)
    .innerJoin(navControl, eq(navControl.id, ruleResult.controlId))
    .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
    .where(and(eq(navControl.fundNavId, navId), isNull(navControl.navErrorId)))
    .orderBy(asc(ruleResult.controlId), asc(ruleResult.sortingOrder))
  const last = rows.reduce((latest, { ranAt }) => (ranAt > latest ? ranAt : latest), new Date(0))
  const changes = await toleranceChanges(read, last)
  const named = new Map<number, Event>()
  const by = (event: Event | undefined): ByEvent | null => {
    if (!event) return null
    named.set(event.id, event)
    return { event: event.id, who: event.whoName, at: event.at.toISOString() }
  }
  const used = rows.flatMap(({ control, rule, tolerances, ranAt, navDate }) =>
    (tolerances ?? []).map(({ key, label, unit, value, level }): UsedTolerance => {
      const setting = changes.findLast(
        ({ event, after }) =>
          event.at <= ranAt &&
          /^(APPROVED|IN FORCE)$/.test(event.status) &&
          after !== null &&
          after.tolerance === key &&
          scopeLabel(after) === level &&
          new Big(after.value).eq(value) &&
          (after.validFrom ?? navDate) <= navDate &&
          (after.validTo ?? navDate) >= navDate,
      )
      const request =
        setting?.change == null
          ? undefined
          : changes.find(({ event, change }) => change === setting.change && event.status === 'REQUESTED')
      const decided = by(setting?.event)
      return { control, rule, tolerance: key, label, unit, value, level, asked: by(request?.event), decided }
    }),
  )
  return { used, events: [...named.values()].sort((a, b) => a.id - b.id) }
}

/** All events of changes of tolerances up to an instant, oldest first, with what each made of its tolerance. */
async function toleranceChanges(read: Read, until: Date) {
  const events = await read
    .select()
    .from(workflowEvent)
    .where(
      and(
        eq(workflowEvent.objectId, REFERENCE_OBJECT_ID),
        lte(workflowEvent.at, until),
        sql`${workflowEvent.data} ->> 'kind' = ${RULE_TOLERANCE}`,
      ),
    )
    .orderBy(asc(workflowEvent.seq))
  return events.map((event) => {
    const { change, after } = event.data as { change: number | null; after: string }
    const value = JSON.parse(after) as SetTolerance
    return { event, change, after: isDeletion(value) ? null : value }
  })
}

/** Ids of the recorded changes that added events of the reference chain. */
export async function changesOfEvents(read: Read, events: readonly Event[]): Promise<number[]> {
  if (events.length === 0) return []
  const added = events.map(({ hash }) => sql`${dataChange.rows} like ${`%${hash}%`}`)
  const rows = await read
    .select({ id: dataChange.id })
    .from(dataChange)
    .where(
      and(
        eq(dataChange.tableName, 'workflow_event'),
        sql`${dataChange.owners} && array[${String(REFERENCE_OBJECT_ID)}]`,
        or(...added),
      ),
    )
  return rows.map(({ id }) => id)
}
