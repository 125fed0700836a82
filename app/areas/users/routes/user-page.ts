import { isAllowed } from '~/areas/access/actor'
import { idempotentWithStatus } from '~/areas/access/idempotent.server'
import { passwordsAccepted } from '~/areas/access/site-setting.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { functionChoices, queueChoices } from '~/areas/access/users.server'
import { sameSearch } from '~/http/address'
import type { Guarded } from '~/http/guard'
import { type PageForms, pageForm, redirectWithStatus } from '~/http/page-answer'
import type { Ids } from '~/http/server/services'
import { unprovenOf } from '~/http/unproven'
import { whatBecomes } from '~/platform/approvals/pending-change-request.server'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import type { ReadAt } from '~/platform/values/context.server'
import { enableUser, endSessions, endTokens, unlinkUser } from '../disable-user.server'
import { AccessFields, queuesTyped, RightsFields, rightsTyped, UserSaveFields } from '../forms'
import { userRows } from '../list.server'
import { requestAuthorisations, requestQueues } from '../request-rights.server'
import { waitsFor } from '../reset-access.server'
import { saveUser } from '../save-user.server'
import { rightsOf, userView } from '../user-view.server'

const MAX_NAME_LENGTH = 100

const KEYED = ['save', 'queues', 'rights', 'enable', 'unlink', 'endSessions', 'endTokens'] as const
type FormKeys = Record<(typeof KEYED)[number], string>

/** An idempotency key for each form of the drawer. */
const formKeys = (ids: Ids) => Object.fromEntries(KEYED.map((form) => [form, ids.uuid()])) as FormKeys

/** All that the drawer of a user shows. `copy` in the address names a user whose rights fill the boxes. */
export async function readUserPage(guarded: Guarded, request: Request, userId: number) {
  const { actor, read, services } = guarded
  const from = (new URL(request.url).searchParams.get('copy') ?? '').trim().slice(0, MAX_NAME_LENGTH)
  const { history, ...view } = await userView(guarded, userId)
  const [functions, queues, becomes, rights, events, unproven] = await Promise.all([
    functionChoices(read),
    queueChoices(read),
    whatBecomes(read, 'user', actor),
    from === '' ? null : rightsOf(read, from),
    sourcePage(guarded, request, eventTable(guarded, history, 1)),
    unprovenOf(guarded, { kind: 'user', id: userId }),
  ])
  return {
    view,
    unproven,
    functions,
    becomes,
    events,
    queueChoices: queues,
    copied: rights && { from, rights: Object.keys(rights).length === 0 ? null : rights },
    mayUpdate: isAllowed(actor, 'administration', 'update'),
    keys: formKeys(services.ids),
  }
}

interface UserPage {
  guarded: Guarded
  request: Request
  userId: number
}

const save = pageForm({
  title: 'The user was not saved',
  fields: UserSaveFields,
  answer(page: UserPage, { seen, ...fields }) {
    return changedOnce(page, 'save', (context) => saveUser(context, { userId: page.userId, seen, fields }))
  },
})

const queues = pageForm({
  title: 'The queues were not requested',
  fields: RightsFields,
  answer(page: UserPage, { shown: seen }, typed) {
    return changedOnce(page, 'queues', (context) =>
      requestQueues(context, { userId: page.userId, queues: queuesTyped(typed), seen }),
    )
  },
})

const rights = pageForm({
  title: 'The authorisations were not requested',
  fields: RightsFields,
  answer(page: UserPage, { shown: seen }, typed) {
    return changedOnce(page, 'rights', (context) =>
      requestAuthorisations(context, {
        userId: page.userId,
        rights: rightsTyped(typed),
        seen,
      }),
    )
  },
})

const ACTS = { enable: enableUser, unlink: unlinkUser, endSessions, endTokens }

const access = pageForm({
  title: 'Nothing was changed',
  fields: AccessFields,
  answer(page: UserPage, { act }) {
    return changedOnce(page, act, (context) => ACTS[act](context, page.userId))
  },
})

/** The forms of a user's drawer. */
export const USER_FORMS: PageForms<UserPage> = { save, queues, rights, access }

/** Makes the change once, and returns to the drawer. */
async function changedOnce(
  { guarded, request, userId }: UserPage,
  what: string,
  change: (context: UserWriteContext) => Promise<string>,
) {
  const { transaction } = guarded
  const { done, popup } = await transaction(async (context) => {
    const done = await idempotentWithStatus(context, `${what} of user ${userId}`, () => change(context))
    const needsOne = what === 'enable' && (await needsPassword(context, guarded, userId))
    return { done, popup: needsOne ? '/password' : '' }
  })
  const to = `/admin/users/${userId}${popup}${sameSearch(request, { copy: null })}`
  return redirectWithStatus(guarded, to, done)
}

/**
 * A user who was enabled, or is to be, has no password: the popup that creates one comes next, where passwords are
 * allowed at all.
 */
async function needsPassword(context: ReadAt, { services }: Guarded, userId: number): Promise<boolean> {
  const { read } = context
  if (!(await passwordsAccepted(read, services.settings.singleSignOn?.login))) return false
  const [user] = await userRows(context, [userId])
  if (user?.state === 'NO PASSWORD') return true
  return user?.state === 'DISABLED' && (await waitsFor(read, 'enable', user.user_name))
}
