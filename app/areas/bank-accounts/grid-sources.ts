import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { pendingTable, WAITING_BESIDE } from '~/platform/approvals/routes/waiting-changes'
import { type ExportTable, exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import { tableSource } from '~/platform/tables/routes/table-answer'
import { DomainError } from '~/platform/values/domain-error'
import { bankAccountsTable } from './bank-accounts-table.server'
import { ACCOUNT_KINDS, decidedTable, shownEntity } from './routes/account-tables'

export const bankAccountExports: ExportTable = {
  /**
   * bank-accounts.xlsx, .csv or .pdf of the entity that the address names, and the changes that wait or were decided.
   */
  'bank-accounts/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'bankaccounts')
    const { request } = args
    const file = fileInPath(args.params.file, ['bank-accounts', 'pending_changes', 'decided_changes'])
    if (file.name === 'pending_changes')
      return gridFile(guarded, request, file, {
        title: 'Pending changes of bank accounts',
        ...pendingTable(guarded, ACCOUNT_KINDS, WAITING_BESIDE),
      })
    const { id, name } = await pageRead(async () => {
      const shown = await shownEntity(guarded.read, args)
      if (!shown) throw new DomainError('not-found', 'Choose a legal entity on the page Bank Accounts first.')
      return shown
    })
    if (file.name === 'decided_changes')
      return gridFile(guarded, request, file, {
        title: `Decided changes of the bank accounts of ${name}`,
        ...(await decidedTable(guarded, id)),
      })
    const { source } = await tableSource(guarded, bankAccountsTable(id))
    return gridFile(guarded, request, file, { title: `Bank accounts of ${name}`, ...source })
  }),
}
