import { sql } from 'drizzle-orm'
import type { EditableTable } from '~/platform/tables/editable-table.server'
import { type RowValues, shownColumn, type TableRow, textOf } from '~/platform/tables/table-column'
import type { Context } from '~/platform/values/context.server'
import { changedField, fieldChangesText, keyLabel, titleDay } from '../change-kind.server'
import { type WaitingOfKind, waitingNote } from '../pending-changes.server'
import { type DatedChanges, type DatedTable, type DatedValues, datedValues } from './dated-values.server'
import type { LevelValue } from './level-value'
import { stateOn } from './valid-days'

const LABELS = { value: 'Value', validFrom: 'Valid from', validTo: 'Valid to' }
const SCOPE = sql`concat_ws(' ', ${changedField('level')}, ${changedField('subject')})`
const from = changedField('validFrom')
const to = changedField('validTo')
const SPAN = sql`coalesce(nullif(concat_ws(' ', 'from ' || nullif(${titleDay(from)}, ''), 'to ' || nullif(${titleDay(to)}, '')), ''), 'without dates')`

/** Values of one kind that a site sets by level. */
interface LevelValues<Row extends LevelValue> extends Omit<DatedValues<Row>, 'title' | 'describe' | 'keyOf'> {
  /** The field that says what is set, and the name of each of its keys. */
  field: keyof Row & string
  names: readonly (readonly [key: string, name: string])[]
  /** What the title of a change begins with. */
  titled: string
  /** Names a value for users. */
  labelOf(row: Row): string
  own: Omit<DatedTable, 'order' | 'labelOf'>
}

/** Changes of values by level, and their table, in whose rows the day decides which apply. */
interface LevelChanges<Row extends LevelValue> extends Omit<DatedChanges<Row>, 'table'> {
  table: EditableTable
}

/** The part of a row of such a table that is the same for all kinds. */
export function levelValueIn<Level extends string>(row: RowValues): LevelValue<Level> {
  const text = (field: string) => textOf(row[field]) || null
  return {
    level: textOf(row.level) as Level,
    subject: text('subject'),
    value: textOf(row.value),
    validFrom: text('validFrom'),
    validTo: text('validTo'),
  }
}

/** Values by level and day whose every change waits for another administrator. */
export function levelValues<Row extends LevelValue>({
  field,
  names,
  titled,
  labelOf,
  own,
  ...of
}: LevelValues<Row>): LevelChanges<Row> {
  const { table: tableOf, ...changes } = datedValues<Row>({
    ...of,
    // Worded as by `levelLabel`.
    title: sql`concat(${titled}::text, ${keyLabel(changedField(field), names)}, ', for ', ${SCOPE}, ', ', ${SPAN})`,
    describe: (before, after) => fieldChangesText(LABELS, before, after),
    keyOf: (row) => JSON.stringify([row[field], row.level, row.subject, row.validFrom]),
  })

  async function rows(
    { read, today, timeZone }: Context,
    waiting: ReadonlyMap<string, WaitingOfKind>,
  ): Promise<TableRow[]> {
    const order = (row: Row) => `${row[field]} ${row.level} ${row.subject ?? ''} ${row.validFrom ?? ''}`
    return [...(await changes.stored(read))]
      .sort(([, a], [, b]) => (order(a) < order(b) ? -1 : 1))
      .map(([key, row]) => ({
        ...(row as RowValues),
        key,
        state: stateOn(today, row),
        waits: waitingNote(waiting.get(key), timeZone),
      }))
  }

  const shown: DatedTable = {
    ...own,
    columns: [...own.columns, shownColumn('state', 'Today', 90), shownColumn('waits', 'Pending', 200)],
    labelOf: (row) => labelOf(of.rowIn(row)),
    order: [field, 'level', 'subject', 'validFrom'].map((column) => ({ column, descending: false })),
  }
  return { ...changes, table: tableOf(shown, rows) }
}
