import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { guardUser } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Grid } from '~/ui/grid/grid'
import { LinksRow, Page } from '~/ui/page/page'
import { workTabs } from '../grid-sources'
import { NEWS_PATH } from '../news'
import { listNews, markNewsSeen } from '../news.server'
import { NEWS_COLUMNS } from '../news-columns'
import { workLinks } from '../work'

export const meta = () => [{ title: 'Notices · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  return {
    news: await listNews(guarded),
    tabs: workTabs(guarded),
    idempotencyKey: guarded.services.ids.uuid(),
  }
}

export const action = formRoute({
  page: guardUser,
  fields: z.object({ seen: z.literal('all', 'Press “Mark all as seen”.') }),
  command: (context) => markNewsSeen(context),
  done: () => [NEWS_PATH, 'All notices seen'],
})

/** What others did with the work of the user: what came since they last looked is marked as new. */
export default function News() {
  const { news, tabs, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const count = news.filter(({ isNew }) => isNew).length
  return (
    <>
      <LinksRow label="Lists of my work" links={workLinks(tabs)} />
      <Page
        title="Notices"
        aside={<span className="muted">{count === 0 ? 'Nothing new' : `${count} new`}</span>}
        actions={
          count > 0 && (
            <Form idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
              <SubmitButton name="seen" value="all" busyText="Saving…">
                Mark all as seen
              </SubmitButton>
            </Form>
          )
        }
      >
        <Grid
          title="What others did"
          columns={NEWS_COLUMNS}
          rows={news}
          total={news.length}
          rowKey={({ id }) => String(id)}
          rowHref={({ href }) => href}
          rowLabel={({ title }) => title}
          empty="No notices in the last two weeks. What others do with your work appears here."
        />
      </Page>
    </>
  )
}
