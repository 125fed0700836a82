import { type EInvoiceReading, readEInvoice } from '~/platform/einvoices/read-einvoice'
import { hasActiveContent } from './pdf/active-content'
import { attachedFiles } from './pdf/attached-files'
import { isDeflateBomb } from './pdf/deflate-bomb'
import { objectsOf } from './pdf/objects'
import { openPdf } from './pdf/open-pdf'
import type { PdfFacts } from './pdf-facts'

const NO_INVOICE: EInvoiceReading = { eInvoice: null, eInvoiceFault: null }

/**
 * Reads what a PDF is, and the e-invoice inside. Broken, encrypted and hostile files have facts too: it never throws.
 * A job of the thread pool: it may take seconds.
 */
export async function readPdf(bytes: Uint8Array): Promise<PdfFacts> {
  const objects = objectsOf(bytes)
  const scripts = hasActiveContent(objects)
  const encrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/Encrypt')
  if (await isDeflateBomb(bytes, objects)) return { pages: null, encrypted, scripts, ...NO_INVOICE }

  // Looked at before a reader takes files out, as it takes out anything, however large.
  const lying = attachedFiles(bytes, objects)
  const opened = await openPdf(
    bytes,
    lying.every((file) => file.bytes !== null),
  )
  const files = opened.files.length > 0 ? opened.files : lying
  return {
    pages: opened.pages,
    encrypted: opened.encrypted || (opened.pages === null && encrypted),
    scripts: scripts || opened.scripts,
    ...readEInvoice(files),
  }
}
