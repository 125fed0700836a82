import { z } from 'zod'
import { type Actor, isAllowed } from '~/areas/access/actor'
import { EXPENSE_USERS } from '~/areas/access/expense-readers'
import { lookupTableNamed } from '~/areas/lookups/lookup-tables.server'
import { calls } from '~/http/calls/call'
import { callQuery, fieldsOf, kindsOf, listAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { rowList } from '~/platform/lists/row-list'
import { createRow } from '~/platform/tables/create-row.server'
import { calledRow, rowAnswer } from '~/platform/tables/routes/row-calls'
import { aSentRow } from '~/platform/tables/routes/row-shapes'
import { callColumns } from '~/platform/tables/row-columns'
import { DomainError } from '~/platform/values/domain-error'
import { aTableRow, tablePath } from './table-shape'

/** Lists that the forms of drafts and budgets offer, and that no call of their own tells. */
const OFFERED_IN_FORMS = ['expense-types', 'routine-types']

/** GET lookups/{table}: its rows, each with its key. POST adds the row that is sent; 202 where it waits. */
export const loader = calls({
  GET: {
    may: [EXPENSE_USERS],
    tells:
      'The rows of a table of Administration, Lookups, in its order; each column is a filter. All but expense types and routine types need administration.',
    path: tablePath,
    list: { key: 'text' },
    answers: { 200: z.array(aTableRow) },
    async answer({ actor, read, services }, { request, params }) {
      mayRead(actor, params.table)
      const table = lookupTableNamed(params.table)
      const columns = callColumns(table.columns)
      const { timeZone } = services.settings
      const list = table.list?.(read, timeZone) ?? rowList(await table.load(read), columns, { timeZone })
      const query = callQuery(request, fieldsOf(kindsOf(columns)), { defaultSort: [...table.order] })
      return listAnswer(request, query, await list.page(query))
    },
  },
  POST: {
    may: ['administration', 'add'],
    tells:
      'Adds the row that is sent to a table; where it waits for a second person, it is told with a note.',
    path: tablePath,
    answers: { 201: aTableRow, 202: aTableRow },
    ...takes(aSentRow, async (guarded, { request, params }, body) => {
      const table = lookupTableNamed(params.table)
      const { posted, by } = calledRow(guarded, request, table, body)
      return rowAnswer(table, await guarded.transaction((tx) => createRow(tx, table, posted, by)), 201)
    }),
  },
})
export const action = loader

function mayRead(actor: Actor, table: string | undefined): void {
  if (isAllowed(actor, 'administration') || OFFERED_IN_FORMS.some((name) => name === table)) return
  throw new DomainError(
    'forbidden',
    'You are not authorised to open Administration. Ask an administrator for the permission.',
  )
}
