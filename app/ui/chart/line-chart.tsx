import { ChartFigure, round, ScaleLine } from './chart-figure'

/** A line over dates; null breaks it where there is no figure. */
interface ChartLine {
  label: string
  values: readonly (number | null)[]
}

interface LineChartProps {
  title: string
  /** One sentence about the lines: shown above them, and the only text for screen readers. */
  summary: string
  /** Labels of the dates, oldest first; as many as each line has values. */
  dates: readonly string[]
  lines: readonly ChartLine[]
  /** Values between which nothing is wrong, drawn behind the lines. */
  band?: { from: number; to: number }
  /** Formats a value of the scale. */
  shown: (value: number) => string
}

const WIDTH = 560
const HEIGHT = 190
const LEFT = 54
const RIGHT = 8
const TOP = 8
const BOTTOM = 20
const BASE = HEIGHT - BOTTOM
/** Line patterns, so that lines differ in print and for users who cannot see colours. */
const STYLES = 6
const SCALE_LINES = 4

/**
 * Lines over dates, drawn by the server: no script, and the same in print. The figures themselves belong in a table
 * next to it; screen readers read title and summary.
 */
export function LineChart({ title, summary, dates, lines, band, shown }: LineChartProps) {
  const drawn = lines.flatMap(({ values }) => values.filter((value): value is number => value !== null))
  const all = band ? [...drawn, band.from, band.to] : drawn
  const { from, to, step } = scaleOf(Math.min(...all), Math.max(...all))
  const x = (at: number) =>
    dates.length < 2 ? LEFT : LEFT + (at * (WIDTH - LEFT - RIGHT)) / (dates.length - 1)
  const y = (value: number) => BASE - ((value - from) / (to - from)) * (BASE - TOP)
  const every = Math.ceil(dates.length / 8)
  const marks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step)
  return (
    <ChartFigure
      title={title}
      summary={summary}
      width={WIDTH}
      height={HEIGHT}
      wide
      legend={lines.length > 1 && <LinesLegend lines={lines} />}
    >
      {band && (
        <rect
          className="chart__band"
          x={LEFT}
          width={WIDTH - LEFT - RIGHT}
          y={round(y(band.to))}
          height={round(y(band.from) - y(band.to))}
        />
      )}
      {marks.map((value) => (
        <ScaleLine key={value} from={LEFT} to={WIDTH - RIGHT} y={round(y(value))} value={shown(value)} />
      ))}
      {dates.map(
        (date, at) =>
          (dates.length - 1 - at) % every === 0 && (
            <text
              key={date}
              x={round(x(at))}
              y={BASE + 13}
              textAnchor={at === dates.length - 1 ? 'end' : at === 0 ? 'start' : 'middle'}
            >
              {date}
            </text>
          ),
      )}
      {lines.map(({ label, values }, at) => (
        <g key={label} className={`chart__series chart__series--${at % STYLES}`}>
          <path d={pathOf(values, x, y)} />
          {values.map(
            (value, point) =>
              value !== null && (
                <circle key={dates[point]} cx={round(x(point))} cy={round(y(value))} r="1.8">
                  <title>{`${label}, ${dates[point]}: ${shown(value)}`}</title>
                </circle>
              ),
          )}
        </g>
      ))}
    </ChartFigure>
  )
}

function LinesLegend({ lines }: { lines: readonly ChartLine[] }) {
  return (
    <ul className="chart-legend" aria-label="Legend">
      {lines.map(({ label }, at) => (
        <li key={label}>
          <svg className="chart__sample" viewBox="0 0 28 8" aria-hidden="true">
            <g className={`chart__series chart__series--${at % STYLES}`}>
              <path d="M0 4H28" />
            </g>
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}

/** "M54 20L80 22M120 30": a new part after each gap. */
function pathOf(
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  let drawn = false
  return values
    .map((value, at) => {
      const part = value === null ? '' : `${drawn ? 'L' : 'M'}${round(x(at))} ${round(y(value))}`
      drawn = value !== null
      return part
    })
    .join('')
}

/** Round ends beyond the lowest and the highest value, and the step between the lines of the scale. */
export function scaleOf(lowest: number, highest: number): { from: number; to: number; step: number } {
  const span = highest - lowest || Math.abs(highest) || 1
  const power = 10 ** Math.floor(Math.log10(span / SCALE_LINES))
  const step = ([1, 2, 5].find((factor) => factor * power * SCALE_LINES >= span) ?? 10) * power
  const from = Math.floor(lowest / step) * step
  const to = Math.ceil(highest / step) * step
  return { from, to: to > from ? to : from + step, step }
}
