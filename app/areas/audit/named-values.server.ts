import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import {
  clientValidator,
  expenseType,
  fund,
  kpiComment,
  kpiMethod,
  legalEntity,
  routineType,
} from 'db/schema/lookups'
import { inArray } from 'drizzle-orm'
import type { Telling } from './event-diff'

type Names = ReadonlyMap<number, string>
type Lookup = (read: Read, ids: number[]) => Promise<{ id: number; name: string }[]>

const entities: Lookup = (read, ids) =>
  read
    .select({ id: legalEntity.id, name: legalEntity.name })
    .from(legalEntity)
    .where(inArray(legalEntity.id, ids))
const expenses: Lookup = (read, ids) =>
  read
    .select({ id: expenseType.id, name: expenseType.name })
    .from(expenseType)
    .where(inArray(expenseType.id, ids))
const routines: Lookup = (read, ids) =>
  read
    .select({ id: routineType.id, name: routineType.name })
    .from(routineType)
    .where(inArray(routineType.id, ids))
const validators: Lookup = async (read, ids) => {
  const rows = await read.select().from(clientValidator).where(inArray(clientValidator.id, ids))
  return rows.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` }))
}
const users: Lookup = (read, ids) =>
  read.select({ id: appUser.id, name: appUser.userName }).from(appUser).where(inArray(appUser.id, ids))
const funds: Lookup = (read, ids) =>
  read.select({ id: fund.id, name: fund.code }).from(fund).where(inArray(fund.id, ids))
const methods: Lookup = (read, ids) =>
  read.select({ id: kpiMethod.id, name: kpiMethod.name }).from(kpiMethod).where(inArray(kpiMethod.id, ids))
const comments: Lookup = (read, ids) =>
  read
    .select({ id: kpiComment.id, name: kpiComment.value })
    .from(kpiComment)
    .where(inArray(kpiComment.id, ids))

/** Field of an event's data → the table whose row its number names. */
const LOOKUPS: Readonly<Record<string, Lookup>> = {
  invoicedLegalEntity: entities,
  invoicedFundLegalEntity: entities,
  settlementLegalEntity: entities,
  settlingLegalEntity: entities,
  supplier_id: entities,
  settling_legal_entity_id: entities,
  legalEntityId: entities,
  legalEntity: entities,
  managementCompanyId: entities,
  entityId: entities,
  expenseType: expenses,
  expense_type_id: expenses,
  routineType: routines,
  routine_type_id: routines,
  validatingUserA: validators,
  validatingUserB: validators,
  userId: users,
  user_id: users,
  fundId: funds,
  kpiMethodId: methods,
  kpiCommentId: comments,
}

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 2 ** 31

/** What numbers in these events' data stand for, asked once for all of them. */
export async function namedValues(read: Read, datas: readonly unknown[]): Promise<Telling['nameOf']> {
  const wanted = new Map<Lookup, Set<number>>()
  for (const data of datas) collect('', data, wanted)
  const found = new Map<Lookup, Names>()
  await Promise.all(
    [...wanted].map(async ([lookup, ids]) => {
      const rows = await lookup(read, [...ids])
      found.set(lookup, new Map(rows.map(({ id, name }) => [id, name])))
    }),
  )
  return (field, value) => {
    const lookup = lookupOf(field)
    return (lookup && isId(value) && found.get(lookup)?.get(value)) || null
  }
}

const lookupOf = (field: string): Lookup | undefined => {
  const name = field.split(', ').at(-1) ?? ''
  return Object.hasOwn(LOOKUPS, name) ? LOOKUPS[name] : undefined
}

function collect(field: string, given: unknown, wanted: Map<Lookup, Set<number>>): void {
  const value = typeof given === 'string' && given.startsWith('{') ? parsed(given) : given
  if (value !== null && typeof value === 'object')
    for (const [name, each] of Object.entries(value)) collect(name, each, wanted)
  const lookup = lookupOf(field)
  if (!lookup || !isId(value)) return
  const ids = wanted.get(lookup) ?? new Set()
  wanted.set(lookup, ids.add(value))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
