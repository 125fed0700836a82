import { type BareInvoice, readBareInvoice } from '~/platform/einvoices/read-einvoice'
import { XmlRefusal } from '~/platform/einvoices/xml-tree'
import { toPdf } from '../preview/to-pdf'
import { readPdf } from '../read-pdf'

/**
 * Work on files that runs beside the main thread: plain functions by name, whose arguments and results are plain data.
 */
export const jobs = {
  readPdf: (file: { name: string; bytes: Uint8Array }) => readPdf(file.bytes),
  /** The content of an invoice in XML, or why it cannot be read. */
  readInvoiceXml(file: { name: string; bytes: Uint8Array }): BareInvoice | { fault: string } {
    try {
      return readBareInvoice(file)
    } catch (error) {
      if (error instanceof XmlRefusal) return { fault: error.message }
      throw error
    }
  },
  toPdf,
}

export type FileJobs = typeof jobs
