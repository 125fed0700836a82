import { Link } from '@remix-run/react'
import { counted } from '~/platform/values/show'
import { BarChart, type ChartBar } from '~/ui/chart/bar-chart'
import { LineChart } from '~/ui/chart/line-chart'
import { PageSection } from '~/ui/page/page'
import type { AlertMonth } from './alert-months.server'
import type { CurveResult } from './curve'
import type { BeforeAndAfter } from './replay'
import { criteriaLabel, type ShownRun } from './run-label'
import { CurveChart } from './run-view'

interface ReplayPicturesProps {
  months: readonly AlertMonth[]
  /** The newest finished run of each kind. */
  replay: { run: ShownRun; byMonth: BeforeAndAfter[]; verdict: string } | null
  curve: { run: ShownRun; result: CurveResult } | null
}

/** How many alerts the rules raise, and what the newest runs say about other tolerances. */
export function ReplayPictures({ months, replay, curve }: ReplayPicturesProps) {
  return (
    <div className="page__columns">
      <PageSection title="Alerts now">
        <AlertsByMonth months={months} />
      </PageSection>
      {replay && replay.byMonth.length > 1 && (
        <PageSection title="Newest replay">
          <MonthsOfReplay months={replay.byMonth} summary={replay.verdict} />
          <RunLink run={replay.run} />
        </PageSection>
      )}
      {curve && (
        <PageSection title="Newest curve">
          <CurveChart result={curve.result} />
          <RunLink run={curve.run} />
        </PageSection>
      )}
    </div>
  )
}

function AlertsByMonth({ months }: Pick<ReplayPicturesProps, 'months'>) {
  const sum = (of: 'alerts' | 'controls') => months.reduce((all, month) => all + month[of], 0)
  return (
    <BarChart
      title="Rules not OK, by month"
      summary={`${counted(sum('alerts'), 'result')} in ${counted(sum('controls'), 'control')} of ${months.length} months.`}
      wide
      bars={months.map(barOf)}
      first={Math.max(
        0,
        months.findLastIndex(({ controls }) => controls > 0),
      )}
    />
  )
}

function barOf({ month, controls, alerts }: AlertMonth, at: number): ChartBar {
  const [year = '', number = ''] = month.split('-')
  return {
    label: number,
    ...(at === 0 || number === '01' ? { group: year } : {}),
    description: `${number}/${year}: ${alerts} not OK in ${counted(controls, 'control')}`,
    parts: [{ kind: 'plain', value: alerts }],
    ...(alerts > 0 ? { top: alerts.toLocaleString('en-GB') } : {}),
  }
}

function MonthsOfReplay({ months, summary }: { months: readonly BeforeAndAfter[]; summary: string }) {
  const inOrder = months.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return (
    <LineChart
      title="Alerts by month"
      summary={summary}
      dates={inOrder.map(({ name }) => `${name.slice(5)}/${name.slice(0, 4)}`)}
      lines={[
        { label: 'With the change', short: 'Changed', values: inOrder.map(({ after }) => after) },
        { label: 'As it was', values: inOrder.map(({ before }) => before) },
      ]}
      shown={String}
    />
  )
}

const RunLink = ({ run }: { run: ShownRun }) => (
  <p className="muted">
    <Link to={`/replay/${run.id}`}>Run {run.id}</Link>: {criteriaLabel(run)}
  </p>
)
