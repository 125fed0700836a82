import type { Read } from 'db/database'
import { pendingChange } from 'db/schema/access'
import { clientValidator, legalEntity } from 'db/schema/lookups'
import { authorisationRule, signatory } from 'db/schema/signatures'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { isDeletion } from '~/platform/approvals/deletion'
import { Big, plain } from '~/platform/values/decimal'
import { type Entry, entryTarget, type MatrixKind } from './matrix-entry'

/** The entries of the matrix that are in force or dated, by target. */
export async function storedEntries(read: Read, kind: MatrixKind): Promise<Map<string, Entry>> {
  const entries = await (kind === 'signatory' ? signatories(read) : rules(read))
  return new Map(entries.map((entry) => [entryTarget(kind, entry), entry]))
}

/** The same as they will be when all that waits is approved. */
export async function wishedEntries(read: Read, kind: MatrixKind): Promise<Map<string, Entry>> {
  const entries = await storedEntries(read, kind)
  const waiting = await read
    .select({ target: pendingChange.target, after: pendingChange.after })
    .from(pendingChange)
    .where(and(isNull(pendingChange.decision), eq(pendingChange.kind, kind)))
    .orderBy(asc(pendingChange.id))
  for (const { target, after } of waiting)
    if (isDeletion(after as object)) entries.delete(target)
    else entries.set(target, after as Entry)
  return entries
}

async function rules(read: Read): Promise<Entry[]> {
  const { currency, validFrom, validTo, amountFrom, amountTo, rule } = authorisationRule
  const rows = await read
    .select({ legalEntity: legalEntity.name, currency, validFrom, validTo, amountFrom, amountTo, rule })
    .from(authorisationRule)
    .innerJoin(legalEntity, eq(legalEntity.id, authorisationRule.legalEntityId))
  return rows.map((row) => ({
    ...row,
    amountFrom: plain(new Big(row.amountFrom)),
    amountTo: row.amountTo === null ? null : plain(new Big(row.amountTo)),
  }))
}

function signatories(read: Read): Promise<Entry[]> {
  const { validFrom, validTo, signatoryClass } = signatory
  const { firstName, lastName } = clientValidator
  return read
    .select({ legalEntity: legalEntity.name, firstName, lastName, validFrom, validTo, signatoryClass })
    .from(signatory)
    .innerJoin(clientValidator, eq(clientValidator.id, signatory.validatorId))
    .innerJoin(legalEntity, eq(legalEntity.id, clientValidator.legalEntityId))
}
