import type { Read } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import { LARGEST_INTEGER } from '~/platform/values/stored-integer'

/** The name of a legal entity. @throws DomainError not-found */
export async function entityName(read: Read, legalEntityId: number): Promise<string> {
  const found =
    legalEntityId > LARGEST_INTEGER
      ? []
      : await read
          .select({ name: legalEntity.name })
          .from(legalEntity)
          .where(eq(legalEntity.id, legalEntityId))
  const [entity] = found
  if (!entity) throw new DomainError('not-found', 'There is no such legal entity. Check the link.')
  return entity.name
}
