import type { PointerEvent, ReactNode } from 'react'

/** A place of a drawing that can be read: a date, a bar. */
interface ChartPoint {
  /** Across the drawing, in its units. */
  x: number
  /** What is there: "30.10.26: A 101.2, B 99.1". */
  description: string
}

interface ChartReading {
  points: readonly ChartPoint[]
  /** The point that is read; null for none. */
  at: number | null
  onRead: (at: number | null) => void
  /** Its line goes from there to there, in the drawing's units. */
  top: number
  base: number
}

interface ChartFigureProps {
  title: string
  /** One sentence about the drawing: shown above it, and the only text for screen readers. */
  summary: string
  /** Of the drawing, in its own units. */
  width: number
  height: number
  /** As wide as the page allows. */
  wide?: boolean
  /** By the pointer over the drawing, or by the arrow keys. */
  reading?: ChartReading
  /** Below the drawing. */
  legend?: ReactNode
  /** The table behind the drawing. */
  figures?: ReactNode
  children: ReactNode
}

/** A drawing with its title, made by the server, and the same in print; scripts read its values out. */
export function ChartFigure({ title, summary, wide = false, reading, legend, ...props }: ChartFigureProps) {
  const { width, height, figures, children } = props
  return (
    <figure className={wide ? 'chart chart--wide' : 'chart'}>
      <figcaption>
        <strong>{title}</strong> <span className="muted">{summary}</span>
      </figcaption>
      <div className="chart__drawing" {...(reading && byPointer(reading, width))}>
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}. ${summary}`}>
          {children}
          {reading && <Cursor {...reading} />}
        </svg>
        {reading && reading.points.length > 1 && <Reader title={title} {...reading} />}
      </div>
      {legend}
      {figures && (
        <details className="chart__figures">
          <summary className="muted">
            Show figures<span className="hidden-text"> of {title}</span>
          </summary>
          {figures}
        </details>
      )}
    </figure>
  )
}

function Cursor({ points, at, top, base }: ChartReading) {
  const point = at === null ? undefined : points[at]
  return point ? <line className="chart__cursor" x1={point.x} x2={point.x} y1={top} y2={base} /> : null
}

/** The point that is nearest to the pointer is read. */
function byPointer({ points, onRead }: ChartReading, width: number) {
  const read = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width: shown } = currentTarget.getBoundingClientRect()
    const x = ((clientX - left) / shown) * width
    const distances = points.map((point) => Math.abs(point.x - x))
    const nearest = distances.indexOf(Math.min(...distances))
    onRead(nearest === -1 ? null : nearest)
  }
  return { onPointerMove: read, onPointerDown: read, onPointerLeave: () => onRead(null) }
}

/** A native control for the keyboard and screen readers: the arrow keys go from point to point. */
function Reader({ title, points, at, onRead }: ChartReading & { title: string }) {
  const last = points.length - 1
  const shown = at ?? last
  return (
    <span className="with-scripts">
      <input
        type="range"
        className="chart__reader"
        aria-label={`Values of ${title}`}
        aria-valuetext={points[shown]?.description}
        min={0}
        max={last}
        value={shown}
        onChange={({ currentTarget }) => onRead(Number(currentTarget.value))}
        onFocus={() => onRead(shown)}
        onBlur={() => onRead(null)}
      />
    </span>
  )
}

/** A line of the scale from `from` to `to`, at height `y`, with its value in front of it. */
export function ScaleLine({ from, to, y, value }: { from: number; to: number; y: number; value: ReactNode }) {
  return (
    <g className="chart__line">
      <line x1={from} x2={to} y1={y} y2={y} />
      <text x={from - 4} y={y + 3} textAnchor="end">
        {value}
      </text>
    </g>
  )
}
