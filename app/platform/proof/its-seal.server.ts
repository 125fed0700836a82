import type { Read } from 'db/database'
import { type SealedChange, sealHash } from 'db/evidence/seal'
import { changeSeal, dataChange } from 'db/schema/evidence'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { groupedBy } from '~/platform/values/grouped'
import { isSignedWith, type PublicKey } from '~/platform/workflow/signing.server'

/**
 * Whether a seal is that of a change: both are of one transaction. A change with the number of another transaction's
 * seal was not written by the application.
 */
export const isItsSeal = and(
  eq(changeSeal.id, dataChange.sealId),
  sql`${dataChange.xact} is not distinct from ${changeSeal.xact}`,
)

/** The changes that each of these seals signs, in their order, by the id of the seal. */
export async function changesBySeal(read: Read, ids: readonly number[]) {
  const { sealId, id, tableName: table, act, hash } = dataChange
  const rows =
    ids.length === 0
      ? []
      : await read
          .select({ sealId, id, table, act, hash })
          .from(dataChange)
          .innerJoin(changeSeal, isItsSeal)
          .where(inArray(sealId, [...ids]))
          .orderBy(asc(id))
  return groupedBy(rows, (row) => row.sealId)
}

/** A seal as it is stored. Its number of changes is not signed. */
interface StoredSeal {
  id: number
  at: Date
  changes: number
  hash: string
  signature: string
}

/** What is wrong with a seal, as the rest of a sentence; null if this site signed it, over just these changes. */
export function sealFault(
  keys: readonly PublicKey[],
  seal: StoredSeal,
  changes: readonly SealedChange[],
): string | null {
  if (!isSignedWith(keys, seal.hash, seal.signature)) return 'is not signed by this site'
  if (changes.length !== seal.changes)
    return `signs ${seal.changes} changes, and ${changes.length} are there${namesOf(changes)}`
  if (sealHash(seal.id, seal.at, changes) !== seal.hash)
    return `signs other changes than those that are there${namesOf(changes)}`
  return null
}

const namesOf = (changes: readonly SealedChange[]) =>
  changes.length === 0
    ? ''
    : ` (${changes
        .slice(0, 5)
        .map(({ table, id }) => `change ${id} of ${table}`)
        .join(', ')})`
