import type { Read } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { inArray } from 'drizzle-orm'
import { bareNameKey, nameKey, vatKey } from '~/platform/einvoices/company-name'
import type { Day } from '~/platform/values/day'

/** A party of an e-invoice. */
export interface Party {
  name: string | null | undefined
  vat: string | null | undefined
  /** The day on which it must still be alive; without it, one with a dead date is not matched. */
  day?: Day
}

export interface MatchedEntity {
  id: number
  kind: string
  by: 'VAT number' | 'name'
}

/**
 * The legal entity of these kinds that a party of an e-invoice is: the one with its VAT number, else the one with its name,
 * without regard to case, accents, punctuation and legal form. Null when none, or more than one, is meant.
 */
export async function matchEntity(
  read: Read,
  kinds: readonly string[],
  { name, vat: given, day }: Party,
): Promise<MatchedEntity | null> {
  const rows = await read
    .select({
      id: legalEntity.id,
      name: legalEntity.name,
      kind: legalEntity.kind,
      vatNumber: legalEntity.vatNumber,
      deadDate: legalEntity.deadDate,
    })
    .from(legalEntity)
    .where(inArray(legalEntity.kind, [...kinds]))
  const alive = rows.filter(({ deadDate }) => deadDate === null || (day !== undefined && deadDate >= day))

  const vat = vatKey(given ?? '')
  const sameVat = vat === '' ? [] : alive.filter(({ vatNumber }) => vatKey(vatNumber ?? '') === vat)
  // Companies of one VAT group share a number: then the name decides among them.
  const byVat = sameVat.length > 1 ? theOne(sameVat, name) : sameVat[0]
  if (byVat) return { id: byVat.id, kind: byVat.kind, by: 'VAT number' }
  if (sameVat.length > 1) return null
  const byName = theOne(alive, name)
  return byName ? { id: byName.id, kind: byName.kind, by: 'name' } : null
}

/** The only one of this name: with its legal form, else without. */
function theOne<Row extends { name: string }>(
  rows: readonly Row[],
  name: string | null | undefined,
): Row | null {
  if (!name) return null
  for (const key of [nameKey, bareNameKey]) {
    const wanted = key(name)
    const same = wanted === '' ? [] : rows.filter((row) => key(row.name) === wanted)
    if (same.length === 1) return same[0] ?? null
    if (same.length > 1) return null
  }
  return null
}
