import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { showIban } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import { keepList } from '~/ui/grid/keep-list'
import { CloseLink } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { HABIT_COLUMNS, HABIT_GRID } from '../bank-inbox/habit-columns'
import { SETTLING_RULES } from '../bank-inbox/settling-rules'
import { habitTable } from '../grid-sources'

export const meta = () => [{ title: 'Rules of the Bank inbox · Fundesk' }]

export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'bankinbox')
  return {
    grid: await sourcePage(guarded, args.request, await habitTable(guarded)),
    links: domainLinks(guarded.actor, 'bankinbox'),
  }
}

/** What settles payments by itself, what is proposed, and what is learnt from what people did before. */
export default function RulesOfTheInbox() {
  const { grid, links } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Rules of the Bank inbox"
      rowsTitle="Explained in the same way before"
      aside={null}
      actions={
        <CloseLink className="button" to="/bank-inbox">
          Bank inbox
        </CloseLink>
      }
      links={links}
      columns={HABIT_COLUMNS}
      grid={grid}
      options={HABIT_GRID}
      path="/bank-inbox/rules"
      file="bank_rules"
      rowKey={(row) => row.id}
      rowLabel={(row) => `${row.word} on ${showIban(row.account)}, ${row.booked_as}`}
      empty="Nothing yet: what a treasurer books as charges or income is proposed for the next entry that is alike."
    >
      {SETTLING_RULES.map(({ id, title, lead, rules }) => (
        <PageSection key={id} id={id} title={title}>
          <div className="stack">
            <p>{lead}</p>
            <Description items={rules} stacked />
          </div>
        </PageSection>
      ))}
      <PageSection title="As it was explained before">
        <p>
          An entry whose account, counterparty and first word are the same gets this proposal. It counts what
          people booked, not what the bank’s text alone suggests.
        </p>
      </PageSection>
    </ListPage>
  )
}
