import type { Read } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { and, asc, eq, gte, isNull, or } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'

export interface LegalEntityRow {
  id: number
  name: string
  /** COMPANY, SUPPLIER, SUPPLIER FUND or FUND. */
  kind: string
  jurisdiction: string | null
  vatNumber: string | null
  /** Last day on which it may be chosen. */
  deadDate: Day | null
}

/**
 * Legal entities by name.
 * @param kind only those of this kind
 * @param aliveOn only those without a dead date, or with one on or after this day
 */
export function legalEntityList(
  read: Read,
  { kind, aliveOn }: { kind?: string; aliveOn?: Day } = {},
): Promise<LegalEntityRow[]> {
  const { id, name, kind: is, jurisdiction, vatNumber, deadDate } = legalEntity
  return read
    .select({ id, name, kind: is, jurisdiction, vatNumber, deadDate })
    .from(legalEntity)
    .where(
      and(
        kind === undefined ? undefined : eq(is, kind),
        aliveOn === undefined ? undefined : or(isNull(deadDate), gte(deadDate, aliveOn)),
      ),
    )
    .orderBy(asc(name))
}
