import { showDay } from '~/platform/values/show'
import { LineChart } from '~/ui/chart/line-chart'
import type { ShownFigure } from './case-figures.server'

interface FigureChartProps {
  figures: readonly ShownFigure[]
  /** In percent; null without one. */
  threshold: string | null
}

/** The error of each class from date to date, with the thresholds between which it needs no correction. */
export function FigureChart({ figures, threshold }: FigureChartProps) {
  const dates = [...new Set(figures.map(({ date }) => date))]
  if (dates.length < 2) return null
  const limit = threshold === null ? null : Number(threshold)
  const lines = [...new Set(figures.map(({ classCode }) => classCode))].map((code) => ({
    label: code,
    values: dates.map((date) => {
      const found = figures.find((figure) => figure.date === date && figure.classCode === code)
      return found ? signedPercent(found) : null
    }),
  }))
  return (
    <LineChart
      title="Error of each class"
      summary="Published against corrected, in percent."
      dates={dates.map(showDay)}
      lines={lines}
      band={limit === null ? undefined : { from: -limit, to: limit }}
      thresholds={
        limit === null
          ? []
          : [
              { value: limit, label: `Threshold ${threshold} %` },
              { value: -limit, label: `Threshold -${threshold} %` },
            ]
      }
      shown={(value) => `${Number(value.toFixed(4))} %`}
    />
  )
}

/** Below zero where the NAV was too low. */
function signedPercent({ percent, difference }: ShownFigure): number | null {
  if (percent === null) return null
  return Number(percent) * (difference.startsWith('-') ? -1 : 1)
}
