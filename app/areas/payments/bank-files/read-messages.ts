import { dayOfElement, type XmlElement } from '~/platform/einvoices/xml-tree'
import type { BankDocument, BankDocumentKind } from './bank-document'
import { statementReader } from './camt-statement'
import { elementAt, type MessageReader, textAt } from './message-elements'
import { statusReader } from './status-report'
import { readXmlStream } from './xml-stream'

/** A message of ISO 20022 as it is read, before the file that holds it is named. */
export type Message = Omit<BankDocument, 'name' | 'sha256'>

type Reading = (count: () => void) => MessageReader

/** The messages that are read, by the element that holds one. */
const MESSAGES = new Map<string, { kind: BankDocumentKind; reading: Reading }>([
  ['CstmrPmtStsRpt', { kind: 'pain.002', reading: statusReader }],
  ['BkToCstmrAcctRpt', { kind: 'camt.052', reading: statementReader }],
  ['BkToCstmrStmt', { kind: 'camt.053', reading: statementReader }],
  ['BkToCstmrDbtCdtNtfctn', { kind: 'camt.054', reading: statementReader }],
])

/** The first versions name themselves: BkToCstmrStmtV01. */
const messageOf = ({ name }: XmlElement) => MESSAGES.get(name.replace(/V\d\d$/, ''))

interface OpenMessage {
  body: XmlElement
  kind: BankDocumentKind
  reader: MessageReader
}

/**
 * The messages in an XML document, at whatever depth: envelopes of all kinds are passed over.
 * @param count called for each message, statement, entry and status; throws where there are too many
 * @returns also the elements that it begins with, from the root, to say what it is where it holds no message
 * @throws BankFileFault when it is not XML that is read
 */
export function readMessages(
  bytes: Uint8Array,
  count: () => void,
): { messages: Message[]; begins: string[] } {
  const messages: Message[] = []
  const begins: string[] = []
  let message: OpenMessage | null = null
  readXmlStream(bytes, {
    open(element) {
      if (begins.length < 2) begins.push(element.name)
      const found = message ? undefined : messageOf(element)
      if (!found) return
      count()
      message = { body: element, kind: found.kind, reader: found.reading(count) }
    },
    close(element, parent) {
      // What is outside messages is held nowhere.
      if (!message) return true
      if (parent && element !== message.body) return message.reader.close(element, parent)
      messages.push(finished(message))
      message = null
      return true
    },
  })
  return { messages, begins }
}

function finished({ body, kind, reader }: OpenMessage): Message {
  const createdOn = elementAt(body, 'GrpHdr', 'CreDtTm')
  return {
    kind,
    messageId: textAt(body, 'GrpHdr', 'MsgId') ?? '',
    createdOn: createdOn && dayOfElement(createdOn),
    ...reader.end(body),
  }
}
