const OUTAGES = new Set(['DatabaseUnavailable', 'CommitOutcomeUnknown'])

/** Whether an error comes from a database that cannot be reached, however deep: query builders wrap what they meet. */
export function isOutage(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (OUTAGES.has(at.name)) return true
  return false
}
