import { legalEntity } from 'db/schema/lookups'
import { alias } from 'drizzle-orm/pg-core'

/** Supplier company or supplier fund of an invoice, where the same table is joined more than once. */
export const supplier = alias(legalEntity, 'supplier')
export const invoicedEntity = alias(legalEntity, 'invoiced_entity')
