import type { ColumnLook, DeclaredColumn, FieldColumn } from '~/platform/lists/list-fields.server'
import type { EventClass } from '~/platform/workflow/types'
import { Badge } from '~/ui/badge/badge'
import { type ColumnChange, changed, type GridColumn } from '~/ui/grid/columns'
import type { Day } from '../values/day'
import { showAmount, showDay, showExact, showYesNo } from '../values/show'
import { Instant } from './instant'
import { lateColumn, type MaybeLate } from './lateness'

/** The fields of a row whose values are of a type. */
type FieldOf<Row, Value> = {
  [Id in keyof Row]-?: Row[Id] extends Value ? Id : never
}[keyof Row] &
  string

const valueIn = <Value,>(row: unknown, id: string) => (row as Readonly<Record<string, Value>>)[id] ?? null
/** The currency of a row's amounts: its field of this name; null for a row without one. */
const currencyOf = (row: unknown): string | null =>
  (row as Readonly<{ currency?: string | null }>).currency ?? null

/** What columns of amounts have in common: the decimals of the row's currency, and sums. */
const AMOUNTS = { kind: 'number', sum: true, decimals: 2, show: showAmount, currency: currencyOf } as const

/** The usual columns of a row's fields; the last argument of each says what differs from the usual. */
export function fieldColumns<Row>() {
  type More = ColumnChange<Row>
  const text = <const Id extends FieldOf<Row, string | null>>(id: Id, header: string, more: More = {}) =>
    changed<Row, Id, GridColumn<Row, Id>>(
      {
        id,
        header,
        meta: { kind: 'text' },
        cell: ({ row }) => valueIn<string>(row.original, id),
      },
      more,
    )
  return {
    text,

    /** Texts that need less space; the title has all of it. */
    slim: <const Id extends FieldOf<Row, string | null>>(id: Id, header: string, more: More = {}) =>
      changed<Row, Id, GridColumn<Row, Id>>(
        text(id, header, {
          meta: { slim: true, cellTitle: (row) => valueIn<string>(row, id) ?? undefined },
        }),
        more,
      ),

    day: <const Id extends FieldOf<Row, Day | null>>(id: Id, header: string, more: More = {}) =>
      changed<Row, Id, GridColumn<Row, Id>>(
        {
          id,
          header,
          meta: { kind: 'day', show: showDay },
          cell: ({ row }) => showDay(valueIn<Day>(row.original, id)),
        },
        more,
      ),

    /** Amounts of the row's currency, which add up. */
    amount: <const Id extends FieldOf<Row, string | null>>(id: Id, header: string, more: More = {}) =>
      changed<Row, Id, GridColumn<Row, Id>>(
        {
          id,
          header,
          size: 115,
          meta: AMOUNTS,
          cell: ({ row }) => showAmount(valueIn<string>(row.original, id), currencyOf(row.original)),
        },
        more,
      ),

    /** Whole numbers. */
    count: <const Id extends FieldOf<Row, number | null>>(id: Id, header: string, more: More = {}) =>
      changed<Row, Id, GridColumn<Row, Id>>(
        {
          id,
          header,
          size: 90,
          meta: { kind: 'number', decimals: 0 },
          cell: ({ row }) => valueIn<number>(row.original, id),
        },
        more,
      ),

    /** Numbers with all their decimals, which do not add up: rates, quantities, percentages. */
    number: <const Id extends FieldOf<Row, string | number | null>>(
      id: Id,
      header: string,
      more: More = {},
    ) =>
      changed<Row, Id, GridColumn<Row, Id>>(
        {
          id,
          header,
          size: 100,
          meta: { kind: 'number', show: showExact },
          cell: ({ row }) => {
            const value = valueIn<string | number>(row.original, id)
            return value === null ? '' : showExact(String(value))
          },
        },
        more,
      ),

    instant: <const Id extends FieldOf<Row, Date | null>>(id: Id, header: string, more: More = {}) =>
      changed<Row, Id, GridColumn<Row, Id>>(
        {
          id,
          header,
          size: 145,
          meta: { kind: 'instant', show: showDay },
          cell: ({ row }) => <Instant at={valueIn<Date>(row.original, id)} />,
        },
        more,
      ),

    yesNo: <const Id extends FieldOf<Row, boolean>>(id: Id, header: string, more: More = {}) =>
      changed<Row, Id, GridColumn<Row, Id>>(
        {
          id,
          header,
          size: 90,
          meta: { kind: 'boolean' },
          cell: ({ row }) => showYesNo(valueIn<boolean>(row.original, id) === true),
        },
        more,
      ),
  }
}

/** The workflow state of a row's object. */
interface EventState {
  event_status: string
  event_queue: string
  event_class: EventClass
}

/** The column of that status, as a badge. */
export function statusColumn<Row extends EventState>(
  size: number,
  more: ColumnChange<Row> = {},
): GridColumn<Row, 'event_status'> {
  return changed<Row, 'event_status', GridColumn<Row, 'event_status'>>(
    {
      id: 'event_status',
      header: 'Status',
      size,
      meta: {
        kind: 'badge',
        filter: 'select',
        exported: (row) => `${row.event_status} (${row.event_queue})`,
      },
      cell: ({ row: { original } }) => (
        <Badge kind={original.event_class} status={original.event_status} queue={original.event_queue} />
      ),
    },
    more,
  )
}

type UnknownRow = Readonly<Record<string, never>>

/** Makes the column of a field; `since` names the field that days late count from. */
type MakeColumn = (
  id: string,
  header: string,
  more: Omit<FieldColumn, 'header' | 'look' | 'since'>,
  since?: string,
) => GridColumn<never>

const LOOKS: Readonly<Record<ColumnLook, MakeColumn>> = {
  ...fieldColumns<UnknownRow>(),
  id: (id, header, more) =>
    changed<UnknownRow, string, GridColumn<UnknownRow>>(
      { id, header, meta: { kind: 'number' }, cell: ({ row }) => String(row.original[id]) },
      more,
    ),
  status: (_, header, { size = 0, ...more }) => statusColumn<EventState>(size, { header, ...more }),
  late: (_, header, more, since = '') =>
    changed<MaybeLate, 'days_late', GridColumn<MaybeLate, 'days_late'>>(
      lateColumn<MaybeLate>('', (row) => valueIn<Day>(row, since)),
      { header, ...more },
    ),
}

/** What only code can say about a declared column: its own cell, tooltip, or value in exports. */
type ColumnCode<Row> = Partial<Record<keyof Row & string, ColumnChange<Row>>>

/**
 * The columns that the fields of a list declare, as its grid and its files use them.
 * @param code by the name of the field
 */
export function columnsOfFields<Row>(
  declared: readonly DeclaredColumn[],
  code: ColumnCode<Row> = {},
): GridColumn<Row>[] {
  const changes = code as Readonly<Record<string, ColumnChange<Row> | undefined>>
  return declared.map(({ id, header, look, since, ...more }) => {
    const column = LOOKS[look](id, header, more, since) as GridColumn<Row>
    return changed<Row, string, GridColumn<Row>>(column, changes[id] ?? {})
  })
}

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

/** A column of amounts of the row's currency, which add up. @param title explains its heading */
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
  meta: { ...AMOUNTS, ...(title ? { title } : {}) },
  accessorFn: value,
  cell: ({ row }) => showAmount(value(row.original), currencyOf(row.original)),
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
