import type { Read } from 'db/database'
import { clientValidator } from 'db/schema/lookups'
import { and, asc, eq } from 'drizzle-orm'

/** Who validates for a client (specification, section 3: client validator). */
export interface ValidatorRow {
  id: number
  firstName: string
  lastName: string
  isRetired: boolean
}

/** The validators of a client that are not retired, by name. */
export function activeValidators(read: Read, legalEntityId: number): Promise<ValidatorRow[]> {
  const { id, firstName, lastName, isRetired } = clientValidator
  return read
    .select({ id, firstName, lastName, isRetired })
    .from(clientValidator)
    .where(and(eq(clientValidator.legalEntityId, legalEntityId), eq(isRetired, false)))
    .orderBy(asc(lastName), asc(firstName))
}
