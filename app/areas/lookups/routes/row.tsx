import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { rowPopup, saveRowPopup } from '~/platform/tables/routes/row-popups'
import { RowPopup } from '~/platform/tables/row-dialogs'
import { lookupTableNamed } from '../lookup-tables.server'

/** Popups of a row of a table: new, edit, or the confirmation before its deletion. */
export const loader = (args: LoaderFunctionArgs) =>
  rowPopup(args, 'administration', () => lookupTableNamed(args.params.table))

export const action = (args: ActionFunctionArgs) =>
  saveRowPopup(args, 'administration', () => lookupTableNamed(args.params.table))

export default RowPopup
