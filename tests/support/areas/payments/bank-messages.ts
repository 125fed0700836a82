import type { BankDocument } from '~/areas/payments/bank-files/bank-document'
import { readBankFile } from '~/areas/payments/bank-files/read-bank-file'
import { DomainError } from '~/platform/values/domain-error'

/** Small messages as banks write them, and what is read from them. */

export const IBAN = 'LU280019400644750000'

const BODIES = {
  'camt.052': ['BkToCstmrAcctRpt', 'Rpt'],
  'camt.053': ['BkToCstmrStmt', 'Stmt'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const

export type CamtKind = keyof typeof BODIES

interface MessageOptions {
  kind?: CamtKind
  /** "08" of camt.053.001.08. */
  version?: string
  id?: string
}

/** A statement of the account of these tests. @param content entries and balances */
export const statementXml = (
  content: string,
  kind: CamtKind = 'camt.053',
  account = `<IBAN>${IBAN}</IBAN>`,
) => {
  const [, statement] = BODIES[kind]
  return `<${statement}><Id>1</Id><Acct><Id>${account}</Id><Ccy>EUR</Ccy></Acct>${content}</${statement}>`
}

const header = (id: string) => `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-28T06:00:00Z</CreDtTm></GrpHdr>`

/** @param statements from `statementXml` */
export function camtXml(
  statements: string,
  { kind = 'camt.053', version = '08', id = 'S1' }: MessageOptions = {},
): string {
  const [body] = BODIES[kind]
  const namespace = `urn:iso:std:iso:20022:tech:xsd:${kind}.001.${version}`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}"><${body}>${header(id)}${statements}</${body}></Document>`
}

/** A message with one statement. */
export const oneStatement = (content: string, options: MessageOptions = {}) =>
  camtXml(statementXml(content, options.kind), options)

/** @param groups the elements after the header */
export const painXml = (groups: string, version = '10', id = 'P1') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt>${header(id)}${groups}</CstmrPmtStsRpt></Document>`

interface EntryXml {
  amount?: string
  direction?: 'DBIT' | 'CRDT'
  status?: string
  /** On which it was booked, and its value date; by default they differ. */
  day?: string
  /** Elements between the status and the details. */
  facts?: string
  /** The content of <NtryDtls>; null for none. */
  details?: string | null
  /** Elements after the details. */
  text?: string
}

export function entryXml({
  amount = '<Amt Ccy="EUR">100.00</Amt>',
  direction = 'DBIT',
  status = '<Cd>BOOK</Cd>',
  day,
  facts = '',
  details = null,
  text = '',
}: EntryXml = {}): string {
  const inside = details === null ? '' : `<NtryDtls>${details}</NtryDtls>`
  return `<Ntry>${amount}<CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>${day ?? '2026-11-27'}</Dt></BookgDt><ValDt><Dt>${day ?? '2026-11-26'}</Dt></ValDt>${facts}${inside}${text}</Ntry>`
}

/** A transaction with an end-to-end id. */
export const transactionXml = (id: string, facts = '') =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${facts}</TxDtls>`

export const bytesOf = (text: string) => new TextEncoder().encode(text)

export const read = (content: string | Uint8Array, name = 'answer.xml'): Promise<BankDocument[]> =>
  readBankFile({ name, bytes: typeof content === 'string' ? bytesOf(content) : content })

/** The only document of a file. */
export async function readOne(content: string | Uint8Array, name?: string): Promise<BankDocument> {
  const [document, ...others] = await read(content, name)
  if (!document || others.length > 0) throw new Error(`There are ${others.length + 1} documents`)
  return document
}

/** The only statement of a file. */
export async function readStatement(content: string | Uint8Array) {
  const [statement, ...others] = (await readOne(content)).statements
  if (!statement || others.length > 0) throw new Error(`There are ${others.length + 1} statements`)
  return statement
}

/** The transactions of one entry. */
export const readEntry = async (entry: EntryXml, options?: MessageOptions) =>
  (await readStatement(oneStatement(entryXml(entry), options))).entries

/** The sentence with which a file is refused; null if it is read. */
export async function refusalOf(content: string | Uint8Array, name?: string): Promise<string | null> {
  try {
    await read(content, name)
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
  return null
}
