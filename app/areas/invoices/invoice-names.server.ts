import { clientValidator, legalEntity, mapping } from 'db/schema/lookups'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'

/** Supplier company or supplier fund of an invoice, where the same table is joined more than once. */
export const supplier = alias(legalEntity, 'supplier')
export const invoicedEntity = alias(legalEntity, 'invoiced_entity')

/** Those who signed for the client. */
export const validatorA = alias(clientValidator, 'validator_a')
export const validatorB = alias(clientValidator, 'validator_b')

/** First and last name; null where nobody is joined. */
export const personName = ({ firstName, lastName }: Record<'firstName' | 'lastName', SQLWrapper>) =>
  sql<string | null>`${firstName} || ' ' || ${lastName}`

/** What a code of a form's list is called; the code where the list has it no more. */
export const displayOf = (key: string, code: PgColumn) =>
  sql<string | null>`coalesce((select ${mapping.display} from ${mapping}
    where ${mapping.key} = ${key} and ${mapping.code} = ${code}), ${code})`
