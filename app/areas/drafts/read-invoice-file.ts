import type { NewFile } from '~/areas/documents/added-documents'
import type { EInvoice } from '~/platform/einvoices/contract'
import { acceptedKind } from '~/platform/files/accepted-kinds'
import { displayName } from '~/platform/files/display-name'
import type { PdfFacts } from '~/platform/files/pdf-facts'
import { GENERAL, INVOICE, ONE_FILE_ERROR } from '~/platform/files/upload-rules'
import { refuseInfected, type VirusScan } from '~/platform/files/virus-scan'
import type { FileWorkers } from '~/platform/files/worker/file-workers'
import { DomainError } from '~/platform/values/domain-error'

/** The threads that read PDFs and e-invoices. */
export type InvoiceReader = Pick<FileWorkers, 'run'>

export interface ReadFile {
  eInvoice: EInvoice | null
  /** What the accountant should know of it, a sentence each. */
  notes: string[]
  /** Files inside an e-invoice in XML, which are kept beside it. */
  attached: NewFile[]
}

/**
 * What a supplier's invoice says: a PDF, with an e-invoice inside or without, or an e-invoice that is XML alone. A PDF that is
 * broken, too large or too slow to be read is kept with a note; XML that cannot be read would show nothing.
 * @throws DomainError invalid when it is neither, or unreadable XML; busy when too many files are being read
 */
export async function readInvoiceFile(
  files: InvoiceReader,
  file: NewFile,
  scan: VirusScan | null = null,
): Promise<ReadFile> {
  const { family } = await acceptedKind(file, INVOICE, ONE_FILE_ERROR)
  return family === 'pdf' ? readPdf(files, file) : readXml(files, file, scan)
}

async function readPdf(files: InvoiceReader, { fileName, bytes }: NewFile): Promise<ReadFile> {
  try {
    const facts = await files.run('readPdf', [{ name: fileName, bytes }])
    return { eInvoice: facts.eInvoice, notes: factNotes(facts), attached: [] }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'busy') throw error
    const notes = [`The PDF was stored, but could not be read: ${error.message}`]
    return { eInvoice: null, notes, attached: [] }
  }
}

async function readXml(
  files: InvoiceReader,
  { fileName, bytes }: NewFile,
  scan: VirusScan | null,
): Promise<ReadFile> {
  const read = await files.run('readInvoiceXml', [{ name: fileName, bytes }])
  if ('fault' in read)
    throw new DomainError(
      'invalid',
      `The e-invoice "${displayName(fileName)}" was not read: it ${read.fault} Ask the supplier for another, or for a PDF.`,
      { title: ONE_FILE_ERROR },
    )
  const inside = read.files.map(({ name, bytes: content }) => ({ fileName: name, bytes: content }))
  const scanners = scan ? await refuseInfected(toScan(inside, fileName), scan, ONE_FILE_ERROR) : []
  const attached: NewFile[] = []
  const notes: string[] = []
  for (const [at, each] of inside.entries())
    await acceptedKind(each, GENERAL).then(
      () => attached.push({ ...each, scannedBy: scanners[at] ?? null }),
      (error: unknown) => {
        if (!(error instanceof DomainError)) throw error
        notes.push(`The file "${displayName(each.fileName)}" inside the e-invoice stays in the XML alone.`)
      },
    )
  return { eInvoice: read.eInvoice, notes, attached }
}

const toScan = (inside: readonly NewFile[], within: string) =>
  inside.map(({ fileName, bytes }) => ({
    fileName: `${fileName} (inside ${within})`,
    async *pieces() {
      yield bytes
    },
  }))

function factNotes({ pages, encrypted, scripts, eInvoiceFault }: PdfFacts): string[] {
  const notes: string[] = []
  if (encrypted) notes.push('The PDF is protected. Fill in the fields by hand.')
  else if (pages === null)
    notes.push('The PDF is damaged and may not be shown. Ask the supplier for another.')
  if (scripts)
    notes.push('The PDF carries scripts. They never run here; be careful with the downloaded file.')
  if (eInvoiceFault !== null) notes.push(eInvoiceFault)
  return notes
}
