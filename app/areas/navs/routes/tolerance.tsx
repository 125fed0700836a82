import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { rowPopup, saveRowPopup } from '~/platform/tables/routes/row-popups'
import { RowPopup } from '~/platform/tables/row-dialogs'
import { tolerancesTable } from '../tolerances.server'

/** Popups of a value of a tolerance: new, edit, or the confirmation before its deletion is requested. */
export const loader = (args: LoaderFunctionArgs) => rowPopup(args, 'administration', () => tolerancesTable)

export const action = (args: ActionFunctionArgs) =>
  saveRowPopup(args, 'administration', () => tolerancesTable)

export default RowPopup
