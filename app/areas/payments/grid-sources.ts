import { idInPath } from '~/http/address'
import { type Guarded, guard, type RouteArgs } from '~/http/guard'
import { readEventTable } from '~/platform/grids/event-table'
import {
  type ExportTable,
  exportLoader,
  fileInPath,
  gridFile,
  listFile,
  titledFile,
} from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { daysOfMonth, isDay, monthOf, monthsBefore, requestedMonth } from '~/platform/values/day'
import { showMonth } from '~/platform/values/show'
import { statusesOf } from '~/platform/workflow/instance.server'
import { type BankEntryRow, ENTRY_DECLARED } from './bank-inbox/fields.server'
import type { BankHabit } from './bank-inbox/habit'
import { HABIT_COLUMNS, HABIT_GRID } from './bank-inbox/habit-columns'
import { bankHabits } from './bank-inbox/habits.server'
import { BANK_INBOX_GRID, entryColumns } from './bank-inbox/list'
import { bankEntryList } from './bank-inbox/list.server'
import { STATEMENT_GRID, statementColumns } from './bank-inbox/statement-columns'
import { STATEMENT_DECLARED, type StatementRow } from './bank-inbox/statement-fields.server'
import { statementList } from './bank-inbox/statement-list.server'
import { storedEntry } from './bank-inbox/stored-entry.server'
import { type BankMonth, monthOfKey } from './bank-months/bank-month'
import { MONTH_COLUMNS, MONTH_GRID } from './bank-months/list'
import { bankMonths } from './bank-months/read-months.server'
import { CALENDAR_COLUMNS, CALENDAR_GRID } from './calendar-columns'
import { RUN_DECLARED, type RunRow } from './fields.server'
import { PAYABLE_COLUMNS, PAYABLE_GRID, PAYMENT_COLUMNS, PAYMENT_GRID, RUN_GRID } from './list'
import { runList } from './list.server'
import { type Candidate, type PayableQuery, payableInvoices, payableRow } from './payable.server'
import type { Payable, Payment } from './payment'
import type { CalendarDay } from './payment-calendar'
import { paymentCalendar } from './payment-calendar.server'
import { paymentsOf, runById } from './read-run.server'

/** All runs, for the list and its files. */
export function runTable(guarded: Guarded): GridSource<RunRow> {
  return {
    columns: columnsOfFields<RunRow>(RUN_DECLARED),
    declared: RUN_DECLARED,
    options: RUN_GRID,
    list: runList(guarded),
    choices: async () => ({ event_status: await statusesOf(guarded, ['payment run']) }),
  }
}

/** The entries of the Bank inbox, for the list and its files. */
export function bankEntryTable(guarded: Guarded): GridSource<BankEntryRow> {
  return {
    columns: entryColumns(ENTRY_DECLARED),
    declared: ENTRY_DECLARED,
    options: BANK_INBOX_GRID,
    list: bankEntryList(guarded),
    choices: async () => ({ event_status: await statusesOf(guarded, ['bank entry']) }),
  }
}

/** The days of our accounts, for the list and its files. */
export function statementTable(guarded: Guarded): GridSource<StatementRow> {
  return {
    columns: statementColumns(STATEMENT_DECLARED),
    declared: STATEMENT_DECLARED,
    options: STATEMENT_GRID,
    list: statementList(guarded),
  }
}

/** What people explained in the same way before, for the page of the rules and its files. */
export async function habitTable({ read }: Guarded): Promise<GridSource<BankHabit>> {
  const list = rowList(await bankHabits(read), HABIT_COLUMNS, { keyOf: ({ id }) => id })
  return { columns: HABIT_COLUMNS, options: HABIT_GRID, list }
}

/** The month of an address, of the account that it opens, or the last one that is over. */
export function requestedBankMonth({ today }: Guarded, { request, params }: RouteArgs): string {
  const text = new URL(request.url).searchParams.get('month')
  const before = daysOfMonth(monthsBefore(monthOf(today), 1)).last
  return requestedMonth(text ?? monthOfKey(params.monthKey)?.month ?? null, before)
}

/** The accounts in a month, for the list and its files. */
export async function monthTable(guarded: Guarded, month: string): Promise<GridSource<BankMonth>> {
  const rows = (await bankMonths(guarded, month)).map(({ row }) => row)
  const list = rowList(rows, MONTH_COLUMNS, {
    timeZone: guarded.timeZone,
    unit: ({ currency }) => currency,
    keyOf: ({ id }) => id,
  })
  return { columns: MONTH_COLUMNS, options: MONTH_GRID, list }
}

/** What an address chooses among the invoices that could be paid. */
export function chosenPayable(request: Request): PayableQuery {
  const params = new URL(request.url).searchParams
  const param = (name: string) => params.get(name)?.trim() || null
  const due = param('due')
  return {
    due: due !== null && isDay(due) ? due : null,
    debtor: param('account')?.replace(/\s/g, '').slice(0, 34) ?? null,
    currency: param('ccy')?.toUpperCase().slice(0, 3) ?? null,
  }
}

/** The invoices that an address chooses. */
export function payableOfRequest(guarded: Guarded, request: Request): Promise<Candidate[]> {
  return payableInvoices(guarded, chosenPayable(request))
}

/** The same as rows of a grid: without what only a run stores. */
export function payableTable(candidates: readonly Candidate[]): GridSource<Payable> {
  const rows = candidates.map(payableRow)
  const list = rowList(rows, PAYABLE_COLUMNS, {
    unit: ({ currency }) => currency,
    keyOf: ({ id }) => String(id),
  })
  return { columns: PAYABLE_COLUMNS, options: PAYABLE_GRID, list }
}

/** The payments of a run as rows of a grid. */
export function paymentTable(payments: readonly Payment[]): GridSource<Payment> {
  const list = rowList(payments, PAYMENT_COLUMNS, {
    unit: ({ currency }) => currency,
    keyOf: ({ id }) => String(id),
  })
  return { columns: PAYMENT_COLUMNS, options: PAYMENT_GRID, list }
}

/** The payment calendar, for the page, the call and its files. */
export async function calendarTable(guarded: Guarded): Promise<GridSource<CalendarDay>> {
  const list = rowList(await paymentCalendar(guarded), CALENDAR_COLUMNS, {
    unit: ({ currency }) => currency,
    keyOf: ({ key }) => key,
  })
  return { columns: CALENDAR_COLUMNS, options: CALENDAR_GRID, list }
}

export const paymentExports: ExportTable = {
  /** bank_inbox.xlsx, .csv or .pdf: all entries that the list's address selects. */
  'bank-inbox/export/:file': listFile('bankinbox', 'bank_inbox', 'Bank inbox', bankEntryTable),
  /** account_days.xlsx, .csv or .pdf: all statements that the list's address selects. */
  'bank-inbox/accounts/export/:file': listFile(
    'bankinbox',
    'account_days',
    'Days of accounts',
    statementTable,
  ),
  /** bank_rules.xlsx, .csv or .pdf: what people explained in the same way before. */
  'bank-inbox/rules/export/:file': listFile('bankinbox', 'bank_rules', 'Rules of the Bank inbox', habitTable),
  /** account_months.xlsx, .csv or .pdf: the accounts in the month that the list's address chooses. */
  'bank-inbox/months/export/:file': titledFile('bankinbox', 'account_months', async (guarded, args) => {
    const month = requestedBankMonth(guarded, args)
    const title = `Months of accounts, ${showMonth(daysOfMonth(month).last)}`
    return { title, ...(await monthTable(guarded, month)) }
  }),
  /** entry_workflow.xlsx, .csv or .pdf: the history of an entry of the Bank inbox. */
  'bank-inbox/:entryId/export/:file': titledFile(
    'bankinbox',
    'entry_workflow',
    async (guarded, { params }) => {
      const { id } = await storedEntry(guarded.read, idInPath(params.entryId))
      return { title: `Workflow of bank entry ${id}`, ...(await readEventTable(guarded, id)) }
    },
  ),
  /** payment_runs.xlsx, .csv or .pdf: all runs that the list's address selects. */
  'payments/export/:file': listFile('payments', 'payment_runs', 'Payment runs', runTable),
  /** payment_calendar.xlsx, .csv or .pdf: what leaves each account on each day of the next six weeks. */
  'payments/calendar/export/:file': listFile(
    'payments',
    'payment_calendar',
    'Payment calendar',
    calendarTable,
  ),
  /** payable.xlsx, .csv or .pdf: the invoices that could be paid. */
  'payments/new/export/:file': listFile(
    'payments',
    'payable',
    'Invoices to pay',
    async (guarded, { request }) => payableTable(await payableOfRequest(guarded, request)),
  ),
  /** payments and run_workflow as .xlsx, .csv or .pdf: what a run pays, and its history. */
  'payments/:runId/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'payments')
    const { read } = guarded
    const file = fileInPath(args.params.file, ['payments', 'run_workflow'])
    const { id } = await runById(read, idInPath(args.params.runId))
    if (file.name === 'payments')
      return gridFile(guarded, args.request, file, {
        title: `Payments of run ${id}`,
        ...paymentTable(await paymentsOf(read, id)),
      })
    return gridFile(guarded, args.request, file, {
      title: `Workflow of payment run ${id}`,
      ...(await readEventTable(guarded, id)),
    })
  }),
}
