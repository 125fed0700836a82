import { clientValidator, legalEntity, mapping } from 'db/schema/lookups'
import { alias } from 'drizzle-orm/pg-core'

/** The tables that drafts refer to, where the same table is joined more than once. */

/** Supplier company or supplier fund. */
export const supplier = alias(legalEntity, 'supplier')

export const invoiced = alias(legalEntity, 'invoiced')

export const settling = alias(legalEntity, 'settling')

export const rule = alias(mapping, 'allocation_mapping')

export const posting = alias(mapping, 'posting_mapping')

export const userA = alias(clientValidator, 'user_a')

export const userB = alias(clientValidator, 'user_b')
