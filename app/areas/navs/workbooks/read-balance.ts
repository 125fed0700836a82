import type { Faults } from '~/platform/workbooks/faults'
import type { BalanceLine, Table } from './control-data'
import { type FoundTable, openTable } from './found-table'
import { isTotalRow } from './total-row'

/** The lines of a Balance table, total rows left out. The faults name every cell that cannot be read. */
export function readBalance(found: FoundTable, faults: Faults): Table<BalanceLine> {
  const { source, rows, read } = openTable(found, faults, (row) => isTotalRow(row, 'accountNumber'))
  const lines = rows.map((row): BalanceLine => {
    for (const field of ['accountNumber', 'accountName', 'currency']) read.require(row, field)
    return {
      row: row.row,
      accountNumber: read.text(row, 'accountNumber') ?? '',
      accountName: read.text(row, 'accountName') ?? '',
      currency: read.text(row, 'currency') ?? '',
      debtor: read.number(row, 'debtor') ?? '0',
      creditor: read.number(row, 'creditor') ?? '0',
    }
  })
  return { source, lines }
}
