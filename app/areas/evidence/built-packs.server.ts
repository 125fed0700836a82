import type { Read } from 'db/database'
import { nextObjectId, workflowEvent } from 'db/schema/workflow'
import { desc, eq, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { MonthScope } from './month.server'
import { objectLabel } from './pack-readme'
import type { PackKind } from './pack-scope.server'

const KIND = 'evidence pack'

export type BuiltPack = { sha256: string; size: number } & (
  | { kind: PackKind; id: number /** Tables whose rows are not what the site signed. */; unproven: string[] }
  | ({ kind: 'month' } & MonthScope)
)

/** Records in a separate chain who built which pack, with the SHA-256 of its bytes. */
export async function recordPack(
  { tx, actor, now }: Pick<UserWriteContext, 'tx' | 'actor' | 'now'>,
  pack: BuiltPack,
): Promise<void> {
  const found: unknown = await tx.execute(sql`select ${nextObjectId} as id`)
  const [row] = found as { id: string }[]
  const subject = { kind: KIND, objectId: Number(row?.id), round: 1 }
  await recordAct(tx, subject, {
    name: 'build pack',
    to: { queue: 'SYSTEM', status: 'BUILT', class: 'success' },
    who: actor,
    log: `Pack of ${objectLabel(pack)}, SHA-256 ${pack.sha256}${difference(pack)}`,
    data: 'funds' in pack ? { ...pack, funds: [...pack.funds] } : { ...pack },
    now,
  })
}

const difference = (pack: BuiltPack) =>
  'unproven' in pack && pack.unproven.length > 0 ? `; not as signed: ${pack.unproven.join(', ')}` : ''

/** The newest packs, for everybody who may build them. */
export async function builtPacks(read: Read) {
  const rows = await read
    .select({
      eventId: workflowEvent.id,
      at: workflowEvent.at,
      who: workflowEvent.whoName,
      data: workflowEvent.data,
    })
    .from(workflowEvent)
    .where(eq(workflowEvent.objectKind, KIND))
    .orderBy(desc(workflowEvent.at), desc(workflowEvent.id))
    .limit(20)
  return rows.map(({ data, ...row }) => ({ ...row, ...(data as BuiltPack) }))
}
