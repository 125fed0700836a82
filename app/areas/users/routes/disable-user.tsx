import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idempotentWithStatus } from '~/areas/access/idempotent.server'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'
import { disableUser, whyNotDisabled } from '../disable-user.server'
import { DisableFields } from '../forms'
import { userView } from '../user-view.server'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { actor, services } = guarded
  const { user } = await pageRead(() => userView(guarded, actor, idInPath(args.params.userId)))
  return {
    userId: user.id,
    userName: user.user_name,
    off: whyNotDisabled(actor, user.id),
    idempotencyKey: services.ids.uuid(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { actor, transaction, services } = guarded
  const userId = idInPath(args.params.userId)
  return formAnswer(
    args,
    async (typed) => {
      const { comment, idempotencyKey: key } = parseFields(typed, DisableFields)
      const now = services.clock()
      const form = { key, userId: actor.id, action: `disable user ${userId}`, now }
      const done = await transaction((context) =>
        idempotentWithStatus(context.tx, form, () =>
          disableUser(context, { userId, comment: comment.trim() }),
        ),
      )
      return redirectWithStatus(guarded, `/admin/users/${userId}${sameSearch(args.request)}`, done)
    },
    'The user was not disabled',
  )
}

/** The confirmation before a user is disabled. */
export default function DisableUser() {
  const { userId, userName, off, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const closeHref = `/admin/users/${userId}`
  return (
    <Dialog title={`Disable user ${userName}`} closeHref={closeHref}>
      {off !== null ? (
        <Note>{off}</Note>
      ) : (
        <Form idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
          <p>
            {userName} can no longer log in, and their sessions and personal tokens end at once. Their history
            is kept, and so are their rights, in case they are enabled again; their password is not.
          </p>
          <TextArea name="comment" label="Reason" maxLength={1_000} />
          <FormActions>
            <SubmitButton look="danger" busyText="Disabling…">
              Disable
            </SubmitButton>
            <CloseLink className="button" to={closeHref}>
              Cancel
            </CloseLink>
          </FormActions>
        </Form>
      )}
    </Dialog>
  )
}
