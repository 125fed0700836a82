import type { Read } from 'db/database'
import { preparedQuery } from 'db/prepared-query'
import { invoice, invoiceRow, invoiceTally } from 'db/schema/invoices'
import { clientValidator, expenseType, mapping } from 'db/schema/lookups'
import { asc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias, type PgColumn, type SelectedFields } from 'drizzle-orm/pg-core'
import { entitiesOnHold } from '~/areas/bank-accounts/bank-details.server'
import type { List } from '~/platform/lists/list'
import { type ListFields, listedColumns, type RowOf, selected } from '~/platform/lists/list-fields.server'
import {
  idsText,
  type SqlColumn,
  type SqlColumns,
  type SqlTally,
  sqlColumns,
} from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import { columnsOfFields } from '~/platform/page/shown-columns'
import type { Context } from '~/platform/values/context.server'
import {
  INVOICE_DECLARED,
  INVOICE_ROW,
  type InvoiceRow,
  invoicedEntity,
  type LoggedInvoice,
  loggedRow,
  overdueSql,
  supplier,
} from './fields.server'

/** Those who signed for the client. */
export const validatorA = alias(clientValidator, 'validator_a')
export const validatorB = alias(clientValidator, 'validator_b')

/** First and last name; null where no user is joined. */
export const personName = ({ firstName, lastName }: Record<'firstName' | 'lastName', SQLWrapper>) =>
  sql<string | null>`${firstName} || ' ' || ${lastName}`

/** The label of a code in a form's list; the code itself where the list no longer has it. */
export const displayOf = (key: string, code: PgColumn) =>
  sql<string | null>`coalesce((select ${mapping.display} from ${mapping}
    where ${mapping.key} = ${key} and ${mapping.code} = ${code}), ${code})`

/** A query of some fields of the invoices of some ids, by id. */
export function invoicesByIds<Fields extends ListFields>(fields: Fields) {
  const query = preparedQuery((read) =>
    read
      .select<SelectedFields>(selected(fields))
      .from(invoiceRow)
      .innerJoin(invoice, eq(invoice.id, invoiceRow.id))
      .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
      .leftJoin(invoicedEntity, eq(invoicedEntity.id, invoice.invoicedEntityId))
      .innerJoin(expenseType, eq(expenseType.id, invoice.expenseTypeId))
      .where(sql`${invoiceRow.id} = any(${sql.placeholder('ids')}::bigint[])`)
      .orderBy(asc(invoiceRow.id))
      .prepare('invoices'),
  )
  return async (read: Read, ids: readonly number[], values: Record<string, unknown> = {}) => {
    const rows = ids.length === 0 ? [] : await query(read).execute({ ...values, ids: idsText(ids) })
    return rows as RowOf<Fields>[]
  }
}

/** The rows of these invoices as lists show them, by id. */
export const invoiceRows = invoicesByIds(INVOICE_ROW)

/** Columns of the Invoice Log, and those that only its call has. */
export const INVOICE_FIELDS = listedColumns(columnsOfFields<InvoiceRow>(INVOICE_DECLARED), INVOICE_ROW)

const columns = sqlColumns(INVOICE_FIELDS, INVOICE_ROW)

const tally: SqlTally = {
  from: invoiceTally,
  columns: {
    event_status: 'event_status',
    routine_type_name: 'routine_type',
    expense_type: 'expense_type',
    settling_entity: 'settling_entity',
    provider: 'provider',
    invoice_date: 'invoice_date',
    due_date: 'due_date',
  },
  tallied: invoiceTally.tallied,
  value: invoiceTally.value,
  also: { currency: invoiceTally.currency, event_status: invoiceTally.eventStatus },
  unit: invoiceTally.currency,
  count: invoiceTally.invoices,
  sums: {
    gross_amount: sql`${invoiceTally.grossHundredths} / 100`,
    taxes: sql`${invoiceTally.taxesHundredths} / 100`,
    net_amount: sql`${invoiceTally.netHundredths} / 100`,
  },
}

type InvoiceContext = Context & {
  /** The instant of a past page. */
  asOf?: Date | null
}

/** What applies only to the list of all invoices. The tally, and the index of days, are those of the present. */
const allInvoices = ({ asOf }: InvoiceContext) => ({
  from: sql`${invoiceRow}`,
  ...(asOf ? {} : { tally, byDay: ['event_date'] }),
})

/** All invoices, with the fields that `rows` reads. Amounts add up by currency. */
export function invoiceList<Row extends InvoiceRow>(
  context: InvoiceContext,
  rows: (read: Read, ids: readonly number[]) => Promise<Row[]>,
): List<Row> {
  return sqlList<Row>(context, {
    ...DEFINITION,
    ...allInvoices(context),
    rows: (ids) => rows(context.read, ids),
  })
}

const loggedRows = invoicesByIds(loggedRow(sql.placeholder('today')))

/** All invoices as the Invoice Log shows them: with how late each is. */
export function invoiceLog(context: InvoiceContext): List<LoggedInvoice> {
  const { read, today } = context
  const days_late: SqlColumn = { ...loggedRow(today).days_late, kind: 'number' }
  const rows = async (ids: readonly number[]) => {
    const [found, held] = await Promise.all([loggedRows(read, ids, { today }), entitiesOnHold(read)])
    return found.map((row): LoggedInvoice => {
      const isHeld = row.event_queue === 'PAYMENT' && held.includes(row.provider)
      return { ...row, payment: isHeld ? 'held' : null }
    })
  }
  const definition = { ...DEFINITION, ...allInvoices(context), columns: { ...columns, days_late }, rows }
  return sqlList<LoggedInvoice>(context, definition)
}

/** How many unpaid invoices are past their due date. */
export function countOverdue({ read, today }: Context): Promise<number> {
  return read.$count(invoiceRow, overdueSql(today))
}

/** Some of the invoices, with more of each than the log shows. */
interface JoinedInvoices<Row> {
  /** Inner join of `invoice_row`: one row at most for each invoice. */
  join: SQL
  columns: SqlColumns
  rows(ids: readonly number[]): Promise<Row[]>
}

/** The invoices that a join finds, sorted, filtered and grouped like the log, and by its columns. */
export function joinedInvoiceList<Row extends InvoiceRow>(
  context: Context,
  { join, columns: more, rows }: JoinedInvoices<Row>,
): List<Row> {
  const from = sql`${invoiceRow} ${join}`
  return sqlList<Row>(context, { ...DEFINITION, columns: { ...columns, ...more }, from, rows })
}

const DEFINITION = {
  columns,
  key: invoiceRow.id,
  unit: invoiceRow.currency,
  search: invoiceRow.search,
  keyOf: ({ id }: InvoiceRow) => id,
}

/** The ids of the invoices that were created from a draft, in the order of its cost lines. */
export async function idsOfDraft(read: Read, draftId: number): Promise<number[]> {
  const made = await read
    .select({ id: invoice.id })
    .from(invoice)
    .where(eq(invoice.draftTransactionId, draftId))
    .orderBy(asc(invoice.id))
  return made.map(({ id }) => id)
}

/** The invoices that were created from a draft, in the order of its cost lines. */
export async function invoicesOfDraft(read: Read, draftId: number): Promise<InvoiceRow[]> {
  return invoiceRows(read, await idsOfDraft(read, draftId))
}

/** The same as a list that is sorted, filtered, grouped and added up like the Invoice Log. */
export function draftInvoiceList(context: Context, draftId: number): List<InvoiceRow> {
  const { read } = context
  const made = sql.identifier('made')
  return joinedInvoiceList<InvoiceRow>(context, {
    join: sql`join ${invoice} ${made} on ${made}.id = ${invoiceRow.id} and ${made}.draft_transaction_id = ${draftId}`,
    columns: {},
    rows: (ids) => invoiceRows(read, ids),
  })
}
