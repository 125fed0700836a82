import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { document } from 'db/schema/documents'
import { invoice, invoiceRow } from 'db/schema/invoices'
import { clientValidator } from 'db/schema/lookups'
import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { fullNameOf } from '~/areas/access/users.server'
import { FILE_TYPES } from '~/platform/files/file-types'
import { DomainError } from '~/platform/values/domain-error'
import { invoicesByIds, SHOWN } from './list.server'
import { payableSql } from './payable-amount.server'

/** Name of the supplier's PDF of an invoice, in statements that read invoices; null when it has none. */
const invoiceFileName = sql<string | null>`(select d.file_name from ${document} d
  where d.object_kind = 'invoice' and d.object_id = ${invoice}.id
    and d.file_type = ${FILE_TYPES.invoice} and d.deleted_at is null
  order by d.id limit 1)`

/** Name of the user or validator whose id an invoice holds. */
const nameBy = (people: typeof clientValidator | typeof appUser, id: PgColumn) =>
  sql<string | null>`(select ${fullNameOf(people)} from ${people} where ${people.id} = ${id})`

/** Invoices as calls return them (specification, section 3: invoice (transaction) row), by id. */
export const transactionRows = invoicesByIds({
  ...SHOWN,
  // "Supplier" of the row in one field, as drafts have it.
  invoice_entity: invoiceRow.provider,
  update_date: invoiceRow.eventDate,
  allocation_rule: invoice.allocationRule,
  pre_paid: invoice.prePaid,
  received_date: invoice.receivedDate,
  gl_date: invoice.glDate,
  payment_date: invoice.paymentDate,
  validating_user_a: nameBy(clientValidator, invoice.validatingUserA),
  validating_user_b: nameBy(clientValidator, invoice.validatingUserB),
  exclude_from_cash: invoice.excludeFromCash,
  posting_filter: invoice.postingFilter,
  transaction_comment: invoice.transactionComment,
  // As for a draft: the name that people read under "Created by", next to that of the last user.
  username: sql<string>`coalesce(${nameBy(appUser, invoice.createdBy)}, 'SYSTEM')`,
  creation_date: invoice.creationDate,
  file_name: invoiceFileName,
})

/** What is paid of an invoice, and how. */
const PAYMENT = {
  prepaidAmount: invoice.prepaidAmount,
  roundingAmount: invoice.roundingAmount,
  payableAmount: payableSql,
  paymentReference: invoice.paymentReference,
  correctsRef: invoice.correctsRef,
  collectedBySupplier: invoice.collectedBySupplier,
  reverseCharge: invoice.reverseCharge,
  reverseChargeTax: invoice.reverseChargeTax,
}

/** One invoice by the fields of the specification (section 3: transaction, detail); references are ids. */
export async function transactionById(read: Read, invoiceId: number) {
  const [row] = await read
    .select({
      id: invoice.id,
      invoiceRef: invoice.invoiceRef,
      receivedDate: invoice.receivedDate,
      glDate: invoice.glDate,
      invoiceDate: invoice.invoiceDate,
      dueDate: invoice.dueDate,
      paymentDate: invoice.paymentDate,
      serviceFrom: invoice.serviceFrom,
      serviceTo: invoice.serviceTo,
      expenseType: invoice.expenseTypeId,
      prePaid: invoice.prePaid,
      alreadyPaid: invoice.alreadyPaid,
      isSupplierFund: invoice.isSupplierFund,
      supplierId: invoice.supplierId,
      settlementLegalEntity: invoice.invoicedEntityId,
      settlingLegalEntity: invoice.settlingEntityId,
      currency: invoice.currency,
      grossAmount: invoice.grossAmount,
      taxes: invoice.taxes,
      netAmount: invoice.netAmount,
      ...PAYMENT,
      routineType: invoice.routineTypeId,
      feesType: invoice.feesType,
      fundId: invoice.fundId,
      allocationRule: invoice.allocationRule,
      postingFilter: invoice.postingFilter,
      excludeFromCash: invoice.excludeFromCash,
      transactionComment: invoice.transactionComment,
      validatingUserA: invoice.validatingUserA,
      validatingUserB: invoice.validatingUserB,
      validationDateA: invoice.validationDateA,
      validationDateB: invoice.validationDateB,
      draft_transaction_id: invoice.draftTransactionId,
      file_name: invoiceFileName,
      creationDate: invoice.creationDate,
    })
    .from(invoice)
    .where(eq(invoice.id, invoiceId))
  if (!row)
    throw new DomainError('not-found', `There is no invoice ${invoiceId}. Open it from the Invoice Log.`)
  const { supplierId, ...detail } = row
  return {
    ...detail,
    invoicedLegalEntity: row.isSupplierFund ? null : supplierId,
    invoicedFundLegalEntity: row.isSupplierFund ? supplierId : null,
  }
}
