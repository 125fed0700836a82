import type { Read } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { authorisationRule } from 'db/schema/signatures'
import { asc, inArray } from 'drizzle-orm'

/** The legal entities that have rules, of whatever day, by name. */
export function entitiesWithMatrix(read: Read): Promise<{ id: number; name: string }[]> {
  const withRules = read.select({ id: authorisationRule.legalEntityId }).from(authorisationRule)
  return read
    .select({ id: legalEntity.id, name: legalEntity.name })
    .from(legalEntity)
    .where(inArray(legalEntity.id, withRules))
    .orderBy(asc(legalEntity.name))
}
