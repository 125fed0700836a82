import {
  showDay,
  showExact,
  showFixed,
  showIban,
  showInstant,
  showYearDay,
  showYesNo,
} from '~/platform/values/show'
import type { Refused } from '~/ui/form/error-summary'
import { type ColumnMeta, fieldsOf, type GridColumn, type ListColumn } from '~/ui/grid/columns'
import { LIST_KINDS, type RowVersions, type TableColumn, type TableRow, textOf } from './table-column'

/** Longer lists are quicker to type into than to read. */
const SHORT = 40

/** The columns of an editable table: choices are shown, sorted, filtered and grouped by their label. */
export function gridColumns(columns: readonly TableColumn[], timeZone: string): GridColumn<TableRow>[] {
  const places = phonePlaces(columns)
  return columns.map((column) => ({
    ...listColumn(column, (row) => listedText(column, textOf(row[column.id])) || null),
    header: column.label,
    size: column.width ?? WIDTHS[column.kind],
    meta: {
      ...listColumn(column).meta,
      // Short closed lists offer options; long or open-ended ones are typed.
      ...(column.kind === 'choice' && column.options && column.options.length <= SHORT && !column.openEnded
        ? { filter: 'select', options: column.options.map(({ label }) => ({ value: label, label })) }
        : {}),
      decimals: column.decimals,
      phone: places.get(column.id),
      hiddenByDefault: column.lines !== undefined,
      // Groups and filters use the day of an instant.
      show: (text) => (column.kind === 'instant' ? showDay(text) : shownText(column, text, timeZone)),
    },
    cell: ({ row }) => shownValue(column, row.original[column.id], timeZone),
  }))
}

type PhonePlace = NonNullable<ColumnMeta<TableRow>['phone']>

/**
 * What a row shows on a phone: the first column, then the first name, amount, words and day of the others. A choice that
 * comes first may be a long name: it has the line to itself and the amount.
 */
function phonePlaces(columns: readonly TableColumn[]): ReadonlyMap<string, PhonePlace> {
  const [object, ...others] = columns.filter(({ lines }) => lines === undefined)
  const ids = (...kinds: TableColumn['kind'][]) =>
    others.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  const words = ids('text', 'choice')
  const [name, status] = object?.kind === 'choice' ? [undefined, ...words] : words
  const [amount] = ids('decimal', 'integer')
  const [due] = ids('day', 'yearDay', 'instant')
  const places = { object: object?.id, name, amount, status, due }
  return new Map(
    Object.entries(places).flatMap(([place, id]) =>
      id === undefined ? [] : [[id, place as PhonePlace] as const],
    ),
  )
}

/** The columns for programs: stored values, and the key. */
export function callColumns(columns: readonly TableColumn[]): ListColumn<TableRow>[] {
  return [...columns.map((column) => listColumn(column)), ...fieldsOf({ key: 'text' })]
}

function listColumn(
  column: TableColumn,
  accessorFn: (row: TableRow) => unknown = (row) => textOf(row[column.id]) || null,
): ListColumn<TableRow> {
  const { id, kind, grouped } = column
  return { id, header: id, accessorFn, meta: { kind: LIST_KINDS[kind], ...(grouped && { unspaced: true }) } }
}

/** A day of the year is listed as written, a choice by its label. */
const listedText = (column: TableColumn, text: string) =>
  column.kind === 'yearDay' ? showYearDay(text) : optionLabel(column, text)

const WIDTHS: Partial<Record<TableColumn['kind'], number>> = {
  day: 120,
  instant: 140,
  boolean: 100,
  integer: 90,
  decimal: 160,
}

/** A value of a row as users read it. */
export function shownValue(column: TableColumn, value: unknown, timeZone: string): string {
  return shownText(column, textOf(value), timeZone)
}

function shownText(column: TableColumn, text: string, timeZone: string): string {
  if (text === '') return ''
  if (column.grouped) return showIban(text)
  if (column.kind === 'instant') return showInstant(text, timeZone)
  // Typed text may be neither a day nor a number.
  if (column.kind === 'day') return /^\d{4}-\d{2}-\d{2}$/.test(text) ? showDay(text) : text
  if (column.kind === 'decimal' && !/^-?\d+(\.\d+)?$/.test(text)) return text
  if (column.kind === 'decimal')
    return column.decimals === undefined ? showExact(text) : showFixed(text, column.decimals)
  if (column.kind === 'boolean') return showYesNo(text === 'true')
  return optionLabel(column, text)
}

function optionLabel({ kind, options }: TableColumn, text: string): string {
  if (kind === 'yearDay') return showYearDay(text)
  return options?.find(({ value }) => value === text)?.label ?? text
}

/** The versions in a refusal; null if it is not a conflict. */
export function versionsIn(refused: Refused | undefined): RowVersions | null {
  const { details } = (refused?.refusal ?? {}) as { details?: Partial<RowVersions> }
  return details?.opened ? (details as RowVersions) : null
}

/** A refusal without its sentences by field, which the versions make redundant. */
export function withoutFields(refused: Refused): Refused {
  return { ...refused, refusal: { ...refused.refusal, fields: {} } }
}

/** The version that a refused form last showed: the one it was to overwrite, or the one it was opened with. */
export function lastShownVersion(refused: Refused | undefined): string | undefined {
  return refused?.typed.over ?? refused?.typed.seen
}

/** The version to overwrite: the stored one, as the form sends it. */
export const overVersion = ({ stored }: RowVersions) => JSON.stringify(stored)

/** The labels of the two choices: to store the typed values anyway, or not. */
export function conflictChoices({ stored }: RowVersions): [mine: string, theirs: string] {
  return stored ? ['Save my version', 'Use the stored version'] : ['Add my version again', 'Leave it deleted']
}
