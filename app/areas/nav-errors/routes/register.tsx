import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useLoaderData, useSearchParams } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { showDay } from '~/platform/values/show'
import { changes, keepList } from '~/ui/grid/keep-list'
import { StatusLine } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'
import { yearsWithCases } from '../case-facts.server'
import { registerTable, yearOf } from '../grid-sources'
import { REGISTER_COLUMNS, REGISTER_GRID, YearForm } from '../register-columns'

export const meta = () => [{ title: 'Register of NAV errors · Fundesk' }]

export function shouldRevalidate(next: ShouldRevalidateFunctionArgs): boolean {
  return changes(next, (url) => url.searchParams.get('year') ?? '') || keepList(next)
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'errors')
  const { year, note } = yearOf(args.request, guarded)
  return {
    year,
    note,
    years: await yearsWithCases(guarded.read, guarded.today),
    grid: await sourcePage(guarded, args.request, await registerTable(guarded, year)),
    links: domainLinks(guarded.actor, 'errors'),
  }
}

/** The cases of a year, material or not, with magnitude, days and amounts. */
export default function Register() {
  const { year, note, years, grid, links } = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  return (
    <ListPage
      title="Register of NAV errors"
      printed={`Cases discovered in ${year}`}
      fill
      actions={
        <CloseLink className="button" to="/nav-errors">
          NAV errors
        </CloseLink>
      }
      links={links}
      columns={REGISTER_COLUMNS}
      grid={grid}
      options={REGISTER_GRID}
      path="/nav-errors/register"
      file="nav_error_register"
      selectable
      rowKey={({ id }) => String(id)}
      rowHref={({ id }) => `/nav-errors/${id}`}
      rowLabel={(row) => `NAV error ${row.id} of ${row.fund_code} from ${showDay(row.first_date)}`}
      empty={`No case was discovered in ${year}.`}
    >
      <YearForm
        path="/nav-errors/register"
        year={year}
        years={years}
        kept={[...params].filter(([name]) => !['year', 'page'].includes(name))}
      />
      {note && <StatusLine>{note}</StatusLine>}
    </ListPage>
  )
}
