import { expect, test } from 'vitest'
import { valuesInOneLine } from '~/areas/audit/audit-event'
import { eventValues } from '~/areas/audit/event-diff'

const timeZone = 'Europe/Luxembourg'
const shown = (data: Record<string, unknown>, nameOf?: (field: string, value: unknown) => string | null) =>
  eventValues(data, { timeZone, nameOf }).map(({ label, was, is }) => [label, was, is])

test('JSON texts are expanded: each field with old and new value', () => {
  expect(
    shown({
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

test('a new or deleted row has one side, and nested values are labelled by path', () => {
  expect(shown({ table: 'reasons', before: 'null', after: '{"code":"X"}' })).toEqual([
    ['Code', '', 'X'],
    ['Table', null, 'reasons'],
  ])
  expect(shown({ before: '{"permissions":{"add":true}}', after: '{"permissions":{"add":false}}' })).toEqual([
    ['Permissions, add', 'yes', 'no'],
  ])
})

test('plain values before and after, with and without their own name', () => {
  expect(shown({ was: 'NOK', is: 'OK', wasComment: '', comment: 'Checked', controlId: 7 })).toEqual([
    ['Value', 'NOK', 'OK'],
    ['Comment', '', 'Checked'],
    ['Control id', null, '7'],
  ])
  expect(shown({ kpiMethodId: 2, kpiCommentId: 5, wasCommentId: null, wasLog: 'x' })).toEqual([
    ['Kpi comment id', '', '5'],
    ['Log', 'x', null],
    ['Kpi method id', null, '2'],
  ])
  expect(shown({ role: '{"was":"A","is":"B"}' })).toEqual([['Role', 'A', 'B']])
})

test('the results in a list are shown one by one', () => {
  expect(shown({ budgets: ['{"budget":11,"excess":"5.00"}', '{"budget":12,"excess":"0.00"}'] })).toEqual([
    ['Budgets 1, budget', null, '11'],
    ['Budgets 1, excess', null, '5.00'],
    ['Budgets 2, budget', null, '12'],
    ['Budgets 2, excess', null, '0.00'],
  ])
})

test('days and instants are formatted as everywhere, instants in the zone of the site', () => {
  expect(shown({ documentReceptionDate: '2026-10-30', at: '2026-10-30T22:30:00.000Z' })).toEqual([
    ['Document reception date', null, '30/10/2026'],
    ['At', null, '30/10/2026 23:30:00'],
  ])
})

test('ids are shown with the name they refer to', () => {
  const nameOf = (field: string, value: unknown) =>
    field === 'supplier_id' && value === 12 ? 'Pricewell' : null
  expect(shown({ is: '{"supplier_id":12}', override: 12 }, nameOf)).toEqual([
    ['Supplier', '', 'Pricewell (12)'],
    ['Override', null, '12'],
  ])
})

test('no data is lost, whatever its form', () => {
  expect(shown({})).toEqual([])
  expect(shown({ note: '{not json', list: ['a', 'b'], nothing: null, wasted: 'x' })).toEqual([
    ['Note', null, '{not json'],
    ['List', null, 'a; b'],
    ['Nothing', null, ''],
    ['Wasted', null, 'x'],
  ])
})

test('one line holds all values; blanks are shown as such', () => {
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
