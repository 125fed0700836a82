import type { Read } from 'db/database'
import { clientValidator, mapping } from 'db/schema/lookups'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { fullNameOf } from '~/areas/access/full-name.server'
import {
  type Choice,
  ENTITY_KINDS,
  type EntityChoice,
  entitiesUntil,
  expenseChoices,
  FUND_KINDS,
  known,
  SUPPLIER_KINDS,
} from '~/areas/reference-data/choices.server'
import type { Day } from '~/platform/values/day'
import type { Draft, DraftFields } from './draft'

/** What every select of a draft's form offers; a value that the draft has already is always among them. */
export interface DraftChoices {
  /** Legal entities are offered until their dead date, compared with the received date as it is typed. */
  suppliers: EntityChoice[]
  supplierFunds: EntityChoice[]
  entities: EntityChoice[]
  /** What they are compared with while there is no received date. */
  today: Day
  expenseTypes: Choice[]
  routineTypes: Choice[]
  currencies: Choice<string>[]
  allocationRules: Choice<string>[]
  postingFilters: Choice<string>[]
  feesTypes: Choice<string>[]
  /** Validators of the client who are not retired. */
  validators: Choice[]
}

/** The client of a draft: whose validators sign it. */
export const clientOf = ({
  settlementLegalEntity,
  settlingLegalEntity,
}: Pick<DraftFields, 'settlementLegalEntity' | 'settlingLegalEntity'>) =>
  settlementLegalEntity ?? settlingLegalEntity

/** What may be chosen for a draft. */
export async function draftChoices(read: Read, draft: Draft, today: Day): Promise<DraftChoices> {
  const [suppliers, supplierFunds, entities, expense, codes, validators] = await Promise.all([
    entitiesUntil(read, SUPPLIER_KINDS),
    entitiesUntil(read, FUND_KINDS),
    entitiesUntil(read, ENTITY_KINDS),
    expenseChoices(read),
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
    today,
    ...expense,
    allocationRules: coded('FEE_ALLOCATION'),
    postingFilters: coded('POSTING_FILTER'),
    feesTypes: coded('FEES_TYPE'),
    validators,
  }
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
