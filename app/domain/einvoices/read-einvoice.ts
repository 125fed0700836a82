import { faultOf } from './adds-up'
import type { EInvoice } from './contract'
import { readCii } from './read-cii'
import { readUbl } from './read-ubl'
import { readXmlTree, rootName, XmlRefusal } from './xml-tree'

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
    const root = file.bytes && rootName(file.bytes)
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
    const isCii = CII.includes(root.name)
    if (!isCii && !UBL.includes(root.name)) return because('is no invoice of a known format.')
    const { fields, totals, profile, typeCode } = isCii ? readCii(root) : readUbl(root)
    const given = Object.fromEntries(Object.entries(fields).filter(([, found]) => found !== undefined))
    const format = formatOf(root.name, profile ?? '', name)
    const fault = faultOf(fields, totals)
    return {
      eInvoice: { format, profile, fileName: name, typeCode, fields: given, fault },
      eInvoiceFault: null,
    }
  } catch (error) {
    if (error instanceof XmlRefusal) return because(error.message)
    throw error
  }
}

function formatOf(root: string, profile: string, fileName: string): string {
  if (root === 'CrossIndustryDocument') return 'ZUGFeRD 1'
  if (/xrechnung/i.test(profile)) return 'XRechnung'
  if (UBL.includes(root)) return 'UBL'
  if (/zugferd/i.test(profile)) return 'ZUGFeRD 2'
  if (/factur-?x/i.test(profile)) return 'Factur-X'
  if (/^zugferd/i.test(fileName)) return 'ZUGFeRD 2'
  return /^xrechnung/i.test(fileName) ? 'XRechnung' : 'Factur-X'
}
