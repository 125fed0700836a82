import { expect, test } from 'vitest'
import { transactionColumns } from '~/areas/budgets/expanded-budget'
import { documentColumns } from '~/areas/documents/documents-panel'
import { INVOICE_DECLARED, LOG_DECLARED } from '~/areas/invoices/fields.server'
import { INVOICE_GRID, invoiceColumnsWithId, logColumns } from '~/areas/invoices/list'
import { CHECK_COLUMNS } from '~/areas/navs/check-list'
import { CONTROL_COLUMNS, RULE_COLUMNS } from '~/areas/navs/control/control-columns'
import { DELTA_GRIDS } from '~/areas/navs/delta/delta-columns'
import { ELEMENT_DECLARED } from '~/areas/navs/fields.server'
import { elementColumns } from '~/areas/navs/list'
import { TASK_DECLARED } from '~/areas/processes/fields.server'
import { shownTaskColumns } from '~/areas/processes/tasks/task-list'
import type { GridColumn } from '~/ui/grid/columns'
import { shownColumns } from '~/ui/grid/grid-table'
import { parseGridQuery } from '~/ui/grid/parse-query'

/** The columns that a grid shows at first, from left to right. */
function firstShown<Row>(columns: GridColumn<Row>[]): string[] {
  const { query } = parseGridQuery(new URLSearchParams(), columns)
  return shownColumns(columns, query).map(({ header }) => header)
}

const hidden = <Row>(columns: GridColumn<Row>[]) =>
  columns.filter(({ meta }) => meta.hiddenByDefault).map(({ header }) => header)

const INVOICES =
  'Provider, Settling Entity, Expense Type, Routine, Inv.Date, Reference, Ccy, Gross, Due.Date, Taxes, Net, Update Date, Last Comment, Status'
const log = logColumns(LOG_DECLARED)
const ofDraft = invoiceColumnsWithId(INVOICE_DECLARED)
const counted = transactionColumns(INVOICE_DECLARED, { currency: 'SEK', amount_type: 'net' })

test.each([
  ['the Invoice Log', log, `${INVOICES}, Late, Payment`],
  ['Client vision', ofDraft, INVOICES],
  ['Allocated Invoices', counted, `${INVOICES}, Counted in SEK, Rate, Rate of`],
  [
    'the tasks of a process',
    shownTaskColumns(TASK_DECLARED),
    'Task Order, Group, Task Name, Task Due Date, Task Team, Workflow name, Last Event date, Assigned To, Last Event Status, Late',
  ],
  ['documents', documentColumns(false), 'File Name, Creation Date, User'],
  [
    'documents of a site with a virus scanner',
    documentColumns(true),
    'File Name, Creation Date, User, Virus Scan',
  ],
  ['controls', CONTROL_COLUMNS, 'Last Control Date, Type, User, Control Status'],
  ['rule results', RULE_COLUMNS, 'Nb., Rule, Status, Comment'],
  ['NAV elements', elementColumns(ELEMENT_DECLARED), 'Fund Share, Type, Ccy, Value'],
  ['NAV checks', CHECK_COLUMNS, 'Check Id, Check Name, Role, User, Status, Event Date, Comment'],
  [
    'Nav Calculation Delta',
    DELTA_GRIDS.nav.columns,
    'Type, Code, Currency, Current Value, Previous Value, Change as %',
  ],
] as [string, GridColumn<never>[], string][])(
  '%s has the columns of the specification in its order, and others after them',
  (_, columns, shown) => {
    expect(firstShown(columns).join(', ')).toBe(shown)
  },
)

test('the columns that the specification hides can be chosen', () => {
  expect(hidden(ofDraft)).toEqual(['id'])
  expect(hidden(counted)).toEqual(['id'])
  expect(hidden(RULE_COLUMNS)).toEqual(['When', 'previous', 'Who'])
  expect(hidden(log)).toEqual(['Due in'])
})

test('the Invoice Log starts with the newest invoices, for everyone', () => {
  expect(INVOICE_GRID.defaultSort).toEqual([{ column: 'invoice_date', descending: true }])
})
