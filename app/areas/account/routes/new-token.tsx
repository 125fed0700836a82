import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { createApiToken, TOKEN_DAYS } from '~/areas/access/api-tokens.server'
import { idempotentWithSecret } from '~/areas/access/idempotent.server'
import { formNumber, parseFields } from '~/http/form'
import { guardUser } from '~/http/guard'
import { formAnswer } from '~/http/page-answer'
import { Secret } from '~/ui/description/description'
import { Dialog } from '~/ui/dialog/dialog'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { SelectInput, TextInput } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'

/** The fields of a personal token that is not created yet. */
function TokenFields({ mostDays }: { mostDays: number }) {
  return (
    <>
      <TextInput name="name" label="Name" hint="Purpose, for your reference." maxLength={200} required />
      <SelectInput
        name="readOnly"
        label="Access"
        required
        defaultValue="yes"
        options={[
          { value: 'yes', label: 'Read only' },
          { value: 'no', label: 'Read and write, with your permissions' },
        ]}
      />
      <TextInput
        name="days"
        label="Valid for (days)"
        hint={`1 to ${mostDays}.`}
        required
        defaultValue="90"
        maxLength={4}
      />
    </>
  )
}

const CLOSE = '/account/tokens'

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await guardUser(args)
  return { mostDays: TOKEN_DAYS, idempotencyKey: services.ids.uuid() }
}

const Wanted = z.object({
  name: z.string('Give the token a name.').max(200, 'At most 200 characters.'),
  readOnly: z.enum(['yes', 'no'], 'Choose read only, or read and write.'),
  days: formNumber(`Choose 1 to ${TOKEN_DAYS} days.`),
})

/** Creates the token. The response itself shows it: it is not stored for a later page. */
export async function action(args: ActionFunctionArgs) {
  const { actor, transaction, services } = await guardUser(args)
  return formAnswer(
    args,
    async (typed) => {
      const { readOnly, ...rest } = parseFields(typed, Wanted)
      const wanted = { ...rest, readOnly: readOnly === 'yes' }
      const { answer, secret } = await transaction((context) =>
        idempotentWithSecret(context, 'make token', async () => {
          const random = services.ids.token(32)
          const { token, id, name } = await createApiToken(context, wanted, random)
          return { answer: { id, name }, secret: token }
        }),
      )
      const { id: tokenId, name } = answer
      if (secret !== null)
        args.context.log.info({ user: actor.userName, tokenId, readOnly: wanted.readOnly }, 'token made')
      return data({ created: { name, token: secret } }, { status: 201 })
    },
    'The token was not created',
  )
}

/** Popup "New token"; after it, the token. */
export default function NewToken() {
  const { mostDays, idempotencyKey } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!answer || 'refusal' in answer)
    return (
      <FormDialog
        title="New token"
        closeHref={CLOSE}
        idempotencyKey={idempotencyKey}
        refused={answer}
        submit="Create token"
        busyText="Creating…"
        cancel="Cancel"
      >
        <TokenFields mostDays={mostDays} />
      </FormDialog>
    )
  const { name, token } = answer.created
  return (
    <Dialog title="Token created" closeHref={CLOSE}>
      {token === null ? (
        <Note kind="warning">
          The token {name} was shown when it was created and cannot be shown again. If you did not note it
          down, revoke it and create another.
        </Note>
      ) : (
        <div role="status">
          <Secret label={`Token ${name}`}>{token}</Secret>
          <p>It is shown only once. A program sends it in the header Authorization, after "Bearer".</p>
        </div>
      )}
      <CloseLink to={CLOSE}>Back to your tokens</CloseLink>
    </Dialog>
  )
}
