import type { Transaction } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { eq } from 'drizzle-orm'
import { shareDocuments } from '~/areas/documents/share-documents.server'
import type { CostLine, Draft } from '~/areas/drafts/draft'
import type { Day } from '~/platform/values/day'
import { sum } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { startInstances } from '~/platform/workflow/start-instances.server'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'
import { invoiceColumns } from './invoice-columns'
import { refreshInvoiceRows } from './refresh-invoice-rows.server'

interface Completion {
  draft: Draft
  lines: readonly CostLine[]
  /** Who completes it. */
  createdBy: number
  now: Date
  /** In the site's zone. */
  today: Day
}

/**
 * Makes the invoices of a draft: one for each cost line, or one for the whole draft; their sums are the draft's, to the
 * cent. They begin at ACCOUNTING / TO BOOK and share the draft's documents. Answers their ids in the order of the
 * lines. Belongs into the step that completes the draft, under its lock.
 * @throws DomainError 'refused' when it was made into invoices already, when the lines do not make up the draft, or something that an invoice needs is missing
 */
export async function createInvoices(
  tx: Transaction,
  { draft, lines, createdBy, now, today }: Completion,
): Promise<number[]> {
  if ((await tx.$count(invoice, eq(invoice.draftTransactionId, draft.id))) > 0)
    throw new DomainError('refused', 'This draft was made into invoices already. Look at them instead.', {
      title: STEP_REFUSED,
    })
  const invoices = invoiceColumns(draft, lines)
  const addUp = (field: 'grossAmount' | 'taxes') =>
    invoices !== null && sum(invoices.map((each) => each[field])).eq(draft[field] ?? 0)
  if (invoices === null || !addUp('grossAmount') || !addUp('taxes'))
    throw new DomainError(
      'refused',
      invoices === null
        ? 'Something that an invoice needs is missing. Return the draft to have it completed.'
        : 'The cost lines do not add up to the draft. Return it to have its allocations corrected.',
      { title: STEP_REFUSED },
    )
  const made = await tx
    .insert(invoice)
    .values(invoices.map((each) => ({ ...each, createdBy, creationDate: now })))
    .returning({ id: invoice.id })
  const ids = made.map(({ id }) => id)
  await startInstances(tx, {
    kind: 'invoice',
    objectIds: ids,
    state: { queue: 'ACCOUNTING', status: 'TO BOOK', class: 'new' },
    log: `Made of draft ${draft.id}`,
    now,
    today,
  })
  const from = { objectKind: 'draft', objectId: draft.id }
  for (const objectId of ids) await shareDocuments(tx, from, { objectKind: 'invoice', objectId })
  await refreshInvoiceRows(tx, ids)
  return ids
}
