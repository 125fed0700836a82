import type { Read, Transaction } from 'db/database'
import { clientValidator, legalEntity } from 'db/schema/lookups'
import { authorisationRule, signatory } from 'db/schema/signatures'
import { and, eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import type { Entry, MatrixKind } from './matrix-entry'

/** Stores an entry of the matrix, new or changed. @throws DomainError refused, when whom it names is not there */
export async function writeEntry(tx: Transaction, kind: MatrixKind, entry: Entry): Promise<void> {
  const text = (field: string) => entry[field] ?? ''
  if (kind === 'signatory') {
    const { validatorId, validFrom } = signatory
    const set = { signatoryClass: text('signatoryClass'), validTo: entry.validTo ?? null }
    await tx
      .insert(signatory)
      .values({ validatorId: await idOfValidator(tx, entry), validFrom: text('validFrom'), ...set })
      .onConflictDoUpdate({ target: [validatorId, validFrom], set })
    return
  }
  const { legalEntityId, currency, validFrom, amountFrom } = authorisationRule
  const set = { validTo: entry.validTo ?? null, amountTo: entry.amountTo ?? null, rule: text('rule') }
  await tx
    .insert(authorisationRule)
    .values({
      legalEntityId: await idOfEntity(tx, entry),
      currency: text('currency'),
      validFrom: text('validFrom'),
      amountFrom: text('amountFrom'),
      ...set,
    })
    .onConflictDoUpdate({ target: [legalEntityId, currency, validFrom, amountFrom], set })
}

/** Deletes an entry of the matrix. @throws DomainError refused, when whom it names is not there */
export async function deleteEntry(tx: Transaction, kind: MatrixKind, entry: Entry): Promise<void> {
  const text = (field: string) => entry[field] ?? ''
  if (kind === 'signatory') {
    const { validatorId, validFrom } = signatory
    const id = await idOfValidator(tx, entry)
    await tx.delete(signatory).where(and(eq(validatorId, id), eq(validFrom, text('validFrom'))))
    return
  }
  const { legalEntityId, currency, validFrom, amountFrom } = authorisationRule
  await tx
    .delete(authorisationRule)
    .where(
      and(
        eq(legalEntityId, await idOfEntity(tx, entry)),
        eq(currency, text('currency')),
        eq(validFrom, text('validFrom')),
        eq(amountFrom, text('amountFrom')),
      ),
    )
}

async function idOfEntity(read: Read, entry: Entry): Promise<number> {
  const [found] = await read
    .select({ id: legalEntity.id })
    .from(legalEntity)
    .where(eq(legalEntity.name, entry.legalEntity ?? ''))
  if (!found) throw gone(`legal entity ${entry.legalEntity}`)
  return found.id
}

async function idOfValidator(read: Read, entry: Entry): Promise<number> {
  const [found] = await read
    .select({ id: clientValidator.id })
    .from(clientValidator)
    .where(
      and(
        eq(clientValidator.legalEntityId, await idOfEntity(read, entry)),
        eq(clientValidator.firstName, entry.firstName ?? ''),
        eq(clientValidator.lastName, entry.lastName ?? ''),
      ),
    )
  if (!found) throw gone(`client validator ${entry.firstName} ${entry.lastName} of ${entry.legalEntity}`)
  return found.id
}

const gone = (what: string) =>
  new DomainError('refused', `There is no ${what} any more. Refuse this change, and request it again.`)
