import type { Read } from 'db/database'
import { bankEntry } from 'db/schema/bank-inbox'
import { eq, sql } from 'drizzle-orm'
import { stepTaker } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { nextStepsOf } from '~/platform/objects/take-step.server'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { disputedInvoices } from './batch-entries.server'
import {
  invoicesForEntry,
  partsOfProposal,
  payableByEntry,
  returnableByEntry,
  transfersForEntry,
} from './entry-choices.server'
import { bankEntryRows } from './list.server'
import { storedEntry } from './stored-entry.server'

/** What the bank says of an entry beyond its row in the list. */
const DETAILS = {
  instructedAmount: bankEntry.instructedAmount,
  instructedCurrency: bankEntry.instructedCurrency,
  exchangeRate: bankEntry.exchangeRate,
  charges: bankEntry.charges,
  chargesCurrency: bankEntry.chargesCurrency,
  endToEndId: bankEntry.endToEndId,
  bankReference: bankEntry.bankReference,
  reasonCode: bankEntry.reasonCode,
  reasonText: bankEntry.reasonText,
}

async function detailsOf(read: Read, entryId: number) {
  const [found] = await read.select(DETAILS).from(bankEntry).where(eq(bankEntry.id, entryId))
  if (!found) throw new Error(`There is no bank entry ${entryId}`)
  return found
}

/** What waits for a second treasurer because of an entry: its return, or the dispute of its invoice. */
async function waitingOf(read: Read, entryId: number, invoiceIds: readonly number[]) {
  const changes = await pendingChanges(
    read,
    sql`((change.kind = 'returned payment' and change.target = ${String(entryId)})
      or (change.kind = 'invoice dispute'
        and change.target in (select jsonb_array_elements_text(${JSON.stringify(invoiceIds)}::jsonb))))`,
  )
  return changes.map(({ id, description, change, requester }) => ({ id, description, change, requester }))
}

/**
 * An entry of the Bank inbox as its page shows it.
 * @param search by which invoices are looked for; '' for those that fit
 * @throws DomainError not-found
 */
export async function bankEntryView(context: UserContext, entryId: number, search: string) {
  const { read, actor } = context
  const entry = await storedEntry(read, entryId)
  const [[row], details, instance, history, disputed] = await Promise.all([
    bankEntryRows(context, [entryId]),
    detailsOf(read, entryId),
    instanceById(read, entryId),
    historyOf(read, entryId),
    disputedInvoices(read, entry),
  ])
  if (!row) throw new Error(`Bank entry ${entryId} is missing in its list`)
  const steps = nextStepsOf(await stepsOfInstance(read, instance), stepTaker(actor), instance, {})
  const mayExplain = steps.routing.length > 0
  const [together, payments, returnable, invoices, transfers, waiting] = await Promise.all([
    partsOfProposal(read, entry),
    mayExplain ? payableByEntry(read, entry) : [],
    mayExplain ? returnableByEntry(read, entry) : [],
    mayExplain ? invoicesForEntry(read, entry, search) : [],
    mayExplain ? transfersForEntry(read, entry) : [],
    waitingOf(read, entryId, entry.invoiceId === null ? disputed : [entry.invoiceId]),
  ])
  return {
    row,
    details,
    proposal: entry.proposal,
    differences: entry.differences,
    direction: entry.booking?.entry.direction ?? null,
    instance,
    history,
    steps,
    mayExplain,
    isYours: entry.ownerId === actor.id,
    /** The invoices whose dispute two treasurers settle, and this entry with it. */
    disputed,
    /** The payments or invoices that are proposed as one. */
    together,
    payments,
    returnable,
    invoices,
    transfers,
    waiting,
  }
}

export type BankEntryView = Awaited<ReturnType<typeof bankEntryView>>
