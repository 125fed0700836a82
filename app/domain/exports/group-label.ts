/** "EUR (1,204)": a group with the number of its rows. */
export function groupLabel({ label, count }: { label: string; count: number }): string {
  return `${label} (${count.toLocaleString('en-GB')})`
}
