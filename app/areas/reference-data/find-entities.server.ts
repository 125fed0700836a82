import type { Read } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { and, asc, gte, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
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

/** A page carries no longer list than this: the others are found by a part of their name. */
export const MOST_OFFERED = 100
const MOST_FOUND = 20
const MOST_WORDS = 6
const NEAREST = 5

/** A text without accents, in lower case, with single blanks. */
export const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
/** The same in SQL, but for the blanks. Text without accents is not taken apart: that takes five times as long. */
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
  const typed = plain(text)
  const words = typed.split(' ').filter(Boolean).slice(0, MOST_WORDS)
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
    .limit(MOST_FOUND)
}

/**
 * The options of a list for a page: all of them, or where they are too many only those that are chosen.
 * @param search whether the others are to be found by their name
 */
export function offered<Offered extends Choice>(
  all: readonly Offered[],
  ...chosen: readonly (number | null | undefined)[]
): { options: Offered[]; search: boolean } {
  if (all.length <= MOST_OFFERED) return { options: [...all], search: false }
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
    if (text === '' || ID.test(text)) continue
    const found = await entityNamed(read, field, text)
    if (typeof found === 'number') ids[name] = String(found)
    else faults[name] = found
  }
  const sentences = Object.values(faults)
  if (sentences.length > 0) throw new DomainError('invalid', sentences.join(' '), { fields: faults })
  return { ...typed, ...ids }
}

/** The id of the entity with this name, in any spelling of accents and capitals; or why there is none, in a sentence. */
async function entityNamed(read: Read, { list, label }: EntityField, text: string): Promise<number | string> {
  const all = await read
    .select({ id: legalEntity.id, name: legalEntity.name })
    .from(legalEntity)
    .where(ofList(list))
    .orderBy(asc(legalEntity.name))
  const [exact, wanted] = [all.find(({ name }) => name === text), plain(text)]
  const same = all.filter(({ name }) => plain(name) === wanted)
  if (exact) return exact.id
  if (same.length === 1 && same[0]) return same[0].id
  const near = same.length > 1 ? same : nearestTo(wanted, all)
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
  const names = near.slice(0, NEAREST).map(({ name }) => name)
  const others = names.length === 0 ? 'Enter a name of the list.' : `The nearest names: ${names.join('; ')}.`
  return `${label}: “${shown}” is not in the list. ${others}`
}

/** Those that contain the text, then those that share most pairs of letters with it. */
function nearestTo<Entity extends { name: string }>(wanted: string, all: readonly Entity[]): Entity[] {
  const pairs = pairsOf(wanted)
  const near = all.map((entity) => {
    const own = pairsOf(plain(entity.name))
    const shared = [...pairs].filter((pair) => own.has(pair)).length
    const likeness = (2 * shared) / Math.max(1, pairs.size + own.size)
    return { entity, likeness: plain(entity.name).includes(wanted) ? likeness + 1 : likeness }
  })
  return near
    .filter(({ likeness }) => likeness > 0.25)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ entity }) => entity)
}

const pairsOf = (text: string) =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))
