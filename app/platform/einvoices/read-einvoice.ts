import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { type EInvoice, type EInvoiceFields, isCreditType, type Totals } from './einvoice'
import { showMoney } from './invoice-text'
import { readCii, readUbl } from './read-syntaxes'
import {
  elementsAt,
  LOOKED_AT,
  readXmlTree,
  rootNode,
  rootOf,
  textOf,
  type XmlElement,
  type XmlNode,
  XmlRefusal,
} from './xml-tree'

/** Elements of UN/CEFACT and of UBL that contain a file in base 64. */
const FILE_ELEMENTS: ReadonlySet<string> = new Set(['AttachmentBinaryObject', 'EmbeddedDocumentBinaryObject'])

/** Most files that are extracted from one invoice. */
const MAX_FILES = 20
/** Characters kept of a file's name: the last ones, which include the extension. */
const MAX_NAME_LENGTH = 200

/** A supporting document of an invoice: a file inside its XML, or an address. */
export interface SupportingDocument {
  /** Its file name, else its number. */
  name: string
  description: string
  /** In base 64; empty where the invoice only gives an address. */
  content: string
  address: string
}

/** The supporting documents that an invoice names, in its order. */
export function supportingDocuments(root: XmlElement): SupportingDocument[] {
  const whole = rootNode(root)
  const named = [
    ...elementsAt(whole, 'AdditionalDocumentReference'),
    ...elementsAt(
      whole,
      'SupplyChainTradeTransaction',
      'ApplicableHeaderTradeAgreement',
      'AdditionalReferencedDocument',
    ),
  ]
  return named.flatMap((reference) => {
    const [file] = [
      ...elementsAt(reference, 'Attachment', 'EmbeddedDocumentBinaryObject'),
      ...elementsAt(reference, 'AttachmentBinaryObject'),
    ]
    const text = (...steps: string[]) => firstText(elementsAt(reference, ...steps))
    const address = text('Attachment', 'ExternalReference', 'URI') || text('URIID')
    // A reference alone, such as the number of a delivery, is not a document.
    if (!file && address === '') return []
    return {
      name: (file?.element.attributes.filename || text('ID') || text('IssuerAssignedID')).slice(
        -MAX_NAME_LENGTH,
      ),
      description: text('DocumentDescription') || text('Name'),
      content: file?.element.text ?? '',
      address,
    }
  })
}

const firstText = ([first]: readonly XmlNode[]) => (first ? (textOf(first.element) ?? '') : '')

/** The files inside an invoice's XML; needs the whole text of FILE_ELEMENTS. */
function filesIn(root: XmlElement): { name: string; bytes: Uint8Array }[] {
  return supportingDocuments(root)
    .filter(({ content }) => content !== '')
    .slice(0, MAX_FILES)
    .map(({ name, content }, at) => ({
      name: name || `file ${at + 1}`,
      bytes: new Uint8Array(Buffer.from(content, 'base64')),
    }))
}

/**
 * What does not add up in an invoice, as sentences for an accountant; null when everything does. Compared to the cent,
 * as EN 16931 does (BR-CO-10, 13, 14, 15, 16); only the sums of EXTENDED invoices may be off by a cent for each figure in
 * them (BR-FXEXT-CO-10, 13). Amounts that an invoice does not give are not compared.
 */
function faultOf(fields: EInvoiceFields, totals: Totals): string | null {
  const { netAmount, taxes, grossAmount, currency } = fields
  const net = netAmount?.value ?? null
  const tax = taxes?.value ?? '0'
  const gross = grossAmount?.value ?? null
  const money = (value: Decimal | Big) => `${showMoney(value)}${currency ? ` ${currency.value}` : ''}`
  const faults: string[] = []

  if (net !== null && gross !== null) {
    const computed = sum([net, tax])
    if (!computed.eq(gross))
      faults.push(
        `The gross amount is ${money(gross)}, but net ${showMoney(net)} plus taxes ${showMoney(tax)} make ${showMoney(computed)}: ${offBy(computed, gross)}.`,
      )
  }
  const { lineTotal, allowances, charges } = totals
  if (net !== null && lineTotal !== null) {
    const computed = new Big(lineTotal).minus(allowances).plus(charges)
    if (!near(computed, net, totals.centPerFigure ? (totals.lines?.length ?? 0) : 0))
      faults.push(
        `The net amount is ${money(net)}, but lines of ${showMoney(lineTotal)} less allowances of ${showMoney(allowances)} plus charges of ${showMoney(charges)} make ${showMoney(computed)}: ${offBy(computed, net)}.`,
      )
  }
  const lines = lineTotal === null ? null : costLineMismatch(totals, lineTotal, money)
  if (lines) faults.push(lines)
  if (totals.taxes && taxes) {
    const computed = sum(totals.taxes)
    if (!near(computed, tax, totals.centPerFigure ? totals.taxes.length : 0))
      faults.push(
        `Taxes are ${money(tax)}, but the taxes of each rate make ${showMoney(computed)}: ${offBy(computed, tax)}.`,
      )
  }
  const due = dueMismatch(fields, money)
  if (due !== null) faults.push(due)
  return faults.length > 0 ? faults.join(' ') : null
}

/** The amount due is gross less what was paid in advance, rounded; compared where an invoice gives one of these two. */
function dueMismatch(
  { grossAmount, prepaidAmount, roundingAmount, dueAmount }: EInvoiceFields,
  money: (value: Decimal | Big) => string,
): string | null {
  if (!grossAmount || !dueAmount || !(prepaidAmount || roundingAmount)) return null
  const prepaid = prepaidAmount?.value ?? '0'
  const rounding = roundingAmount?.value ?? '0'
  const computed = new Big(grossAmount.value).minus(prepaid).plus(rounding)
  if (computed.eq(dueAmount.value)) return null
  return `The amount due is ${money(dueAmount.value)}, but gross ${showMoney(grossAmount.value)} less ${showMoney(prepaid)} paid in advance plus rounding ${showMoney(rounding)} make ${showMoney(computed)}: ${offBy(computed, dueAmount.value)}.`
}

/** Lines that sum up others count in EN 16931 but not in Factur-X: either sum is right. */
function costLineMismatch(
  { lines, centPerFigure }: Totals,
  lineTotal: Decimal,
  money: (value: Decimal) => string,
): string | null {
  if (!lines) return null
  const all = sum(lines.map(({ amount }) => amount))
  const computed = sum(lines.filter(({ summary }) => !summary).map(({ amount }) => amount))
  const cents = centPerFigure ? lines.length : 0
  if (near(computed, lineTotal, cents) || near(all, lineTotal, cents)) return null
  return `The total of the lines is ${money(lineTotal)}, but they make ${showMoney(computed)}: ${offBy(computed, lineTotal)}.`
}

function near(computed: Big, stated: Decimal, cents: number): boolean {
  return computed.minus(stated).abs().lte(new Big(cents).div(100))
}

function offBy(computed: Big, stated: Decimal): string {
  return `a difference of ${showMoney(computed.minus(stated).abs())}`
}

/** A file inside a PDF. */
export interface Attachment {
  name: string
  /** Null when it is too large to be extracted. */
  bytes: Uint8Array | null
}

export interface EInvoiceReading {
  eInvoice: EInvoice | null
  /** Why a file named as an e-invoice was not read, as a sentence; null when one was read or there is none. */
  eInvoiceFault: string | null
}

/** File names from the standards, most precise first. Some programs change their case. */
const NAMES = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml', 'cii.xml', 'ubl.xml']
const CII = ['CrossIndustryInvoice', 'CrossIndustryDocument']
const UBL = ['Invoice', 'CreditNote']
/** Order-X: an order, under any file name. */
const ORDERS = [
  'SCRDMCCBDACIOMessageStructure',
  'SCRDMCCBDACIDMessageStructure',
  'CrossIndustryOrder',
  'Order',
]

/**
 * Finds and reads the e-invoice among the files inside a PDF: first files with a standard name, then any XML whose root
 * element is that of an invoice.
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
    if (!isInvoice(root)) return because('is not an invoice in a known format.')
    return { eInvoice: invoiceIn(root, name, 'Factur-X'), eInvoiceFault: null }
  } catch (error) {
    if (error instanceof XmlRefusal) return because(error.message)
    throw error
  }
}

const isInvoice = ({ name }: XmlElement) => CII.includes(name) || UBL.includes(name)

/** @param usual format name for a UN/CEFACT invoice without its own profile */
function invoiceIn(root: XmlElement, fileName: string, usual: string): EInvoice {
  const read = CII.includes(root.name) ? readCii(root) : readUbl(root)
  const { fields, totals, profile, typeCode } = read
  const given = Object.fromEntries(Object.entries(fields).filter(([, found]) => found !== undefined))
  const format = formatOf(root.name, profile ?? '', fileName, usual)
  const isCreditNote = read.isCreditNote || isCreditType(typeCode)
  return { format, profile, fileName, typeCode, isCreditNote, fields: given, fault: faultOf(fields, totals) }
}

/** For bare XML: the element name "Invoice" alone is ambiguous. */
const UBL_SPACE = 'urn:oasis:names:specification:ubl:schema:xsd:'

/** Whether this XML is itself an invoice of UBL or UN/CEFACT (CII), judging by its first bytes. */
export function isInvoiceXml(bytes: Uint8Array): boolean {
  const first = bytes.subarray(0, LOOKED_AT).find((byte) => !LEADING.has(byte))
  if (first !== 0x3c) return false
  const root = rootOf(bytes)
  if (root === null) return false
  return CII.includes(root.name) || (UBL.includes(root.name) && root.namespace.startsWith(UBL_SPACE))
}

/** Byte order marks and blanks. */
const LEADING: ReadonlySet<number> = new Set([0, 0xef, 0xbb, 0xbf, 0xfe, 0xff, 9, 10, 13, 32])

/** An invoice that is only XML, and the files inside it. */
export interface BareInvoice {
  eInvoice: EInvoice
  files: { name: string; bytes: Uint8Array }[]
}

/** Reads an invoice that arrived as XML, like one inside a PDF. @throws XmlRefusal when it cannot be read */
export function readBareInvoice({ name, bytes }: { name: string; bytes: Uint8Array }): BareInvoice {
  const root = readXmlTree(bytes, { whole: FILE_ELEMENTS })
  return { eInvoice: readInvoiceTree(root, name), files: filesIn(root) }
}

/** The same for a tree. @throws XmlRefusal when it is not an invoice */
export function readInvoiceTree(root: XmlElement, fileName: string): EInvoice {
  if (!isInvoice(root)) throw new XmlRefusal('is not an invoice in a known format.')
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
