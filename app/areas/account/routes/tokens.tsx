import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { revokeApiToken, tokensOf } from '~/areas/access/api-tokens.server'
import { idempotentWithStatus } from '~/areas/access/idempotent.server'
import { formNumber, parseFields } from '~/http/form'
import { guardUser } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Grid } from '~/ui/grid/grid'
import { ErrorBanner } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { Page } from '~/ui/page/page'
import { AccountLinks, TOKEN_COLUMNS, tokenState } from '../account-links'

export const meta = () => [{ title: 'Personal tokens · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const { now, timeZone, services } = guarded
  const tokens = (await tokensOf(guarded)).map((token) => ({
    ...token,
    state: tokenState(token, now),
    idempotencyKey: services.ids.uuid(),
  }))
  const list = rowList(tokens, TOKEN_COLUMNS, { timeZone })
  return {
    grid: await sourcePage(guarded, args.request, { columns: TOKEN_COLUMNS, options: {}, list }),
  }
}

const Revoke = z.object({ token: formNumber() })

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardUser(args)
  const { actor, transaction } = guarded
  return formAnswer(
    args,
    async (typed) => {
      const { token } = parseFields(typed, Revoke)
      const done = await transaction((context) =>
        idempotentWithStatus(
          context,
          `revoke token ${token}`,
          async () => `Token ${(await revokeApiToken(context, token)).name} revoked`,
        ),
      )
      args.context.log.info({ user: actor.userName, tokenId: token }, 'token revoked')
      return redirectWithStatus(guarded, '/account/tokens', done)
    },
    'The token was not revoked',
  )
}

/** One's own tokens for API calls. */
export default function Tokens() {
  const { grid } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <AccountLinks />
      <Page
        title="Personal tokens"
        actions={
          <OpenLink className="button button--primary" to="/account/tokens/new">
            New token
          </OpenLink>
        }
      >
        {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
        <Grid
          title="Your tokens"
          columns={TOKEN_COLUMNS}
          {...grid}
          rowKey={({ id }) => String(id)}
          rowLabel={({ name }) => `token ${name}`}
          empty="No tokens yet. A program that makes calls in your name needs one: with your permissions, or read-only."
          actions={{
            label: 'Revoke',
            render: ({ id, state, idempotencyKey }) =>
              state === 'ACTIVE' && (
                <Form prefix={`token-${id}`} idempotencyKey={idempotencyKey}>
                  <SubmitButton name="token" value={String(id)} look="plain" busyText="Revoking…">
                    Revoke
                  </SubmitButton>
                </Form>
              ),
          }}
        />
      </Page>
      <Outlet />
    </>
  )
}
