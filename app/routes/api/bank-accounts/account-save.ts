import { calls } from '~/http/calls/call'
import { takes } from '~/http/calls/takes'
import { guard } from '~/http/guard'
import { createRow } from '~/platform/tables/create-row.server'
import { rowAnswer } from '~/platform/tables/routes/row-calls'
import { updateRow } from '~/platform/tables/update-row.server'
import { anAccount, aSentAccount } from './account-shape'
import { calledAccount } from './called-account'

/**
 * POST bankaccount: the row plus entityId asks for a new account; with `id` for a change of that one, with `seen`, the
 * row as it was loaded, refused with 409 when somebody changed it since. Answers 202 with a note: it takes effect when a
 * team leader approves it.
 */
export const loader = calls({
  POST: {
    may: ['bankaccounts', 'add', 'update'],
    tells:
      'Asks for a new account of a legal entity, or with the id for a change of that one; a team leader decides.',
    answers: { 200: anAccount, 201: anAccount, 202: anAccount },
    ...takes(aSentAccount, async (guarded, args, body) => {
      const { table, key, posted, seen, by } = await calledAccount(guarded, args.request, body)
      await guard(args, 'bankaccounts', key === '' ? 'add' : 'update')
      return guarded.transaction(async (tx) =>
        key === ''
          ? rowAnswer(table, await createRow(tx, table, posted, by), 201)
          : rowAnswer(table, await updateRow(tx, table, { key, posted, seen }, by)),
      )
    }),
  },
})
export const action = loader
