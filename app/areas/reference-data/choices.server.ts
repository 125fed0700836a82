import type { Read } from 'db/database'
import { clientValidator, currency, expenseType, legalEntity, mapping, routineType } from 'db/schema/lookups'
import { and, asc, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { MAPPING_KEYS } from './reference-data'

export interface CurrencyRow {
  /** ISO 4217. */
  code: string
  name: string
}

/** The site's currencies by code. */
export function currencies(read: Read): Promise<CurrencyRow[]> {
  return read.select({ code: currency.code, name: currency.name }).from(currency).orderBy(asc(currency.code))
}

/** An option of a form's select. */
export interface Choice<Value = number> {
  value: Value
  label: string
}

/** An entity that a select offers until the last day on which it may be chosen; null without one. */
export interface EntityChoice extends Choice {
  until: Day | null
}

/** Kinds of legal entities by their possible roles in an expense. */
export const SUPPLIER_KINDS = ['SUPPLIER']
export const FUND_KINDS = ['SUPPLIER FUND']
export const ENTITY_KINDS = ['COMPANY', 'FUND']

/** The ids that exist. */
export const existingIds = (ids: readonly (number | null)[]) => ids.filter((id) => id !== null)

/** Legal entities of these kinds alive on a day, and those chosen before, by name. */
export async function aliveEntities(
  read: Read,
  kinds: readonly string[],
  day: Day,
  chosen: readonly (number | null)[],
): Promise<Choice[]> {
  const alive = and(
    inArray(legalEntity.kind, [...kinds]),
    or(isNull(legalEntity.deadDate), gte(legalEntity.deadDate, day)),
  )
  return read
    .select({ value: legalEntity.id, label: legalEntity.name })
    .from(legalEntity)
    .where(or(alive, inArray(legalEntity.id, existingIds(chosen))))
    .orderBy(asc(legalEntity.name))
}

/** Legal entities of these kinds, dead ones too, each with the last day on which it may be chosen, by name. */
export function entitiesUntil(read: Read, kinds: readonly string[]): Promise<EntityChoice[]> {
  return read
    .select({ value: legalEntity.id, label: legalEntity.name, until: legalEntity.deadDate })
    .from(legalEntity)
    .where(inArray(legalEntity.kind, [...kinds]))
    .orderBy(asc(legalEntity.name))
}

/** The expense types by name, the routine types, and the currencies by code: each select offers all of them. */
export async function expenseChoices(read: Read): Promise<{
  expenseTypes: Choice[]
  routineTypes: Choice[]
  currencies: Choice<string>[]
}> {
  const [expenseTypes, routineTypes, money] = await Promise.all([
    read
      .select({ value: expenseType.id, label: expenseType.name })
      .from(expenseType)
      .orderBy(asc(expenseType.name)),
    read
      .select({ value: routineType.id, label: routineType.name })
      .from(routineType)
      .orderBy(asc(routineType.id)),
    currencies(read),
  ])
  return {
    expenseTypes,
    routineTypes,
    currencies: money.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
  }
}

/** People who validate for a client (specification, section 3: client validator). */
export interface ValidatorRow {
  id: number
  firstName: string
  lastName: string
  isRetired: boolean
}

/** The validators of a client that are not retired, by name. */
export function activeValidators(read: Read, legalEntityId: number): Promise<ValidatorRow[]> {
  const { id, firstName, lastName, isRetired } = clientValidator
  return read
    .select({ id, firstName, lastName, isRetired })
    .from(clientValidator)
    .where(and(eq(clientValidator.legalEntityId, legalEntityId), eq(isRetired, false)))
    .orderBy(asc(lastName), asc(firstName))
}

export interface MappingRow {
  id: number
  key: string
  code: string
  display: string
  sortingOrder: number
}

/** A list of codes, in its order. @throws DomainError not-found */
export function mappingList(read: Read, key: string | undefined): Promise<MappingRow[]> {
  const code = MAPPING_KEYS.find((each) => each === key)
  if (!code)
    throw new DomainError('not-found', `There is no such list. Ask for one of ${MAPPING_KEYS.join(', ')}.`)
  return read
    .select()
    .from(mapping)
    .where(eq(mapping.key, code))
    .orderBy(asc(mapping.sortingOrder), asc(mapping.code))
}
