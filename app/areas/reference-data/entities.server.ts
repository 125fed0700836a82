import type { Read } from 'db/database'
import { currency, type expenseType, legalEntity, type routineType } from 'db/schema/lookups'
import { and, asc, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isCurrency } from '~/platform/values/currencies'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { LARGEST_INTEGER } from '~/platform/values/numerals'

/** The name of a legal entity. @throws DomainError not-found */
export async function entityName(read: Read, legalEntityId: number): Promise<string> {
  const found =
    legalEntityId > LARGEST_INTEGER
      ? []
      : await read
          .select({ name: legalEntity.name })
          .from(legalEntity)
          .where(eq(legalEntity.id, legalEntityId))
  const [entity] = found
  if (!entity) throw new DomainError('not-found', 'There is no such legal entity. Check the link.')
  return entity.name
}

/** A lookup whose rows have an id and a name. */
export type Named = typeof legalEntity | typeof expenseType | typeof routineType

/** The names of these rows, by id. */
export async function namesOf(
  read: Read,
  table: Named,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await read
    .select({ id: table.id, name: table.name })
    .from(table as typeof legalEntity)
    .where(inArray(table.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** True when there is a row with this id. */
export async function isThere(read: Read, table: Named, id: number): Promise<boolean> {
  return (await namesOf(read, table, [id])).size > 0
}

/** True when a currency is both an ISO one and one of the site. */
export async function isOurCurrency(read: Read, code: string): Promise<boolean> {
  if (!isCurrency(code)) return false
  const rows = await read.select().from(currency).where(eq(currency.code, code))
  return rows.length > 0
}

type AddressColumns = Record<'street' | 'buildingNumber' | 'postCode' | 'town' | 'country', PgColumn>

/** The columns of the postal address of an entity, also of one under another name in a query. */
export function addressOf<Entity extends AddressColumns>(entity: Entity): Pick<Entity, keyof AddressColumns> {
  const { street, buildingNumber, postCode, town, country } = entity
  return { street, buildingNumber, postCode, town, country }
}

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
