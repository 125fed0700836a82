import { randomUUID } from 'node:crypto'
import { contextOf } from 'tests/support/context'
import { completeFields, expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import type { UserName } from 'tests/support/site'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { confirmTotals, eInvoiceOf } from '~/areas/drafts/upload/einvoice.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

async function faulty(): Promise<number> {
  const draftId = await its.newDraft('finance1', completeFields(reference))
  await its.addEInvoice(draftId, { fault: 'Gross 1,170.00 is not net 900.00 plus taxes 170.00.' })
  return draftId
}
const confirm = (user: UserName, draftId: number, comment: string, key: string | null = null) =>
  site.transaction((tx) =>
    confirmTotals(contextOf({ tx, actor: site.actor(user), now: site.clock(), key }), {
      draftId,
      comment,
    }),
  )

test('totals that do not add up hold the draft until confirmed with a reason', async () => {
  const draftId = await faulty()
  await expect(its.draftStep('finance1', draftId, 'send to check')).rejects.toThrow('Confirm the totals')
  await expect(confirm('finance1', draftId, '  ')).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { comment: expect.any(String) } },
  })
  const key = randomUUID()
  await confirm('accountant1', draftId, ' Rounding of the supplier ', key)
  await confirm('accountant1', draftId, ' Rounding of the supplier ', key)
  expect(await eInvoiceOf(site.read, draftId)).toMatchObject({
    awaitsConfirmation: false,
    confirmedBy: site.actor('accountant1').fullName,
    confirmComment: 'Rounding of the supplier',
  })
  await expect(confirm('finance1', draftId, 'Again')).rejects.toMatchObject({ code: 'refused' })
  await its.draftStep('finance1', draftId, 'send to check')
  // The confirmer counts as an editor, so someone else approves.
  await expect(confirm('finance1', draftId, 'Too late')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await site.stateOf(draftId)).toBe('TO CHECK (TEAM LEADER)')
})

test('the confirmer may not approve, and there must be something to confirm', async () => {
  const draftId = await faulty()
  await confirm('teamleader1', draftId, 'They are right')
  await its.draftStep('finance1', draftId, 'send to check')
  await expect(its.draftStep('teamleader1', draftId, 'approve')).rejects.toThrow('four-eyes')
  const plain = await its.newDraft('finance1', completeFields(reference))
  await expect(confirm('finance1', plain, 'Nothing')).rejects.toMatchObject({ code: 'refused' })
  await expect(confirm('auditor1', plain, 'Nothing')).rejects.toMatchObject({ code: 'forbidden' })
})
