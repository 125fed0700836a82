import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { rowPopup, saveRowPopup } from '~/platform/tables/routes/row-popups'
import { RowPopup } from '~/platform/tables/row-dialogs'
import { settingsTable } from '../settings.server'

/** Popups of a setting: new, edit, or the confirmation before its deletion is requested. */
export const loader = (args: LoaderFunctionArgs) => rowPopup(args, 'administration', () => settingsTable)

export const action = (args: ActionFunctionArgs) => saveRowPopup(args, 'administration', () => settingsTable)

export default RowPopup
