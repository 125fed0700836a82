import { expect, test } from 'vitest'
import type { TableColumn } from '~/platform/tables/table-column'
import { gridColumns } from '~/platform/tables/table-columns'

const column = (id: string, kind: TableColumn['kind'], more: Partial<TableColumn> = {}): TableColumn => ({
  id,
  label: id,
  kind,
  required: false,
  ...more,
})

const places = (...columns: TableColumn[]) =>
  Object.fromEntries(gridColumns(columns, 'Europe/Luxembourg').map(({ id, meta }) => [id, meta.phone]))

test('on a phone a row of a table has its first column, then the first name, text, amount and day', () => {
  expect(
    places(
      column('code', 'text'),
      column('info', 'text', { lines: 5 }),
      column('isActive', 'boolean'),
      column('name', 'text'),
      column('entity', 'choice'),
      column('account', 'text'),
      column('limit', 'decimal'),
      column('rank', 'integer'),
      column('from', 'day'),
      column('to', 'day'),
    ),
  ).toEqual({
    code: 'object',
    name: 'name',
    entity: 'status',
    limit: 'amount',
    from: 'due',
    info: undefined,
    isActive: undefined,
    account: undefined,
    rank: undefined,
    to: undefined,
  })
  // The first column is what the row is, whatever its kind: here a day of a calendar.
  expect(places(column('day', 'day'), column('until', 'day'))).toEqual({ day: 'object', until: 'due' })
  // A choice may be a long name: no other name is beside it.
  expect(
    places(column('tolerance', 'choice'), column('level', 'choice'), column('value', 'decimal')),
  ).toEqual({ tolerance: 'object', level: 'status', value: 'amount' })
})
