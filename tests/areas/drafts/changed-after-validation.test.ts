import { contextOf } from 'tests/support/context'
import { expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { updateDraft } from '~/areas/drafts/entry/update-draft.server'
import type { DraftFields } from '~/areas/expenses/expense'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

const edit = (user: 'finance1' | 'clientdesk1', draftId: number, fields: Partial<DraftFields>) =>
  site.transaction((tx) =>
    updateDraft(contextOf({ tx, actor: site.actor(user), now: site.clock() }), {
      draftId,
      revision: null,
      fields,
    }),
  )

/** Validated by the client, returned, changed, and approved again. */
async function changedDraft(fields: Partial<DraftFields>) {
  const draftId = await its.validatedDraft(reference)
  await its.draftStep('clientdesk1', draftId, 'return', { comment: 'Check it again', from: 'VALIDATED' })
  site.setClock('2026-11-09T08:00:00Z')
  await edit('finance1', draftId, fields)
  await its.draftStep('finance1', draftId, 'send to check')
  await its.draftStep('teamleader1', draftId, 'approve')
  return draftId
}
const validate = (draftId: number) => its.draftStep('clientdesk1', draftId, 'client validated')

test('an amount changed after client validation needs new signatures and a new proof', async () => {
  const draftId = await changedDraft({ grossAmount: '49170.00' })
  await expect(validate(draftId)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('changed on 09/11/2026'),
    options: { fields: { validationDateA: /before the change/, validationDateB: /before the change/ } },
  })
  await edit('clientdesk1', draftId, { validationDateA: '2026-11-09', validationDateB: '2026-11-09' })
  await expect(validate(draftId)).rejects.toThrow('authorisation is older than the change of 09/11/2026')
  await its.addProof(draftId)
  await validate(draftId)
  // After a new validation, a return without changes needs no other.
  await its.draftStep('clientdesk1', draftId, 'return', { comment: 'GL date', from: 'VALIDATED' })
  await edit('finance1', draftId, { glDate: '2026-10-31' })
  await its.draftStep('finance1', draftId, 'send to check')
  await its.draftStep('teamleader1', draftId, 'approve')
  expect(await validate(draftId)).toBe(`Draft ${draftId}: VALIDATED (CLIENT)`)
})

test('fields that the client does not sign may change', async () => {
  const draftId = await changedDraft({ glDate: '2026-10-30', transactionComment: 'October, corrected' })
  expect(await validate(draftId)).toBe(`Draft ${draftId}: VALIDATED (CLIENT)`)
})
