export type Family =
  | 'pdf'
  | 'excel'
  | 'word'
  | 'powerpoint'
  | 'text'
  | 'e-invoice'
  | 'image'
  | 'protected'
  | 'other'

/** The kind of a file, determined by its content. */
export interface FileKind {
  /** Without parameters. */
  mediaType: string
  /** Usual extension, without the dot. */
  extension: string
  /** For users: "a PDF", "an Excel workbook". */
  label: string
  family: Family
  /** For text only. */
  charset?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.'

function kind(family: Family, extension: string, mediaType: string, label: string): FileKind {
  return { mediaType, extension, label, family }
}

const EXCEL = 'an Excel workbook'
const EXCEL_MACROS = 'an Excel workbook with macros'
const WORD = 'a Word document'
const POWERPOINT = 'a PowerPoint presentation'

/** Every kind that the product recognises, by its extension. */
export const KINDS = {
  pdf: kind('pdf', 'pdf', 'application/pdf', 'a PDF'),
  xlsx: kind('excel', 'xlsx', `${OPEN_XML}spreadsheetml.sheet`, EXCEL),
  xltx: kind('excel', 'xltx', `${OPEN_XML}spreadsheetml.template`, EXCEL),
  xlsm: kind('excel', 'xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12', EXCEL_MACROS),
  xltm: kind('excel', 'xltm', 'application/vnd.ms-excel.template.macroEnabled.12', EXCEL_MACROS),
  xlam: kind('excel', 'xlam', 'application/vnd.ms-excel.addin.macroEnabled.12', 'an Excel add-in'),
  xlsb: kind(
    'excel',
    'xlsb',
    'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
    'a binary Excel workbook',
  ),
  xls: kind('excel', 'xls', 'application/vnd.ms-excel', 'an Excel 97-2003 workbook'),
  docx: kind('word', 'docx', `${OPEN_XML}wordprocessingml.document`, WORD),
  dotx: kind('word', 'dotx', `${OPEN_XML}wordprocessingml.template`, WORD),
  docm: kind(
    'word',
    'docm',
    'application/vnd.ms-word.document.macroEnabled.12',
    'a Word document with macros',
  ),
  dotm: kind(
    'word',
    'dotm',
    'application/vnd.ms-word.template.macroEnabled.12',
    'a Word document with macros',
  ),
  doc: kind('word', 'doc', 'application/msword', 'a Word 97-2003 document'),
  rtf: kind('word', 'rtf', 'application/rtf', 'a rich text document'),
  pptx: kind('powerpoint', 'pptx', `${OPEN_XML}presentationml.presentation`, POWERPOINT),
  ppsx: kind('powerpoint', 'ppsx', `${OPEN_XML}presentationml.slideshow`, POWERPOINT),
  potx: kind('powerpoint', 'potx', `${OPEN_XML}presentationml.template`, POWERPOINT),
  pptm: kind('powerpoint', 'pptm', 'application/vnd.ms-powerpoint.presentation.macroEnabled.12', POWERPOINT),
  ppsm: kind('powerpoint', 'ppsm', 'application/vnd.ms-powerpoint.slideshow.macroEnabled.12', POWERPOINT),
  potm: kind('powerpoint', 'potm', 'application/vnd.ms-powerpoint.template.macroEnabled.12', POWERPOINT),
  ppt: kind('powerpoint', 'ppt', 'application/vnd.ms-powerpoint', 'a PowerPoint 97-2003 presentation'),
  csv: kind('text', 'csv', 'text/csv', 'a csv file'),
  txt: kind('text', 'txt', 'text/plain', 'a text file'),
  eInvoice: kind('e-invoice', 'xml', 'application/xml', 'an e-invoice in XML'),
  protected: kind('protected', 'ole', 'application/x-ole-storage', 'an Office file protected by a password'),
  msg: kind('other', 'msg', 'application/vnd.ms-outlook', 'an Outlook message'),
  ole: kind('other', 'ole', 'application/x-ole-storage', 'an Office file of an unknown program'),
  zip: kind('other', 'zip', 'application/zip', 'a zip archive'),
  unknown: kind('other', 'bin', 'application/octet-stream', 'of an unknown or damaged format'),
} as const satisfies Record<string, FileKind>

/** As stored and sent: "text/csv; charset=utf-8". */
export function contentTypeOf({ mediaType, charset }: Pick<FileKind, 'mediaType' | 'charset'>): string {
  return charset ? `${mediaType}; charset=${charset}` : mediaType
}

/** Media types of accepted uploads and of generated files, without parameters. */
export const STORED_TYPES: readonly string[] = [
  ...new Set(
    Object.values<FileKind>(KINDS)
      .filter(({ family }) => ['pdf', 'excel', 'word', 'powerpoint', 'text', 'e-invoice'].includes(family))
      .map(({ mediaType }) => mediaType),
  ),
]

/** The role of a document for its object (`file_type` of the specification). */
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
  /** The file that a bank receives for a payment run, and the bank's answer. */
  payments: 'PAYMENT FILE',
  bankAnswer: 'BANK ANSWER',
  /** The PDF of an oversight report, kept when it was signed by two people. */
  oversight: 'OVERSIGHT REPORT',
  /** Any document that users add. */
  other: 'OTHER',
} as const

export type FileType = (typeof FILE_TYPES)[keyof typeof FILE_TYPES]

/** Workbooks, by their extension, of which the server itself shows the values. */
export const PREVIEWED_WORKBOOKS: readonly string[] = ['xlsx', 'xlsm', 'xlsb', 'xls']

/** Characters of a name shown before its extension (specification section 5). */
const SHOWN = 66
const EXTENSION = /\.[\p{L}\p{N}_-]{1,10}$/u

// Direction marks can make "exe.pdf" out of "fdp.exe"; zero-width characters make two names look alike.
const DECEIVING = /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu

/**
 * A file's name as users see it: 66 characters before the extension, then an ellipsis; invisible or reversing
 * characters become visible. Only for display: the stored name is unchanged.
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
