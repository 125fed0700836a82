import { randomUUID } from 'node:crypto'
import { pendingChange } from 'db/schema/access'
import { and, eq, isNull, like } from 'drizzle-orm'
import type { Locator } from 'playwright'
import { sendForm } from './calls'
import { ownDatabase } from './own-database'

/** Refuses the change in this row, with a reason. */
export async function refuseChange(row: Locator, why: string): Promise<void> {
  await row.getByText('Refuse…').click()
  await row.getByLabel('Reason').fill(why)
  await row.getByRole('button', { name: 'Refuse' }).click()
}

/** A team leader approves the pending bank account of this entity, without a browser. */
export async function approveAccount(entityId: number): Promise<void> {
  const { kind, decision, target, id } = pendingChange
  const database = ownDatabase()
  try {
    const [change] = await database.read
      .select({ id })
      .from(pendingChange)
      .where(and(eq(kind, 'bank account'), isNull(decision), like(target, `${entityId}/%`)))
    if (!change) throw new Error(`No bank account of ${entityId} waits`)
    const sent = { idempotencyKey: randomUUID(), id: String(change.id), intent: 'approve', comment: 'Agreed' }
    await sendForm('teamleader1', '/bank-accounts', sent)
  } finally {
    await database.close()
  }
}
