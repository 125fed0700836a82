import type { PdfFacts } from '~/domain/documents/pdf-facts'
import type { FileWorkers } from '~/domain/documents/worker/file-workers'
import { DomainError } from '~/domain/values/domain-error'

/** The threads that read PDFs. */
export type PdfReader = Pick<FileWorkers, 'run'>

/**
 * What is in an invoice's PDF; null with a note when it is too broken, too large or too slow to be read.
 * @throws DomainError busy when too many files are being read
 */
export async function readInvoicePdf(
  files: PdfReader,
  { fileName, bytes }: { fileName: string; bytes: Uint8Array },
): Promise<{ facts: PdfFacts | null; notes: string[] }> {
  try {
    const facts = await files.run('readPdf', [{ name: fileName, bytes }])
    return { facts, notes: factNotes(facts) }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'busy') throw error
    return { facts: null, notes: [`The PDF was stored, but could not be read: ${error.message}`] }
  }
}

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
