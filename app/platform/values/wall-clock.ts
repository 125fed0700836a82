import type { Day } from './day'

/** What calendar and clock on the wall show at an instant. */
export interface WallClock {
  day: Day
  /** HH:mm:ss */
  time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Day and time of an instant in a time zone, seconds and above. */
export function wallClock(instant: Date, timeZone: string): WallClock {
  const part = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return {
    day: `${part.year}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}:${part.second}`,
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    // A format is slow to make. Its parts are put together here: how a language orders them may change.
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(timeZone, format)
  }
  return format
}
