import { type ReactNode, useState } from 'react'
import type { GridColumn } from '../grid/columns'
import { Grid } from '../grid/grid'
import { ChartFigure, ScaleLine } from './chart-figure'
import { round } from './round'

/** A line over dates; null breaks it where there is no figure. */
interface ChartLine {
  label: string
  /** At its end, where the label is too long for it. */
  short?: string
  values: readonly (number | null)[]
}

interface LineChartProps {
  title: string
  /** One sentence about the lines: shown above them, and the only text for screen readers. */
  summary: string
  /** Labels of the dates, oldest first; as many as each line has values. */
  dates: readonly string[]
  /** The one that the drawing is about comes first. */
  lines: readonly ChartLine[]
  /** Values between which nothing is wrong, drawn behind the lines. */
  band?: { from: number; to: number }
  /** Values that matter when they are passed: dashed lines with their names. */
  thresholds?: readonly { value: number; label: string }[]
  /** Formats a value. */
  shown: (value: number) => string
  /** The table behind the drawing; by default the values of all dates. */
  figures?: ReactNode
}

const WIDTH = 560
const HEIGHT = 194
const LEFT = 54
const TOP = 8
const BOTTOM = 24
const BASE = HEIGHT - BOTTOM
/** Line patterns, so that lines differ in print and for users who cannot see colours. */
const STYLES = 6
const SCALE_LINES = 4
/** Labels at the ends of lines: the most characters, their width, and the height of a line of them. */
const MAX_LABEL = 20
const CHARACTER = 5.6
const LABEL_HEIGHT = 11
/** The widest date below the drawing, in the large text of a phone, with a gap. */
const DATE_WIDTH = 82

/**
 * Lines over dates, drawn by the server, each named at its end. The pointer over it or the arrow keys read the values of
 * a date; until then those of the last one are shown.
 */
export function LineChart({ title, summary, dates, lines, band, thresholds = [], ...props }: LineChartProps) {
  const { shown, figures } = props
  const [at, read] = useState<number | null>(null)
  const drawn = lines.flatMap(({ values }) => values.filter((value): value is number => value !== null))
  const all = [...drawn, ...(band ? [band.from, band.to] : []), ...thresholds.map(({ value }) => value)]
  const { from, to, step } = scaleOf(Math.min(...all), Math.max(...all))
  const ends = lines.flatMap((line, style) => endOf(line, style, shown, lines.length > 1))
  // At least half a date.
  const right = Math.max(
    DATE_WIDTH / 2,
    10 + CHARACTER * Math.max(0, ...ends.map(({ label }) => label.length)),
  )
  const x = (date: number) =>
    dates.length < 2 ? LEFT : LEFT + (date * (WIDTH - LEFT - right)) / (dates.length - 1)
  const y = (value: number) => BASE - ((value - from) / (to - from)) * (BASE - TOP)
  const every = Math.ceil((dates.length * DATE_WIDTH) / (WIDTH - LEFT - right))
  const marks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, mark) => from + mark * step)
  const heights = apart(ends.map(({ value }) => y(value)))
  const points = dates.map((date, index) => ({
    x: round(x(index)),
    description: `${date}: ${lines.map((line) => `${line.label} ${valueAt(line, index, shown)}`).join(', ')}`,
  }))
  return (
    <ChartFigure
      title={title}
      summary={summary}
      width={WIDTH}
      height={HEIGHT}
      wide
      reading={{ points, at, onRead: read, top: TOP, base: BASE }}
      legend={<LinesLegend lines={lines} dates={dates} at={at ?? newest(lines)} shown={shown} />}
      figures={figures ?? <DateFigures title={title} dates={dates} lines={lines} shown={shown} />}
    >
      {band && (
        <rect
          className="chart__band"
          x={LEFT}
          width={WIDTH - LEFT - right}
          y={round(y(band.to))}
          height={round(y(band.from) - y(band.to))}
        />
      )}
      {marks.map((value) => (
        <ScaleLine key={value} from={LEFT} to={WIDTH - right} y={round(y(value))} value={shown(value)} />
      ))}
      {from < 0 && to > 0 && (
        <line className="chart__base" x1={LEFT} x2={WIDTH - right} y1={round(y(0))} y2={round(y(0))} />
      )}
      {thresholds.map(({ value, label }) => (
        <g key={value} className="chart__threshold">
          <line x1={LEFT} x2={WIDTH - right} y1={round(y(value))} y2={round(y(value))} />
          <text x={LEFT + 4} y={round(y(value)) - 3}>
            {label}
          </text>
        </g>
      ))}
      {dates.map(
        (date, index) =>
          (dates.length - 1 - index) % every === 0 && (
            <text key={date} x={round(x(index))} y={BASE + 16} textAnchor="middle">
              {date}
            </text>
          ),
      )}
      {lines.map((line, style) => (
        <g key={line.label} className={`chart__series chart__series--${style % STYLES}`}>
          <path d={pathOf(line.values, x, y)} />
          {line.values.map(
            (value, index) =>
              value !== null && (
                <circle
                  key={dates[index]}
                  cx={round(x(index))}
                  cy={round(y(value))}
                  r={index === at ? 3.5 : 1.8}
                >
                  <title>{`${line.label}, ${dates[index]}: ${shown(value)}`}</title>
                </circle>
              ),
          )}
        </g>
      ))}
      {ends.map(({ label, date, style }, index) => (
        <text
          key={label}
          className={`chart__end chart__end--${style % STYLES}`}
          x={round(x(date)) + 6}
          y={round(heights[index] ?? 0) + 3.5}
        >
          {label}
        </text>
      ))}
    </ChartFigure>
  )
}

/** Where a line ends, and its name there; the only line of a drawing shows its value. */
function endOf({ label, short = label, values }: ChartLine, style: number, shown: Shown, isNamed: boolean) {
  const date = values.findLastIndex((value) => value !== null)
  const value = values[date]
  if (value == null) return []
  const name = isNamed ? short : shown(value)
  return [{ label: name.length > MAX_LABEL ? `${name.slice(0, MAX_LABEL - 1)}…` : name, value, date, style }]
}

type Shown = (value: number) => string

/** The heights of labels, moved so that none lies over another, in the order in which they were given. */
export function apart(wanted: readonly number[]): number[] {
  const placed = [...wanted]
  const downwards = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  let free = Number.NEGATIVE_INFINITY
  for (const index of downwards) {
    placed[index] = Math.max(wanted[index] ?? 0, free)
    free = (placed[index] ?? 0) + LABEL_HEIGHT
  }
  let last = BASE
  for (const index of downwards.reverse()) {
    placed[index] = Math.min(placed[index] ?? 0, last)
    last = (placed[index] ?? 0) - LABEL_HEIGHT
  }
  return placed
}

/** The last date of the line that the drawing is about: another may go on, into days that lie ahead. */
const newest = ([first]: readonly ChartLine[]) =>
  Math.max(0, first?.values.findLastIndex((value) => value !== null) ?? 0)

const valueAt = ({ values }: ChartLine, date: number, shown: Shown) => {
  const value = values[date]
  return value == null ? '–' : shown(value)
}

interface LegendProps {
  lines: readonly ChartLine[]
  dates: readonly string[]
  /** The date whose values it shows. */
  at: number
  shown: Shown
}

/** How each line is drawn, with its value on a date. */
function LinesLegend({ lines, dates, at, shown }: LegendProps) {
  return (
    <ul className="chart-legend" aria-label="Legend">
      <li className="chart-legend__date">{dates[at]}</li>
      {lines.map((line, style) => (
        <li key={line.label}>
          <svg className="chart__sample" viewBox="0 0 28 8" aria-hidden="true">
            <g className={`chart__series chart__series--${style % STYLES}`}>
              <path d="M0 4H28" />
            </g>
          </svg>
          <span>{line.label}</span> <b>{valueAt(line, at, shown)}</b>
        </li>
      ))}
    </ul>
  )
}

interface DatedRow {
  date: string
  index: number
}

/** The values of all dates, the newest first. */
function DateFigures({ title, dates, lines, shown }: Omit<LegendProps, 'at'> & { title: string }) {
  const columns: GridColumn<DatedRow>[] = [
    { id: 'date', header: 'Date', size: 90, meta: { kind: 'text' }, cell: ({ row }) => row.original.date },
    ...lines.map(
      (line): GridColumn<DatedRow> => ({
        id: line.label,
        header: line.label,
        size: 110,
        meta: { kind: 'number' },
        cell: ({ row }) => valueAt(line, row.original.index, shown),
      }),
    ),
  ]
  const rows = dates.map((date, index) => ({ date, index })).reverse()
  return (
    <Grid
      title={`Figures of ${title}`}
      panel
      columns={columns}
      rows={rows}
      total={rows.length}
      rowKey={({ date }) => date}
    />
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
