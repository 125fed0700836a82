import { expect, test } from 'vitest'
import { valuesInOneLine } from '~/areas/audit/audit-event'
import { eventValues } from '~/areas/audit/event-diff'

const timeZone = 'Europe/Luxembourg'
const told = (data: Record<string, unknown>, nameOf?: (field: string, value: unknown) => string | null) =>
  eventValues(data, { timeZone, nameOf }).map(({ label, was, is }) => [label, was, is])

test('texts that hold JSON are opened: each field with what it was and is', () => {
  expect(
    told({
      was: '{"grossAmount":"10.00","taxes":"2.00"}',
      is: '{"grossAmount":"12.00","taxes":"2.00","treshold":"80"}',
      revision: 3,
    }),
  ).toEqual([
    ['Gross', '10.00', '12.00'],
    ['Taxes', '2.00', '2.00'],
    ['Threshold', '', '80'],
    ['Revision', null, '3'],
  ])
})

test('a row that is new or gone has one side, and what lies inside a field is told by its path', () => {
  expect(told({ table: 'reasons', before: 'null', after: '{"code":"X"}' })).toEqual([
    ['Code', '', 'X'],
    ['Table', null, 'reasons'],
  ])
  expect(told({ before: '{"permissions":{"add":true}}', after: '{"permissions":{"add":false}}' })).toEqual([
    ['Permissions, add', 'yes', 'no'],
  ])
})

test('plain values before and after, with and without a name of their own', () => {
  expect(told({ was: 'NOK', is: 'OK', wasComment: '', comment: 'Checked', controlId: 7 })).toEqual([
    ['Value', 'NOK', 'OK'],
    ['Comment', '', 'Checked'],
    ['Control id', null, '7'],
  ])
  expect(told({ kpiMethodId: 2, kpiCommentId: 5, wasCommentId: null, wasLog: 'x' })).toEqual([
    ['Kpi comment id', '', '5'],
    ['Log', 'x', null],
    ['Kpi method id', null, '2'],
  ])
  expect(told({ role: '{"was":"A","is":"B"}' })).toEqual([['Role', 'A', 'B']])
})

test('a list of what several things came to is told one by one', () => {
  expect(told({ budgets: ['{"budget":11,"excess":"5.00"}', '{"budget":12,"excess":"0.00"}'] })).toEqual([
    ['Budgets 1, budget', null, '11'],
    ['Budgets 1, excess', null, '5.00'],
    ['Budgets 2, budget', null, '12'],
    ['Budgets 2, excess', null, '0.00'],
  ])
})

test('days and instants are shown as everywhere, instants in the zone of the site', () => {
  expect(told({ documentReceptionDate: '2026-10-30', at: '2026-10-30T22:30:00.000Z' })).toEqual([
    ['Document reception date', null, '30/10/2026'],
    ['At', null, '30/10/2026 23:30:00'],
  ])
})

test('numbers that name something are told with its name', () => {
  const nameOf = (field: string, value: unknown) =>
    field === 'supplier_id' && value === 12 ? 'Pricewell' : null
  expect(told({ is: '{"supplier_id":12}', override: 12 }, nameOf)).toEqual([
    ['Supplier', '', 'Pricewell (12)'],
    ['Override', null, '12'],
  ])
})

test('no data is lost, whatever it looks like', () => {
  expect(told({})).toEqual([])
  expect(told({ note: '{not json', list: ['a', 'b'], nothing: null, wasted: 'x' })).toEqual([
    ['Note', null, '{not json'],
    ['List', null, 'a; b'],
    ['Nothing', null, ''],
    ['Wasted', null, 'x'],
  ])
})

test('one line holds all values; blanks are named', () => {
  expect(
    valuesInOneLine([
      { label: 'Gross', was: '10.00', is: '12.00' },
      { label: 'Comment', was: '', is: 'x' },
      { label: 'Revision', was: null, is: '3' },
      { label: 'Empty', was: null, is: '' },
      { label: 'Log', was: 'x', is: null },
    ]),
  ).toBe('Gross: 10.00 → 12.00; Comment: (blank) → x; Revision: 3; Empty: (blank); Log was: x')
})
