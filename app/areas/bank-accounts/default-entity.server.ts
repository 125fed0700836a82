import type { Read } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { oneAtATime } from '~/areas/access/second-person.server'
import { putSiteSetting, siteSettingOf } from '~/areas/access/site-setting.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { entityName } from '~/areas/reference-data/entities.server'
import { inAdministration, REFERENCE_DATA, recordAct } from '~/platform/workflow/record-act.server'

const SETTING = 'bank accounts entity'

/** The entity whose accounts the page shows when the user chose none; null while none is set, or when it is gone. */
export async function defaultEntity(read: Read): Promise<{ id: number; name: string } | null> {
  const id = await siteSettingOf(read, SETTING)
  if (typeof id !== 'number') return null
  const [found] = await read
    .select({ id: legalEntity.id, name: legalEntity.name })
    .from(legalEntity)
    .where(eq(legalEntity.id, id))
  return found ?? null
}

/**
 * Sets it for all users, and records who did; returns the result in a short line.
 * @throws DomainError not-found
 */
export async function setDefaultEntity(
  { tx, now, actor }: UserWriteContext,
  entityId: number,
): Promise<string> {
  await oneAtATime(tx)
  const name = await entityName(tx, entityId)
  const before = await defaultEntity(tx)
  const line = `${name} is the default entity of Bank Accounts`
  if (before?.id === entityId) return line
  await putSiteSetting(tx, SETTING, entityId)
  await recordAct(tx, REFERENCE_DATA, {
    name: 'change setting',
    to: inAdministration('CHANGED', 'success'),
    log: `Default entity of Bank Accounts: "${before?.name ?? ''}" → "${name}"`,
    data: { setting: SETTING, before: before?.id ?? null, after: entityId },
    who: actor,
    now,
  })
  return line
}
