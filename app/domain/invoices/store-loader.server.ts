import type { Transaction } from 'db/doors'
import { invoice } from 'db/schema/invoices'
import { expenseType, legalEntity } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { FILE_TYPES } from '~/domain/documents/file-types'
import { storeDocument } from '~/domain/documents/store-document.server'
import { DomainError } from '~/domain/values/domain-error'
import { invoicedEntity, supplier } from './invoice-names.server'
import { loaderWorkbook } from './loader-workbook.server'

const settlingEntity = alias(legalEntity, 'settling_entity')

/** Makes the loader of an invoice and stores it as its document; answers the document's id. */
export async function storeLoader(
  tx: Transaction,
  { invoiceId, createdBy, now }: { invoiceId: number; createdBy: number; now: Date },
): Promise<number> {
  const [row] = await tx
    .select({
      invoice,
      supplier: supplier.name,
      settlingEntity: settlingEntity.name,
      invoicedEntity: invoicedEntity.name,
      expenseType: expenseType.name,
    })
    .from(invoice)
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .innerJoin(settlingEntity, eq(settlingEntity.id, invoice.settlingEntityId))
    .leftJoin(invoicedEntity, eq(invoicedEntity.id, invoice.invoicedEntityId))
    .innerJoin(expenseType, eq(expenseType.id, invoice.expenseTypeId))
    .where(eq(invoice.id, invoiceId))
  if (!row) throw new DomainError('not-found', `There is no invoice ${invoiceId}.`)
  const { invoice: own, ...names } = row
  return storeDocument(tx, {
    objectKind: 'invoice',
    objectId: invoiceId,
    fileType: FILE_TYPES.loader,
    fileName: `loader-${invoiceId}.xlsx`,
    bytes: await loaderWorkbook({ ...own, ...names }),
    createdBy,
    now,
  })
}
