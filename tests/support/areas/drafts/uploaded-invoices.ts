import { currency, legalEntity } from 'db/schema/lookups'
import { runsOn } from 'tests/support/areas/payments/runs-on'
import { userWork } from 'tests/support/context'
import { expenseReference, validations } from 'tests/support/expenses'
import type { TestSite, UserName } from 'tests/support/site'
import { uploadDraft } from '~/areas/drafts/upload/upload-draft.server'
import { dayIn } from '~/platform/values/day'
import { BUYER, SUPPLIER, type UblParts, ublInvoice } from './ubl-invoice'

/**
 * E-invoices of one supplier to one entity of a site: uploaded, and taken to their payment.
 * @param send uploads an XML otherwise than by the command, and returns its draft
 */
export async function uploadedInvoices(site: TestSite, send?: (xml: string) => Promise<number>) {
  const usual = await expenseReference(site)
  const [supplierId = 0, settlingId = 0] = await site.transaction(async (tx) => {
    await tx.insert(currency).values([{ code: 'EUR', name: 'Euro' }])
    const rows = await tx
      .insert(legalEntity)
      .values([
        { name: SUPPLIER.name, kind: 'SUPPLIER', jurisdiction: 'DE', vatNumber: SUPPLIER.vat },
        { name: BUYER.name, kind: 'COMPANY', jurisdiction: 'LU', vatNumber: BUYER.vat },
      ])
      .returning({ id: legalEntity.id })
    return rows.map(({ id }) => id)
  })
  const reference = { ...usual, supplierId, settlingId }
  const runs = runsOn(site, reference)
  await runs.addAccounts()
  const { its } = runs

  const upload = (xml: string, user: UserName = 'finance1') =>
    uploadDraft(userWork(site, site.actor(user)), site.services, {
      file: { fileName: 'invoice.xml', bytes: new TextEncoder().encode(xml) },
      comment: '',
    })

  /** A draft of this XML with what no e-invoice says: the next step sends it to check. */
  async function complete(xml: string) {
    const { draftId, notes } = send ? { draftId: await send(xml), notes: [] } : await upload(xml)
    const today = dayIn(site.clock(), 'UTC')
    await its.setDraft(draftId, {
      settlingEntityId: settlingId,
      invoicedEntityId: reference.clientId,
      expenseTypeId: reference.expenseTypeId,
      ...validations(reference),
      validationDateA: today,
      validationDateB: today,
    })
    await its.addProof(draftId)
    return { draftId, notes }
  }

  /** The invoice of a draft, approved twice for its payment. */
  async function approve(draftId: number): Promise<number> {
    await its.draftStep('finance1', draftId, 'send to check')
    await its.draftStep('teamleader1', draftId, 'approve')
    await its.draftStep('clientdesk1', draftId, 'client validated')
    await its.draftStep('clientdesk1', draftId, 'create invoice')
    const [made] = await its.invoicesOf(draftId)
    const invoiceId = made?.id ?? 0
    await its.invoiceStep('finance1', invoiceId, 'book')
    await its.invoiceStep('treasurer1', invoiceId, 'first approval')
    await its.invoiceStep('treasurer2', invoiceId, 'second approval')
    return invoiceId
  }

  return {
    reference,
    runs,
    its,
    upload,
    complete,
    approve,
    /** An invoice of this XML, ready to be paid. */
    approved: async (xml: string) => approve((await complete(xml)).draftId),
    /** The same of these parts. */
    invoiceOf: async (parts: UblParts) => approve((await complete(ublInvoice(parts))).draftId),
  }
}
