/** "EUR (1,204)": a group with the number of its rows, where that is told. */
export function groupLabel({ label, count }: { label: string; count: number | null }): string {
  return count === null ? label : `${label} (${count.toLocaleString('en-GB')})`
}
