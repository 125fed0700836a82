import { invoice } from 'db/schema/invoices'
import { eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { shareDocuments } from '~/areas/documents/documents-of.server'
import type { CostLine, Draft } from '~/areas/expenses/expense'
import { STEP_REFUSED } from '~/platform/objects/take-step.server'
import { storedDecimalsOf } from '~/platform/values/currency-decimals'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { startInstances } from '~/platform/workflow/start-instances.server'
import { refreshInvoiceRows } from './stored-rows.server'

/** The fields of an invoice that come from its cost line. */
type Part = Pick<CostLine, 'grossAmount' | 'taxes' | 'comment' | 'fundId'> & { feesType: string | null }

/**
 * What the invoices of a draft have of an amount that its cost lines do not state, by their gross amounts, to the
 * smallest unit of the currency: the last takes what is left. Null for nothing.
 */
function partsByGross(whole: Decimal | null, parts: readonly Part[], currency: string): (Decimal | null)[] {
  if (whole === null || new Big(whole).eq(0)) return parts.map(() => null)
  const gross = sum(parts.map(({ grossAmount }) => grossAmount))
  const decimals = storedDecimalsOf(currency)
  let left = new Big(whole)
  return parts.map(({ grossAmount }, at) => {
    const isLast = at === parts.length - 1
    const share = gross.eq(0) ? new Big(0) : new Big(whole).times(grossAmount).div(gross).round(decimals)
    const part = isLast ? left : share
    left = left.minus(part)
    return part.toFixed(2)
  })
}

/**
 * The invoices of a draft as stored in their rows, without what the database adds: one for each cost line, or one for
 * the whole draft. Null when the draft lacks a field that an invoice must have.
 */
function invoiceColumns(draft: Draft, lines: readonly CostLine[]) {
  const supplierId = draft.isSupplierFund ? draft.invoicedFundLegalEntity : draft.invoicedLegalEntity
  const { settlingLegalEntity, expenseType, invoiceRef, invoiceDate, currency, grossAmount } = draft
  if (supplierId === null || settlingLegalEntity === null || expenseType === null) return null
  if (invoiceRef === null || invoiceDate === null || currency === null || grossAmount === null) return null
  const whole: Part = { grossAmount, taxes: draft.taxes ?? '0.00', comment: '', feesType: null, fundId: null }
  const parts: readonly Part[] = lines.length === 0 ? [whole] : lines
  const prepaid = partsByGross(draft.prepaidAmount, parts, currency)
  const rounding = partsByGross(draft.roundingAmount, parts, currency)
  const reverseCharge = partsByGross(draft.reverseChargeTax, parts, currency)
  return parts.map((part, at) => ({
    draftTransactionId: draft.id,
    supplierId,
    isSupplierFund: draft.isSupplierFund,
    invoicedEntityId: draft.settlementLegalEntity,
    settlingEntityId: settlingLegalEntity,
    expenseTypeId: expenseType,
    routineTypeId: draft.routineType,
    feesType: part.feesType,
    fundId: part.fundId,
    invoiceRef,
    invoiceDate,
    receivedDate: draft.receivedDate,
    glDate: draft.glDate,
    dueDate: draft.dueDate,
    paymentDate: draft.paymentDate,
    serviceFrom: draft.serviceFrom,
    serviceTo: draft.serviceTo,
    currency,
    grossAmount: part.grossAmount,
    taxes: part.taxes,
    netAmount: new Big(part.grossAmount).minus(part.taxes).toFixed(2),
    prepaidAmount: prepaid[at] ?? null,
    roundingAmount: rounding[at] ?? null,
    paymentReference: draft.paymentReference,
    correctsRef: draft.correctsRef,
    collectedBySupplier: draft.collectedBySupplier,
    reverseCharge: draft.reverseCharge,
    reverseChargeTax: reverseCharge[at] ?? null,
    prePaid: draft.prePaid,
    alreadyPaid: draft.alreadyPaid,
    excludeFromCash: draft.excludeFromCash,
    allocationRule: draft.allocationRule,
    postingFilter: draft.postingFilter,
    // A part without its own comment gets the comment of the whole.
    transactionComment: part.comment || draft.transactionComment,
    validatingUserA: draft.validatingUserA,
    validatingUserB: draft.validatingUserB,
    validationDateA: draft.validationDateA,
    validationDateB: draft.validationDateB,
  }))
}

/**
 * Creates the invoices of a draft: one for each cost line, or one for the whole draft; their sums are the draft's, to
 * the cent. They begin at ACCOUNTING / TO BOOK and share the draft's documents. Returns their ids in the order of the
 * lines. Must run in the step that completes the draft, under its lock.
 * @throws DomainError 'refused' when the draft has invoices already, when the lines do not make up the draft, or when a
 * field that an invoice needs is missing
 */
export async function createInvoices(
  context: UserWriteContext,
  draft: Draft,
  lines: readonly CostLine[],
): Promise<number[]> {
  const { tx, actor, now } = context
  if ((await tx.$count(invoice, eq(invoice.draftTransactionId, draft.id))) > 0)
    throw new DomainError('refused', 'Invoices were already created from this draft. Open those instead.', {
      title: STEP_REFUSED,
    })
  const invoices = invoiceColumns(draft, lines)
  const addUp = (field: 'grossAmount' | 'taxes') =>
    invoices !== null && sum(invoices.map((each) => each[field])).eq(draft[field] ?? 0)
  if (invoices === null || !addUp('grossAmount') || !addUp('taxes'))
    throw new DomainError(
      'refused',
      invoices === null
        ? 'A field that an invoice needs is missing. Return the draft to have it completed.'
        : 'The cost lines do not add up to the draft. Return it to have its allocations corrected.',
      { title: STEP_REFUSED },
    )
  const made = await tx
    .insert(invoice)
    .values(invoices.map((each) => ({ ...each, createdBy: actor.id, creationDate: now })))
    .returning({ id: invoice.id })
  const ids = made.map(({ id }) => id)
  await startInstances(context, {
    kind: 'invoice',
    objectIds: ids,
    state: { queue: 'ACCOUNTING', status: 'TO BOOK', class: 'new' },
    log: `Created from draft ${draft.id}`,
  })
  const from = { objectKind: 'draft', objectId: draft.id }
  for (const objectId of ids) await shareDocuments(tx, from, { objectKind: 'invoice', objectId })
  await refreshInvoiceRows(tx, ids)
  return ids
}
