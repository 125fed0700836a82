import { draft } from 'db/schema/drafts'
import { workflowInstance } from 'db/schema/workflow'
import { expect, test } from 'vitest'
import { aRow } from '~/http/calls/answers'
import { kindsOf } from '~/http/calls/list'
import { declaredColumns, type ListFields, listedColumns } from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { columnsOfFields } from '~/platform/page/shown-columns'

const FIELDS = {
  id: { kind: 'id', sql: draft.id, required: true, column: { header: 'Draft', size: 68 } },
  due_date: { kind: 'day', sql: draft.dueDate, column: { header: 'Due' } },
  gross_amount: { kind: 'amount', sql: draft.grossAmount, column: { header: 'Gross' } },
  currency: { kind: 'text', sql: draft.currency, listed: true },
  event_status: {
    kind: 'text',
    sql: workflowInstance.status,
    required: true,
    column: { header: 'State', look: 'status', size: 190, meta: { pinned: 'end' } },
  },
} satisfies ListFields

const row = { id: 7, due_date: '2026-11-30', gross_amount: '1170.5' }
const cellsOf = (columns: ReturnType<typeof columnsOfFields<typeof row>>) =>
  columns.map(({ header, cell }) => [header, cell({ row: { original: row } })])

test('columns stand in the order of the fields', () => {
  expect(declaredColumns(FIELDS).map(({ id }) => id)).toEqual([
    'id',
    'due_date',
    'gross_amount',
    'event_status',
  ])
})

test('a column that the order does not name follows the one declared before it', () => {
  const ids = declaredColumns(FIELDS, ['event_status', 'id']).map(({ id }) => id)
  expect(ids).toEqual(['event_status', 'id', 'due_date', 'gross_amount'])
})

test('a field is one column of the grid, of the list and of its call', () => {
  const { event_status: _, ...fields } = FIELDS
  const columns = columnsOfFields<typeof row>(declaredColumns(fields))
  expect(cellsOf(columns)).toEqual([
    ['Draft', '7'],
    ['Due', '30/11/2026'],
    ['Gross', '1,170.50'],
  ])
  const listed = listedColumns(columns, fields)
  expect(kindsOf(listed)).toEqual({ id: 'number', due_date: 'day', gross_amount: 'number', currency: 'text' })
  expect(sqlColumns(listed, fields)).toMatchObject({
    due_date: { kind: 'day', sum: false, sql: draft.dueDate },
    gross_amount: { kind: 'number', sum: true, sql: draft.grossAmount },
  })
  expect(Object.keys(aRow(fields).shape)).toEqual(['id', 'due_date', 'gross_amount', 'currency'])
})

test('the browser builds the same columns from data', () => {
  const declared = declaredColumns(FIELDS)
  const sent: typeof declared = JSON.parse(JSON.stringify(declared))
  const plain = (columns: typeof declared) =>
    columnsOfFields(columns).map(({ id, header, size, meta: { kind, pinned, sum } }) => [
      id,
      header,
      size,
      kind,
      pinned,
      sum,
    ])
  expect(plain(sent)).toEqual(plain(declared))
  expect(plain(sent).at(-1)).toEqual(['event_status', 'State', 190, 'badge', 'end', undefined])
})

test('code adds a cell and the value of exports by the name of the field', () => {
  const [, due] = columnsOfFields<typeof row>(declaredColumns(FIELDS), {
    due_date: { meta: { exported: () => 'a file' }, cell: () => 'a cell' },
  })
  expect(due?.cell({ row: { original: row } })).toBe('a cell')
  expect(due?.meta).toMatchObject({ kind: 'day', exported: expect.any(Function), show: expect.any(Function) })
})

test('a number that does not add up is shown with all its decimals', () => {
  const rate = { kind: 'amount', sql: draft.grossAmount } as const
  const [column] = columnsOfFields<{ rate: string | null }>(
    declaredColumns({ rate: { ...rate, column: { header: 'Rate', look: 'number' } } }),
  )
  const shown = (value: string | null) => column?.cell({ row: { original: { rate: value } } })
  expect([shown('1234.50000'), shown('0.123456789'), shown(null)]).toEqual(['1,234.5', '0.123456789', ''])
  expect(column?.meta).toMatchObject({ kind: 'number' })
  expect(column?.meta.sum).toBeUndefined()
})
