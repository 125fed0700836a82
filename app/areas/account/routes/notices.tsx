import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { closeNotice, noticesOf } from '~/areas/access/user-notices.server'
import { samePage } from '~/http/address'
import { formNumber, parseFields } from '~/http/form'
import { guardUser } from '~/http/guard'
import { formAnswer } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { Grid } from '~/ui/grid/grid'
import { ErrorBanner } from '~/ui/message/message'
import { Page } from '~/ui/page/page'
import { AccountLinks, NOTICE_COLUMNS } from '../account-links'

export const meta = () => [{ title: 'Notices · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const { actor, read, timeZone } = guarded
  const list = rowList(await noticesOf(read, actor.id), NOTICE_COLUMNS, { timeZone })
  return {
    grid: await sourcePage(guarded, args.request, { columns: NOTICE_COLUMNS, options: {}, list }),
  }
}

const Closed = z.object({
  notice: formNumber(),
  /** The page that it was closed on. */
  from: z.string().max(8_000).default('/account/notices'),
})

/** Closes a notice, from whichever page it was shown on. */
export async function action(args: ActionFunctionArgs) {
  const { actor, transaction } = await guardUser(args)
  return formAnswer(
    args,
    async (typed) => {
      const { notice, from } = parseFields(typed, Closed)
      await transaction((context) =>
        withIdempotencyKey(context, `close notice ${notice}`, () => closeNotice(context, actor.id, notice)),
      )
      return redirect(samePage(from))
    },
    'The notice was not closed',
  )
}

/** The user's notices about access, closed or not. */
export default function Notices() {
  const { grid } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <AccountLinks />
      <Page title="Notices">
        {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
        <Grid
          title="Your notices"
          columns={NOTICE_COLUMNS}
          {...grid}
          rowKey={({ id }) => String(id)}
          empty="No notices. If someone resets your access, you see here who did it and when."
        />
      </Page>
    </>
  )
}
