import { type BareInvoice, readBareInvoice } from '~/platform/einvoices/read-einvoice'
import { XmlRefusal } from '~/platform/einvoices/xml-tree'
import { toPdf } from '~/platform/files/preview/to-pdf'
import { readPdf } from '~/platform/files/read-pdf'
import type { WorkerPool } from '~/platform/threads/pool'

/** Threads that read PDFs and convert documents. */
export type FileWorkers = WorkerPool<FileJobs>

/** Work on files outside the main thread: plain functions by name, whose arguments and results are plain data. */
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

type FileJobs = typeof jobs
