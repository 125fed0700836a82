import { draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { clientValidator, expenseType, legalEntity } from 'db/schema/lookups'
import { authorisationRule, signatory } from 'db/schema/signatures'
import { eq } from 'drizzle-orm'
import { contextOf } from 'tests/support/context'
import { documentById } from '~/areas/documents/documents-of.server'
import { draftColumns } from '~/areas/drafts/draft-rules'
import { EMPTY_DRAFT } from '~/areas/drafts/entry/update-draft.server'
import { storeEInvoice } from '~/areas/drafts/upload/einvoice.server'
import { draftWorkflow } from '~/areas/drafts/workflow.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { invoiceWorkflow } from '~/areas/invoices/workflow.server'
import type { EInvoice } from '~/platform/einvoices/einvoice'
import { FILE_TYPES } from '~/platform/files/file-types'
import { storeDocument } from '~/platform/files/read-content.server'
import { takeStep } from '~/platform/objects/take-step.server'
import type { Day } from '~/platform/values/day'
import { instanceById } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { startInstances } from '~/platform/workflow/start-instances.server'
import type { TestSite, UserName } from './site'

/** How a step is taken, where that matters. */
export interface GivenStep {
  comment?: string
  revision?: number
  seenEventId?: number
  key?: string
  /** The status to take the step from, if not the current one. */
  from?: string
}

/** Reference data for expenses: a supplier, a paying entity, and a client with three validators. */
export async function expenseReference(site: TestSite) {
  return site.transaction(async (tx) => {
    const entities = await tx
      .insert(legalEntity)
      .values([
        { name: 'Index Data House Ltd', kind: 'SUPPLIER' },
        { name: 'Hespéris Management SA', kind: 'COMPANY' },
        { name: 'Alcyon SICAV', kind: 'FUND' },
        { name: 'Feeder Fund SICAV', kind: 'SUPPLIER FUND' },
      ])
      .returning({ id: legalEntity.id })
    const [supplierId = 0, settlingId = 0, clientId = 0, supplierFundId = 0] = entities.map(({ id }) => id)
    const [type] = await tx
      .insert(expenseType)
      .values({ name: 'Market data', category: 'DATA' })
      .returning({ id: expenseType.id })
    const people = await tx
      .insert(clientValidator)
      .values([
        { legalEntityId: clientId, firstName: 'Anna', lastName: 'Ackermann', isRetired: false },
        { legalEntityId: clientId, firstName: 'Arno', lastName: 'Adler', isRetired: false },
        { legalEntityId: clientId, firstName: 'Béa', lastName: 'Bodson', isRetired: false },
      ])
      .returning({ id: clientValidator.id })
    const [anna = 0, arno = 0, bea = 0] = people.map(({ id }) => id)
    await tx.insert(signatory).values([
      { validatorId: anna, signatoryClass: 'A', validFrom: '2026-01-01' },
      { validatorId: arno, signatoryClass: 'A', validFrom: '2026-01-01' },
      { validatorId: bea, signatoryClass: 'B', validFrom: '2026-01-01' },
    ])
    const band = { legalEntityId: clientId, validFrom: '2026-01-01', currency: 'EUR' }
    await tx.insert(authorisationRule).values([
      { ...band, amountFrom: '0', amountTo: '999.99', rule: 'A' },
      { ...band, amountFrom: '1000', amountTo: '49999.99', rule: 'A+B' },
      { ...band, amountFrom: '50000', amountTo: null, rule: 'A+A' },
    ])
    return { supplierId, supplierFundId, settlingId, clientId, expenseTypeId: type?.id ?? 0, anna, arno, bea }
  })
}

export type ExpenseReference = Awaited<ReturnType<typeof expenseReference>>

const USUAL_REF = 'INV-2026/0107'

/** A draft with everything that "Send to check" requires. */
export function completeFields(reference: ExpenseReference): DraftFields {
  return {
    ...EMPTY_DRAFT,
    invoicedLegalEntity: reference.supplierId,
    settlementLegalEntity: reference.clientId,
    settlingLegalEntity: reference.settlingId,
    expenseType: reference.expenseTypeId,
    invoiceRef: USUAL_REF,
    invoiceDate: '2026-10-28',
    receivedDate: '2026-10-30',
    dueDate: '2026-11-27',
    currency: 'EUR',
    grossAmount: '1170.00',
    taxes: '170.00',
    transactionComment: 'October',
  }
}

/** The client’s validations for such a draft. */
export const validations = ({ anna, bea }: ExpenseReference) => ({
  validatingUserA: anna,
  validationDateA: '2026-10-31',
  validatingUserB: bea,
  validationDateB: '2026-11-02',
})

/** Drafts of a site with the usual reference: the next ones get other references, as equal bills hold each other. */
const usualDrafts = new WeakMap<TestSite, number>()

/** Helpers for drafts and invoices of a site, by step name. */
export function expenses(site: TestSite) {
  /** A draft in entry uploaded by this user, without a file. */
  async function newDraft(user: UserName, given: DraftFields): Promise<number> {
    const isUsual = given.invoiceRef === USUAL_REF
    const usual = (usualDrafts.get(site) ?? 0) + (isUsual ? 1 : 0)
    usualDrafts.set(site, usual)
    const fields = isUsual && usual > 1 ? { ...given, invoiceRef: `${USUAL_REF}-${usual}` } : given
    const who = site.actor(user)
    const now = site.clock()
    return site.transaction(async (tx) => {
      const by = { createdBy: who.id, creationDate: now, updatedBy: who.id, updateDate: now }
      const [row] = await tx
        .insert(draft)
        .values({ ...draftColumns(fields), ...by })
        .returning({ id: draft.id })
      const objectId = row?.id ?? 0
      const state = { queue: 'ACCOUNTING', status: 'IN ENTRY', class: 'new' as const }
      await startInstances(contextOf({ tx, now }), {
        kind: 'draft',
        objectIds: [objectId],
        state,
        log: '',
      })
      const instance = await instanceById(tx, objectId)
      await recordAct(tx, instance, { name: 'upload draft', to: state, who, log: '', now })
      return objectId
    })
  }

  /** Changes fields of a draft directly, including its revision. */
  const setDraft = (draftId: number, fields: Partial<typeof draft.$inferInsert>) =>
    site.transaction((tx) => tx.update(draft).set(fields).where(eq(draft.id, draftId)))

  function addFile(objectKind: 'draft' | 'invoice', objectId: number, fileType: string, fileName: string) {
    const bytes = new TextEncoder().encode(`%PDF-1.7 ${fileName}`)
    const document = { objectKind, objectId, fileType, fileName, bytes, createdBy: null, now: site.clock() }
    return site.transaction((tx) => storeDocument(tx, document))
  }
  /** The file of a draft with an e-invoice of this content. */
  async function addEInvoice(draftId: number, said: Partial<EInvoice> = {}): Promise<void> {
    const id = await addFile('draft', draftId, FILE_TYPES.invoice, `e-invoice ${draftId}.pdf`)
    const { sha256 } = await documentById(site.read, id)
    const reading = {
      format: 'Factur-X',
      profile: null,
      fileName: 'factur-x.xml',
      typeCode: '380',
      isCreditNote: false,
    }
    await site.transaction((tx) =>
      storeEInvoice(tx, sha256, { ...reading, fields: {}, fault: null, ...said }),
    )
  }
  const addProof = (draftId: number) => addFile('draft', draftId, FILE_TYPES.proof, 'authorisation.pdf')

  async function draftStep(user: UserName, draftId: number, name: string, given: GivenStep = {}) {
    const { comment = '', revision = null, seenEventId = null, key, from } = given
    const stepId = await site.stepId(draftId, name, from)
    const input = { seenEventId, revision, comment }
    return site.as(user, (context) => takeStep(context, draftWorkflow, draftId, stepId, input), key)
  }

  async function invoiceStep(
    user: UserName,
    invoiceId: number,
    name: string,
    given: Omit<GivenStep, 'revision'> & { paymentDate?: Day; accountSeen?: string } = {},
  ) {
    const { comment = '', seenEventId = null, key, paymentDate = null, from } = given
    const stepId = await site.stepId(invoiceId, name, from)
    const { accountSeen = null } = given
    const input = { seenEventId, comment, paymentDate, accountSeen }
    return site.as(user, (context) => takeStep(context, invoiceWorkflow, invoiceId, stepId, input), key)
  }

  /** A draft of finance1 validated by the client: the next step makes its invoices. */
  async function validatedDraft(reference: ExpenseReference, fields: Partial<DraftFields> = {}) {
    const all = { ...completeFields(reference), ...validations(reference), ...fields }
    const draftId = await newDraft('finance1', all)
    await addProof(draftId)
    await draftStep('finance1', draftId, 'send to check')
    await draftStep('teamleader1', draftId, 'approve')
    await draftStep('clientdesk1', draftId, 'client validated')
    return draftId
  }

  const invoicesOf = (draftId: number) =>
    site.read.select().from(invoice).where(eq(invoice.draftTransactionId, draftId)).orderBy(invoice.id)

  /** The single invoice of such a draft, ready for booking. */
  async function newInvoice(reference: ExpenseReference, fields: Partial<DraftFields> = {}) {
    const draftId = await validatedDraft(reference, fields)
    await draftStep('clientdesk1', draftId, 'create invoice')
    const [made] = await invoicesOf(draftId)
    if (!made) throw new Error(`draft ${draftId} has no invoice`)
    return { draftId, invoiceId: made.id }
  }

  return {
    newDraft,
    setDraft,
    addFile,
    addProof,
    addEInvoice,
    draftStep,
    invoiceStep,
    validatedDraft,
    invoicesOf,
    newInvoice,
  }
}
