import type { Read } from 'db/doors'
import { clientValidator, expenseType, legalEntity, mapping, routineType } from 'db/schema/lookups'
import { and, asc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { currencies } from '~/domain/lookups/currencies.server'
import type { Day } from '~/domain/values/day'
import type { Draft, DraftFields } from './draft'
import { fullNameOf } from './draft-names.server'

/** Something that a select of the draft's form offers. */
export interface Choice<Value = number> {
  value: Value
  label: string
}

/** What every select of a draft's form offers; a value that the draft has already is always among them. */
export interface DraftChoices {
  suppliers: Choice[]
  supplierFunds: Choice[]
  entities: Choice[]
  expenseTypes: Choice[]
  routineTypes: Choice[]
  currencies: Choice<string>[]
  allocationRules: Choice<string>[]
  postingFilters: Choice<string>[]
  feesTypes: Choice<string>[]
  /** Validators of the client who are not retired. */
  validators: Choice[]
}

/** Kinds of legal entities by what they may be to a draft. */
export const SUPPLIER_KINDS = ['SUPPLIER']
export const FUND_KINDS = ['SUPPLIER FUND']
export const ENTITY_KINDS = ['COMPANY', 'FUND']

/** The client of a draft: whose validators sign it. */
export const clientOf = ({
  settlementLegalEntity,
  settlingLegalEntity,
}: Pick<DraftFields, 'settlementLegalEntity' | 'settlingLegalEntity'>) =>
  settlementLegalEntity ?? settlingLegalEntity

/**
 * What may be chosen for a draft. Legal entities are offered until their dead date, compared with the received date or,
 * without one, with today.
 */
export async function draftChoices(read: Read, draft: Draft, today: Day): Promise<DraftChoices> {
  const day = draft.receivedDate ?? today
  const [suppliers, supplierFunds, entities, expenseTypes, routineTypes, money, codes, validators] =
    await Promise.all([
      aliveEntities(read, SUPPLIER_KINDS, day, [draft.invoicedLegalEntity]),
      aliveEntities(read, FUND_KINDS, day, [draft.invoicedFundLegalEntity]),
      aliveEntities(read, ENTITY_KINDS, day, [draft.settlementLegalEntity, draft.settlingLegalEntity]),
      read
        .select({ value: expenseType.id, label: expenseType.name })
        .from(expenseType)
        .orderBy(asc(expenseType.name)),
      read
        .select({ value: routineType.id, label: routineType.name })
        .from(routineType)
        .orderBy(asc(routineType.id)),
      currencies(read),
      read
        .select({ key: mapping.key, value: mapping.code, label: mapping.display })
        .from(mapping)
        .where(inArray(mapping.key, ['FEE_ALLOCATION', 'POSTING_FILTER', 'FEES_TYPE']))
        .orderBy(asc(mapping.sortingOrder)),
      validatorsOf(read, clientOf(draft), [draft.validatingUserA, draft.validatingUserB]),
    ])
  const coded = (key: string) =>
    codes.filter((each) => each.key === key).map(({ value, label }) => ({ value, label }))
  return {
    suppliers,
    supplierFunds,
    entities,
    expenseTypes,
    routineTypes,
    currencies: money.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    allocationRules: coded('FEE_ALLOCATION'),
    postingFilters: coded('POSTING_FILTER'),
    feesTypes: coded('FEES_TYPE'),
    validators,
  }
}

const known = (ids: readonly (number | null)[]) => ids.filter((id) => id !== null)

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
    .where(or(alive, inArray(legalEntity.id, known(chosen))))
    .orderBy(asc(legalEntity.name))
}

/** Validators of a client who are not retired, and those chosen before, by name. */
export async function validatorsOf(
  read: Read,
  client: number | null,
  chosen: readonly (number | null)[],
): Promise<Choice[]> {
  return read
    .select({
      value: clientValidator.id,
      label: sql<string>`coalesce(${fullNameOf(clientValidator)}, '')`,
    })
    .from(clientValidator)
    .where(
      or(
        client === null
          ? undefined
          : and(eq(clientValidator.legalEntityId, client), eq(clientValidator.isRetired, false)),
        inArray(clientValidator.id, known(chosen)),
      ),
    )
    .orderBy(asc(clientValidator.lastName), asc(clientValidator.firstName))
}
