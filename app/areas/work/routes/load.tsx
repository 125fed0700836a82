import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { guardUser } from '~/http/guard'
import { addDays, type Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { BarChart, type ChartBar } from '~/ui/chart/bar-chart'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { shownCount } from '~/ui/grid/query'
import { Link } from '~/ui/open-close/close-link'
import { LinksRow, Page, PageSection } from '~/ui/page/page'
import { workTabs } from '../grid-sources'
import { loadOfQueues } from '../list.server'
import { DAYS_AHEAD, openOf, type QueueLoad, workLinks } from '../work'
import { workReader } from '../work-objects.server'

export const meta = () => [{ title: 'Workload · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  return {
    today: guarded.today,
    loads: await loadOfQueues(workReader(guarded)),
    tabs: workTabs(guarded),
  }
}

/** What is open in each queue, by the day on which it is due: where work piles up, and when. */
export default function Workload() {
  const { today, loads, tabs } = useLoaderData<typeof loader>()
  const days = Array.from({ length: DAYS_AHEAD }, (_, at) => addDays(today, at))
  return (
    <>
      <LinksRow label="Lists of my work" links={workLinks(tabs)} />
      <Page title="Workload">
        {loads.length > 0 && (
          <PageSection title="Open work by due date">
            <div className="charts">
              {loads.map((load) => (
                <BarChart
                  key={load.queue}
                  title={load.queue}
                  summary={summaryOf(load)}
                  bars={barsOf(load, days)}
                  first={TODAY}
                />
              ))}
            </div>
          </PageSection>
        )}
        <Grid
          title="Open objects by queue and day"
          columns={columnsOf(days)}
          rows={loads}
          total={loads.length}
          rowKey={({ queue }) => queue}
          empty="Nothing is open that you may see."
        />
      </Page>
    </>
  )
}

/** The bar of today, after that of what is late. */
const TODAY = 1

const totalOf = ({ late, days, later, undated }: QueueLoad) =>
  days.reduce((sum, count) => sum + count, late + later + undated)

function summaryOf(load: QueueLoad): string {
  return `${shownCount(totalOf(load))} open${load.late > 0 ? `, ${shownCount(load.late)} late` : ''}`
}

function barsOf(load: QueueLoad, days: readonly Day[]): ChartBar[] {
  const bar = (
    label: string,
    description: string,
    count: number,
    kind: 'bad' | 'plain' = 'plain',
  ): ChartBar => ({
    label,
    description: `${description}: ${count}`,
    parts: [{ kind, value: count }],
    ...(count > 0 ? { top: String(count) } : {}),
  })
  return [
    bar('late', 'Late', load.late, 'bad'),
    ...days.map((day, at) => bar(String(Number(day.slice(8))), showDay(day), load.days[at] ?? 0)),
    bar('later', 'Later', load.later),
    bar('–', 'Without a day', load.undated),
  ]
}

/** Each count leads to its rows. */
function columnsOf(days: readonly Day[]): GridColumn<QueueLoad>[] {
  const count = (
    id: string,
    header: string,
    of: (load: QueueLoad) => number,
    due?: Readonly<Record<string, string>>,
  ): GridColumn<QueueLoad> => ({
    id,
    header,
    size: 75,
    meta: { kind: 'number' },
    cell: ({ row: { original } }) => {
      const found = of(original)
      return found === 0 ? (
        <span className="muted">0</span>
      ) : (
        <Link to={openOf(original.queue, due)}>{shownCount(found)}</Link>
      )
    },
  })
  return [
    {
      id: 'queue',
      header: 'Queue',
      size: 160,
      meta: { kind: 'text' },
      cell: ({ row }) => row.original.queue,
    },
    count('late', 'Late', ({ late }) => late, { 'filter.days': '<0' }),
    ...days.map((day, at) =>
      count(day, showDay(day).slice(0, 5), (load) => load.days[at] ?? 0, { 'filter.due': showDay(day) }),
    ),
    count('later', 'Later', ({ later }) => later, { 'filter.days': `>=${DAYS_AHEAD}` }),
    count('undated', 'No due date', ({ undated }) => undated, { 'filter.due': '=' }),
    count('total', 'Total', totalOf),
  ]
}
