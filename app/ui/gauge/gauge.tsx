type GaugeProps = {
  /** What is measured, in words: "Consumed 1,200.00 of 5,000.00 EUR". */
  label: string
  /** Part of the whole that is used, 1 being all of it; may be above 1 or below 0. */
  part: number
  /** A further part behind it (committed, not yet consumed). */
  further?: number
  /** Where the mark of the threshold stands, 1 being all. */
  threshold?: number
}

const WIDTH = 200

/** A bar that fills up, with the same said in words below it. */
export function Gauge({ label, part, further = 0, threshold }: GaugeProps) {
  const full = Math.max(1, part + further)
  const length = (value: number) => (Math.min(full, Math.max(0, value)) / full) * WIDTH
  const state =
    part + further > 1 ? 'over' : threshold !== undefined && part + further >= threshold ? 'near' : 'well'
  const used = length(part)
  return (
    <figure className={`gauge gauge--${state}`}>
      <svg viewBox={`0 0 ${WIDTH} 14`} preserveAspectRatio="none" aria-hidden="true">
        <rect className="gauge__ground" y="2" width={WIDTH} height="10" />
        <rect className="gauge__further" x={used} y="2" width={length(part + further) - used} height="10" />
        <rect className="gauge__part" y="2" width={used} height="10" />
        {full > 1 && <path d={`M${WIDTH / full} 0v14`} />}
        {threshold !== undefined && <path strokeDasharray="2 2" d={`M${length(threshold)} 0v14`} />}
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  )
}
