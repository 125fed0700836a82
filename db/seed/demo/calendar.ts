import { DEMO_ENDS } from '~/areas/access/demo-time'
import { addDays, type Day, dayIn } from '~/platform/values/day'

/** The demo site covers August to October 2026, whatever the real date is: its sample workbooks then always fit. */

export const FIRST_DAY: Day = '2026-07-01'
/** The newest NAV date. */
export const LAST_NAV_DATE: Day = '2026-10-30'
/** The time zone of its days. */
export const DEMO_ZONE = 'Europe/Luxembourg'
/** Events after this day are left to the users who try the site. */
export const LAST_DAY: Day = dayIn(DEMO_ENDS, DEMO_ZONE)

/** Public holidays of the calendars that the funds use. */
export const HOLIDAYS: { calendar: string; date: Day; name: string }[] = (
  [
    ['2026-01-01', "New Year's Day"],
    ['2026-04-03', 'Good Friday'],
    ['2026-04-06', 'Easter Monday'],
    ['2026-05-01', 'Labour Day'],
    ['2026-05-14', 'Ascension Day'],
    ['2026-05-25', 'Whit Monday'],
    ['2026-06-23', 'National Day'],
    ['2026-08-15', 'Assumption Day'],
    ['2026-11-01', "All Saints' Day"],
    ['2026-12-24', 'Christmas Eve (bank holiday)'],
    ['2026-12-25', 'Christmas Day'],
    ['2026-12-26', "St Stephen's Day"],
    ['2027-01-01', "New Year's Day"],
  ] as const
).map(([date, name]) => ({ calendar: 'LU', date, name }))

export type Frequency = 'weekly' | 'twice a month' | 'monthly'

const NAV_DATES: Record<Frequency, Day[]> = {
  weekly: Array.from({ length: 13 }, (_, week) => addDays('2026-08-07', 7 * week)),
  'twice a month': ['2026-08-14', '2026-08-31', '2026-09-15', '2026-09-30', '2026-10-15', '2026-10-30'],
  monthly: ['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-30'],
}

/** The NAV dates of a fund, oldest first. */
export function navDates(frequency: Frequency): Day[] {
  return NAV_DATES[frequency]
}

const closed = new Set(HOLIDAYS.map(({ date }) => date))

export function isBusinessDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !closed.has(day)
}

/** The day this many business days later. */
export function businessDaysAfter(day: Day, count: number): Day {
  let at = day
  for (let left = count; left > 0; ) {
    at = addDays(at, 1)
    if (isBusinessDay(at)) left -= 1
  }
  return at
}

let cache: Day[] | null = null

/** All business days of the demo, in order: the days with rates and levels. */
export function businessDays(): readonly Day[] {
  if (cache) return cache
  const days: Day[] = []
  for (let day = FIRST_DAY; day <= LAST_DAY; day = addDays(day, 1)) if (isBusinessDay(day)) days.push(day)
  cache = days
  return days
}

/** The day itself, or the last business day before it. */
export function businessDayUpTo(day: Day): Day {
  const found = businessDays().findLast((each) => each <= day)
  if (found === undefined) throw new Error(`${day} is before the demo's first day`)
  return found
}

/** When figures are due and when the NAV must be sent. */
export function limitsOf(navDate: Day, frequency: Frequency) {
  const [prebalance, sending] = { weekly: [1, 2], 'twice a month': [2, 4], monthly: [3, 6] }[frequency] as [
    number,
    number,
  ]
  return {
    maxPrebalanceDate: businessDaysAfter(navDate, prebalance),
    maxSendingDate: businessDaysAfter(navDate, sending),
    // Weekly NAVs have a cut-off time.
    ...(frequency === 'weekly' && { maxSendingTime: '17:00' }),
  }
}
