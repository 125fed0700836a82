import type { Read } from 'db/database'
import { mapping } from 'db/schema/lookups'
import { asc, eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import { MAPPING_KEYS } from './mapping-keys'

export interface MappingRow {
  id: number
  key: string
  code: string
  display: string
  sortingOrder: number
}

/** A list of codes, in its order. @throws DomainError not-found */
export function mappingList(read: Read, key: string | undefined): Promise<MappingRow[]> {
  const known = MAPPING_KEYS.find((each) => each === key)
  if (!known)
    throw new DomainError('not-found', `There is no such list. Ask for one of ${MAPPING_KEYS.join(', ')}.`)
  return read
    .select()
    .from(mapping)
    .where(eq(mapping.key, known))
    .orderBy(asc(mapping.sortingOrder), asc(mapping.code))
}
