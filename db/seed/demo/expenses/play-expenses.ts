import { idempotencyKey } from 'db/schema/workflow'
import { invoicePdf } from 'db/seed/expenses/invoice-pdf'
import { like } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { addProof } from '~/areas/documents/add-documents.server'
import { saveCostLine } from '~/areas/drafts/cost-lines/cost-lines.server'
import { takeDivision } from '~/areas/drafts/cost-lines/divide.server'
import { overrideBudget } from '~/areas/drafts/draft-view.server'
import { updateDraft } from '~/areas/drafts/entry/update-draft.server'
import { confirmTotals } from '~/areas/drafts/upload/einvoice.server'
import { uploadDraft } from '~/areas/drafts/upload/upload-draft.server'
import { draftWorkflow } from '~/areas/drafts/workflow.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { invoicesOfDraft } from '~/areas/invoices/list.server'
import { invoiceWorkflow } from '~/areas/invoices/workflow.server'
import type { FileWorkers } from '~/platform/files/worker/jobs'
import { stepsFrom, takeStep } from '~/platform/objects/take-step.server'
import type { Day } from '~/platform/values/day'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { instanceById } from '~/platform/workflow/instance.server'
import type { Database, Transaction } from '../../../database'
import { letterPdf } from '../../expenses/invoice-pdf'
import { demoContext, demoWork, playOnce } from '../demo-work'
import { SITTING_KEYS } from '../story/sitting'
import { EXPENSE_STORIES } from './stories'
import { type Cast, castOf, type Deed, type Entered, type ExpenseStory } from './story'

/** The id of the step with this name from the object's current place, in its own version of the workflow. */
export async function stepNamed(tx: Transaction, objectId: number, name: string): Promise<number> {
  const instance = await instanceById(tx, objectId)
  const step = stepsFrom(await stepsOfInstance(tx, instance), instance).find((each) => each.name === name)
  if (!step) throw new Error(`"${name}" does not lead on from ${instance.status}`)
  return step.id
}

/** There are no other users whose changes could be missed. */
const ALONE = { seenEventId: null, revision: null }

export const instantOf = (at: string) => new Date(`${at}:00Z`)

/** Plays one deed of a story on its draft, in the given transaction. */
async function playDeed(tx: Transaction, deed: Deed, draftId: number, cast: Cast): Promise<void> {
  const actor = cast.actor(deed.who)
  const now = instantOf(deed.at)
  const change = (fields: Partial<DraftFields>) =>
    updateDraft(demoContext(tx, actor, now), { ...ALONE, draftId, fields })
  if ('enter' in deed) await change(entered(deed.enter, cast))
  else if ('validators' in deed) await change(signed(deed.validators, cast))
  else if ('confirmTotals' in deed)
    await confirmTotals(demoContext(tx, actor, now), {
      draftId,
      comment: deed.confirmTotals,
    })
  else if ('overrideBudget' in deed)
    await overrideBudget(demoContext(tx, actor, now), {
      ...ALONE,
      draftId,
      budgetId: cast.budget(deed.overrideBudget),
      comment: deed.comment,
    })
  else if ('divide' in deed)
    await takeDivision(demoContext(tx, actor, now), {
      ...ALONE,
      draftId,
      rule: deed.divide,
      feesType: deed.feesType,
      seen: null,
    })
  else if ('allocate' in deed)
    for (const [feesType, grossAmount, taxes, comment] of deed.allocate)
      await saveCostLine(demoContext(tx, actor, now), {
        ...ALONE,
        draftId,
        id: null,
        fields: { feesType, grossAmount, taxes, comment },
      })
  else if ('step' in deed) {
    const stepId = await stepNamed(tx, draftId, deed.step)
    await takeStep(demoContext(tx, actor, now), draftWorkflow, draftId, stepId, {
      ...ALONE,
      comment: deed.comment ?? '',
    })
  } else await playInvoiceStep(tx, actor, deed, draftId, now)
}

async function playInvoiceStep(
  tx: Transaction,
  actor: Actor,
  { invoiceStep, comment = '', paymentDate }: Extract<Deed, { invoiceStep: string }>,
  draftId: number,
  now: Date,
): Promise<void> {
  for (const { id: invoiceId } of await invoicesOfDraft(tx, draftId)) {
    const stepId = await stepNamed(tx, invoiceId, invoiceStep)
    await takeStep(demoContext(tx, actor, now), invoiceWorkflow, invoiceId, stepId, {
      ...ALONE,
      comment,
      paymentDate: paymentDate ?? null,
    })
  }
}

function entered(
  { supplier, supplierFund, invoiced, settling, expenseType, routineType, ...fields }: Entered,
  cast: Cast,
) {
  const id = (name: string | undefined, find: (name: string) => number, field: keyof DraftFields) =>
    name === undefined ? {} : { [field]: find(name) }
  return {
    ...fields,
    ...(supplierFund === undefined ? {} : { isSupplierFund: true }),
    ...id(supplier, cast.entity, 'invoicedLegalEntity'),
    ...id(supplierFund, cast.entity, 'invoicedFundLegalEntity'),
    ...id(invoiced, cast.entity, 'settlementLegalEntity'),
    ...id(settling, cast.entity, 'settlingLegalEntity'),
    ...id(expenseType, cast.expense, 'expenseType'),
    ...id(routineType, cast.routine, 'routineType'),
  }
}

function signed(validators: [name: string, date: Day][], cast: Cast): Partial<DraftFields> {
  const [a, b] = validators
  return {
    ...(a ? { validatingUserA: cast.validator(a[0]), validationDateA: a[1] } : {}),
    ...(b ? { validatingUserB: cast.validator(b[0]), validationDateB: b[1] } : {}),
  }
}

interface Stage {
  database: Database
  /** Threads that read PDFs. */
  files: FileWorkers
  /** The demo's budgets by the keys of their stories: drafts are compared with them. */
  budgets: ReadonlyMap<string, number>
}

/**
 * Plays the stories of the demo's supplier invoices through the product's own functions, as of their dates. Each deed
 * is stored under its key, so that a stored deed is skipped.
 */
export async function playExpenses(stage: Stage): Promise<void> {
  const { read } = stage.database
  const { key } = idempotencyKey
  const rows = await read
    .select({ key })
    .from(idempotencyKey)
    .where(like(key, `${SITTING_KEYS}expenses/%`))
  const done = new Set(rows.map((row) => row.key))
  const cast = await castOf(stage.database, stage.budgets)
  for (const story of EXPENSE_STORIES) await playStory(stage, story, cast, done)
}

async function playStory(
  { database, files }: Pick<Stage, 'database' | 'files'>,
  { key: name, fileName, paper, eInvoice, uploaded, deeds }: ExpenseStory,
  cast: Cast,
  done: ReadonlySet<string>,
): Promise<void> {
  const start = `${SITTING_KEYS}expenses/${name}`
  const file = { fileName, bytes: await invoicePdf(paper, eInvoice) }
  const upload = { file, comment: uploaded.comment }
  const uploader = demoWork(database, cast.actor(uploaded.who), instantOf(uploaded.at), start)
  const { draftId } = await uploadDraft(uploader, { files }, upload)
  for (const [at, deed] of deeds.entries()) {
    const key = `${start}/${at}`
    const actor = cast.actor(deed.who)
    const now = instantOf(deed.at)
    if (!done.has(key))
      await playOnce(database, { key, userId: actor.id, now }, (tx) => playDeed(tx, deed, draftId, cast))
    if ('proof' in deed && !done.has(`${key}/proof`)) {
      const files = [{ fileName: deed.proof, bytes: await proofOf(paper, deed) }]
      await addProof(demoWork(database, actor, now, `${key}/proof`), { draftId, files })
    }
  }
}

/** The client's letter authorising payment of the invoice. */
function proofOf(
  { buyer, seller, ref }: ExpenseStory['paper'],
  { at, validators }: Extract<Deed, { proof: string }>,
): Promise<Uint8Array> {
  return letterPdf({
    from: buyer.name,
    day: at.slice(0, 10),
    subject: `Invoice ${ref} of ${seller.name}`,
    text: 'We have checked the invoice named above and agree to its payment.',
    signed: validators.map(([name]) => name),
  })
}
