import { counted, showDay } from '~/platform/values/show'
import { BarChart, type ChartBar, ChartLegend, type PartKind } from '~/ui/chart/bar-chart'
import type { EventDay } from './event-days.server'

interface EventDaysChartProps {
  days: readonly EventDay[]
  /** Whether the last verification found the history as it was written. */
  isIntact: boolean
}

/** The events of the last days: which of them the last verification has proven, and which wait for the next. */
export function EventDaysChart({ days, isIntact }: EventDaysChartProps) {
  const sum = (of: 'verified' | 'since') => days.reduce((all, day) => all + day[of], 0)
  const [verified, since] = [sum('verified'), sum('since')]
  const proven: PartKind = isIntact ? 'good' : 'bad'
  return (
    <>
      <BarChart
        title="Events by day"
        summary={`${counted(verified + since, 'event')} in ${days.length} days: ${verified.toLocaleString('en-GB')} verified, ${since.toLocaleString('en-GB')} since.`}
        wide
        bars={days.map((day, at) => barOf(day, days[at - 1], proven))}
      />
      <ChartLegend
        entries={[
          {
            kind: proven,
            label: isIntact ? 'Verified: every event follows from the one before' : 'Not intact',
          },
          { kind: 'open', label: 'Since: verified tonight' },
        ]}
      />
    </>
  )
}

function barOf({ day, verified, since }: EventDay, before: EventDay | undefined, proven: PartKind): ChartBar {
  const isNewMonth = before?.day.slice(0, 7) !== day.slice(0, 7)
  return {
    label: String(Number(day.slice(8))),
    ...(isNewMonth ? { group: showDay(day).slice(3) } : {}),
    description: `${showDay(day)}: ${counted(verified, 'event')} verified${since > 0 ? `, ${since.toLocaleString('en-GB')} since` : ''}`,
    parts: [
      { kind: proven, value: verified },
      { kind: 'open', value: since },
    ],
  }
}
