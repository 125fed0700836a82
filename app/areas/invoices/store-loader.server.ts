import type { Transaction } from 'db/database'
import { FILE_TYPES } from '~/platform/files/file-types'
import { storeDocument } from '~/platform/files/store-document.server'
import { loaderWorkbook } from './loader-workbook.server'
import { namedInvoice } from './named-invoice.server'

/** Makes the loader of an invoice and stores it as its document; answers the document's id. */
export async function storeLoader(
  tx: Transaction,
  { invoiceId, createdBy, now }: { invoiceId: number; createdBy: number; now: Date },
): Promise<number> {
  const { invoice, ...names } = await namedInvoice(tx, invoiceId)
  return storeDocument(tx, {
    objectKind: 'invoice',
    objectId: invoiceId,
    fileType: FILE_TYPES.loader,
    fileName: `loader-${invoiceId}.xlsx`,
    bytes: await loaderWorkbook({ ...names, ...invoice }),
    createdBy,
    now,
  })
}
