import { textOf } from './written-values'
import { rootSpot, type Spot, spots } from './xml-path'
import type { XmlElement } from './xml-tree'

/** Elements that hold a file in base 64: of UN/CEFACT, and of UBL. */
export const FILE_ELEMENTS: ReadonlySet<string> = new Set([
  'AttachmentBinaryObject',
  'EmbeddedDocumentBinaryObject',
])

/** Files that are taken out of one invoice. */
const MOST_FILES = 20
/** Letters of a file's name that are kept: the last ones, which tell what it is. */
const LONGEST_NAME = 200

/** What supports an invoice: a file inside its XML, or the address of one. */
export interface SupportingDocument {
  /** Its file name, else its number. */
  name: string
  description: string
  /** In base 64; empty where the invoice only says where it is. */
  content: string
  address: string
}

/** The supporting documents that an invoice names, in its order. */
export function supportingDocuments(root: XmlElement): SupportingDocument[] {
  const whole = rootSpot(root)
  const named = [
    ...spots(whole, 'AdditionalDocumentReference'),
    ...spots(
      whole,
      'SupplyChainTradeTransaction',
      'ApplicableHeaderTradeAgreement',
      'AdditionalReferencedDocument',
    ),
  ]
  return named.flatMap((reference) => {
    const [file] = [
      ...spots(reference, 'Attachment', 'EmbeddedDocumentBinaryObject'),
      ...spots(reference, 'AttachmentBinaryObject'),
    ]
    const text = (...steps: string[]) => firstText(spots(reference, ...steps))
    const address = text('Attachment', 'ExternalReference', 'URI') || text('URIID')
    // A reference alone, such as the number of a delivery, is no document.
    if (!file && address === '') return []
    return {
      name: (file?.element.attributes.filename || text('ID') || text('IssuerAssignedID')).slice(
        -LONGEST_NAME,
      ),
      description: text('DocumentDescription') || text('Name'),
      content: file?.element.text ?? '',
      address,
    }
  })
}

const firstText = ([first]: readonly Spot[]) => (first ? (textOf(first.element) ?? '') : '')

/** The files inside an invoice's XML, which was read with their whole text. */
export function filesIn(root: XmlElement): { name: string; bytes: Uint8Array }[] {
  return supportingDocuments(root)
    .filter(({ content }) => content !== '')
    .slice(0, MOST_FILES)
    .map(({ name, content }, at) => ({
      name: name || `file ${at + 1}`,
      bytes: new Uint8Array(Buffer.from(content, 'base64')),
    }))
}
