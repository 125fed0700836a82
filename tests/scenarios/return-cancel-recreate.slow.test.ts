import { currency } from 'db/schema/lookups'
import { chapter } from 'tests/support/chapter'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { documentsOf } from '~/areas/documents/documents-of.server'
import { draftById } from '~/areas/drafts/read-draft.server'
import { recreateDraft } from '~/areas/drafts/recreate.server'
import { recreatedDraft } from '~/areas/invoices/read-invoice.server'
import { lastEventOf } from '~/platform/workflow/history.server'
import { expenseStory } from '../support/scenarios/expense-story'

const site = await opened(testSite())
const reference = await expenseReference(site)
await site.transaction((tx) => tx.insert(currency).values({ code: 'EUR', name: 'Euro' }))

test('a draft is returned twice, its invoice cancelled, recreated and paid', async () => {
  const story = expenseStory(site, reference)
  const { day, draftStep, invoiceStep } = story
  const recreate = (invoiceId: number) =>
    site.as('finance2', (context) => recreateDraft(context, { invoiceId, seenEventId: null }))

  const draftId = await chapter('A draft is sent to check', async () => {
    day('2026-11-02')
    const { draftId } = await story.upload('finance1', 'IDX-77', [{ text: 'Licence', net: '500.00' }])
    await story.edit('finance1', draftId, story.owed)
    await draftStep('finance1', draftId, 'send to check')
    return draftId
  })

  await chapter('The team leader returns it with a comment; a colleague corrects it', async () => {
    day('2026-11-03')
    await expect(draftStep('teamleader1', draftId, 'return')).rejects.toMatchObject({
      options: { fields: { eventLog: expect.any(String) } },
    })
    await draftStep('teamleader1', draftId, 'return', { comment: 'GL date of October' })
    const seen = await draftById(site.read, draftId)
    const revision = await story.edit('teamleader2', draftId, { glDate: '2026-10-31' })
    await expect(
      draftStep('finance1', draftId, 'send to check', { revision: seen.revision }),
    ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('Diego Fuentes') })
    await draftStep('finance2', draftId, 'send to check', { revision })
    // The person who corrected it cannot approve it.
    await expect(draftStep('teamleader2', draftId, 'approve')).rejects.toThrow(
      'you entered or edited it yourself',
    )
    await draftStep('teamleader1', draftId, 'approve')
  })

  const invoiceId = await chapter('The client wants another entity: it is approved again', async () => {
    day('2026-11-05')
    await draftStep('clientdesk1', draftId, 'return', { comment: 'Settle it through the fund' })
    await story.edit('finance1', draftId, { settlingLegalEntity: reference.clientId })
    await draftStep('finance1', draftId, 'send to check')
    await draftStep('teamleader1', draftId, 'approve')
    await story.edit('clientdesk2', draftId, {
      validatingUserA: reference.arno,
      validationDateA: '2026-11-05',
    })
    await story.prove('clientdesk2', draftId)
    await draftStep('clientdesk2', draftId, 'client validated')
    await draftStep('clientdesk2', draftId, 'create invoice')
    const [first] = await story.invoicesOf(draftId)
    const invoiceId = first?.id ?? 0
    await expect(draftStep('clientdesk2', draftId, 'cancel', { from: 'VALIDATED' })).rejects.toMatchObject({
      code: 'conflict',
    })
    return invoiceId
  })

  const again = await chapter('The amount was wrong: the invoice becomes a draft again', async () => {
    day('2026-11-09')
    await invoiceStep('finance1', invoiceId, 'book')
    await expect(recreate(invoiceId)).rejects.toThrow('Only a cancelled invoice')
    await invoiceStep('treasurer1', invoiceId, 'cancel', { comment: 'A corrected invoice is coming' })
    const again = await recreate(invoiceId)
    await expect(recreate(invoiceId)).rejects.toThrow(`draft ${again.draftId}`)
    expect(await site.stateOf(invoiceId)).toBe('RECREATED (SYSTEM)')
    expect(await recreatedDraft(site.read, invoiceId)).toBe(again.draftId)
    expect(await draftById(site.read, again.draftId)).toMatchObject({
      invoiceRef: 'IDX-77',
      grossAmount: '585.00',
      taxes: '85.00',
      glDate: '2026-10-31',
      settlingLegalEntity: reference.clientId,
      validatingUserA: null,
      validationDateA: null,
      recreatedFrom: invoiceId,
    })
    const documents = await documentsOf(site.read, { objectKind: 'draft', objectId: again.draftId })
    expect(documents.map(({ fileName }) => fileName)).toEqual(['Facture IDX-77.pdf'])
    return again
  })

  const second = await chapter('The new draft is corrected and approved again', async () => {
    day('2026-11-10')
    await story.edit('finance2', again.draftId, { grossAmount: '526.50', taxes: '76.50' })
    await draftStep('finance2', again.draftId, 'send to check')
    // It still has teamleader2’s correction, but not the first approval.
    await expect(draftStep('teamleader2', again.draftId, 'approve')).rejects.toThrow(
      'you entered or edited it yourself',
    )
    await draftStep('teamleader1', again.draftId, 'approve')
    await story.edit('clientdesk1', again.draftId, {
      validatingUserA: reference.anna,
      validationDateA: '2026-11-10',
    })
    await story.prove('clientdesk1', again.draftId)
    await draftStep('clientdesk1', again.draftId, 'client validated')
    await draftStep('clientdesk1', again.draftId, 'create invoice')
    const [second] = await story.invoicesOf(again.draftId)
    expect(second).toMatchObject({ grossAmount: '526.50', taxes: '76.50', netAmount: '450.00' })
    return second
  })

  await chapter('The bank returns the first payment; it is approved again, by two, and paid', async () => {
    day('2026-11-12')
    const paidId = second?.id ?? 0
    await invoiceStep('finance2', paidId, 'book')
    for (const comment of ['Wrong account', null]) {
      await invoiceStep('treasurer1', paidId, 'first approval')
      await invoiceStep('treasurer2', paidId, 'second approval')
      await invoiceStep('treasurer3', paidId, 'payment sent')
      if (comment) await invoiceStep('treasurer3', paidId, 'payment rejected', { comment })
    }
    await invoiceStep('treasurer3', paidId, 'paid', { paymentDate: '2026-11-12' })
    expect(await lastEventOf(site.read, paidId)).toMatchObject({
      status: 'PAID',
      round: 2,
      data: { paymentDate: '2026-11-12' },
    })
  })
  expect(await story.audited()).toMatchObject({ broken: null })
})
