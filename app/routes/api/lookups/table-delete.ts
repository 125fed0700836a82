import { lookupTableNamed } from '~/areas/lookups/lookup-tables.server'
import { calls } from '~/http/calls/call'
import { takes } from '~/http/calls/takes'
import { DELETE_TITLE, deleteRow } from '~/platform/tables/delete-row.server'
import { calledRow, keyCalled, rowAnswer } from '~/platform/tables/routes/row-calls'
import { aSentRow } from '~/platform/tables/routes/row-shapes'
import { aTableRow, tablePath } from './table-shape'

/** POST lookups/{table}/delete with the key: answers the row that was deleted. */
export const loader = calls({
  POST: {
    may: ['administration', 'delete'],
    tells: 'Deletes the row that is named, by its key alone or as a row; answers it.',
    path: tablePath,
    answers: { 200: aTableRow, 202: aTableRow },
    title: DELETE_TITLE,
    ...takes(
      aSentRow,
      async (guarded, { request, params }, body) => {
        const table = lookupTableNamed(params.table)
        const called = calledRow(guarded, request, table, body)
        const { seen, by } = called
        const key = keyCalled(called, table)
        return rowAnswer(table, await guarded.transaction((tx) => deleteRow(tx, table, { key, seen }, by)))
      },
      { bare: 'key' },
    ),
  },
})
export const action = loader
