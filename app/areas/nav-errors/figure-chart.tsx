import { showDay } from '~/platform/values/show'
import { LineChart } from '~/ui/chart/line-chart'
import type { ShownFigure } from './case-figures.server'

interface FigureChartProps {
  figures: readonly ShownFigure[]
  /** In percent; null without one. */
  threshold: string | null
}

/** The error of each class from date to date, with the threshold as a band. The table below has all figures. */
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
      summary={`Published against corrected, in percent${limit === null ? '' : `; the band is the threshold of ${threshold} %`}.`}
      dates={dates.map(showDay)}
      lines={lines}
      band={limit === null ? undefined : { from: -limit, to: limit }}
      shown={(value) => `${Number(value.toFixed(4))} %`}
    />
  )
}

/** Below zero where the NAV was too low. */
function signedPercent({ percent, difference }: ShownFigure): number | null {
  if (percent === null) return null
  return Number(percent) * (difference.startsWith('-') ? -1 : 1)
}
