import { useId } from 'react'

type GaugeState = 'well' | 'near' | 'over'

type GaugeProps = {
  /** Description of the measured quantity: "Consumed 1,200.00 of 5,000.00 EUR". */
  label: string
  /** The used part of the whole, 1 being all of it; may be above 1 or below 0. */
  part: number
  /** A further part after it (committed, not yet consumed); below 0 it reduces the first. */
  further?: number
  /** The part of the current object, after both: outlined. */
  own?: number
  /** Position of the threshold mark, 1 being all. */
  threshold?: number
  /** Below the threshold, from it on, or above the whole; by default computed from the parts. */
  state?: GaugeState
}

/**
 * A bar that fills up, with a description below it; the names of its parts are marked as these are
 * (`gauge__key gauge__key--part`, `--further` and `--own`). A mark below the bar shows the whole if more than that is used, a
 * mark above it the threshold. Drawn in parts of its width, so that text is not stretched.
 */
export function Gauge({ label, part, further = 0, own = 0, threshold, state }: GaugeProps) {
  const id = useId()
  // Corrects floating-point errors: 0.1 and 0.7 are 0.8.
  const before = rounded(part + further)
  const used = rounded(part + further + own)
  const full = Math.max(1, part, before, used)
  const length = (value: number) => (Math.min(full, Math.max(0, value)) / full) * 100
  const at = (value: number) => `${Number(length(value).toFixed(3))}%`
  const shown = state ?? stateOf(used, threshold)
  return (
    <figure className={`gauge gauge--${shown}`}>
      <svg role="img" aria-label={label}>
        <defs>
          <pattern id={`${id}hatch`} width="6" height="6" patternUnits="userSpaceOnUse">
            <path className="gauge__hatch" d="M-1 7 7-1M-1 1 1-1M5 7 7 5" />
          </pattern>
        </defs>
        <rect className="gauge__ground" y="16" width="100%" height="12" />
        {further > 0 && (
          <rect
            className="gauge__further"
            x={at(part)}
            y="16"
            width={`${Math.max(0, length(before) - length(part))}%`}
            height="12"
            fill={`url(#${id}hatch)`}
          />
        )}
        <rect className="gauge__part" y="16" width={at(part)} height="12" />
        {own > 0 && (
          <rect
            className="gauge__own"
            x={at(before)}
            y="17"
            width={`${Math.max(0, length(used) - length(before))}%`}
            height="10"
          />
        )}
        {full > 1 && <Mark at={length(1)} text="100 %" below />}
        {threshold !== undefined && <Mark at={length(threshold)} text={percent(threshold)} />}
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  )
}

const rounded = (value: number) => Math.round(value * 1e9) / 1e9

function stateOf(used: number, threshold: number | undefined): GaugeState {
  if (used > 1) return 'over'
  return threshold !== undefined && used >= threshold ? 'near' : 'well'
}

const percent = (value: number) => `${Number((value * 100).toFixed(2))} %`

/** A line through the bar with its text, kept inside the drawing at both ends. */
function Mark({ at, text, below = false }: { at: number; text: string; below?: boolean }) {
  const x = `${Number(at.toFixed(3))}%`
  const anchor = at < 10 ? 'start' : at > 90 ? 'end' : 'middle'
  return (
    <>
      <line
        className={below ? 'gauge__whole' : 'gauge__threshold'}
        x1={x}
        x2={x}
        y1={below ? 14 : 13}
        y2={below ? 31 : 30}
      />
      <text x={x} y={below ? 42 : 10} textAnchor={anchor}>
        {text}
      </text>
    </>
  )
}
