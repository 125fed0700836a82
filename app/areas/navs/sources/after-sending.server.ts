import type { Read } from 'db/database'
import { ruleResult } from 'db/schema/navs'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Instance } from '~/platform/workflow/types'
import type { NavFacts } from '../nav'
import { lastAfterSending } from './judge-again.server'

/** What the rules say of a NAV that was sent, with the second sources that arrived since. */
export interface AfterSending {
  /** The control that is kept beside the one that was sent. */
  controlId: number
  /** The rules that were OK when it was sent and are not by now: "S01 Register: B: SHARES 100, register 90: 10." */
  failing: string[]
}

/** Null where nothing arrived since a NAV was sent, or it is not with its recipients. */
export async function afterSending(
  read: Read,
  { id, currentControlId }: Pick<NavFacts, 'id' | 'currentControlId'>,
  { status }: Pick<Instance, 'status'>,
): Promise<AfterSending | null> {
  if (status !== 'SENT' || currentControlId === null) return null
  const controlId = await lastAfterSending(read, id, currentControlId)
  if (controlId === null) return null
  const computed = sql`${ruleResult.evidence} ->> 'computedResult'`
  const wereOk = read
    .select({ ruleId: ruleResult.ruleId })
    .from(ruleResult)
    .where(and(eq(ruleResult.controlId, currentControlId), ne(computed, 'NOK')))
  const rows = await read
    .select({ name: ruleResult.name, comment: ruleResult.comment })
    .from(ruleResult)
    .where(
      and(
        eq(ruleResult.controlId, controlId),
        eq(ruleResult.result, 'NOK'),
        inArray(ruleResult.ruleId, wereOk),
      ),
    )
    .orderBy(asc(ruleResult.sortingOrder))
  return { controlId, failing: rows.map(({ name, comment }) => `${name}: ${comment}`) }
}
