import { calls } from '~/http/calls/call'
import { takes } from '~/http/calls/takes'
import { DELETE_TITLE, deleteRow } from '~/platform/tables/delete-row.server'
import { keyCalled, rowAnswer } from '~/platform/tables/routes/row-calls'
import { anAccount, aSentAccount } from './account-shape'
import { calledAccount } from './called-account'

/** POST bankaccount/delete with the id: asks for the deletion; answers 202 with the row as it is and a note. */
export const loader = calls({
  POST: {
    may: ['bankaccounts', 'delete'],
    tells: 'Asks for the deletion of an account, named by its id; a team leader decides.',
    title: DELETE_TITLE,
    answers: { 200: anAccount, 202: anAccount },
    ...takes(
      aSentAccount,
      async (guarded, { request }, body) => {
        const called = await calledAccount(guarded, request, body)
        const { table, seen, by } = called
        const key = keyCalled(called, table)
        return rowAnswer(table, await guarded.transaction((tx) => deleteRow(tx, table, { key, seen }, by)))
      },
      { bare: 'id' },
    ),
  },
})
export const action = loader
