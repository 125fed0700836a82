import { z } from 'zod'
import { type Actor, EXPENSE_USERS, isAllowed } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { Call, EndpointTable } from '~/http/calls/call-types'
import { callQuery, listAnswer, pastQuery } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { rowList } from '~/platform/lists/row-list.server'
import { createRow, DELETE_TITLE, deleteRow, updateRow } from '~/platform/tables/change-rows.server'
import { aSentRow, calledRow, keyCalled, rowAnswer, rowShape } from '~/platform/tables/routes/row-calls'
import { callColumns } from '~/platform/tables/table-columns'
import { DomainError } from '~/platform/values/domain-error'
import { LOOKUP_TABLES, lookupTableNamed } from './lookup-tables.server'

/** A row of any of the tables of Administration, Lookups. */
export const aTableRow = z.union(LOOKUP_TABLES.map((table) => rowShape(table)))

/** Which table, in addresses. */
export const tablePath = { table: z.enum(LOOKUP_TABLES.map(({ name }) => name)) }

/** Lists that the forms of drafts and budgets offer, and that have no call of their own. */
const OFFERED_IN_FORMS = ['expense-types', 'routine-types']

function mayRead(actor: Actor, table: string | undefined): void {
  if (isAllowed(actor, 'administration') || OFFERED_IN_FORMS.some((name) => name === table)) return
  throw new DomainError(
    'forbidden',
    'You are not authorised to open Administration. Ask an administrator for the permission.',
  )
}

const remove: Call = {
  may: ['administration', 'delete'],
  summary: 'Deletes the row in the address; answers it.',
  path: { ...tablePath, key: z.string().min(1).describe('The key of a row, as in the list.') },
  title: DELETE_TITLE,
  answers: { 200: aTableRow, 202: aTableRow },
  async answer(guarded, { params }) {
    const table = lookupTableNamed(params.table)
    const what = { key: params.key ?? '', seen: null }
    return rowAnswer(table, await guarded.transaction((context) => deleteRow(context, table, what)))
  },
}

export const lookupsCalls: EndpointTable = {
  about: 'lookups',
  calls: {
    'lookups/:table': {
      GET: {
        may: [EXPENSE_USERS],
        query: pastQuery,
        summary:
          'The rows of a table of Administration, Lookups, in its order; each column can be filtered. All except expense types and routine types need access to Administration.',
        path: tablePath,
        list: { key: 'text' },
        answers: { 200: z.array(aTableRow) },
        async answer(guarded, { request, params }) {
          mayRead(guarded.actor, params.table)
          const table = lookupTableNamed(params.table)
          const columns = callColumns(table.columns)
          const { timeZone } = guarded
          const list = table.list?.(guarded) ?? rowList(await table.load(guarded), columns, { timeZone })
          const query = callQuery(request, columns, { defaultSort: [...table.order] })
          return listAnswer(request, query, await list.page(query))
        },
      },
      POST: {
        may: ['administration', 'add'],
        summary: 'Adds a row to a table; if it is pending second approval, the answer has a note.',
        path: tablePath,
        answers: { 201: aTableRow, 202: aTableRow },
        ...takes(aSentRow, async (guarded, { request, params }, body) => {
          const table = lookupTableNamed(params.table)
          const { posted, comment } = calledRow(request, table, body)
          const add = (context: UserWriteContext) => createRow(context, table, posted, comment)
          return rowAnswer(table, await guarded.transaction(add), 201)
        }),
      },
    },
    /**
     * POST lookups/{table}/update: the row with its key; returns it as it is stored; 202 where the change waits. With
     * `seen`, the row as it was loaded, a row that another user changed since is refused with 409 and both versions in
     * `details`.
     */
    'lookups/:table/update': {
      POST: {
        may: ['administration', 'update'],
        summary: 'Changes the sent columns of the row with this key; answers it as stored.',
        path: tablePath,
        answers: { 200: aTableRow, 202: aTableRow },
        ...takes(aSentRow, async (guarded, { request, params }, body) => {
          const table = lookupTableNamed(params.table)
          const called = calledRow(request, table, body)
          const { posted, seen, comment } = called
          const change = { key: keyCalled(called, table), posted, seen }
          const store = (context: UserWriteContext) => updateRow(context, table, change, comment)
          return rowAnswer(table, await guarded.transaction(store))
        }),
      },
    },
    'lookups/:table/delete': {
      POST: {
        may: ['administration', 'delete'],
        summary: 'Deletes a row, given by its key or as a whole; answers it.',
        path: tablePath,
        answers: { 200: aTableRow, 202: aTableRow },
        title: DELETE_TITLE,
        ...takes(
          aSentRow,
          async (guarded, { request, params }, body) => {
            const table = lookupTableNamed(params.table)
            const called = calledRow(request, table, body)
            const { seen, comment } = called
            const key = keyCalled(called, table)
            const drop = (context: UserWriteContext) => deleteRow(context, table, { key, seen }, comment)
            return rowAnswer(table, await guarded.transaction(drop))
          },
          { bare: 'key' },
        ),
      },
    },
    /** GET lookups/{table}/delete/{key} as the specification has it, and DELETE: returns the deleted row. */
    'lookups/:table/delete/:key': { GET: { ...remove, changes: true }, DELETE: remove },
  },
}
