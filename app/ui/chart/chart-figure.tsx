import type { ReactNode } from 'react'

interface ChartFigureProps {
  title: string
  /** One sentence about the drawing: shown above it, and the only text for screen readers. */
  summary: string
  /** Of the drawing, in its own units. */
  width: number
  height: number
  /** As wide as the page allows. */
  wide?: boolean
  /** Below the drawing. */
  legend?: ReactNode
  children: ReactNode
}

/** A drawing with its title: made by the server, without scripts, and the same in print. */
export function ChartFigure({
  title,
  summary,
  width,
  height,
  wide = false,
  legend,
  children,
}: ChartFigureProps) {
  return (
    <figure className={wide ? 'chart chart--wide' : 'chart'}>
      <figcaption>
        <strong>{title}</strong> <span className="muted">{summary}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}. ${summary}`}>
        {children}
      </svg>
      {legend}
    </figure>
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

/** Two decimals: finer than anyone can see. */
export const round = (value: number) => Number(value.toFixed(2))
