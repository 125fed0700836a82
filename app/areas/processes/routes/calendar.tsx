import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { DomainLinks } from '~/platform/page/use-site'
import {
  addDays,
  type Day,
  daysBetween,
  daysOfMonth,
  isDay,
  monthOf,
  monthsBefore,
} from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { Page, PageSection } from '~/ui/page/page'
import { type DueCount, processesDue } from '../list.server'
import { PROCESS_STATUS_STYLE, PROCESS_STATUSES } from '../process'
import { readerOf } from './process-tables'
import '../due-month.css'

export const meta = () => [{ title: 'Calendar of Processes · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'processdashboard')
  const { today } = readerOf(guarded)
  const requested = new URL(args.request.url).searchParams.get('month') ?? ''
  const month = isDay(`${requested}-01`) ? requested : monthOf(today)
  return {
    month,
    today,
    due: await processesDue(guarded, daysOfMonth(month)),
    links: domainLinks(guarded.actor, 'processdashboard'),
  }
}

/** The processes of a month by the day on which they are due: how many are late, in progress, to do and done. */
export default function Calendar() {
  const { month, today, due, links } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title={`Processes due in ${nameOf(month)}`}
        actions={
          <>
            <Link className="button" to={`?month=${monthsBefore(month, 1)}`}>
              {nameOf(monthsBefore(month, 1))}
            </Link>
            <Link className="button" to={`?month=${monthsBefore(month, -1)}`}>
              {nameOf(monthsBefore(month, -1))}
            </Link>
            <Link className="button" to="/processes?page=1">
              List
            </Link>
          </>
        }
      >
        <PageSection>
          <div className="due-month__scroll">
            <table className="due-month">
              <caption className="hidden-text">Processes due in {nameOf(month)}</caption>
              <thead>
                <tr>
                  {WEEKDAYS.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeksOf(month).map((week) => (
                  <tr key={week[0]}>
                    {week.map((day, at) => (
                      <td key={day} aria-current={day === today ? 'date' : undefined}>
                        {monthOf(day) === month && (
                          <DueOn
                            day={day}
                            weekday={WEEKDAYS[at] ?? ''}
                            counts={due.filter((each) => each.day === day)}
                          />
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </PageSection>
      </Page>
    </>
  )
}

/** What is due on a day, the worst first, each a link to these rows of the list. */
function DueOn({ day, weekday, counts }: { day: Day; weekday: string; counts: DueCount[] }) {
  const list = (status: string) =>
    `/processes?${new URLSearchParams({ 'filter.process_due_date': showDay(day), 'in.process_status': status })}`
  return (
    <>
      <time dateTime={day}>{Number(day.slice(8))}</time>
      <span className="due-month__weekday">{weekday}</span>
      {counts.length > 0 && (
        <ul>
          {PROCESS_STATUSES.flatMap((status) => {
            const count = counts.find((each) => each.status === status)?.count
            return count === undefined ? (
              []
            ) : (
              <li key={status}>
                <Link to={list(status)}>
                  <Badge kind={PROCESS_STATUS_STYLE[status]} status={`${count} ${status}`} />
                  <span className="hidden-text"> due on {showDay(day)}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const names = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** "November 2026" */
const nameOf = (month: string) => names.format(new Date(`${month}-01T00:00:00Z`))

/** The weeks of a month, each from Monday to Sunday. */
function weeksOf(month: string): Day[][] {
  const { first, last } = daysOfMonth(month)
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const start = addDays(first, -before)
  const weeks = Math.ceil((daysBetween(start, last) + 1) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => addDays(start, week * 7 + at)),
  )
}
