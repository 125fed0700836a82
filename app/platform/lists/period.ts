import { addDays, type Day } from '~/platform/values/day'

/** First and last day of a year (yyyy), month (yyyy-MM) or day; null for any other text. */
export function periodOf(text: string): { first: Day; last: Day } | null {
  const parts = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(text)
  if (!parts) return null
  const [, year = '', month, day] = parts
  if (month !== undefined && (Number(month) < 1 || Number(month) > 12)) return null
  if (day !== undefined) return { first: text, last: text }
  if (month === undefined) return { first: `${year}-01-01`, last: `${year}-12-31` }
  const next =
    month === '12' ? `${Number(year) + 1}-01-01` : `${year}-${String(Number(month) + 1).padStart(2, '0')}-01`
  return { first: `${year}-${month}-01`, last: addDays(next, -1) }
}
