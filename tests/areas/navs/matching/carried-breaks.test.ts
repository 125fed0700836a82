import { expect, test } from 'vitest'
import { carriedBreaks, type FoundBreak, type RecordedBreak } from '~/areas/navs/matching/breaks'

const found = (instrumentCode: string, kind: FoundBreak['kind'] = 'PRICE BREAK'): FoundBreak => ({
  instrumentKey: `CODE ${instrumentCode}`,
  kind,
  instrumentCode,
  instrumentName: instrumentCode,
  isin: null,
  currency: 'EUR',
  quantityDifference: '0',
  priceDifference: '1',
  valueDifference: '100.5',
  basisPoints: '0.12',
})
const knownBreak = (each: FoundBreak, said: Partial<RecordedBreak> = {}): RecordedBreak => ({
  ...each,
  firstSeen: '2026-09-30',
  state: 'OPEN',
  ownerId: 7,
  comment: 'Asked',
  changedBy: 7,
  changedAt: null,
  ...said,
})
const summaries = (rows: RecordedBreak[]) =>
  rows.map(({ instrumentCode, kind, state, firstSeen, comment }) =>
    [instrumentCode, kind, state, firstSeen, comment].join(' · '),
  )

test('a new break is open, without owner, and first seen on this NAV date', () => {
  expect(carriedBreaks([found('A')], { sameNav: false, breaks: [] }, '2026-10-30')).toEqual([
    {
      ...found('A'),
      firstSeen: '2026-10-30',
      state: 'OPEN',
      ownerId: null,
      comment: '',
      changedBy: null,
      changedAt: null,
    },
  ])
})

test('the same instrument and kind carries over owner, comment and state, with the current figures', () => {
  const before = knownBreak({ ...found('A'), valueDifference: '1' }, { state: 'EXPLAINED' })
  const [row] = carriedBreaks([found('A')], { sameNav: false, breaks: [before] }, '2026-10-30')
  expect(row).toEqual({ ...before, valueDifference: '100.5' })
})

test('another kind for the same instrument is another break; the old one is closed and listed last', () => {
  const before = { sameNav: false, breaks: [knownBreak(found('A')), knownBreak(found('B'))] }
  expect(summaries(carriedBreaks([found('A', 'QUANTITY BREAK'), found('B')], before, '2026-10-30'))).toEqual([
    'A · QUANTITY BREAK · OPEN · 2026-10-30 · ',
    'B · PRICE BREAK · OPEN · 2026-09-30 · Asked',
    'A · PRICE BREAK · CLOSED · 2026-09-30 · Asked',
  ])
})

test('a break closed on the previous NAV is over; one closed by a matching of the same NAV is open again', () => {
  const closed = [knownBreak(found('A'), { state: 'CLOSED' }), knownBreak(found('B'), { state: 'CLOSED' })]
  expect(summaries(carriedBreaks([found('A')], { sameNav: false, breaks: closed }, '2026-10-30'))).toEqual([
    'A · PRICE BREAK · OPEN · 2026-10-30 · ',
  ])
  expect(summaries(carriedBreaks([found('A')], { sameNav: true, breaks: closed }, '2026-10-30'))).toEqual([
    'A · PRICE BREAK · OPEN · 2026-09-30 · Asked',
    'B · PRICE BREAK · CLOSED · 2026-09-30 · Asked',
  ])
})
