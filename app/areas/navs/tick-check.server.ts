import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { isaeCheck } from 'db/schema/lookups'
import { navCheck } from 'db/schema/nav-checks'
import { and, eq, ne } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { fullName } from '~/areas/access/full-name.server'
import { DomainError } from '~/platform/values/domain-error'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import type { Instance } from '~/platform/workflow/types'
import { navMarks } from './nav-marks.server'

/** The queue whose checks prepare; those of other queues review. */
const PREPARING = 'ACCOUNTANT'

export interface Tick {
  fundNavId: number
  rank: number
  /** May be empty. */
  comment: string
}

/** A member of the check's queue signs it, with the date; the event says so for good. */
export async function tickCheck(tx: Transaction, actor: Actor, tick: Tick, now: Date): Promise<void> {
  const [check] = await tx.select().from(isaeCheck).where(eq(isaeCheck.rank, tick.rank))
  if (!check) throw new DomainError('not-found', `There is no check ${tick.rank}.`)
  if (check.auto !== null) throw new DomainError('refused', `Check ${tick.rank} is ticked by the system.`)
  if (!actor.queues.includes(check.queue))
    throw new DomainError('forbidden', `Check ${tick.rank} is ticked by members of the queue ${check.queue}.`)
  const instance = await lockInstance(tx, tick.fundNavId)
  if (['SENT', 'CANCELLED'].includes(instance.status))
    throw new DomainError('refused', `This NAV is ${instance.status}: its checks can only be read.`)
  await refuseBothSides(tx, actor, instance, check)
  const row = { status: 'DONE', userId: actor.id, at: now, log: tick.comment, auto: false }
  const inserted = await tx
    .insert(navCheck)
    .values({ fundNavId: tick.fundNavId, round: instance.round, rank: tick.rank, ...row })
    .onConflictDoNothing()
    .returning({ rank: navCheck.rank })
  if (inserted.length === 0) {
    const by = await tickedBy(tx, tick.fundNavId, instance.round, tick.rank)
    const unsaved = tick.comment === '' ? '' : ' Your comment was not saved.'
    throw new DomainError('conflict', `Check ${tick.rank} was already ticked${by}.${unsaved}`)
  }
  await moveInstance(tx, instance, {
    type: 'act',
    name: 'tick check',
    to: instance,
    who: actor,
    log: `${tick.rank} ${check.name}${tick.comment === '' ? '' : `: ${tick.comment}`}`,
    data: { check: tick.rank, comment: tick.comment },
    now,
  })
}

/** " by Ann Bo"; nothing where the system ticked it. */
async function tickedBy(tx: Transaction, fundNavId: number, round: number, rank: number): Promise<string> {
  const of = and(eq(navCheck.fundNavId, fundNavId), eq(navCheck.round, round), eq(navCheck.rank, rank))
  const [row] = await tx
    .select({ name: fullName })
    .from(navCheck)
    .innerJoin(appUser, eq(appUser.id, navCheck.userId))
    .where(of)
  return row?.name ? ` by ${row.name}` : ''
}

/** Who reviews is not who prepared: nobody signs for both in one round. */
async function refuseBothSides(
  tx: Transaction,
  actor: Actor,
  instance: Instance,
  { rank, queue }: { rank: number; queue: string },
): Promise<void> {
  const signed = await tx
    .select({ rank: navCheck.rank, queue: isaeCheck.queue })
    .from(navCheck)
    .innerJoin(isaeCheck, eq(isaeCheck.rank, navCheck.rank))
    .where(
      and(
        eq(navCheck.fundNavId, instance.objectId),
        eq(navCheck.round, instance.round),
        eq(navCheck.userId, actor.id),
        eq(navCheck.auto, false),
        ne(isaeCheck.queue, queue),
      ),
    )
  const [other] = signed
  const prepared = queue !== PREPARING && (await navMarks(tx, instance)).maker?.has(actor.id)
  if (!other && !prepared) return
  const why = other ? `you ticked check ${other.rank} for ${other.queue}` : 'you prepared this round'
  throw new DomainError(
    'forbidden',
    `Check ${rank} needs another person: ${why}, and who reviews is not who prepared.`,
  )
}
