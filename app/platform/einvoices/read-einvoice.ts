import type { EInvoice } from './contract'
import { readCii } from './read-cii'
import { readUbl } from './read-ubl'
import { faultOf } from './verify-totals'
import { FILE_ELEMENTS, filesIn } from './xml-files'
import { LOOKED_AT, readXmlTree, rootOf, type XmlElement, XmlRefusal } from './xml-tree'

/** A file inside a PDF. */
export interface Attachment {
  name: string
  /** Null when it is too large to be taken out. */
  bytes: Uint8Array | null
}

export interface EInvoiceReading {
  eInvoice: EInvoice | null
  /** Why a file that is named as an e-invoice was not read, in a sentence; null when one was read or there is none. */
  eInvoiceFault: string | null
}

/** Names that the standards give the file, most precise first. Case is not kept by all programs. */
const NAMES = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml', 'cii.xml', 'ubl.xml']
const CII = ['CrossIndustryInvoice', 'CrossIndustryDocument']
const UBL = ['Invoice', 'CreditNote']
/** Order-X: an order, whatever its file is called. */
const ORDERS = [
  'SCRDMCCBDACIOMessageStructure',
  'SCRDMCCBDACIDMessageStructure',
  'CrossIndustryOrder',
  'Order',
]

/**
 * Finds the e-invoice among the files inside a PDF and reads it: files with a name of the standards first, then any XML
 * whose outermost element is that of an invoice.
 */
export function readEInvoice(attachments: readonly Attachment[]): EInvoiceReading {
  let eInvoiceFault: string | null = null
  for (const file of inOrder(attachments)) {
    const read = readOne(file)
    if (read.eInvoice) return read
    eInvoiceFault ??= read.eInvoiceFault
  }
  return { eInvoice: null, eInvoiceFault }
}

function inOrder(attachments: readonly Attachment[]): Attachment[] {
  const rank = ({ name }: Attachment) => {
    const at = NAMES.indexOf(name.toLowerCase())
    return at === -1 ? NAMES.length : at
  }
  const candidates = attachments.filter((file) => {
    if (rank(file) < NAMES.length) return true
    const root = file.bytes && rootOf(file.bytes)?.name
    return root != null && [...CII, ...UBL].includes(root)
  })
  return candidates.sort((a, b) => rank(a) - rank(b))
}

function readOne({ name, bytes }: Attachment): EInvoiceReading {
  const because = (why: string) => ({
    eInvoice: null,
    eInvoiceFault: `The e-invoice inside ("${name}") was not read: it ${why}`,
  })
  if (!bytes) return because('is larger than 10 MB.')
  try {
    const root = readXmlTree(bytes)
    if (ORDERS.includes(root.name)) return { eInvoice: null, eInvoiceFault: null }
    if (!isInvoice(root)) return because('is no invoice of a known format.')
    return { eInvoice: invoiceIn(root, name, 'Factur-X'), eInvoiceFault: null }
  } catch (error) {
    if (error instanceof XmlRefusal) return because(error.message)
    throw error
  }
}

const isInvoice = ({ name }: XmlElement) => CII.includes(name) || UBL.includes(name)

/** @param usual what an invoice of UN/CEFACT is called that names no profile of its own */
function invoiceIn(root: XmlElement, fileName: string, usual: string): EInvoice {
  const { fields, totals, profile, typeCode } = CII.includes(root.name) ? readCii(root) : readUbl(root)
  const given = Object.fromEntries(Object.entries(fields).filter(([, found]) => found !== undefined))
  const format = formatOf(root.name, profile ?? '', fileName, usual)
  return { format, profile, fileName, typeCode, fields: given, fault: faultOf(fields, totals) }
}

/** Of bare XML: "Invoice" alone might be anything. */
const UBL_SPACE = 'urn:oasis:names:specification:ubl:schema:xsd:'

/** Is this XML an invoice by itself, of UBL or UN/CEFACT (CII), as far as its first bytes tell? */
export function isInvoiceXml(bytes: Uint8Array): boolean {
  const first = bytes.subarray(0, LOOKED_AT).find((byte) => !LEADING.has(byte))
  if (first !== 0x3c) return false
  const root = rootOf(bytes)
  if (root === null) return false
  return CII.includes(root.name) || (UBL.includes(root.name) && root.namespace.startsWith(UBL_SPACE))
}

/** Marks of encodings, and blanks. */
const LEADING: ReadonlySet<number> = new Set([0, 0xef, 0xbb, 0xbf, 0xfe, 0xff, 9, 10, 13, 32])

/** An invoice that is XML alone, and the files inside it. */
export interface BareInvoice {
  eInvoice: EInvoice
  files: { name: string; bytes: Uint8Array }[]
}

/** Reads an invoice that came as XML alone, as one inside a PDF is read. @throws XmlRefusal when it cannot be read */
export function readBareInvoice({ name, bytes }: { name: string; bytes: Uint8Array }): BareInvoice {
  const root = readXmlTree(bytes, { whole: FILE_ELEMENTS })
  return { eInvoice: readInvoiceTree(root, name), files: filesIn(root) }
}

/** The same of its tree. @throws XmlRefusal when it is no invoice */
export function readInvoiceTree(root: XmlElement, fileName: string): EInvoice {
  if (!isInvoice(root)) throw new XmlRefusal('is no invoice of a known format.')
  return invoiceIn(root, fileName, 'CII')
}

function formatOf(root: string, profile: string, fileName: string, usual: string): string {
  if (root === 'CrossIndustryDocument') return 'ZUGFeRD 1'
  if (/xrechnung/i.test(profile)) return 'XRechnung'
  if (UBL.includes(root)) return 'UBL'
  if (/zugferd/i.test(profile)) return 'ZUGFeRD 2'
  if (/factur-?x/i.test(profile)) return 'Factur-X'
  if (/^zugferd/i.test(fileName)) return 'ZUGFeRD 2'
  return /^xrechnung/i.test(fileName) ? 'XRechnung' : usual
}
