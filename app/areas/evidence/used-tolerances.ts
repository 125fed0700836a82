/** Who requested or decided a tolerance, with the event that records it. */
export interface ByEvent {
  event: number
  who: string
  at: string
}

/** A tolerance that a result of a control was measured by, and who set it. */
export interface UsedTolerance {
  control: number
  rule: string
  /** "N07.limit" */
  tolerance: string
  label: string
  unit: string
  value: string
  /** "fund LUX001", "fund type EQUITY", "provider FIA", "all" or "rule table". */
  level: string
  /** Null where it took effect without waiting. */
  asked: ByEvent | null
  /** Null for a value of the rule table that had not been changed when the control ran. */
  decided: ByEvent | null
}
