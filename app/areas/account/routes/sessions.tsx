import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { idempotentWithStatus } from '~/areas/access/idempotent.server'
import { endOtherSessions, endOwnSession, sessionsOf } from '~/areas/access/session-rows.server'
import { guardUser } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { sessionKey } from '~/http/session'
import { sourcePage } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Grid } from '~/ui/grid/grid'
import { ErrorBanner } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { AccountLinks, SESSION_COLUMNS } from '../account-links'

export const meta = () => [{ title: 'Sessions · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const { actor, session, services, timeZone } = guarded
  const idempotencyKey = () => services.ids.uuid()
  const sessions = (await sessionsOf(guarded, actor.id)).map((row) => ({
    ...row,
    idempotencyKey: idempotencyKey(),
  }))
  const list = rowList(sessions, SESSION_COLUMNS, { timeZone })
  return {
    grid: await sourcePage(guarded, args.request, { columns: SESSION_COLUMNS, options: {}, list }),
    own: sessionKey(session.id),
    others: sessions.length > 1,
    idempotencyKey: idempotencyKey(),
  }
}

const End = z.object({
  session: z
    .string('Reload the page and try again.')
    .regex(/^(?:others|[0-9a-f]{64})$/, 'Reload the page and try again.'),
})

export const action = formRoute({
  title: 'The session was not ended',
  page: guardUser,
  fields: End,
  command: (context, { session }, { session: which }) =>
    idempotentWithStatus(context, `end session ${which}`, async () => {
      const { tx, actor } = context
      const own = sessionKey(session.id)
      if (which === 'others') {
        const ended = await endOtherSessions(context, actor.id, own)
        return ended === 1 ? '1 other session ended' : `${ended} other sessions ended`
      }
      if (which !== own) await endOwnSession(tx, actor.id, which)
      return 'Session ended'
    }),
  done: (line) => ['/account/sessions', line],
})

/** Where one is logged in. */
export default function Sessions() {
  const { grid, own, others, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <AccountLinks />
      <Page title="Sessions">
        <PageSection>
          <p>
            A session ends after an hour without activity, and after twelve hours in any case. If you do not
            recognise a session, end it and change your password.
          </p>
          {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
          {others && (
            <Form prefix="others" idempotencyKey={idempotencyKey}>
              <SubmitButton name="session" value="others" look="danger" busyText="Ending…">
                End all other sessions
              </SubmitButton>
            </Form>
          )}
        </PageSection>
        <Grid
          title="Your sessions"
          columns={SESSION_COLUMNS}
          {...grid}
          rowKey={({ idHash }) => idHash}
          rowLabel={({ address }) => `session from ${address}`}
          actions={{
            label: 'End',
            render: ({ idHash, idempotencyKey }) =>
              idHash === own ? (
                <strong>This session</strong>
              ) : (
                <Form prefix={`session-${idHash.slice(0, 8)}`} idempotencyKey={idempotencyKey}>
                  <SubmitButton name="session" value={idHash} look="plain" busyText="Ending…">
                    End
                  </SubmitButton>
                </Form>
              ),
          }}
        />
      </Page>
    </>
  )
}
