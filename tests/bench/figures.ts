/** The percentile of sorted measurements for this share. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** "min 410 ms, median 433 ms, p95 502 ms, max 510 ms" */
export function spread(values: readonly number[]): string {
  const ms = (value: number) => `${Math.round(value)} ms`
  return `min ${ms(Math.min(...values))}, median ${ms(percentile(values, 0.5))}, p95 ${ms(percentile(values, 0.95))}, max ${ms(Math.max(...values))}`
}

/** "   12.3   45.6": median and p95 in milliseconds, for columns. */
export function medianAndP95(values: readonly number[]): string {
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0).padStart(7)
  return `${ms(percentile(values, 0.5))}${ms(percentile(values, 0.95))}`
}
