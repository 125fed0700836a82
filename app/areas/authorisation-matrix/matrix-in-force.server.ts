import type { Read } from 'db/database'
import { clientValidator } from 'db/schema/lookups'
import { authorisationRule, signatory } from 'db/schema/signatures'
import { and, asc, eq, gte, isNull, lte, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { entityName } from '~/areas/reference-data/entity-name.server'
import type { Day } from '~/platform/values/day'
import type { BandRule, Rule, SignatoryClass, Validity } from './matrix'

export interface MatrixInForce {
  legalEntity: string
  day: Day
  /** By currency, from the lowest band upwards. */
  rules: BandRule[]
  /** By class and name; whoever is retired is not there. */
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
