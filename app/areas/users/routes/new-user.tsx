import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { queueChoices } from '~/areas/access/users.server'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer } from '~/http/page-answer'
import { whatBecomes } from '~/platform/approvals/pending-change-request.server'
import { Dialog } from '~/ui/dialog/dialog'
import { NewUserFields, queuesTyped } from '../forms'
import { NewUserCreated, NewUserForm } from '../new-user-form'
import { createUser } from '../save-user.server'
import { issueOneTimePassword } from './issue-one-time-password'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'administration', 'add')
  return {
    queueChoices: await queueChoices(read),
    becomes: await whatBecomes(read, 'user', actor),
    idempotencyKey: services.ids.uuid(),
  }
}

/** Creates the user. The response itself shows the one-time password: it is not stored for a later page. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'add')
  const { actor } = guarded
  return formAnswer(
    args,
    async (typed) => {
      const fields = parseFields(typed, NewUserFields)
      const wanted = { ...fields, queues: queuesTyped(typed) }
      const form = { action: 'create user', userName: fields.userName }
      const created = await issueOneTimePassword(guarded, form, (context, passwordHash) =>
        createUser(context, wanted, passwordHash),
      )
      args.context.log.info({ user: actor.userName, userId: created.userId }, 'user created')
      return data({ created }, { status: 201 })
    },
    'The user was not created',
  )
}

/** Popup "New user"; after it, the one-time password. */
export default function NewUser() {
  const form = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const created = answer && 'created' in answer ? answer.created : null
  return (
    <Dialog title={created ? 'User created' : 'New user'} size="700x525" closeHref="/admin/users">
      {created ? (
        <NewUserCreated created={created} />
      ) : (
        <NewUserForm
          {...form}
          closeHref="/admin/users"
          refused={answer && 'refusal' in answer ? answer : undefined}
        />
      )}
    </Dialog>
  )
}
