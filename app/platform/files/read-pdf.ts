import type { EInvoice } from '~/platform/einvoices/einvoice'
import { type EInvoiceReading, readEInvoice } from '~/platform/einvoices/read-einvoice'
import { attachedFiles, isDeflateBomb, openPdf } from './pdf/attached-files'
import { objectsOf, type PdfObjects } from './pdf/objects'

/** The facts about a PDF that determine how it is shown and what is read from it. */
export interface PdfFacts {
  /** Null when the file is too broken, or too well protected, to be opened. */
  pages: number | null
  /** True when it is or was protected by a password. */
  encrypted: boolean
  /** True when it carries scripts or actions that run by themselves. */
  scripts: boolean
  /** The e-invoice inside; null without one. */
  eInvoice: EInvoice | null
  /** Why the e-invoice inside could not be read, in a sentence; null when there is none or it was read. */
  eInvoiceFault: string | null
}

// Blanks and comments may occur between the parts of a dictionary.
const GAP = String.raw`(?:\s|%[^\r\n]{0,40}[\r\n]){0,200}`
const REFERENCE = String.raw`\d+\s+\d+\s+R`
const pattern = (...parts: string[]) => new RegExp(parts.join(GAP))

/** Scripts, launched programs, forms with scripts, and Flash. */
const ACTIVE = [
  pattern('/S', String.raw`/(?:JavaScript|Launch|ImportData)\b`),
  pattern('/JS', `(?:[(<]|${REFERENCE})`),
  pattern('/JavaScript', `(?:<<|${REFERENCE})`),
  pattern('/XFA', String.raw`(?:\[|${REFERENCE})`),
  pattern('/Subtype', String.raw`/RichMedia\b`),
]
/** Harmless behind a link, but not when run automatically. */
const REACHES_OUT = pattern('/S', String.raw`/(?:URI|SubmitForm|GoToR|GoToE)\b`)
/** Actions that run when the document is opened, a page is shown or the file is closed. Links on pages do not count. */
const TRIGGER = /\/(?:OpenAction|AA)(?=[\s<[\d%])/g
const TRIGGERED = 400
/** In a file; pages and fields have a few each. */
const MAX_TRIGGERS = 50_000

/**
 * True when a PDF contains scripts or actions that run automatically, wherever they are: in the document, its pages,
 * its form, or in objects that seem unused. A file with too much content to examine counts as one.
 */
export function hasActiveContent({ all, byNumber, complete }: PdfObjects): boolean {
  if (!complete) return true
  const resolved = (text: string) =>
    [...text.matchAll(/(\d+)\s+\d+\s+R/g)].map(([, number]) => byNumber.get(Number(number))?.text ?? '')
  let triggers = 0
  return all.some(({ text }) => {
    if (!text.includes('/')) return false
    if (ACTIVE.some((each) => each.test(text))) return true
    for (const { index } of text.matchAll(TRIGGER)) {
      if (++triggers > MAX_TRIGGERS) return true
      const action = triggered(text, index)
      if (
        [action, ...resolved(action).map((each) => each.slice(0, TRIGGERED))].some((each) =>
          REACHES_OUT.test(each),
        )
      )
        return true
    }
    return false
  })
}

/** The value after a trigger: a reference, or the dictionary up to its end. */
function triggered(text: string, at: number): string {
  const value = text.slice(at, at + TRIGGERED).replace(/^\/\w+\s*/, '')
  const reference = /^\d+\s+\d+\s+R/.exec(value)?.[0]
  if (reference) return reference
  let depth = 0
  for (const mark of value.matchAll(/<<|>>/g)) {
    depth += mark[0] === '<<' ? 1 : -1
    if (depth === 0) return value.slice(0, mark.index)
  }
  return depth > 0 ? value : ''
}

const NO_INVOICE: EInvoiceReading = { eInvoice: null, eInvoiceFault: null }

/**
 * Reads the facts about a PDF, and the e-invoice inside. Broken, encrypted and hostile files have facts too: it never
 * throws. A job for the thread pool: it may take seconds.
 */
export async function readPdf(bytes: Uint8Array): Promise<PdfFacts> {
  const objects = objectsOf(bytes)
  const scripts = hasActiveContent(objects)
  const encrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/Encrypt')
  if (await isDeflateBomb(bytes, objects)) return { pages: null, encrypted, scripts, ...NO_INVOICE }

  // Checked before a reader extracts files, as a reader extracts files of any size.
  const attached = attachedFiles(bytes, objects)
  const opened = await openPdf(
    bytes,
    attached.every((file) => file.bytes !== null),
  )
  const files = opened.files.length > 0 ? opened.files : attached
  return {
    pages: opened.pages,
    encrypted: opened.encrypted || (opened.pages === null && encrypted),
    scripts: scripts || opened.scripts,
    ...readEInvoice(files),
  }
}
