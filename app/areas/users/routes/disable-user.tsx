import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idempotentWithStatus } from '~/areas/access/idempotent.server'
import { idInPath, sameSearch } from '~/http/address'
import { guard } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { TextArea } from '~/ui/form/inputs'
import { disableUser, whyNotDisabled } from '../disable-user.server'
import { DisableFields } from '../forms'
import { userView } from '../user-view.server'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { actor, services } = guarded
  const { user } = await pageRead(() => userView(guarded, idInPath(args.params.userId)))
  return {
    userId: user.id,
    userName: user.user_name,
    off: whyNotDisabled(actor, user.id),
    idempotencyKey: services.ids.uuid(),
  }
}

export const action = formRoute({
  title: 'The user was not disabled',
  page: async (args) => ({
    ...(await guard(args, 'administration', 'update')),
    userId: idInPath(args.params.userId),
  }),
  fields: DisableFields,
  command: (context, { userId }, { comment }) =>
    idempotentWithStatus(context, `disable user ${userId}`, () =>
      disableUser(context, { userId, comment: comment.trim() }),
    ),
  done: (line, { userId }, { request }) => [`/admin/users/${userId}${sameSearch(request)}`, line],
})

/** The confirmation before a user is disabled. */
export default function DisableUser() {
  const { userId, userName, off, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title={`Disable user ${userName}`}
      closeHref={`/admin/users/${userId}`}
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Disable"
      busyText="Disabling…"
      isDanger
      cancel="Cancel"
      off={off}
    >
      <p>
        {userName} can no longer log in, and their sessions and personal tokens end at once. Their history is
        kept, and so are their rights, in case they are enabled again; their password is not.
      </p>
      <TextArea name="comment" label="Reason" maxLength={1_000} />
    </FormDialog>
  )
}
