import { appUser } from 'db/schema/access'
import { sql } from 'drizzle-orm'

/** First and last name of a joined user, as they are now; null without one, or without names. */
export const fullName = sql<
  string | null
>`nullif(trim(concat(${appUser.firstName}, ' ', ${appUser.lastName})), '')`
