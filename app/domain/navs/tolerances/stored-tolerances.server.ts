import type { Read } from 'db/doors'
import { appUser, pendingChange } from 'db/schema/access'
import { fund } from 'db/schema/lookups'
import { ruleTolerance } from 'db/schema/navs'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { isDeletion } from '~/domain/access/deletion'
import { Big, plain } from '~/domain/values/decimal'
import type { ToleranceLevel } from '../rules/tolerance-in-force'
import { RULE_TOLERANCE, type SetTolerance } from './set-tolerance'

/** The values that the site sets, by target. */
export async function storedTolerances(read: Read): Promise<Map<string, SetTolerance>> {
  const rows = await read.select().from(ruleTolerance).orderBy(asc(ruleTolerance.id))
  return new Map(
    rows.map(({ id, key, level, levelValue, value, validFrom, validTo }) => [
      String(id),
      {
        tolerance: key,
        level: level as ToleranceLevel,
        subject: levelValue === '' ? null : levelValue,
        value: plain(new Big(value)),
        validFrom,
        validTo,
      },
    ]),
  )
}

/** A change of them that waits for a second person. */
export interface WaitingTolerance {
  target: string
  /** Null for a deletion. */
  after: SetTolerance | null
  /** Full name; "Command line" when nobody was logged in. */
  requester: string
  requestedAt: Date
}

/** The changes that wait, oldest first. */
export async function waitingTolerances(read: Read): Promise<WaitingTolerance[]> {
  const { target, after, requestedAt } = pendingChange
  const { firstName, lastName } = appUser
  const rows = await read
    .select({ target, after, requestedAt, firstName, lastName })
    .from(pendingChange)
    .leftJoin(appUser, eq(appUser.id, pendingChange.requestedBy))
    .where(and(isNull(pendingChange.decision), eq(pendingChange.kind, RULE_TOLERANCE)))
    .orderBy(asc(pendingChange.id))
  return rows.map((row) => ({
    target: row.target,
    after: isDeletion(row.after as object) ? null : (row.after as SetTolerance),
    requester: row.firstName === null ? 'Command line' : `${row.firstName} ${row.lastName}`,
    requestedAt: row.requestedAt,
  }))
}

/** The values as they will be when all that waits is approved, by target. */
export async function wishedTolerances(read: Read): Promise<Map<string, SetTolerance>> {
  const values = await storedTolerances(read)
  for (const { target, after } of await waitingTolerances(read))
    if (after === null) values.delete(target)
    else values.set(target, after)
  return values
}

/** All but the one of a target. */
export function butFor(values: ReadonlyMap<string, SetTolerance>, target: string): SetTolerance[] {
  return [...values].flatMap(([key, value]) => (key === target ? [] : [value]))
}

export async function fundCodes(read: Read): Promise<ReadonlySet<string>> {
  return new Set((await read.select({ code: fund.code }).from(fund)).map(({ code }) => code))
}
