import type { GridColumn } from '~/ui/grid/columns'
import { showAmount, showDay } from '../values/show'

/** A column of texts, with the full text as title. */
export const textColumn = <Row, const Id extends string>(
  id: Id,
  header: string,
  value: (row: Row) => string | null,
  size?: number,
): GridColumn<Row, Id> => ({
  id,
  header,
  size,
  meta: { kind: 'text', slim: true, cellTitle: (row) => value(row) ?? undefined },
  accessorFn: value,
  cell: ({ row }) => value(row.original) ?? '',
})

/** A column of days. */
export const dayColumn = <Row, const Id extends string>(
  id: Id,
  header: string,
  value: (row: Row) => string | null,
): GridColumn<Row, Id> => ({
  id,
  header,
  size: 112,
  meta: { kind: 'day', show: showDay },
  accessorFn: value,
  cell: ({ row }) => showDay(value(row.original)),
})

/** A column of amounts with two decimals, which add up. @param title explains its heading */
export const amountColumn = <Row, const Id extends string>(
  id: Id,
  header: string,
  value: (row: Row) => string | null,
  size: number,
  title?: string,
): GridColumn<Row, Id> => ({
  id,
  header,
  size,
  meta: { kind: 'number', sum: true, decimals: 2, show: showAmount, ...(title ? { title } : {}) },
  accessorFn: value,
  cell: ({ row }) => showAmount(value(row.original)),
})

/** A column of whole numbers. */
export const countColumn = <Row, const Id extends string>(
  id: Id,
  header: string,
  value: (row: Row) => number | null,
  size = 90,
): GridColumn<Row, Id> => ({
  id,
  header,
  size,
  meta: { kind: 'number', decimals: 0 },
  accessorFn: value,
  cell: ({ row }) => value(row.original) ?? '',
})
