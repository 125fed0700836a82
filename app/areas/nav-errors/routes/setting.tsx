import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { rowPopup, saveRowPopup } from '~/platform/tables/routes/row-popups'
import { RowPopup } from '~/platform/tables/row-dialogs'
import { settingsToday } from '../grid-sources'

/** Popups of a setting: new, edit, or the confirmation before its deletion is requested. */
export const loader = (args: LoaderFunctionArgs) => rowPopup(args, 'administration', settingsToday)

export const action = (args: ActionFunctionArgs) => saveRowPopup(args, 'administration', settingsToday)

export default RowPopup
