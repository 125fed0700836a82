import { z } from 'zod'
import { LOOKUP_TABLES } from '~/domain/lookups/tables/lookup-tables.server'
import { rowShape } from '~/http/row-shapes'

/** A row of any of the tables of Administration, Lookups. */
export const aTableRow = z.union(LOOKUP_TABLES.map((table) => rowShape(table)))

/** Which table, in addresses. */
export const tablePath = { table: z.enum(LOOKUP_TABLES.map(({ name }) => name)) }
