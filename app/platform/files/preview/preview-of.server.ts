import type { Read } from 'db/database'
import type { FileWorkers } from '~/platform/files/worker/jobs'
import { DomainError } from '~/platform/values/domain-error'
import { kindOf } from '../file-kind'
import { PREVIEWED_WORKBOOKS } from '../file-types'
import type { OfficeToPdf } from '../office/office-to-pdf'
import { contentBytes } from '../read-content.server'
import type { PdfFacts } from '../read-pdf'
import { note, type Shown } from './pages'

/**
 * Whether browsers may open a PDF on our pages. A PDF that runs scripts, cannot be read or is protected by a password
 * only gets a note: browsers show no PDF in a sandboxed frame, so there is no alternative.
 */
function pdfShown({ pages, encrypted, scripts }: PdfFacts): Shown {
  if (encrypted) return note('This PDF is protected (encrypted), so it is not opened here.')
  if (pages === null)
    return note('This PDF is damaged or incomplete and could not be read, so it is not opened here.')
  if (scripts)
    return note('This PDF contains scripts or actions that run by themselves, so it is not opened here.')
  return { as: 'itself' }
}

export interface PreviewSite {
  read: Read
  files: FileWorkers
  cache: PreviewCache
  /** Null where the machine has no LibreOffice. */
  office: OfficeToPdf | null
}

interface Previewed {
  fileName: string
  sha256: string
  /** In bytes. */
  size: number
}

/**
 * How a stored document is previewed; the preview is made on the first request. A document that cannot be shown gets a
 * note.
 * @throws DomainError when it was aborted, or ('busy') when too many are being made: it may be requested again
 */
export function previewOf(site: PreviewSite, document: Previewed): Promise<Shown> {
  return site.cache.get(document.sha256, () => make(site, document))
}

async function make({ read, files, office }: PreviewSite, document: Previewed): Promise<Shown> {
  const bytes = await contentBytes(read, document)
  const { family, extension, label } = await kindOf(bytes)
  const file = { name: document.fileName, bytes }
  try {
    if (family === 'pdf') return pdfShown(await files.run('readPdf', [file], 'The document'))
    if (!isOffices(family, extension)) return await files.run('toPdf', [file], 'The document')
    if (!office)
      return note(`It is ${label}. The server has no program that converts it, so it cannot be previewed.`)
    const converted = await office({ extension, bytes })
    const facts = await files.run('readPdf', [{ name: document.fileName, bytes: converted }], 'The document')
    const shown = pdfShown(facts)
    return shown.as === 'itself' ? { as: 'pdf', bytes: converted } : shown
  } catch (error) {
    if (error instanceof DomainError && error.code === 'refused') return note(error.message)
    // Too many at once, or too slow this time: it may work later.
    if (error instanceof DomainError) throw error
    // The thread crashed on it and would crash again.
    return note(`It is ${label}, but its content could not be read, so it cannot be previewed.`)
  }
}

/** Files that only an office program can convert. */
function isOffices(family: string, extension: string): boolean {
  return (
    ['word', 'powerpoint'].includes(family) ||
    (family === 'excel' && !PREVIEWED_WORKBOOKS.includes(extension))
  )
}

/** Recent previews, by the SHA-256 of their document; in memory only. */
export class PreviewCache {
  readonly #kept = new Map<string, { shown: Promise<Shown>; bytes: number }>()
  #bytes = 0

  /** @param most bytes of all PDFs together; `entries` is the most previews */
  constructor(
    private readonly most = 64 * 1024 * 1024,
    private readonly entries = 500,
  ) {}

  /**
   * The cached preview, or else the result of `make`; concurrent callers wait for the same result. Failures are not
   * cached.
   */
  get(sha256: string, make: () => Promise<Shown>): Promise<Shown> {
    const cached = this.#kept.get(sha256)
    if (cached) {
      this.#kept.delete(sha256)
      this.#kept.set(sha256, cached)
      return cached.shown
    }
    const entry = { shown: make(), bytes: 0 }
    this.#kept.set(sha256, entry)
    entry.shown.then(
      (shown) => {
        if (this.#kept.get(sha256) !== entry) return
        entry.bytes = shown.as === 'pdf' ? shown.bytes.byteLength : 0
        this.#bytes += entry.bytes
        this.#forget()
      },
      () => {
        if (this.#kept.get(sha256) === entry) this.#kept.delete(sha256)
      },
    )
    return entry.shown
  }

  /** Removes the oldest first. */
  #forget(): void {
    for (const [sha256, { bytes }] of this.#kept) {
      if (this.#bytes <= this.most && this.#kept.size <= this.entries) return
      this.#kept.delete(sha256)
      this.#bytes -= bytes
    }
  }
}
