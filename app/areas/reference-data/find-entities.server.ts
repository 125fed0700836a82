import type { Read } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { and, asc, eq, gte, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { MAX_FOUND, MAX_OFFERED, optionNamed, plain, searchTermsOf } from '~/platform/tables/options.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { type Choice, ENTITY_KINDS, FUND_KINDS, SUPPLIER_KINDS } from './choices.server'

/** The lists of legal entities that forms offer, by their name in addresses. */
export const ENTITY_LISTS = {
  suppliers: SUPPLIER_KINDS,
  'supplier-funds': FUND_KINDS,
  'all-suppliers': [...SUPPLIER_KINDS, ...FUND_KINDS],
  entities: ENTITY_KINDS,
  all: [...SUPPLIER_KINDS, ...FUND_KINDS, ...ENTITY_KINDS],
} as const satisfies Record<string, readonly string[]>

export type EntityList = keyof typeof ENTITY_LISTS

/** `plain` in SQL, but for the blanks. Text without accents is not taken apart: that takes five times as long. */
export const plainSql = (text: SQLWrapper) =>
  sql<string>`lower(case when octet_length(${text}) = length(${text}) then ${text}
    else regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g') end)`
const PLAIN_NAME = plainSql(legalEntity.name)

const ofList = (list: EntityList) => inArray(legalEntity.kind, [...ENTITY_LISTS[list]])

/**
 * The entities of a list with all words of a text somewhere in their name, accents ignored: those that begin with it
 * first, 20 at most.
 * @param on only those that may be chosen on this day
 */
export function findEntities(
  read: Read,
  list: EntityList,
  { text, on }: { text: string; on: Day | null },
): Promise<Choice[]> {
  const { typed, words } = searchTermsOf(text)
  const has = (word: string): SQL => sql`strpos(${PLAIN_NAME}, ${word}) > 0`
  return read
    .select({ value: legalEntity.id, label: legalEntity.name })
    .from(legalEntity)
    .where(
      and(
        ofList(list),
        on === null ? undefined : or(isNull(legalEntity.deadDate), gte(legalEntity.deadDate, on)),
        ...words.map(has),
      ),
    )
    .orderBy(sql`strpos(${PLAIN_NAME}, ${typed}) <> 1`, asc(legalEntity.name))
    .limit(MAX_FOUND)
}

/**
 * The options of a list for a page: all of them, or where they are too many only those that are chosen.
 * @param search whether the others are to be found by their name
 */
export function offered<Offered extends Choice>(
  all: readonly Offered[],
  ...chosen: readonly (number | null | undefined)[]
): { options: Offered[]; search: boolean } {
  if (all.length <= MAX_OFFERED) return { options: [...all], search: false }
  return { options: all.filter(({ value }) => chosen.includes(value)), search: true }
}

/** A field of a form that names an entity. */
export interface EntityField {
  list: EntityList
  /** Begins the refusal. */
  label: string
}

const ID = /^[1-9]\d{0,9}$/

/**
 * The fields of a form with ids where names of entities were typed; ids and empty fields stay.
 * @throws DomainError invalid for a name that is not in the list, with the nearest ones, under its field
 */
export async function withEntityIds(
  read: Read,
  typed: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, EntityField>>,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  const faults: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    const text = typed[name]?.trim() ?? ''
    if (text === '' || (ID.test(text) && !(await isTypedName(read, field.list, text)))) continue
    const found = await entityNamed(read, field, text)
    if (typeof found === 'number') ids[name] = String(found)
    else faults[name] = found
  }
  const sentences = Object.values(faults)
  if (sentences.length > 0) throw new DomainError('invalid', sentences.join(' '), { fields: faults })
  return { ...typed, ...ids }
}

/** Whether digits are the name of an entity, in a list that is too long to send ids. */
async function isTypedName(read: Read, list: EntityList, text: string): Promise<boolean> {
  const named = await read.$count(legalEntity, and(ofList(list), eq(legalEntity.name, text)))
  return named > 0 && (await read.$count(legalEntity, ofList(list))) > MAX_OFFERED
}

/** The id of the entity with this name, in any spelling of accents and capitals; or why there is none, in a sentence. */
async function entityNamed(read: Read, { list, label }: EntityField, text: string): Promise<number | string> {
  const all = await read
    .select({ value: legalEntity.id, label: legalEntity.name })
    .from(legalEntity)
    .where(ofList(list))
    .orderBy(asc(legalEntity.name))
  const named = optionNamed(all, label, text)
  return typeof named === 'string' ? named : named.value
}

/** Words of the names of entities, in lower case, that have accents and without these have one of the words. */
export async function accentedWords(read: Read, words: readonly string[]): Promise<string[]> {
  const has = words.map((word) => sql`strpos(${plainSql(sql`part`)}, ${plain(word)}) > 0`)
  const rows: unknown = await read.execute(sql`
    select distinct lower(part) as part
    from ${legalEntity} cross join lateral regexp_split_to_table(${legalEntity.name}, '\\s+') as part
    where octet_length(${legalEntity.name}) > length(${legalEntity.name}) and octet_length(part) > length(part)
      and (${sql.join(has, sql` or `)})
    order by 1 limit 20`)
  return (rows as { part: string }[]).map(({ part }) => part)
}
