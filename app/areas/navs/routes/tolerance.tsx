import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { rowPopup, saveRowPopup } from '~/platform/tables/routes/row-popups'
import { RowPopup } from '~/platform/tables/row-dialogs'
import { tolerancesToday } from '../grid-sources'

/** Popups of a value of a tolerance: new, edit, or the confirmation before its deletion is requested. */
export const loader = (args: LoaderFunctionArgs) => rowPopup(args, 'administration', tolerancesToday)

export const action = (args: ActionFunctionArgs) => saveRowPopup(args, 'administration', tolerancesToday)

export default RowPopup
