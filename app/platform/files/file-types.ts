/** The role of documents for their object (`file_type` of the specification). */
export const FILE_TYPES = {
  /** The supplier's PDF, or e-invoice in XML, of a draft and of its invoices. */
  invoice: 'INVOICE',
  /** A file from inside an e-invoice in XML. */
  attachment: 'INVOICE ATTACHMENT',
  /** The client's authorisation. */
  proof: 'CLIENT VALIDATION',
  backup: 'BACKUP',
  /** Workbook for the accounting system, made when an invoice is booked. */
  loader: 'LOADER',
  /** Any document that users add. */
  other: 'OTHER',
} as const

export type FileType = (typeof FILE_TYPES)[keyof typeof FILE_TYPES]

/** Characters of a name shown before its extension (specification section 5). */
const SHOWN = 66
const EXTENSION = /\.[\p{L}\p{N}_-]{1,10}$/u

// Direction marks can make "exe.pdf" out of "fdp.exe"; zero-width characters make two names look the same.
const DECEIVING = /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu

/**
 * A file's name as users see it: 66 characters before the extension, then an ellipsis; characters that are invisible,
 * or reverse others, take a visible form. Only for showing: the stored name stays as it came.
 */
export function displayName(fileName: string): string {
  const visible = fileName
    .replace(/\p{Cc}/gu, pictured)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(DECEIVING, '\ufffd')
  const extension = EXTENSION.exec(visible)?.[0] ?? ''
  const stem = Array.from(extension === '' ? visible : visible.slice(0, -extension.length))
  return stem.length > SHOWN ? `${stem.slice(0, SHOWN).join('')}…${extension}` : visible
}

/** Unicode has a picture for every ASCII control character. */
function pictured(control: string): string {
  const code = control.charCodeAt(0)
  if (code === 0x7f) return '\u2421'
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd'
}
