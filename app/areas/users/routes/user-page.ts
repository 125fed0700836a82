import type { Read, Transaction } from 'db/database'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { onceTold } from '~/areas/access/once-only.server'
import { passwordsAccepted } from '~/areas/access/site-setting.server'
import { functionChoices, queueChoices } from '~/areas/access/users.server'
import { sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import type { Guarded } from '~/http/guard'
import { redirectWithStatus } from '~/http/page-answer'
import type { Ids } from '~/http/server/services'
import { whatBecomes } from '~/platform/approvals/pending-change-request.server'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { enableUser, endSessions, endTokens, unlinkUser } from '../disable-user.server'
import { KeyField, queuesTyped, rightsTyped, UserSaveFields } from '../forms'
import { userRows } from '../list.server'
import { requestAuthorisations, requestQueues } from '../request-rights.server'
import { waitsFor } from '../reset-access.server'
import { saveUser } from '../save-user.server'
import { rightsOf, userView } from '../user-view.server'

const LONGEST_NAME = 100

const FORMS = ['save', 'queues', 'rights', 'enable', 'unlink', 'endSessions', 'endTokens'] as const
type FormKeys = Record<(typeof FORMS)[number], string>

/** An idempotency key for each form of the drawer. */
const formKeys = (ids: Ids) => Object.fromEntries(FORMS.map((form) => [form, ids.uuid()])) as FormKeys

/** All that the drawer of a user shows. `copy` in the address names a user whose rights fill the boxes. */
export async function readUserPage(guarded: Guarded, request: Request, userId: number) {
  const { actor, read, services } = guarded
  const from = (new URL(request.url).searchParams.get('copy') ?? '').trim().slice(0, LONGEST_NAME)
  const { history, ...view } = await userView(read, actor, userId, services.clock())
  const [functions, queues, becomes, rights, events] = await Promise.all([
    functionChoices(read),
    queueChoices(read),
    whatBecomes(read, 'user', actor),
    from === '' ? null : rightsOf(read, from),
    sourcePage(guarded, request, eventTable(history, services.settings.timeZone, 1)),
  ])
  return {
    ...{ view, functions, becomes, events },
    queueChoices: queues,
    copied: rights && { from, rights: Object.keys(rights).length === 0 ? null : rights },
    mayUpdate: isAllowed(actor, 'administration', 'update'),
    keys: formKeys(services.ids),
  }
}

const TITLES: Readonly<Record<string, string>> = {
  save: 'The user was not saved',
  queues: 'The queues were not requested',
  rights: 'The authorisations were not requested',
}

/** Title of a refusal that has none of its own, by the form that was sent. */
export const titleOf = (intent: string | undefined): string => TITLES[intent ?? ''] ?? 'Nothing was changed'

const Intent = z.object({
  intent: z.enum(['save', 'queues', 'rights', 'access'], 'Reload the page and try again.'),
})
const Act = z.object({
  act: z.enum(['enable', 'unlink', 'endSessions', 'endTokens'], 'Reload the page and try again.'),
})
/** The rights when the form was shown, in words. */
const Shown = z.object({ shown: z.string().max(10_000, 'Reload the page and try again.').default('') })
const ACTS = { enable: enableUser, unlink: unlinkUser, endSessions, endTokens }

/** Runs the form of a user's drawer that was sent, and returns to the drawer. */
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

/**
 * A user who was enabled, or is to be, has no password: the popup that creates one comes next, where passwords are
 * allowed at all.
 */
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
