import { z } from 'zod'
import { LOOKUP_TABLES } from '~/areas/lookups/lookup-tables.server'
import { rowShape } from '~/platform/tables/routes/row-shapes'

/** A row of any of the tables of Administration, Lookups. */
export const aTableRow = z.union(LOOKUP_TABLES.map((table) => rowShape(table)))

/** Which table, in addresses. */
export const tablePath = { table: z.enum(LOOKUP_TABLES.map(({ name }) => name)) }
