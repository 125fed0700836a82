import { lookupTableNamed } from '~/areas/lookups/lookup-tables.server'
import { calls } from '~/http/calls/call'
import { takes } from '~/http/calls/takes'
import { calledRow, keyCalled, rowAnswer } from '~/platform/tables/routes/row-calls'
import { aSentRow } from '~/platform/tables/routes/row-shapes'
import { updateRow } from '~/platform/tables/update-row.server'
import { aTableRow, tablePath } from './table-shape'

/**
 * POST lookups/{table}/update: the row with its key; answers it as it is stored; 202 where the change
 * waits. With `seen`, the row as it was loaded,
 * a row that somebody changed since is refused with 409 and both versions in `details`.
 */
export const loader = calls({
  POST: {
    may: ['administration', 'update'],
    tells: 'Changes the columns that are sent of the row that its key names; answers it as it is stored.',
    path: tablePath,
    answers: { 200: aTableRow, 202: aTableRow },
    ...takes(aSentRow, async (guarded, { request, params }, body) => {
      const table = lookupTableNamed(params.table)
      const called = calledRow(guarded, request, table, body)
      const { posted, seen, by } = called
      const change = { key: keyCalled(called, table), posted, seen }
      return rowAnswer(table, await guarded.transaction((tx) => updateRow(tx, table, change, by)))
    }),
  },
})
export const action = loader
