import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { rowPopup, saveRowPopup } from '~/platform/tables/routes/row-popups'
import { RowPopup } from '~/platform/tables/row-dialogs'
import { accountsTable } from './account-tables'

/** Popups of a bank account: new, edit, or the confirmation before its deletion is requested. */
export const loader = (args: LoaderFunctionArgs) =>
  rowPopup(args, 'bankaccounts', (guarded) => accountsTable(guarded, args))

export const action = (args: ActionFunctionArgs) =>
  saveRowPopup(args, 'bankaccounts', (guarded) => accountsTable(guarded, args))

export default RowPopup
