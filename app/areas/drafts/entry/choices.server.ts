import type { Read } from 'db/database'
import { clientValidator, expenseType, legalEntity, mapping, routineType } from 'db/schema/lookups'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { fullNameOf } from '~/areas/access/users.server'
import { DRAFT_LABELS, type Draft, type DraftField, type DraftFields } from '~/areas/expenses/expense'
import {
  type Choice,
  ENTITY_KINDS,
  type EntityChoice,
  entitiesUntil,
  existingIds,
  expenseChoices,
  FUND_KINDS,
  SUPPLIER_KINDS,
} from '~/areas/reference-data/choices.server'
import { isOurCurrency, isThere } from '~/areas/reference-data/entities.server'
import { type EntityField, type EntityList, offered } from '~/areas/reference-data/find-entities.server'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { type FieldFaults, whyNotOn } from '../draft-rules'

/** The choices of every select of a draft's form; the draft's present values are always among them. */
export interface DraftChoices {
  /** Legal entities are offered until their dead date, compared with the received date as it is typed. */
  suppliers: EntityChoice[]
  supplierFunds: EntityChoice[]
  entities: EntityChoice[]
  /** Lists that are too long for a page: they hold only what is chosen, and the others are found by name. */
  searched: EntityList[]
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

/** The client of a draft: its validators sign the draft. */
export const clientOf = ({
  settlementLegalEntity,
  settlingLegalEntity,
}: Pick<DraftFields, 'settlementLegalEntity' | 'settlingLegalEntity'>) =>
  settlementLegalEntity ?? settlingLegalEntity

/** The choices for a draft. */
export async function draftChoices({ read, today }: Context, draft: Draft): Promise<DraftChoices> {
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
  const company = offered(suppliers, draft.invoicedLegalEntity)
  const ofFund = offered(supplierFunds, draft.invoicedFundLegalEntity)
  const client = offered(entities, draft.settlementLegalEntity, draft.settlingLegalEntity)
  const coded = (key: string) =>
    codes.filter((each) => each.key === key).map(({ value, label }) => ({ value, label }))
  return {
    suppliers: company.options,
    supplierFunds: ofFund.options,
    entities: client.options,
    searched: [
      ...(company.search ? (['suppliers'] as const) : []),
      ...(ofFund.search ? (['supplier-funds'] as const) : []),
      ...(client.search ? (['entities'] as const) : []),
    ],
    today,
    ...expense,
    allocationRules: coded('FEE_ALLOCATION'),
    postingFilters: coded('POSTING_FILTER'),
    feesTypes: coded('FEES_TYPE'),
    validators,
  }
}

/** Validators of a client who are not retired, and those chosen before, by name. */
async function validatorsOf(
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
        inArray(clientValidator.id, existingIds(chosen)),
      ),
    )
    .orderBy(asc(clientValidator.lastName), asc(clientValidator.firstName))
}

const ENTITIES = {
  invoicedLegalEntity: SUPPLIER_KINDS,
  invoicedFundLegalEntity: FUND_KINDS,
  settlementLegalEntity: ENTITY_KINDS,
  settlingLegalEntity: ENTITY_KINDS,
} as const

/** The fields in which an entity may be named instead of chosen. */
export const NAMED_ENTITIES: Readonly<Record<keyof typeof ENTITIES, EntityField>> = {
  invoicedLegalEntity: { list: 'suppliers', label: DRAFT_LABELS.invoicedLegalEntity },
  invoicedFundLegalEntity: { list: 'supplier-funds', label: DRAFT_LABELS.invoicedFundLegalEntity },
  settlementLegalEntity: { list: 'entities', label: DRAFT_LABELS.settlementLegalEntity },
  settlingLegalEntity: { list: 'entities', label: DRAFT_LABELS.settlingLegalEntity },
}

const notInList = (field: DraftField) =>
  `${DRAFT_LABELS[field]}: it is not in the list. Choose one from the list.`

/**
 * The faults in the references of a draft: of the wrong kind, dead on the received date (today without one), retired,
 * of another client, or not found. An earlier choice that is not checked again stays valid.
 * @param before the draft as it is stored
 */
export async function referenceFaults(
  { read, today }: Context,
  before: DraftFields,
  after: DraftFields,
): Promise<FieldFaults> {
  const faults: FieldFaults = {}
  const changed = (field: DraftField) => after[field] !== null && after[field] !== before[field]
  const otherDay = after.receivedDate !== before.receivedDate

  const entityFields = Object.keys(ENTITIES) as (keyof typeof ENTITIES)[]
  const toCheck = entityFields.filter((field) => changed(field) || (otherDay && after[field] !== null))
  const ids = toCheck.flatMap((field) => after[field] ?? [])
  const entities =
    ids.length === 0 ? [] : await read.select().from(legalEntity).where(inArray(legalEntity.id, ids))
  const day = after.receivedDate ?? today
  for (const field of toCheck) {
    const found = entities.find(({ id }) => id === after[field])
    if (!found || !(ENTITIES[field] as readonly string[]).includes(found.kind))
      faults[field] = notInList(field)
    else if (found.deadDate !== null && found.deadDate < day)
      faults[field] = whyNotOn(
        DRAFT_LABELS[field],
        { name: found.name, until: found.deadDate },
        { day, isKnown: after.receivedDate !== null },
      )
  }
  await validatorFaults(read, before, after, faults)

  const { currency, expenseType: expense, routineType: routine } = after
  if (currency !== null && changed('currency') && !(await isOurCurrency(read, currency)))
    faults.currency = notInList('currency')
  if (expense !== null && changed('expenseType') && !(await isThere(read, expenseType, expense)))
    faults.expenseType = notInList('expenseType')
  if (routine !== null && changed('routineType') && !(await isThere(read, routineType, routine)))
    faults.routineType = notInList('routineType')
  for (const [field, key] of CODES) {
    if (changed(field) && !(await hasCode(read, key, after[field] ?? ''))) faults[field] = notInList(field)
  }
  return faults
}

const CODES = [
  ['allocationRule', 'FEE_ALLOCATION'],
  ['postingFilter', 'POSTING_FILTER'],
] as const

/** True when a mapping has the code. */
export async function hasCode(read: Read, key: string, code: string): Promise<boolean> {
  const rows = await read
    .select({ id: mapping.id })
    .from(mapping)
    .where(and(eq(mapping.key, key), eq(mapping.code, code)))
  return rows.length > 0
}

async function validatorFaults(read: Read, before: DraftFields, after: DraftFields, faults: FieldFaults) {
  const client = clientOf(after)
  const otherClient = client !== clientOf(before)
  for (const field of ['validatingUserA', 'validatingUserB'] as const) {
    const id = after[field]
    if (id === null || (id === before[field] && !otherClient)) continue
    const [found] = await read.select().from(clientValidator).where(eq(clientValidator.id, id))
    if (!found) faults[field] = notInList(field)
    else if (found.isRetired && id !== before[field])
      faults[field] =
        `${DRAFT_LABELS[field]}: ${found.firstName} ${found.lastName} is retired. Choose another.`
    else if (found.legalEntityId !== client)
      faults[field] =
        client === null
          ? `${DRAFT_LABELS[field]}: choose the ${DRAFT_LABELS.settlementLegalEntity} or the ${DRAFT_LABELS.settlingLegalEntity} first, to see its validators.`
          : `${DRAFT_LABELS[field]}: ${found.firstName} ${found.lastName} does not validate for this client. Choose another.`
  }
}
