import { pendingChange } from 'db/schema/access'
import { idempotencyKey } from 'db/schema/workflow'
import { and, eq, isNull, like } from 'drizzle-orm'
import { accountTarget } from '~/areas/bank-accounts/account'
import { setDefaultEntity } from '~/areas/bank-accounts/default-entity.server'
import { requestAccount } from '~/areas/bank-accounts/request-account.server'
import { accountNumbered } from '~/areas/bank-accounts/stored-accounts.server'
import { approvePendingChange, refusePendingChange } from '~/platform/approvals/pending-change-decide.server'
import type { Day } from '~/platform/values/day'
import { once } from '~/platform/workflow/once.server'
import type { Doors, Transaction } from '../../../database'
import { DEMO_ZONE } from '../calendar'
import { type Cast, castOf } from '../expenses/cast'
import { AUDITOR } from '../expenses/parties'
import { instantOf } from '../expenses/play-deed'
import { SITTING_KEYS } from '../story/sitting'
import { ACCOUNT_STORIES, type AccountStory } from './stories'

/** What was asked for, or decided. */
interface AccountDeed {
  key: string
  at: string
  who: string
  play: (tx: Transaction, cast: Cast) => Promise<void>
}

/**
 * Plays what became of the demo's bank accounts through the product's own functions, in the order of its dates: all of it
 * is in one chain. Each deed is stored under its key, so that one that is stored already is passed over.
 * @param before only what happened before this day
 */
export async function playAccounts(
  { doors }: { doors: Pick<Doors, 'read' | 'transaction'> },
  before: Day = '9999-12-31',
): Promise<void> {
  const { key } = idempotencyKey
  const rows = await doors.read
    .select({ key })
    .from(idempotencyKey)
    .where(like(key, `${SITTING_KEYS}bank accounts/%`))
  const done = new Set(rows.map((row) => row.key))
  const cast = await castOf(doors, new Map())
  const deeds = [...ACCOUNT_STORIES.flatMap(deedsOf), OPENS_WITH].sort((a, b) => a.at.localeCompare(b.at))
  for (const { key: name, at, who, play } of deeds) {
    const { id: userId } = cast.actor(who)
    if (!done.has(name) && at < before)
      await doors.transaction((tx) =>
        once(tx, { key: name, userId, action: 'demo', now: instantOf(at) }, () => play(tx, cast)),
      )
  }
}

/** The page opens with the supplier that has had the most changes. */
const OPENS_WITH: AccountDeed = {
  key: `${SITTING_KEYS}bank accounts/default`,
  at: '2026-07-20T09:00',
  who: 'teamleader1',
  play: async (tx, cast) => {
    await setDefaultEntity(
      tx,
      cast.actor('teamleader1'),
      cast.entity(AUDITOR.name),
      instantOf('2026-07-20T09:00'),
    )
  },
}

function deedsOf(story: AccountStory, number: number): AccountDeed[] {
  const start = `${SITTING_KEYS}bank accounts/${number}`
  const { asked, decided } = story
  return [
    { key: `${start}/asked`, ...asked, play: (tx, cast) => ask(tx, story, cast) },
    ...(decided
      ? [
          {
            key: `${start}/${decided.as}`,
            ...decided,
            play: (tx: Transaction, cast: Cast) => decide(tx, story, cast),
          },
        ]
      : []),
  ]
}

async function ask(tx: Transaction, story: AccountStory, cast: Cast): Promise<void> {
  const { asked, account } = story
  const { entityId, before } = await accountOf(tx, story, cast)
  const by = { actor: cast.actor(asked.who), now: instantOf(asked.at), once: asked.at }
  await requestAccount(tx, { entityId, before, after: account }, by)
}

async function decide(tx: Transaction, story: AccountStory, cast: Cast): Promise<void> {
  const { decided, account } = story
  if (!decided) return
  const { entityId, before } = await accountOf(tx, story, cast)
  const target = accountTarget(entityId, before?.id ?? null, account)
  const [waiting] = await tx
    .select({ id: pendingChange.id })
    .from(pendingChange)
    .where(and(eq(pendingChange.target, target), isNull(pendingChange.decision)))
  if (!waiting) throw new Error(`No change of a bank account of ${story.entity} waits`)
  const [who, at] = [cast.actor(decided.who), instantOf(decided.at)]
  if (decided.as === 'approved') await approvePendingChange(tx, waiting.id, who, at, DEMO_ZONE)
  else await refusePendingChange(tx, waiting.id, who, at)
}

async function accountOf(tx: Transaction, { entity, was }: AccountStory, cast: Cast) {
  const entityId = cast.entity(entity)
  return { entityId, before: was ? await accountNumbered(tx, entityId, was) : null }
}
