import { rowList } from '~/domain/lists/row-list'
import { createRow } from '~/domain/lookups/tables/create-row.server'
import { lookupTableNamed } from '~/domain/lookups/tables/lookup-tables.server'
import { callColumns } from '~/domain/lookups/tables/row-columns'
import { calls } from '~/http/calls/call'
import { callQuery, fieldsOf, listAnswer } from '~/http/calls/list'
import { calledRow, rowAnswer } from '~/http/row-calls'

/** GET lookups/{table}: its rows, each with its key. POST adds the row that is sent; 202 where it waits. */
export const loader = calls({
  GET: {
    may: ['administration'],
    async answer({ read, services }, { request, params }) {
      const table = lookupTableNamed(params.table)
      const columns = callColumns(table.columns)
      const { timeZone } = services.settings
      const list = table.list?.(read, timeZone) ?? rowList(await table.load(read), columns, { timeZone })
      const kinds = Object.fromEntries(Object.entries(columns).map(([id, { kind }]) => [id, kind]))
      const query = callQuery(request, fieldsOf(kinds), { defaultSort: [...table.order] })
      return listAnswer(request, query, await list.page(query))
    },
  },
  POST: {
    may: ['administration', 'add'],
    async answer(guarded, { request, params }) {
      const table = lookupTableNamed(params.table)
      const { posted, by } = await calledRow(guarded, request, table)
      return rowAnswer(await guarded.transaction((tx) => createRow(tx, table, posted, by)), 201)
    },
  },
})
export const action = loader
