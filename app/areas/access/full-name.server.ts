import { appUser } from 'db/schema/access'
import { type SQLWrapper, sql } from 'drizzle-orm'

/** First and last name of a joined person in one, as they are now; null without a person, or without names. */
export const fullNameOf = ({ firstName, lastName }: Record<'firstName' | 'lastName', SQLWrapper>) =>
  sql<string | null>`nullif(trim(concat(${firstName}, ' ', ${lastName})), '')`

/** That of a joined user. */
export const fullName = fullNameOf(appUser)
