/** First and last day (yyyy-MM-dd) of what was typed. */
export type DaySpan = { first: string; last: string }

/**
 * A day, month or year as people type it (30/10/2026, 30.10.26, 2026-10-30, 10/2026, 2026-10, 2026) as the days from
 * first to last; null when it is none. Two-digit years are of this century.
 */
export function daysFromText(text: string): DaySpan | null {
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text)
  if (iso) return span(iso[1], iso[2], iso[3])
  const day = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})$/.exec(text)
  if (day) return span(day[3]?.length === 2 ? `20${day[3]}` : day[3], day[2], day[1])
  const month = /^(\d{1,2})[/.](\d{4})$/.exec(text)
  return month ? span(month[2], month[1], undefined) : null
}

/** yyyy-MM-dd as dd/MM/yyyy. */
export function shownDay(day: string): string {
  return day.split('-').reverse().join('/')
}

function span(year: string | undefined, month: string | undefined, day: string | undefined): DaySpan | null {
  const y = Number(year)
  if (y < 1900 || y > 2199) return null
  if (month === undefined) return { first: iso(y, 1, 1), last: iso(y, 12, 31) }
  const m = Number(month)
  if (m < 1 || m > 12) return null
  const length = new Date(Date.UTC(y, m, 0)).getUTCDate()
  if (day === undefined) return { first: iso(y, m, 1), last: iso(y, m, length) }
  const d = Number(day)
  return d >= 1 && d <= length ? { first: iso(y, m, d), last: iso(y, m, d) } : null
}

function iso(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
