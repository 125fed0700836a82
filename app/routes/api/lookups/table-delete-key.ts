import { z } from 'zod'
import { lookupTableNamed } from '~/areas/lookups/lookup-tables.server'
import { calls } from '~/http/calls/call'
import type { Call } from '~/http/calls/call-types'
import { callKey } from '~/http/calls/key'
import { DELETE_TITLE, deleteRow } from '~/platform/tables/delete-row.server'
import { rowAnswer } from '~/platform/tables/routes/row-calls'
import { rowWriter } from '~/platform/tables/routes/row-forms'
import { aTableRow, tablePath } from './table-shape'

const remove: Call = {
  may: ['administration', 'delete'],
  tells: 'Deletes the row that the address names; answers it.',
  path: { ...tablePath, key: z.string().min(1).describe('The key of a row, as the list tells it.') },
  title: DELETE_TITLE,
  answers: { 200: aTableRow, 202: aTableRow },
  async answer(guarded, { request, params }) {
    const table = lookupTableNamed(params.table)
    const by = rowWriter(guarded, callKey(guarded, request))
    const what = { key: params.key ?? '', seen: null }
    return rowAnswer(table, await guarded.transaction((tx) => deleteRow(tx, table, what, by)))
  },
}

/** GET lookups/{table}/delete/{key} as the specification has it, and DELETE: answers the row that was deleted. */
export const loader = calls({ GET: { ...remove, changes: true }, DELETE: remove })
export const action = loader
