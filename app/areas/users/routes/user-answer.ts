import type { Read, Transaction } from 'db/database'
import { z } from 'zod'
import { onceTold } from '~/areas/access/idempotent-message.server'
import { passwordsAccepted } from '~/areas/access/passwords-accepted.server'
import { userRows } from '~/areas/access/user-list.server'
import { parseFields } from '~/http/form'
import type { Guarded } from '~/http/guard'
import { redirectWithStatus } from '~/http/page-answer'
import { sameSearch } from '~/http/same-search'
import { enableUser, unlinkUser } from '../disable-user.server'
import { endSessions, endTokens } from '../end-access.server'
import { KeyField, queuesTyped, rightsTyped, UserSaveFields } from '../forms'
import { requestAuthorisations } from '../request-authorisations.server'
import { requestQueues } from '../request-queues.server'
import { waitsFor } from '../reset-user.server'
import { saveUser } from '../save-user.server'

const TITLES: Readonly<Record<string, string>> = {
  save: 'The user was not saved',
  queues: 'The queues were not requested',
  rights: 'The authorisations were not requested',
}

/** Title of a refusal without one of its own, by the form that was sent. */
export const titleOf = (intent: string | undefined): string => TITLES[intent ?? ''] ?? 'Nothing was changed'

const Intent = z.object({
  intent: z.enum(['save', 'queues', 'rights', 'access'], 'Reload the page and try again.'),
})
const Act = z.object({
  act: z.enum(['enable', 'unlink', 'endSessions', 'endTokens'], 'Reload the page and try again.'),
})
/** What held when the form was shown, in words. */
const Shown = z.object({ shown: z.string().max(10_000, 'Reload the page and try again.').default('') })
const ACTS = { enable: enableUser, unlink: unlinkUser, endSessions, endTokens }

/** Runs the form of a user's drawer that was sent, and stays there. */
export async function answerToUserForm(
  guarded: Guarded,
  request: Request,
  userId: number,
  typed: Record<string, string>,
) {
  const { actor, transaction, services } = guarded
  const now = services.clock()
  const { intent } = parseFields(typed, Intent)
  const { idempotencyKey: key } = parseFields(typed, KeyField)
  const run = commandOf(intent, guarded, userId, typed, now)
  const action = `${intent === 'access' ? typed.act : intent} of user ${userId}`
  const { done, popup } = await transaction(async (tx) => {
    const done = await onceTold(tx, { key, userId: actor.id, action, now }, () => run(tx))
    const asks = typed.act === 'enable' && (await needsPassword(tx, guarded, userId, now))
    return { done, popup: asks ? '/password' : '' }
  })
  const to = `/admin/users/${userId}${popup}${sameSearch(request, { copy: null })}`
  return redirectWithStatus(guarded, to, done)
}

/** Whoever was enabled, or is to be, has no password: the popup that makes one comes next, where passwords are let in at all. */
async function needsPassword(read: Read, { services }: Guarded, userId: number, now: Date): Promise<boolean> {
  if (!(await passwordsAccepted(read, services.settings.singleSignOn?.login))) return false
  const [user] = await userRows(read, [userId], now)
  if (user?.state === 'NO PASSWORD') return true
  return user?.state === 'DISABLED' && (await waitsFor(read, 'enable', user.user_name))
}

function commandOf(
  intent: z.output<typeof Intent>['intent'],
  { actor }: Guarded,
  userId: number,
  typed: Record<string, string>,
  now: Date,
): (tx: Transaction) => Promise<string> {
  if (intent === 'save') {
    const { seen, ...fields } = parseFields(typed, UserSaveFields)
    return (tx) => saveUser(tx, actor, { userId, seen, fields }, now)
  }
  if (intent === 'queues' || intent === 'rights') {
    const { shown: seen } = parseFields(typed, Shown)
    return intent === 'queues'
      ? (tx) => requestQueues(tx, actor, { userId, queues: queuesTyped(typed), seen }, now)
      : (tx) => requestAuthorisations(tx, actor, { userId, rights: rightsTyped(typed), seen }, now)
  }
  const { act } = parseFields(typed, Act)
  return (tx) => ACTS[act](tx, actor, userId, now)
}
