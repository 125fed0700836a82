import { clientValidator, legalEntity } from 'db/schema/lookups'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

/** Supplier company or supplier fund of an invoice, where the same table is joined more than once. */
export const supplier = alias(legalEntity, 'supplier')
export const invoicedEntity = alias(legalEntity, 'invoiced_entity')

/** Those who signed for the client. */
export const validatorA = alias(clientValidator, 'validator_a')
export const validatorB = alias(clientValidator, 'validator_b')

/** First and last name; null where nobody is joined. */
export const personName = ({ firstName, lastName }: Record<'firstName' | 'lastName', SQLWrapper>) =>
  sql<string | null>`${firstName} || ' ' || ${lastName}`
