import type { Read } from 'db/database'
import { pendingChange } from 'db/schema/access'
import { clientValidator, legalEntity } from 'db/schema/lookups'
import { authorisationRule, signatory } from 'db/schema/signatures'
import { and, asc, eq, gte, inArray, isNull, lte, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { entityName } from '~/areas/reference-data/entities.server'
import { isDeletion } from '~/platform/approvals/change-kind.server'
import type { Day } from '~/platform/values/day'
import { Big, plain } from '~/platform/values/decimal'
import type { BandRule, Rule, SignatoryClass, Validity } from './matrix'
import { type Entry, entryTarget, type MatrixKind } from './matrix-entry'

/** The legal entities that have rules on any day, by name. */
export function entitiesWithMatrix(read: Read): Promise<{ id: number; name: string }[]> {
  const withRules = read.select({ id: authorisationRule.legalEntityId }).from(authorisationRule)
  return read
    .select({ id: legalEntity.id, name: legalEntity.name })
    .from(legalEntity)
    .where(inArray(legalEntity.id, withRules))
    .orderBy(asc(legalEntity.name))
}

export interface MatrixInForce {
  legalEntity: string
  day: Day
  /** By currency, from the lowest band upwards. */
  rules: BandRule[]
  /** By class and name; retired people are left out. */
  signatories: (Validity & { name: string; signatoryClass: SignatoryClass })[]
}

/** The authorisation matrix of a legal entity that is in force on a day. @throws DomainError not-found */
export async function matrixInForce(read: Read, legalEntityId: number, day: Day): Promise<MatrixInForce> {
  const legalEntity = await entityName(read, legalEntityId)
  const { currency, amountFrom, amountTo, rule, validFrom, validTo } = authorisationRule
  const rules = await read
    .select({ currency, amountFrom, amountTo, rule, validFrom, validTo })
    .from(authorisationRule)
    .where(and(eq(authorisationRule.legalEntityId, legalEntityId), inForce(validFrom, validTo, day)))
    .orderBy(asc(currency), asc(amountFrom))
  const people = await read
    .select({
      firstName: clientValidator.firstName,
      lastName: clientValidator.lastName,
      signatoryClass: signatory.signatoryClass,
      validFrom: signatory.validFrom,
      validTo: signatory.validTo,
    })
    .from(signatory)
    .innerJoin(clientValidator, eq(clientValidator.id, signatory.validatorId))
    .where(
      and(
        eq(clientValidator.legalEntityId, legalEntityId),
        eq(clientValidator.isRetired, false),
        inForce(signatory.validFrom, signatory.validTo, day),
      ),
    )
    .orderBy(asc(signatory.signatoryClass), asc(clientValidator.lastName), asc(clientValidator.firstName))
  return {
    legalEntity,
    day,
    rules: rules.map((row) => ({ ...row, rule: row.rule as Rule })),
    signatories: people.map(({ firstName, lastName, ...row }) => ({
      ...row,
      name: `${firstName} ${lastName}`,
      signatoryClass: row.signatoryClass as SignatoryClass,
    })),
  }
}

function inForce(from: PgColumn, to: PgColumn, day: Day): SQL | undefined {
  return and(lte(from, day), or(isNull(to), gte(to, day)))
}

/** The entries of the matrix that are in force or dated, by target. */
export async function storedEntries(read: Read, kind: MatrixKind): Promise<Map<string, Entry>> {
  const entries = await (kind === 'signatory' ? signatories(read) : rules(read))
  return new Map(entries.map((entry) => [entryTarget(kind, entry), entry]))
}

/** The same as they will be when all waiting changes are approved. */
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
