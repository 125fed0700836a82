import type { Read, Transaction } from 'db/database'
import { ruleTolerance } from 'db/schema/navs'
import { waitingOfKind, waitingWords } from '~/platform/approvals/waiting-of-kind.server'
import { rowSchema, tableColumns } from '~/platform/tables/column-schema.server'
import type { EditableTable, Written } from '~/platform/tables/editable-table.server'
import { type RowWish, requestedRows } from '~/platform/tables/requested-rows.server'
import {
  type RowValues,
  shownColumn,
  type TableColumn,
  type TableRow,
  textOf,
} from '~/platform/tables/table-column'
import type { Day } from '~/platform/values/day'
import { requestTolerance } from './request-tolerance.server'
import type { ToleranceLevel } from './rules/tolerance-in-force'
import { TOLERANCES } from './rules/tolerances'
import { nameOf, RULE_TOLERANCE, type SetTolerance, toleranceLabel } from './set-tolerance'
import { storedTolerances } from './stored-tolerances.server'
import { TOLERANCE_FIELDS } from './tolerance-columns'
import { toleranceSubjects } from './tolerance-subjects.server'
import { toleranceWriter } from './tolerance-writer.server'

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
  shownColumn('state', 'Today', 120),
  shownColumn('waits', 'Waits', 250),
]

/**
 * What the site sets the numbers of the rules to, by level and NAV date. What its verbs write waits for another
 * administrator, and the row stays as it is until then.
 * @param today tells which are in force
 * @param timeZone the site's, for the day since when a change waits
 */
export function tolerancesTable(today: Day, timeZone: string): EditableTable {
  async function load(read: Read): Promise<TableRow[]> {
    const stored = await storedTolerances(read)
    const waiting = new Map(
      (await waitingOfKind(read, RULE_TOLERANCE)).map((change) => [change.target, change]),
    )
    const rows = [...stored].map(([key, value]) => ({
      ...value,
      key,
      state: stateOn(today, value),
      waits: waitingWords(waiting.get(key), timeZone),
    }))
    const order = (row: (typeof rows)[number]) =>
      `${row.tolerance} ${row.level} ${row.subject ?? ''} ${row.validFrom ?? ''}`
    return rows.sort((a, b) => (order(a) < order(b) ? -1 : 1))
  }

  async function requested(tx: Transaction, { before, after, by }: RowWish): Promise<Written> {
    const stored = before && { ...valueIn(before), id: Number(before.key) }
    const note = await requestTolerance(tx, { before: stored, after: after && valueIn(after) }, by)
    if (note !== null) return { row: before ?? { ...after, key: '' }, note }
    const row = before && (await load(tx)).find(({ key }) => key === before.key)
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
    ...requestedRows(load, requested),
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
