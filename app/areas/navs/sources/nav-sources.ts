import type { Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import type { Announcement } from '../rules/contract'
import { lastWeekday } from '../rules/rule-context'
import type { ExpectedSources } from './expected-sources'
import { DAY_KINDS, type DayKind, type SourceKind } from './source-kinds'

/** A fund and day that a file states, as it is stored. */
export interface StoredDay {
  fileId: number
  kind: DayKind
  sender: string
  fundCode: string
  date: Day
  isDealt: boolean
  hasFlows: boolean
}

/** The NAV for which sources are looked for. */
export interface NavInCalendar {
  navDate: Day
  /** The fund's NAV dates before it, the newest first; all that are less than three days older are there. */
  earlier: readonly Day[]
  expected: ExpectedSources
}

/** What a sender says of a NAV: one day, or the days of the deals that count for it. */
export interface ChosenSource {
  kind: DayKind
  sender: string
  /** The last one. */
  date: Day
  /** The oldest first. */
  days: StoredDay[]
}

/** The newest file of each sender, kind and day. */
function newest(days: readonly StoredDay[]): StoredDay[] {
  const found = new Map<string, StoredDay>()
  for (const day of days) {
    const key = JSON.stringify([day.kind, day.sender, day.date])
    const other = found.get(key)
    if (!other || day.fileId > other.fileId) found.set(key, day)
  }
  return [...found.values()]
}

/**
 * The days of a fund that count for a NAV, by kind and sender: that of the NAV date; at a weekend, where none of that date
 * is there, that of the last weekday, but no register whose day is a NAV date itself; of registers of deals those since
 * the previous NAV date. Where senders of a kind are expected, only they count.
 * @param days of the fund
 */
export function chosenSources(
  days: readonly StoredDay[],
  { navDate, earlier, expected }: NavInCalendar,
): ChosenSource[] {
  const expectedDays = newest(days).filter(({ kind, sender }) => expected.get(kind)?.includes(sender) ?? true)
  const bySender = groupedBy(expectedDays, ({ kind, sender }) => JSON.stringify([kind, sender]))
  const [previousNavDate = ''] = earlier
  const friday = lastWeekday(navDate)
  const isOwnNav = friday !== null && earlier.includes(friday)
  return [...bySender.values()]
    .flatMap((own): ChosenSource[] => {
      const [first] = own
      if (!first) return []
      const { kind, sender } = first
      const onDay = (date: Day | null) => own.filter((day) => !day.isDealt && day.date === date)
      const dealt = own
        .filter(({ isDealt, date }) => isDealt && date < navDate && date >= previousNavDate)
        .sort((one, other) => (one.date < other.date ? -1 : 1))
      const ofFriday = kind === 'REGISTER' && isOwnNav ? [] : onDay(friday)
      const chosen = [onDay(navDate), dealt, ofFriday].find((each) => each.length > 0)
      const last = chosen?.at(-1)
      return chosen && last ? [{ kind, sender, date: last.date, days: chosen }] : []
    })
    .sort((one, other) => (one.sender < other.sender ? -1 : 1))
}

/** Expected senders of a kind without a source that counts. */
export function missingSenders(
  chosen: readonly ChosenSource[],
  { expected }: Pick<NavInCalendar, 'expected'>,
  kind: DayKind,
): string[] {
  const present = new Set(chosen.filter((each) => each.kind === kind).map(({ sender }) => sender))
  return (expected.get(kind) ?? []).filter((sender) => !present.has(sender))
}

/** Expected senders that are missing, of all kinds that a fund and day have. */
export const allMissing = (chosen: readonly ChosenSource[], nav: Pick<NavInCalendar, 'expected'>) =>
  DAY_KINDS.flatMap((kind) => missingSenders(chosen, nav, kind).map((sender) => ({ kind, sender })))

/** A row of announcements as it is stored. */
export interface StoredAnnouncement extends Announcement {
  fileId: number
  event: string | null
}

/** Senders in the site's order; those without a place come last, by name. */
function byOrder(order: ReadonlyMap<string, number>): (one: string, other: string) => number {
  const placeOf = (sender: string) => order.get(sender) ?? Number.POSITIVE_INFINITY
  return (one, other) => {
    const [a, b] = [placeOf(one), placeOf(other)]
    if (a !== b) return a < b ? -1 : 1
    return one < other ? -1 : one > other ? 1 : 0
  }
}

interface AnnouncedFor {
  fundCode: string
  /** The previous NAV date. */
  after: Day
  /** The NAV date. */
  upTo: Day
  order: ReadonlyMap<string, number>
  expected: ExpectedSources
}

/**
 * The announcements that count for a fund: of one sender the rows of its latest file for the same ISIN or class, fund and
 * event (without an event: ex date); of several senders of an ISIN or class and ex date the first in the site's order. A
 * rate of 0 withdraws.
 */
export function announcementsThatCount(
  rows: readonly StoredAnnouncement[],
  { fundCode, after, upTo, order, expected }: AnnouncedFor,
): Announcement[] {
  const senders = expected.get('ANNOUNCEMENTS' satisfies SourceKind)
  const isOfFund = (row: StoredAnnouncement) =>
    row.classCode !== null || row.fundCode === null || row.fundCode === fundCode
  const keyOf = (row: StoredAnnouncement) =>
    JSON.stringify([
      row.sender,
      row.isin ?? row.classCode,
      row.fundCode,
      row.event === null ? ['ex', row.exDate] : ['event', row.event],
    ])
  const lastFile = new Map<string, number>()
  for (const row of rows) lastFile.set(keyOf(row), Math.max(row.fileId, lastFile.get(keyOf(row)) ?? 0))
  const inForce = rows.filter(
    (row) =>
      lastFile.get(keyOf(row)) === row.fileId &&
      (!senders || senders.includes(row.sender)) &&
      isOfFund(row) &&
      row.exDate > after &&
      row.exDate <= upTo &&
      !new Big(row.rate).eq(0),
  )
  const compare = byOrder(order)
  const dateOf = (row: StoredAnnouncement) => JSON.stringify([row.isin ?? row.classCode, row.exDate])
  const first = new Map<string, string>()
  for (const row of inForce) {
    const sender = first.get(dateOf(row))
    if (sender === undefined || compare(row.sender, sender) < 0) first.set(dateOf(row), row.sender)
  }
  return inForce
    .filter((row) => first.get(dateOf(row)) === row.sender)
    .map(({ fileId: _, event: __, ...announcement }) => announcement)
}
