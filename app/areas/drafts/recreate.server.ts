import type { Transaction } from 'db/database'
import { costLine, draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { eq } from 'drizzle-orm'
import { type Actor, isAllowed } from '~/areas/access/actor'
import { shareDocuments } from '~/areas/documents/documents-of.server'
import { recreatedDraft } from '~/areas/invoices/read-invoice.server'
import { refreshInvoiceRows } from '~/areas/invoices/stored-rows.server'
import { FILE_TYPES } from '~/platform/files/file-types'
import { type Day, dayIn } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { lastEventOf } from '~/platform/workflow/history.server'
import { instanceById, lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { once } from '~/platform/workflow/once.server'
import { startInstances } from '~/platform/workflow/start-instances.server'
import type { Instance, State } from '~/platform/workflow/types'

/** The new draft of a cancelled invoice: its fields and amounts, without a validation. */
export function recreatedColumns(from: typeof invoice.$inferSelect): Partial<typeof draft.$inferInsert> {
  const {
    id,
    draftTransactionId,
    refKey,
    feesType,
    validatingUserA,
    validatingUserB,
    validationDateA,
    validationDateB,
    createdBy,
    creationDate,
    ...same
  } = from
  return { ...same, recreatedFrom: id }
}

export interface RecreateInput {
  invoiceId: number
  /** The invoice's event that the form showed; null when the caller did not send it. */
  seenEventId: number | null
  /** Null when the caller sends none. */
  idempotencyKey: string | null
}

const IN_ENTRY: State = { queue: 'ACCOUNTING', status: 'IN ENTRY', class: 'new' }

/**
 * Turns a cancelled invoice into a draft again, in entry, with its fields, its cost line and its documents, and without
 * any validation. Each of the two names the other; an invoice is turned into a draft again only once.
 * @throws DomainError 'forbidden' without the permission to add drafts; 'refused' unless the invoice is cancelled;
 * 'conflict' when it changed after it was seen
 */
export async function recreateDraft(
  tx: Transaction,
  actor: Actor,
  { invoiceId, seenEventId, idempotencyKey }: RecreateInput,
  now: Date,
  timeZone: string,
): Promise<{ draftId: number }> {
  const recreate = async () => {
    const instance = await lockInstance(tx, invoiceId)
    await mayRecreate(tx, actor, instance, seenEventId)
    const draftId = await newDraft(tx, actor, invoiceId, { now, today: dayIn(now, timeZone) })
    await markRecreated(tx, actor, instance, draftId, now)
    return { draftId }
  }
  const action = `recreate draft of ${invoiceId}`
  return once(tx, { key: idempotencyKey, userId: actor.id, action, now }, recreate)
}

async function mayRecreate(tx: Transaction, actor: Actor, instance: Instance, seenEventId: number | null) {
  const { objectId, kind, queue, status, lastEventId } = instance
  if (kind !== 'invoice')
    throw new DomainError('not-found', `There is no invoice ${objectId}. Open it from the Invoice Log.`)
  if (!isAllowed(actor, 'draftsdashboard', 'add'))
    throw new DomainError(
      'forbidden',
      '"Recreate Draft" needs the add permission for Drafted Expenses. Ask an administrator for it.',
    )
  const existing = await recreatedDraft(tx, objectId)
  if (existing !== null)
    throw new DomainError(
      'refused',
      `Draft ${existing} was already created from this invoice. Open draft ${existing} under Drafted Expenses.`,
      { details: { draftId: existing } },
    )
  if (seenEventId !== null && seenEventId !== lastEventId) {
    const last = await lastEventOf(tx, objectId)
    throw new DomainError(
      'conflict',
      `It is now ${status} (${queue}), changed by ${last?.whoName ?? 'someone'} after you opened this page. Check its history, then decide again.`,
    )
  }
  if (status !== 'CANCELLED' && status !== 'CANCEL')
    throw new DomainError(
      'refused',
      `Only a cancelled invoice can become a draft again; this one is ${status} (${queue}).`,
    )
}

async function newDraft(
  tx: Transaction,
  actor: Actor,
  invoiceId: number,
  { now, today }: { now: Date; today: Day },
): Promise<number> {
  const [from] = await tx.select().from(invoice).where(eq(invoice.id, invoiceId))
  if (!from) throw new Error(`Invoice ${invoiceId} has a workflow, but no row`)
  const by = { createdBy: actor.id, creationDate: now, updatedBy: actor.id, updateDate: now }
  const [made] = await tx
    .insert(draft)
    .values({ ...recreatedColumns(from), ...by })
    .returning({ id: draft.id })
  if (!made) throw new Error('The draft was not stored')
  const { feesType, grossAmount, taxes, netAmount, transactionComment: comment } = from
  if (feesType !== null)
    await tx.insert(costLine).values({ draftId: made.id, feesType, grossAmount, taxes, netAmount, comment })
  const log = `Recreated from invoice ${invoiceId}`
  await startInstances(tx, { kind: 'draft', objectIds: [made.id], state: IN_ENTRY, log, now, today })
  // The user who creates a draft is its editor.
  await moveInstance(tx, await instanceById(tx, made.id), {
    type: 'act',
    name: 'recreate draft',
    to: IN_ENTRY,
    who: actor,
    log,
    data: { recreatedFrom: invoiceId },
    now,
  })
  const documents = { objectKind: 'invoice', objectId: invoiceId }
  const own = { objectKind: 'draft', objectId: made.id }
  // Left out: a loader belongs to the invoice that was booked, and a client's proof to the draft that they saw.
  await shareDocuments(tx, documents, own, [FILE_TYPES.loader, FILE_TYPES.proof])
  return made.id
}

async function markRecreated(
  tx: Transaction,
  actor: Actor,
  instance: Instance,
  draftId: number,
  now: Date,
): Promise<void> {
  const step = (await stepsOfInstance(tx, instance)).find(({ name }) => name === 'recreate')
  if (!step) throw new Error(`The workflow of invoice ${instance.objectId} has no step "recreate"`)
  await moveInstance(tx, instance, {
    type: 'step',
    name: step.name,
    stepId: step.id,
    to: { queue: step.toQueue, status: step.toStatus, class: step.toClass },
    who: actor,
    log: `Recreated as draft ${draftId}`,
    data: { recreatedAs: draftId },
    now,
  })
  await refreshInvoiceRows(tx, [instance.objectId])
}
