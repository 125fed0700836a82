import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { keepList } from '~/ui/grid/keep-list'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import { OPEN_BREAK_COLUMNS, OPEN_BREAK_GRID } from '../explained/open-break-columns'
import type { OpenBreakRow } from '../explained/open-breaks'
import { openBreakTable } from '../grid-sources'

export const meta = () => [{ title: 'Open breaks · Fundesk' }]

export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'navctrl')
  return {
    grid: await sourcePage(guarded, args.request, await openBreakTable(guarded)),
    links: domainLinks(guarded.actor, 'navctrl'),
    mayExplain: isAllowed(guarded.actor, 'navctrl', 'add'),
    mayOpenCase: isAllowed(guarded.actor, 'errors', 'add'),
  }
}

interface ActsProps {
  row: OpenBreakRow
  mayExplain: boolean
  mayOpenCase: boolean
}

/** The address of the popup that explains a difference. */
function explainHref({ nav_id, rule, subject, explanation_id }: OpenBreakRow): string {
  const query = new URLSearchParams({ nav: String(nav_id), rule: rule ?? '' })
  if (explanation_id === null) query.set('subject', subject)
  else query.set('renews', String(explanation_id))
  return `/open-breaks/explain?${query}`
}

/** What can be done with a break. */
function Acts({ row, mayExplain, mayOpenCase }: ActsProps) {
  const { nav_id, rule, state, explanation_id, comment, found_by } = row
  return (
    <>
      {comment !== '' && <p>{comment}</p>}
      <p>
        <Link to={`/nav-controls/${nav_id}`}>Open the NAV</Link>
        {found_by === 'Matching' && ' to edit the break under Reports'}
        {mayExplain && rule !== null && (
          <>
            {' · '}
            <OpenLink to={explainHref(row)}>{explanation_id === null ? 'Explain' : 'Renew'}</OpenLink>
          </>
        )}
        {mayExplain && explanation_id !== null && (
          <>
            {' · '}
            <OpenLink to={`/open-breaks/explanations/${explanation_id}/end`}>End</OpenLink>
          </>
        )}
        {mayOpenCase && state === 'AFTER SENDING' && (
          <>
            {' · '}
            <Link to={`/nav-errors/new?nav=${nav_id}`}>Open NAV error</Link>
          </>
        )}
      </p>
    </>
  )
}

/** What is open across funds: differences with second sources, explained or not, and breaks of matchings. */
export default function OpenBreaks() {
  const { grid, links, ...may } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Open breaks"
      fill
      links={links}
      columns={OPEN_BREAK_COLUMNS}
      grid={grid}
      options={OPEN_BREAK_GRID}
      path="/open-breaks"
      file="open_breaks"
      rowKey={({ key }) => key}
      rowLabel={({ found_by, fund_code, subject }) => `${found_by} ${fund_code} ${subject}`}
      detail={(row) => <Acts row={row} {...may} />}
      clickExpands
      empty="Nothing is open: second sources and matchings agree with the last control of each fund."
    />
  )
}
