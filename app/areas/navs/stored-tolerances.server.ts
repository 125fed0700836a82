import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { ruleTolerance } from 'db/schema/navs'
import { asc } from 'drizzle-orm'
import { isDeletion } from '~/platform/approvals/deletion'
import { waitingOfKind } from '~/platform/approvals/waiting-of-kind.server'
import { Big, plain } from '~/platform/values/decimal'
import type { ToleranceLevel } from './rules/tolerance-in-force'
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

/** The values as they will be when all that waits is approved, by target. */
export async function wishedTolerances(read: Read): Promise<Map<string, SetTolerance>> {
  const values = await storedTolerances(read)
  for (const { target, after } of await waitingOfKind(read, RULE_TOLERANCE))
    if (isDeletion(after)) values.delete(target)
    else values.set(target, after as SetTolerance)
  return values
}

/** All but the one of a target. */
export function butFor(values: ReadonlyMap<string, SetTolerance>, target: string): SetTolerance[] {
  return [...values].flatMap(([key, value]) => (key === target ? [] : [value]))
}

export async function fundCodes(read: Read): Promise<ReadonlySet<string>> {
  return new Set((await read.select({ code: fund.code }).from(fund)).map(({ code }) => code))
}
