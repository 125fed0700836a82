import { lookupTableNamed } from '~/domain/lookups/tables/lookup-tables.server'
import { updateRow } from '~/domain/lookups/tables/update-row.server'
import { calls } from '~/http/calls/call'
import { calledRow, keyCalled, rowAnswer } from '~/http/row-calls'

/**
 * POST lookups/{table}/update: the row with its key; answers it as it is stored; 202 where the change
 * waits. With `seen`, the row as it was loaded,
 * a row that somebody changed since is refused with 409 and both versions in `details`.
 */
export const loader = calls({
  POST: {
    may: ['administration', 'update'],
    async answer(guarded, { request, params }) {
      const table = lookupTableNamed(params.table)
      const called = await calledRow(guarded, request, table)
      const { posted, seen, by } = called
      const change = { key: keyCalled(called, table), posted, seen }
      return rowAnswer(await guarded.transaction((tx) => updateRow(tx, table, change, by)))
    },
  },
})
export const action = loader
