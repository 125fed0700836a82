import type { Read } from 'db/database'
import { clientValidator, expenseType, legalEntity, mapping, routineType } from 'db/schema/lookups'
import { inArray, sql } from 'drizzle-orm'
import { fullNameOf } from '~/areas/access/full-name.server'
import { namesOf } from '~/areas/reference-data/named.server'
import { showAmount, showDay } from '~/platform/values/show'
import type { FieldValue } from './draft-change'
import type { DraftField } from './draft-labels'

/** A value of a draft's field in words; '' for an empty one. */
export type DraftWords = (field: DraftField, value: FieldValue | undefined) => string

const ENTITIES = [
  'invoicedLegalEntity',
  'invoicedFundLegalEntity',
  'settlementLegalEntity',
  'settlingLegalEntity',
]
const VALIDATORS = ['validatingUserA', 'validatingUserB']
const AMOUNTS = ['grossAmount', 'taxes']
const CODES: Record<string, string> = { allocationRule: 'FEE_ALLOCATION', postingFilter: 'POSTING_FILTER' }

/** How the values of these versions of a draft are told to people, with the names of what they refer to. */
export async function draftWords(
  read: Read,
  versions: readonly Partial<Record<DraftField, FieldValue>>[],
): Promise<DraftWords> {
  const idsIn = (fields: readonly string[]) => [
    ...new Set(
      versions.flatMap((version) =>
        fields.flatMap((field) => {
          const id = version[field as DraftField]
          return typeof id === 'number' ? [id] : []
        }),
      ),
    ),
  ]
  const [entities, validators, expenses, routines, codes] = await Promise.all([
    namesOf(read, legalEntity, idsIn(ENTITIES)),
    read
      .select({ id: clientValidator.id, name: sql<string>`coalesce(${fullNameOf(clientValidator)}, '')` })
      .from(clientValidator)
      .where(inArray(clientValidator.id, idsIn(VALIDATORS)))
      .then((rows) => new Map(rows.map(({ id, name }) => [id, name]))),
    namesOf(read, expenseType, idsIn(['expenseType'])),
    namesOf(read, routineType, idsIn(['routineType'])),
    read
      .select()
      .from(mapping)
      .where(inArray(mapping.key, Object.values(CODES))),
  ])
  const nameOf = (field: DraftField) => {
    if (ENTITIES.includes(field)) return entities
    if (VALIDATORS.includes(field)) return validators
    return field === 'expenseType' ? expenses : routines
  }
  return (field, value) => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (typeof value === 'number') return nameOf(field).get(value) ?? String(value)
    if (AMOUNTS.includes(field)) return showAmount(value)
    if (CODES[field])
      return codes.find(({ key, code }) => key === CODES[field] && code === value)?.display ?? value
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? showDay(value) : value
  }
}
