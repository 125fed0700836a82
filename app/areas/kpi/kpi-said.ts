/** What is said of a KPI of an object. */
export interface KpiSaid {
  comment_id: number
  comment_log: string
}

/** The text with one kind of line ends: browsers send others than those that they were given. */
export const plainLog = ({ comment_log }: KpiSaid) => comment_log.replace(/\r\n?/g, '\n').trim()

/** Is the same said, or nothing both times? */
export function sameSaid(one: KpiSaid | null, other: KpiSaid | null): boolean {
  if (one === null || other === null) return one === other
  return one.comment_id === other.comment_id && plainLog(one) === plainLog(other)
}
