import { expect, test } from 'vitest'
import { expectedSources, readExpected } from '~/areas/navs/sources/expected-sources'
import {
  announcementsThatCount,
  chosenSources,
  missingSenders,
  type StoredAnnouncement,
  type StoredDay,
} from '~/areas/navs/sources/nav-sources'

let fileId = 0
const day = (kind: StoredDay['kind'], sender: string, date: string, more: Partial<StoredDay> = {}) => {
  fileId += 1
  return { fileId, kind, sender, fundCode: 'FUND', date, isDealt: false, hasFlows: true, ...more }
}

/** Friday 30 October, Saturday, Sunday. */
const [THURSDAY, FRIDAY, SATURDAY, SUNDAY] = ['2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01']

const chosen = (navDate: string, earlier: string[], days: StoredDay[], expected = '') =>
  chosenSources(days, { navDate, earlier, expected: expectedSources(expected) }).map(
    ({ kind, sender, date, days: own }) => `${kind} ${sender} ${date} (${own.length})`,
  )

test('the newest file of each sender counts on the NAV date', () => {
  const days = [day('CASH', 'B', FRIDAY), day('CASH', 'A', FRIDAY), day('CASH', 'A', FRIDAY)]
  expect(chosen(FRIDAY, [THURSDAY], days)).toEqual(['CASH A 2026-10-30 (1)', 'CASH B 2026-10-30 (1)'])
  const [a] = chosenSources(days, { navDate: FRIDAY, earlier: [], expected: new Map() })
  expect(a?.days.map((each) => each.fileId)).toEqual([days[2]?.fileId])
  expect(chosen(FRIDAY, [THURSDAY], [day('CASH', 'A', THURSDAY)])).toEqual([])
})

test('at a weekend the last weekday counts, but no register of a NAV date', () => {
  const days = [day('CASH', 'A', FRIDAY), day('REGISTER', 'TA', FRIDAY)]
  expect(chosen(SUNDAY, [THURSDAY], days)).toEqual(['CASH A 2026-10-30 (1)', 'REGISTER TA 2026-10-30 (1)'])
  expect(chosen(SUNDAY, [SATURDAY, FRIDAY], days)).toEqual(['CASH A 2026-10-30 (1)'])
  expect(chosen(SATURDAY, [THURSDAY], [...days, day('CASH', 'A', SATURDAY)])).toEqual([
    'CASH A 2026-10-31 (1)',
    'REGISTER TA 2026-10-30 (1)',
  ])
})

test('at a weekend the day itself counts before the last weekday, by sender and kind', () => {
  const days = [
    day('CASH', 'A', FRIDAY),
    day('CASH', 'A', SUNDAY),
    day('CASH', 'B', FRIDAY),
    day('POSITIONS', 'A', FRIDAY),
    day('POSITIONS', 'A', SATURDAY),
  ]
  expect(chosen(SUNDAY, [THURSDAY], days)).toEqual([
    'CASH A 2026-11-01 (1)',
    'POSITIONS A 2026-10-30 (1)',
    'CASH B 2026-10-30 (1)',
  ])
  // A Monday has no weekday before it that counts.
  expect(chosen('2026-11-02', [THURSDAY], days)).toEqual([])
})

test('registers of deals count for the next NAV date, several days together', () => {
  const dealt = (date: string) => day('REGISTER', 'TA', date, { isDealt: true })
  expect(
    chosen(SUNDAY, [THURSDAY], [dealt(FRIDAY), dealt(THURSDAY), dealt('2026-10-28'), dealt(SUNDAY)]),
  ).toEqual(['REGISTER TA 2026-10-30 (2)'])
})

test('where senders are expected only they count, and those that are missing are named', () => {
  const days = [day('CASH', 'A', FRIDAY), day('CASH', 'B', FRIDAY), day('POSITIONS', 'X', FRIDAY)]
  const nav = { navDate: FRIDAY, earlier: [], expected: expectedSources('cash: B, C') }
  expect(chosenSources(days, nav).map(({ kind, sender }) => `${kind} ${sender}`)).toEqual([
    'CASH B',
    'POSITIONS X',
  ])
  expect(missingSenders(chosenSources(days, nav), nav, 'CASH')).toEqual(['C'])
  expect(readExpected('CASH: ')).toBe('names no sender of CASH: write "CASH: SENDER"')
  expect(readExpected('MONEY: A')).toContain('names "MONEY", which is none of REGISTER')
})

const event = (rate: string, more: Partial<StoredAnnouncement> = {}): StoredAnnouncement => ({
  fileId: 1,
  sender: 'V1',
  file: 'events.csv',
  cells: {},
  isin: 'ISIN',
  classCode: null,
  exDate: FRIDAY,
  currency: 'EUR',
  rate,
  netRate: null,
  fundCode: null,
  event: null,
  ...more,
})

const rates = (rows: StoredAnnouncement[], order: [string, number][] = []) =>
  announcementsThatCount(rows, {
    fundCode: 'FUND',
    after: THURSDAY,
    upTo: FRIDAY,
    order: new Map(order),
    expected: new Map(),
  }).map(({ sender, rate }) => `${sender} ${rate}`)

test('announcements of a later file replace those of the same event, and rows of a file add up', () => {
  expect(rates([event('1'), event('2')])).toEqual(['V1 1', 'V1 2'])
  expect(rates([event('1'), event('3', { fileId: 2 })])).toEqual(['V1 3'])
  // The event was moved to a day that is too late.
  expect(
    rates([event('1', { event: 'D1' }), event('1', { event: 'D1', fileId: 2, exDate: SUNDAY })]),
  ).toEqual([])
  expect(rates([event('1'), event('0', { fileId: 2 })])).toEqual([])
  expect(rates([event('1', { exDate: THURSDAY }), event('2', { exDate: SATURDAY })])).toEqual([])
})

test('of several senders the first in the site’s order counts', () => {
  const two = [event('1'), event('2', { sender: 'V2' })]
  expect(rates(two)).toEqual(['V1 1'])
  expect(rates(two, [['V2', 1]])).toEqual(['V2 2'])
  // A withdrawn one leaves its place to the next.
  expect(rates([event('0'), event('2', { sender: 'V2' })])).toEqual(['V2 2'])
})

test('the first sender of an ISIN and ex date counts also where another one announces for the fund alone', () => {
  const own = event('2', { sender: 'V2', fundCode: 'FUND' })
  expect(rates([event('1'), own])).toEqual(['V1 1'])
  expect(rates([event('1'), own], [['V2', 1]])).toEqual(['V2 2'])
  // Rows of another fund do not count, from any sender.
  expect(rates([event('1', { fundCode: 'OTHER' }), event('2', { sender: 'V2' })])).toEqual(['V2 2'])
  // Of one sender both stay: the rule takes that of the fund.
  expect(rates([event('1'), event('3', { fundCode: 'FUND' })])).toEqual(['V1 1', 'V1 3'])
  // A class is of one fund, whatever stands beside it.
  expect(rates([event('1', { isin: null, classCode: 'A', fundCode: 'OTHER' })])).toEqual(['V1 1'])
})

test('a later file replaces what it has of an event, by its reference or its ex date', () => {
  const later = { fileId: 2 }
  const [one, two] = [event('1', { event: 'D1' }), event('2', { event: 'D2' })]
  // Both are of one ex date; the later file has one of them.
  expect(rates([one, two, event('5', { ...later, event: 'D2' })])).toEqual(['V1 1', 'V1 5'])
  expect(rates([one, two, event('0', { ...later, event: 'D1' })])).toEqual(['V1 2'])
  // Of another fund, or another sender, it replaces nothing.
  expect(rates([event('1', { fundCode: 'FUND' }), event('3', later)])).toEqual(['V1 1', 'V1 3'])
  expect(rates([event('1'), event('3', { ...later, sender: 'V0' })])).toEqual(['V0 3'])
})
