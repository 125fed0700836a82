import { getDocumentProxy } from 'unpdf'
import type { AttachedFile } from './attached-files'

type Opened = Awaited<ReturnType<typeof getDocumentProxy>>

/** What a reader of PDFs sees of a file that it could open. */
export interface OpenedPdf {
  /** Null when it could not be opened, or shows no page. */
  pages: number | null
  encrypted: boolean
  scripts: boolean
  files: AttachedFile[]
}

/** Pages that are looked at for scripts of their own; a sign of them anywhere is found in the objects too. */
const PAGES_LOOKED_AT = 50

/**
 * Opens a PDF as a reader does: with its tables, its encryption, its pages. Never throws.
 * @param withFiles whether files inside are taken out
 */
export async function openPdf(bytes: Uint8Array, withFiles: boolean): Promise<OpenedPdf> {
  const seen: OpenedPdf = { pages: null, encrypted: false, scripts: false, files: [] }
  // Pages in disorder leave rejections behind that nobody awaits: they would end the thread, later and elsewhere.
  const ignore = () => {}
  process.on('unhandledRejection', ignore)
  let document: Opened | null = null
  try {
    // The reader takes possession of the bytes that it is given.
    document = await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      enableXfa: false,
      stopAtErrors: false,
    })
    await look(document, seen, withFiles)
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') seen.encrypted = true
  } finally {
    await document?.destroy().catch(ignore)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', ignore)
  }
  return seen
}

async function look(document: Opened, seen: OpenedPdf, withFiles: boolean): Promise<void> {
  const info: unknown = (await document.getMetadata().catch(() => null))?.info
  if (info && typeof info === 'object' && 'EncryptFilterName' in info)
    seen.encrypted = info.EncryptFilterName != null
  seen.scripts = (await document.getJSActions().catch(() => null)) !== null
  if (withFiles) seen.files = await filesOf(document)
  await document.getPage(1)
  seen.pages = document.numPages
  for (let at = 1; at <= Math.min(document.numPages, PAGES_LOOKED_AT) && !seen.scripts; at++) {
    const page = await document.getPage(at).catch(() => null)
    seen.scripts = page !== null && (await page.getJSActions().catch(() => null)) !== null
    page?.cleanup()
  }
}

async function filesOf(document: Opened): Promise<AttachedFile[]> {
  const files: unknown = await document.getAttachments().catch(() => null)
  if (!files || typeof files !== 'object') return []
  return Object.entries(files).flatMap(([name, file]: [string, unknown]) =>
    file && typeof file === 'object' && 'content' in file && file.content instanceof Uint8Array
      ? [
          {
            name: 'filename' in file && typeof file.filename === 'string' ? file.filename : name,
            bytes: file.content,
          },
        ]
      : [],
  )
}
