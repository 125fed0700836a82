import { DELETE_TITLE, deleteRow } from '~/domain/lookups/tables/delete-row.server'
import { lookupTableNamed } from '~/domain/lookups/tables/lookup-tables.server'
import { calls } from '~/http/calls/call'
import { calledRow, keyCalled, rowAnswer } from '~/http/row-calls'

/** POST lookups/{table}/delete with the key: answers the row that was deleted. */
export const loader = calls({
  POST: {
    may: ['administration', 'delete'],
    title: DELETE_TITLE,
    async answer(guarded, { request, params }) {
      const table = lookupTableNamed(params.table)
      const called = await calledRow(guarded, request, table)
      const { seen, by } = called
      const key = keyCalled(called, table)
      return rowAnswer(await guarded.transaction((tx) => deleteRow(tx, table, { key, seen }, by)))
    },
  },
})
export const action = loader
