import { round } from './round'

const WIDTH = 96
const HEIGHT = 28
/** Room for the dot at the end. */
const TOP = 3

interface SparklineProps {
  /** Oldest first; null where there is no figure. */
  values: readonly (number | null)[]
  /** What it shows, in one sentence: the only text for screen readers, and its tooltip. */
  label: string
}

/** A small line beside a figure, drawn by the server: the history of the figure, which is its last point. */
export function Sparkline({ values, label }: SparklineProps) {
  const points = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]))
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  const all = points.map(({ value }) => value)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const x = (at: number) => round((at * WIDTH) / (values.length - 1))
  const y = (value: number) =>
    most === least
      ? HEIGHT / 2
      : round(HEIGHT - TOP - ((value - least) / (most - least)) * (HEIGHT - 2 * TOP))
  const line = points.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L')
  return (
    <svg className="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <title>{label}</title>
      <path className="sparkline__area" d={`M${line}L${x(last.at)} ${HEIGHT}L${x(first.at)} ${HEIGHT}Z`} />
      <path d={`M${line}`} />
      <circle cx={x(last.at)} cy={y(last.value)} r="3" />
    </svg>
  )
}
