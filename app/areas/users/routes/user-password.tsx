import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ONE_TIME_HOURS } from '~/areas/access/one-time-password'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { formAnswer, pageRead } from '~/http/page-answer'
import { whatBecomes } from '~/platform/approvals/pending-change-request.server'
import { Dialog } from '~/ui/dialog/dialog'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { Note } from '~/ui/message/message'
import { OneTimePassword } from '../new-user-form'
import { giveOneTimePassword, whyNoOneTimePassword } from '../reset-access.server'
import { userView } from '../user-view.server'
import { issueOneTimePassword } from './issue-one-time-password'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { actor, read, services } = guarded
  const { user, isTrusted, isToBeEnabled } = await pageRead(() =>
    userView(guarded, idInPath(args.params.userId)),
  )
  const isDisabled = user.state === 'DISABLED'
  return {
    userId: user.id,
    userName: user.user_name,
    hours: ONE_TIME_HOURS,
    has: user.state !== 'NO PASSWORD',
    off: whyNoOneTimePassword(actor, { id: user.id, isDisabled, isToBeEnabled }),
    becomes: isTrusted ? await whatBecomes(read, 'reset', actor) : null,
    idempotencyKey: services.ids.uuid(),
  }
}

/** Creates a one-time password, and shows it in the response itself. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { actor } = guarded
  const userId = idInPath(args.params.userId)
  return formAnswer(
    args,
    async () => {
      const form = { action: `one-time password of ${userId}`, userName: '' }
      const created = await issueOneTimePassword(guarded, form, (context, passwordHash) =>
        giveOneTimePassword(context, { userId, passwordHash }),
      )
      args.context.log.info({ user: actor.userName, userId }, 'one-time password given')
      return data({ created }, { status: 201 })
    },
    'No one-time password was created',
  )
}

/** Popup that creates a one-time password, and then shows it. */
export default function UserPassword() {
  const { userId, userName, hours, has, off, becomes, idempotencyKey } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const page = { title: `New one-time password of ${userName}`, closeHref: `/admin/users/${userId}` }
  if (answer && 'created' in answer)
    return (
      <Dialog {...page}>
        <OneTimePassword {...answer.created} />
      </Dialog>
    )
  return (
    <FormDialog
      {...page}
      idempotencyKey={idempotencyKey}
      refused={answer}
      submit="Create one-time password"
      busyText="Creating…"
      cancel="Cancel"
      off={off}
    >
      <p>
        {has
          ? `The current password of ${userName} stops working, and their sessions and personal tokens end.`
          : `${userName} has no password, and logs in with the one that you create.`}{' '}
        The new one is valid for {hours} hours and must be changed at the first login. For 24 hours,{' '}
        {userName} cannot take four-eyes steps, and sees who reset their access.
      </p>
      {becomes !== null && (
        <Note>
          {userName} has rights that one administrator alone cannot grant: {becomes}.
        </Note>
      )}
    </FormDialog>
  )
}
