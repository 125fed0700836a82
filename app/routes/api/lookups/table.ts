import { createRow } from '~/domain/lookups/tables/create-row.server'
import { lookupTableNamed } from '~/domain/lookups/tables/lookup-tables.server'
import { callColumns } from '~/domain/lookups/tables/row-columns'
import { calls } from '~/http/call'
import { created } from '~/http/call-answer'
import { calledRow } from '~/http/row-calls'
import { rowsAnswer } from '../call-list'

/** GET lookups/{table}: its rows, each with its key. POST adds the row that is sent. */
export const loader = calls({
  GET: {
    may: ['administration'],
    async answer({ read }, args) {
      const table = lookupTableNamed(args.params.table)
      return rowsAnswer(args, await table.load(read), callColumns(table.columns))
    },
  },
  POST: {
    may: ['administration', 'add'],
    async answer(guarded, { request, params }) {
      const table = lookupTableNamed(params.table)
      const { posted, by } = await calledRow(guarded, request, table)
      const { row } = await guarded.transaction((tx) => createRow(tx, table, posted, by))
      return created(row)
    },
  },
})
export const action = loader
