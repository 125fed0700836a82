import { invoicePdf } from 'db/seed/expenses/invoice-pdf'
import { userWork } from 'tests/support/context'
import { type ExpenseReference, expenses } from 'tests/support/expenses'
import type { TestSite, UserName } from 'tests/support/site'
import { addProof } from '~/areas/documents/add-documents.server'
import { type CostLineFields, saveCostLine } from '~/areas/drafts/cost-lines/cost-lines.server'
import { updateDraft } from '~/areas/drafts/entry/update-draft.server'
import { draftById } from '~/areas/drafts/read-draft.server'
import { uploadDraft } from '~/areas/drafts/upload/upload-draft.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { addDays, type Day } from '~/platform/values/day'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const KEY = 'a key that only the site knows'

/** The work from a supplier’s PDF to the payment of its invoices, day by day. */
export function expenseStory(site: TestSite, reference: ExpenseReference) {
  const steps = expenses(site)
  const day = (date: Day, time = '09:00') => site.setClock(`${date}T${time}:00Z`)

  /** Uploads the supplier’s PDF for these services, with its e-invoice inside. */
  async function upload(
    user: UserName,
    ref: string,
    lines: { text: string; net: string }[],
    currency: 'EUR' | 'USD' = 'EUR',
  ) {
    const date = '2026-10-28'
    const party = { street: 'Rue du Fort 1', city: 'Luxembourg', country: 'LU', vatNumber: null }
    const bytes = await invoicePdf(
      {
        seller: { ...party, name: 'Index Data House Ltd' },
        buyer: { ...party, name: 'Alcyon SICAV' },
        iban: 'LU28 0019 4006 4475 0000',
        bic: 'BCEELULL',
        due: addDays(date, 30),
        taxRate: '17',
        ref,
        date,
        lines,
        currency,
      },
      true,
    )
    const file = { fileName: `Facture ${ref}.pdf`, bytes }
    return uploadDraft(userWork(site, site.actor(user)), site.services, { file, comment: 'By post' })
  }

  async function edit(user: UserName, draftId: number, fields: Partial<DraftFields>): Promise<number> {
    const { revision } = await draftById(site.read, draftId)
    const change = { draftId, revision, fields }
    const saved = await site.as(user, (context) => updateDraft(context, change))
    return saved.revision
  }

  async function allocate(user: UserName, draftId: number, fields: CostLineFields) {
    const { revision } = await draftById(site.read, draftId)
    const change = { draftId, id: null, revision, fields }
    return site.as(user, (context) => saveCostLine(context, change))
  }

  const prove = (user: UserName, draftId: number) =>
    addProof(userWork(site, site.actor(user)), {
      draftId,
      files: [{ fileName: 'Autorisation.pdf', bytes: new TextEncoder().encode('%PDF-1.7 signed') }],
    })

  /** A checkpoint, then a check of the whole trail. */
  async function audited() {
    await writeCheckpoint(site.transaction, KEY, site.clock())
    return verifyAudit(site.read, KEY)
  }

  const owed = {
    isSupplierFund: false,
    invoicedLegalEntity: reference.supplierId,
    settlementLegalEntity: reference.clientId,
    settlingLegalEntity: reference.settlingId,
    expenseType: reference.expenseTypeId,
  }
  return { ...steps, day, upload, edit, allocate, prove, audited, owed }
}
