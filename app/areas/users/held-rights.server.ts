import { type SQLWrapper, sql } from 'drizzle-orm'
import type { FunctionRights } from './import-users'
import { MAY_NOT_OPEN, MAY_OPEN } from './user-fields'

/** `rightSentence` as a database expression, for searches in the rows. */
export const foundSentence = (held: Readonly<Record<keyof FunctionRights, SQLWrapper>>) =>
  sql<string>`concat_ws(', ', ${MAY_OPEN}::text, case when ${held.add} then 'add' end,
    case when ${held.update} then 'update' end, case when ${held.delete} then 'delete' end)`

export const foundClosed = sql<string>`${MAY_NOT_OPEN}::text`
