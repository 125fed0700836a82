import { type Guarded, guard } from '~/http/guard'
import { type ExportTable, exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import { type Day, daysOfMonth, requestedMonth } from '~/platform/values/day'
import { prepaidAgainstNavs } from './against-navs.server'
import { balancesOn, dueLines } from './due.server'
import { journals } from './journal.server'
import {
  BALANCE_COLUMNS,
  BALANCE_GRID,
  CHECK_COLUMNS,
  CHECK_GRID,
  DUE_COLUMNS,
  DUE_GRID,
  JOURNAL_COLUMNS,
  JOURNAL_GRID,
} from './list'
import type { PrepaidBalance, PrepaidCheck, PrepaidDue, PrepaidJournal } from './prepaid'

/** The month of an address, or this one, with its last day. */
export function monthOfAddress({ today }: Guarded, request: Request) {
  const month = requestedMonth(new URL(request.url).searchParams.get('month'), today)
  return { month, monthEnd: daysOfMonth(month).last, today }
}

const byCurrency = { unit: ({ currency }: { currency: string }) => currency }

/** What is to be booked for a month. */
export async function dueTable({ read }: Guarded, monthEnd: Day): Promise<GridSource<PrepaidDue>> {
  const rows = (await dueLines(read, monthEnd)).map(({ times: _, ...row }): PrepaidDue => row)
  const list = rowList(rows, DUE_COLUMNS, { ...byCurrency, keyOf: ({ key }) => key })
  return { columns: DUE_COLUMNS, options: DUE_GRID, list }
}

/** What is left of prepaid invoices on a day. */
export async function balanceTable({ read }: Guarded, onDay: Day): Promise<GridSource<PrepaidBalance>> {
  const rows = (await balancesOn(read, onDay)).map(
    ({ settlingEntityId: _e, fundId: _f, expenseTypeId: _t, ...row }): PrepaidBalance => row,
  )
  const list = rowList(rows, BALANCE_COLUMNS, { ...byCurrency, keyOf: ({ invoice }) => String(invoice) })
  return { columns: BALANCE_COLUMNS, options: BALANCE_GRID, list }
}

/** What is left, compared with the balances of the last NAVs. */
export async function checkTable({ read }: Guarded, onDay: Day): Promise<GridSource<PrepaidCheck>> {
  const list = rowList(await prepaidAgainstNavs(read, onDay), CHECK_COLUMNS, {
    ...byCurrency,
    keyOf: ({ key }) => key,
  })
  return { columns: CHECK_COLUMNS, options: CHECK_GRID, list }
}

/** The journals that were booked. */
export async function journalTable({ read, timeZone }: Guarded): Promise<GridSource<PrepaidJournal>> {
  const columns = JOURNAL_COLUMNS
  const list = rowList(await journals(read), columns, { timeZone, keyOf: ({ id }) => String(id) })
  return { columns, options: JOURNAL_GRID, list }
}

export const prepaidExports: ExportTable = {
  /** prepaid_due, prepaid_balances, prepaid_navs and prepaid_journals as .xlsx, .csv or .pdf. */
  'invoices/prepaid/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'transactiondashboard')
    const names = ['prepaid_due', 'prepaid_balances', 'prepaid_navs', 'prepaid_journals'] as const
    const file = fileInPath(args.params.file, [...names])
    const { month, monthEnd } = monthOfAddress(guarded, args.request)
    if (file.name === 'prepaid_due')
      return gridFile(guarded, args.request, file, {
        title: `Prepaid expenses to book for ${month}`,
        ...(await dueTable(guarded, monthEnd)),
      })
    if (file.name === 'prepaid_balances')
      return gridFile(guarded, args.request, file, {
        title: `Prepaid expenses remaining at the end of ${month}`,
        ...(await balanceTable(guarded, monthEnd)),
      })
    if (file.name === 'prepaid_navs')
      return gridFile(guarded, args.request, file, {
        title: `Prepaid expenses against NAVs, ${month}`,
        ...(await checkTable(guarded, monthEnd)),
      })
    return gridFile(guarded, args.request, file, {
      title: 'Prepaid journals',
      ...(await journalTable(guarded)),
    })
  }),
}
