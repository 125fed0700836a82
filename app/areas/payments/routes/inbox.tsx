import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useParams } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { useMarkedStep } from '~/areas/work/use-marked-step'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { showAmount, showDay } from '~/platform/values/show'
import { usePreload } from '~/ui/drawer/use-neighbours'
import { keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/query'
import { Empty } from '~/ui/message/message'
import { CloseLink, OpenLink } from '~/ui/open-close/close-link'
import { BANK_INBOX_GRID, entryColumns } from '../bank-inbox/list'
import { countUnexplained } from '../bank-inbox/list.server'
import { bankEntryTable } from '../grid-sources'

export const meta = () => [{ title: 'Bank inbox · Fundesk' }]

export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'bankinbox')
  const { actor, read } = guarded
  const [grid, unexplained] = await Promise.all([
    sourcePage(guarded, args.request, bankEntryTable(guarded)),
    countUnexplained(read),
  ])
  return {
    grid,
    unexplained,
    links: domainLinks(actor, 'bankinbox'),
    decides: actor.queues.includes('PAYMENT') && isAllowed(actor, 'bankinbox', 'update'),
    mayUpload: isAllowed(actor, 'payments', 'add'),
    mayOpenRuns: isAllowed(actor, 'payments'),
  }
}

/** What the banks booked and nothing explains: each entry waits for a treasurer. */
export default function BankInbox() {
  const { grid, unexplained, links, decides, mayUpload, mayOpenRuns } = useLoaderData<typeof loader>()
  const { entryId } = useParams()
  usePreload(['areas/payments/routes/inbox-entry'])
  return (
    <ListPage
      title="Bank inbox"
      fill
      aside={<span className="muted">{`${shownCount(unexplained)} unexplained`}</span>}
      actions={
        <>
          <CloseLink className="button" to="/bank-inbox/accounts">
            Days of accounts
          </CloseLink>
          <CloseLink className="button" to="/bank-inbox/months">
            Months
          </CloseLink>
          <CloseLink className="button" to="/bank-inbox/rules">
            Rules
          </CloseLink>
          {mayOpenRuns && (
            <CloseLink className="button" to="/payments">
              Payment runs
            </CloseLink>
          )}
          {mayUpload && (
            <OpenLink className="button button--primary" to="/payments/answer?page=1">
              Upload bank file
            </OpenLink>
          )}
        </>
      }
      links={links}
      columns={entryColumns(grid.declared, { decides })}
      grid={grid}
      options={BANK_INBOX_GRID}
      path="/bank-inbox"
      file="bank_inbox"
      selectable
      marked={useMarkedStep('/bank-inbox')}
      rowKey={(row) => String(row.id)}
      rowHref={(row) => `/bank-inbox/${row.id}`}
      rowLabel={(row) =>
        `entry of ${showDay(row.booking_date) || 'no day'}, ${row.amount === null ? row.topic : showAmount(row.amount, row.currency)}`
      }
      openKey={entryId}
      empty={
        <Empty
          title="Nothing is unexplained"
          act={
            mayUpload && (
              <OpenLink className="button" to="/payments/answer?page=1">
                Upload bank file
              </OpenLink>
            )
          }
        >
          Bank entries that fit no payment appear here once a statement is uploaded.
        </Empty>
      }
    />
  )
}
