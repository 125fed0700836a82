import { DELETE_TITLE, deleteRow } from '~/domain/lookups/tables/delete-row.server'
import { calls } from '~/http/calls/call'
import { keyCalled, rowAnswer } from '~/http/row-calls'
import { calledAccount } from './called-account'

/** POST bankaccount/delete with the id: asks for the deletion; answers 202 with the row as it is and a note. */
export const loader = calls({
  POST: {
    may: ['bankaccounts', 'delete'],
    title: DELETE_TITLE,
    async answer(guarded, { request }) {
      const called = await calledAccount(guarded, request)
      const { table, seen, by } = called
      const key = keyCalled(called, table)
      return rowAnswer(await guarded.transaction((tx) => deleteRow(tx, table, { key, seen }, by)))
    },
  },
})
export const action = loader
