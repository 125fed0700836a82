import type { Read, Transaction } from 'db/doors'
import { ruleTolerance } from 'db/schema/navs'
import { oneAtATime } from '~/domain/access/pending-change-event.server'
import { rowSchema, tableColumns } from '~/domain/lookups/tables/column-schema.server'
import type { EditableTable, RowWriter, Written } from '~/domain/lookups/tables/editable-table.server'
import { type RowValues, type TableColumn, type TableRow, textOf } from '~/domain/lookups/tables/table-column'
import { type Day, dayIn } from '~/domain/values/day'
import { showDay } from '~/domain/values/show'
import type { ToleranceLevel } from '../rules/tolerance-in-force'
import { TOLERANCES } from '../rules/tolerances'
import { requestTolerance } from './request-tolerance.server'
import { nameOf, type SetTolerance, toleranceLabel } from './set-tolerance'
import { storedTolerances, type WaitingTolerance, waitingTolerances } from './stored-tolerances.server'
import { TOLERANCE_FIELDS } from './tolerance-columns'
import { toleranceSubjects } from './tolerance-subjects.server'
import { toleranceWriter } from './tolerance-writer.server'

const shown = (id: string, label: string, width: number): TableColumn => ({
  ...{ id, label, width, kind: 'text', required: false, readOnly: true },
})

const COLUMNS: TableColumn[] = [
  ...tableColumns(TOLERANCE_FIELDS, {
    tolerance: {
      fixed: true,
      width: 380,
      options: TOLERANCES.map((each) => ({ value: each.key, label: nameOf(each) })),
    },
    level: {
      fixed: true,
      width: 110,
      hint: 'A fund counts before its type, that before its provider, that before all.',
    },
    subject: { fixed: true, width: 190, hint: 'Of the level; blank for all.' },
    value: { width: 130, hint: 'In the unit of the tolerance: 0.2 of % means 0.2 %.' },
    validFrom: { hint: 'First NAV date; blank is from the beginning.' },
    validTo: { hint: 'Last NAV date; blank is without end.' },
  }),
  shown('state', 'Today', 120),
  shown('waits', 'Waits', 250),
]

/**
 * What the site sets the numbers of the rules to, by level and NAV date. What its verbs write waits for another
 * administrator, and the row stays as it is until then.
 * @param today tells which are in force
 */
export function tolerancesTable(today: Day): EditableTable {
  async function load(read: Read): Promise<TableRow[]> {
    const stored = await storedTolerances(read)
    const waiting = new Map((await waitingTolerances(read)).map((change) => [change.target, change]))
    const rows = [...stored].map(([key, value]) => ({
      ...value,
      key,
      state: stateOn(today, value),
      waits: waitingWords(waiting.get(key)),
    }))
    const order = (row: (typeof rows)[number]) =>
      `${row.tolerance} ${row.level} ${row.subject ?? ''} ${row.validFrom ?? ''}`
    return rows.sort((a, b) => (order(a) < order(b) ? -1 : 1))
  }
  const find: EditableTable['find'] = async (read, key) =>
    (await load(read)).find((row) => row.key === key) ?? null

  async function written(
    tx: Transaction,
    { before, after, by }: { before: TableRow | null; after: RowValues | null; by: RowWriter },
  ): Promise<Written> {
    const stored = before && { ...valueIn(before), id: Number(before.key) }
    const note = await requestTolerance(tx, { before: stored, after: after && valueIn(after) }, by)
    if (note !== null) return { row: before ?? { ...after, key: '' }, note }
    const row = before && (await find(tx, before.key))
    return { row: row ?? { ...(after ?? before), key: before?.key ?? '' } }
  }

  return {
    name: 'tolerances',
    title: 'Rule tolerances',
    one: 'tolerance',
    about: 'The numbers of the rules, by level and NAV date; every change waits for another administrator',
    path: '/admin/tolerances',
    functionId: 'administration',
    columns: COLUMNS,
    waits: true,
    order: [
      { column: 'tolerance', descending: false },
      { column: 'level', descending: false },
      { column: 'subject', descending: false },
      { column: 'validFrom', descending: false },
    ],
    schema: rowSchema(TOLERANCE_FIELDS),
    labelOf: (row) => toleranceLabel(valueIn(row)),
    keyIn: ({ id }) => (/^[1-9]\d{0,8}$/.test(textOf(id)) ? textOf(id) : null),
    options: async (read) => ({ subject: await toleranceSubjects(read) }),
    count: (read) => read.$count(ruleTolerance),
    load,
    find,
    // Requests and decisions go one after the other: each is held against what is stored and waits.
    begin: oneAtATime,
    lock: find,
    insert: (tx, values, by) => written(tx, { before: null, after: values, by }),
    update: (tx, before, values, by) => written(tx, { before, after: values, by }),
    delete: (tx, row, by) => written(tx, { before: row, after: null, by }),
    writerOf: (read, key) => toleranceWriter(read, key),
  }
}

function valueIn(row: RowValues): SetTolerance {
  const text = (field: string) => textOf(row[field]) || null
  return {
    tolerance: textOf(row.tolerance),
    level: textOf(row.level) as ToleranceLevel,
    subject: text('subject'),
    value: textOf(row.value),
    validFrom: text('validFrom'),
    validTo: text('validTo'),
  }
}

function stateOn(today: Day, { validFrom, validTo }: SetTolerance): string {
  if (validTo !== null && validTo < today) return 'ended'
  return validFrom !== null && validFrom > today ? 'not yet' : 'in force'
}

function waitingWords(change: WaitingTolerance | undefined): string | null {
  if (!change) return null
  const what = change.after === null ? 'Deletion' : 'Change'
  return `${what} requested by ${change.requester}, ${showDay(dayIn(change.requestedAt, 'UTC'))}`
}
