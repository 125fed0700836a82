import { addDays, type Day, dayOf } from './day'

/** The days on which banks carry payments out. */

/** Easter Sunday of a year of the Gregorian calendar (Meeus, Jones and Butcher). */
function easter(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const leapCenturies = Math.floor(century / 4)
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - leapCenturies - moonShift + 15) % 30
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const at = epact + toSunday - 7 * late + 114
  const day = dayOf(year, Math.floor(at / 31), (at % 31) + 1)
  if (day === null) throw new Error(`The year ${year} has no Easter`)
  return day
}

const FIXED: Readonly<Record<string, string>> = {
  '01-01': 'New Year’s Day',
  '05-01': 'Labour Day',
  '12-25': 'Christmas Day',
  '12-26': 'the day after Christmas',
}

/** The day on which TARGET, the payment system of the euro, is closed, besides Saturdays and Sundays; null for others. */
function targetHoliday(day: Day): string | null {
  const sunday = easter(Number(day.slice(0, 4)))
  if (day === addDays(sunday, -2)) return 'Good Friday'
  if (day === addDays(sunday, 1)) return 'Easter Monday'
  return FIXED[day.slice(5)] ?? null
}

/** An account that pays, as far as it decides which days are bank days. */
export interface PayingCalendar {
  /** The entity that pays. */
  name: string
  currency: string
  /** Holidays of the entity's calendar, with their names; empty where it has none. */
  holidays: ReadonlyMap<Day, string>
}

/** Why the banks do not carry out payments on a day, as part of a sentence; null for a bank day. */
export function bankHoliday(day: Day, { name, currency, holidays }: PayingCalendar): string | null {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === 6) return 'a Saturday'
  if (weekday === 0) return 'a Sunday'
  const closed = currency === 'EUR' ? targetHoliday(day) : null
  if (closed !== null) return `${closed}, when TARGET is closed`
  const holiday = holidays.get(day)
  if (holiday === undefined) return null
  return `a holiday of ${name}${holiday === '' ? '' : ` (${holiday})`}`
}

/** Longer than any run of holidays: a calendar that is closed for so long is wrong. */
const MAX_CLOSED_DAYS = 60

/** The first day from this one on that is a bank day for all these accounts. */
export function nextBankDay(from: Day, accounts: readonly PayingCalendar[]): Day {
  let day = from
  for (let tried = 0; tried < MAX_CLOSED_DAYS; tried += 1) {
    const at = day
    if (accounts.every((account) => bankHoliday(at, account) === null)) return day
    day = addDays(day, 1)
  }
  return day
}
