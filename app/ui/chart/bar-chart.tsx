import { type ReactNode, useId, useState } from 'react'
import { ChartFigure, ScaleLine } from './chart-figure'
import { round } from './round'

/** How a part of a bar is drawn: each kind has its own colour and filling. */
export type PartKind = 'good' | 'bad' | 'open' | 'plain'

export type ChartPart = { kind: PartKind; value: number }

export type ChartBar = {
  /** Below the bar ("10"); where a new group begins, the group's ("2026"). */
  label: string
  group?: string
  /** Description of the bar, shown on hover: "October 2026: 3 met, 1 missed". */
  description: string
  /** From bottom to top; zeros are left out. */
  parts: ChartPart[]
  /** Above the bar, if there is room: "75". */
  top?: string
  /** Next to that, if there is room for it too: "%". */
  unit?: string
}

type BarChartProps = {
  title: string
  /** One sentence about the bars: shown above them, and the only text for screen readers. */
  summary: string
  bars: ChartBar[]
  /** The bar whose description is shown while none is read; by default the last one. */
  first?: number
  /** The table behind the drawing, where the page has no other. */
  figures?: ReactNode
  /** As wide as the page allows. */
  wide?: boolean
}

const WIDTH = 270
const WIDE = 560
const LEFT = 26
/** Of a wide drawing, whose text is larger on a phone. */
const WIDE_LEFT = 44
const RIGHT = 6
const TOP = 16
const BASE = 104
/** The heights of the two lines of text below the bars, and of the whole drawing. */
const LINES = { labels: 11, groups: 22, height: 130 }
const WIDE_LINES = { labels: 17, groups: 33, height: 142 }
/** With more bars than this there is no room for a figure above each. All of these limits hold in wide fonts, too. */
const MAX_WITH_TOPS = 12
/** A group's name ("2026") and the gap to the next one. */
const GROUP_WIDTH = 40
const WIDE_GROUP_WIDTH = 80
/** With more bars than this there is no room for units. */
const MAX_WITH_UNITS = 7
/** The widest label below a bar ("May"). */
const LABEL_WIDTH = 19.5

/**
 * Bars made of parts, drawn by the server, and the same in print. The pointer over it or the arrow keys read a bar; screen
 * readers read title and summary.
 */
export function BarChart({ title, summary, bars, first = bars.length - 1, ...props }: BarChartProps) {
  const { figures, wide = false } = props
  const id = useId()
  const [read, setRead] = useState<number | null>(null)
  const highest = niceTop(Math.max(1, ...bars.map(heightOf)))
  const width = wide ? WIDE : WIDTH
  const left = wide ? WIDE_LEFT : LEFT
  const lines = wide ? WIDE_LINES : LINES
  const right = width - RIGHT
  const slot = (right - left) / Math.max(1, bars.length)
  const y = (value: number) => BASE - (value / highest) * (BASE - TOP)
  const every = Math.ceil(LABEL_WIDTH / slot)
  // A name is omitted if there is no room before the next group's name and the next group has more bars.
  const hasRoom = (at: number) => {
    const next = bars.findIndex(({ group }, other) => other > at && group !== undefined)
    return next < 0 || (next - at) * slot >= (wide ? WIDE_GROUP_WIDTH : GROUP_WIDTH)
  }
  const groupAnchor = (at: number) => (at === 0 ? 'start' : at === bars.length - 1 ? 'end' : 'middle')
  const groupShift = (at: number) => (at === 0 ? -6 : at === bars.length - 1 ? slot / 2 : 0)
  const points = bars.map(({ description }, bar) => ({ x: round(left + (bar + 0.5) * slot), description }))
  return (
    <ChartFigure
      title={title}
      summary={summary}
      width={width}
      height={lines.height}
      wide={wide}
      reading={{ points, at: read, onRead: setRead, top: TOP, base: BASE }}
      legend={bars.length > 0 && <p className="chart__reading">{bars[read ?? first]?.description}</p>}
      figures={figures}
    >
      <Hatch id={`${id}bad`} />
      {[highest, highest / 2].filter(Number.isInteger).map((value) => (
        <ScaleLine key={value} from={left} to={width} y={y(value)} value={value} />
      ))}
      {bars.map((bar, at) => {
        const x = left + at * slot
        const middle = x + slot / 2
        return (
          <g key={`${bar.group ?? ''} ${bar.label} ${bar.description}`}>
            <title>{bar.description}</title>
            <rect className="chart__slot" x={x} y={TOP} width={slot} height={BASE - TOP} />
            {stacked(bar.parts).map(({ kind, from, value }) => (
              <rect
                key={kind}
                className={`chart__part chart__part--${kind}`}
                fill={kind === 'bad' ? `url(#${id}bad)` : undefined}
                x={round(x + slot * 0.18)}
                y={round(y(from + value))}
                width={round(slot * 0.64)}
                height={round(y(from) - y(from + value))}
              />
            ))}
            {bar.top && bars.length <= MAX_WITH_TOPS && (
              <text className="chart__top" x={middle} y={y(heightOf(bar)) - 3} textAnchor="middle">
                {bar.top}
                {bars.length <= MAX_WITH_UNITS && bar.unit}
              </text>
            )}
            {at % every === 0 && (
              <text x={middle} y={BASE + lines.labels} textAnchor="middle">
                {bar.label}
              </text>
            )}
            {bar.group && hasRoom(at) && (
              <text x={middle + groupShift(at)} y={BASE + lines.groups} textAnchor={groupAnchor(at)}>
                {bar.group}
              </text>
            )}
          </g>
        )
      })}
      <line className="chart__base" x1={left} x2={width} y1={BASE} y2={BASE} />
    </ChartFigure>
  )
}

/** The meaning of each filling; shown once for charts with the same parts. */
export function ChartLegend({ entries }: { entries: { kind: PartKind; label: string }[] }) {
  const id = useId()
  return (
    <ul className="chart-legend" aria-label="Legend">
      {entries.map(({ kind, label }) => (
        <li key={kind}>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <Hatch id={`${id}${kind}`} />
            <rect
              className={`chart__part chart__part--${kind}`}
              fill={kind === 'bad' ? `url(#${id}${kind})` : undefined}
              x="1"
              y="1"
              width="12"
              height="12"
            />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}

function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect className="chart__hatch-ground" width="5" height="5" />
        <path className="chart__hatch" d="M-1 6 6-1M-1 1 1-1M4 6 6 4" />
      </pattern>
    </defs>
  )
}

const heightOf = ({ parts }: ChartBar) => parts.reduce((sum, { value }) => sum + value, 0)

function stacked(parts: readonly ChartPart[]) {
  let from = 0
  return parts
    .filter(({ value }) => value > 0)
    .map(({ kind, value }) => {
      from += value
      return { kind, value, from: from - value }
    })
}

/** A round figure not below this one, for the end of the scale. */
function niceTop(value: number): number {
  if (value <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= value) ?? 10
  return step * power
}
