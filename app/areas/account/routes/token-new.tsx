import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { createApiToken, TOKEN_DAYS } from '~/areas/access/api-token-create.server'
import { onceShown } from '~/areas/access/idempotent-secret.server'
import { KeyField } from '~/areas/users/forms'
import { parseFields } from '~/http/form'
import { formNumber } from '~/http/form-values'
import { guardUser } from '~/http/guard'
import { formAnswer } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { Note } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'
import { Secret } from '~/ui/secret/secret'
import { NewTokenForm } from '../new-token-form'

const CLOSE = '/account/tokens'

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await guardUser(args)
  return { mostDays: TOKEN_DAYS, idempotencyKey: services.ids.uuid() }
}

const Wanted = KeyField.extend({
  name: z.string('Give the token a name.').max(200, 'At most 200 characters.'),
  readOnly: z.enum(['yes', 'no'], 'Choose what it may.'),
  days: formNumber(`Choose 1 to ${TOKEN_DAYS} days.`),
})

/** Makes the token. The answer itself shows it: nothing stores it for a page after this one. */
export async function action(args: ActionFunctionArgs) {
  const { actor, transaction, services } = await guardUser(args)
  return formAnswer(
    args,
    async (typed) => {
      const { idempotencyKey: key, readOnly, ...rest } = parseFields(typed, Wanted)
      const now = services.clock()
      const wanted = { ...rest, readOnly: readOnly === 'yes' }
      const { answer, secret } = await transaction((tx) =>
        onceShown(tx, { key, userId: actor.id, action: 'make token', now }, async () => {
          const random = services.ids.token(32)
          const { token, id, name } = await createApiToken(tx, actor, wanted, { random, now })
          return { answer: { id, name }, secret: token }
        }),
      )
      const { id: tokenId, name } = answer
      if (secret !== null)
        args.context.log.info({ user: actor.userName, tokenId, readOnly: wanted.readOnly }, 'token made')
      return data({ made: { name, token: secret } }, { status: 201 })
    },
    'The token was not made',
  )
}

/** Popup "New token"; after it, the token. */
export default function NewToken() {
  const form = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const made = answer && 'made' in answer ? answer.made : null
  return (
    <Dialog title={made ? 'Token made' : 'New token'} closeHref={CLOSE}>
      {made === null ? (
        <NewTokenForm
          {...form}
          closeHref={CLOSE}
          refused={answer && 'refusal' in answer ? answer : undefined}
        />
      ) : made.token === null ? (
        <Note kind="warning">
          The token {made.name} was shown when it was made, and nobody can see it again. Where it was not
          noted down, revoke it and make another.
        </Note>
      ) : (
        <div role="status">
          <Secret label={`Token ${made.name}`}>{made.token}</Secret>
          <p>It is shown this once. A program sends it in the header Authorization, after "Bearer".</p>
        </div>
      )}
      {made && <CloseLink to={CLOSE}>Back to your tokens</CloseLink>}
    </Dialog>
  )
}
