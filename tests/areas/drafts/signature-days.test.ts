import { contextOf } from 'tests/support/context'
import { completeFields, expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { signatureDayFaults } from '~/areas/drafts/draft-rules'
import { EMPTY_DRAFT, updateDraft } from '~/areas/drafts/entry/update-draft.server'
import type { DraftFields } from '~/areas/expenses/expense'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

/** 1,170.00 EUR: one signature of class A and one of class B, by a matrix in force from 2026 on. */
async function toValidate() {
  const draftId = await its.newDraft('finance1', completeFields(reference))
  await its.addProof(draftId)
  await its.draftStep('finance1', draftId, 'send to check')
  await its.draftStep('teamleader1', draftId, 'approve')
  const change = (fields: Partial<DraftFields>, timeZone = 'UTC') =>
    site.transaction((tx) =>
      updateDraft(contextOf({ tx, actor: site.actor('clientdesk1'), now: site.clock(), timeZone }), {
        draftId,
        revision: null,
        fields,
      }),
    )
  return { draftId, change }
}

test.each([
  ['before there was a matrix, or an invoice', '2025-12-31'],
  ['before the invoice', '2026-10-27'],
  ['still to come', '2026-11-04'],
])('a signature date %s cannot be used to pick a weaker matrix', async (_what, day) => {
  const { draftId, change } = await toValidate()
  const signed = { validatingUserA: reference.anna, validationDateA: day }
  await expect(change(signed)).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { validationDateA: expect.stringMatching(/before the invoice date|in the future/) } },
  })
  await its.setDraft(draftId, signed)
  await expect(its.draftStep('clientdesk1', draftId, 'client validated')).rejects.toMatchObject({
    code: 'refused',
    options: { fields: { validationDateA: expect.stringMatching(/before the invoice date|in the future/) } },
  })
  expect(await site.stateOf(draftId)).toBe('TO VALIDATE (CLIENT)')
})

test('the days of signatures are compared with the day of the site, not with that of UTC', async () => {
  const { change } = await toValidate()
  site.setClock('2026-11-02T12:00:00Z')
  const tomorrow = { validatingUserA: reference.anna, validationDateA: '2026-11-04' }
  await expect(change(tomorrow)).rejects.toMatchObject({ code: 'invalid' })
  expect(await change(tomorrow, 'Pacific/Auckland')).toMatchObject({ revision: expect.any(Number) })
})

test('signature dates range from the invoice date, or its receipt if earlier, to today', () => {
  const fields = { ...EMPTY_DRAFT, invoiceDate: '2026-10-28', validatingUserA: 1, validatingUserB: 2 }
  const faults = (more: Partial<DraftFields>) =>
    Object.keys(signatureDayFaults({ ...fields, ...more }, '2026-11-02'))
  expect(faults({ validationDateA: '2026-10-28', validationDateB: '2026-11-02' })).toEqual([])
  expect(faults({ validationDateA: '2026-10-27' })).toEqual(['validationDateA'])
  expect(faults({ validationDateA: '2026-10-27', receivedDate: '2026-10-27' })).toEqual([])
  expect(faults({ validationDateB: '2026-11-04' })).toEqual(['validationDateB'])
  expect(faults({ invoiceDate: null, validationDateA: '1990-01-01' })).toEqual([])
})
