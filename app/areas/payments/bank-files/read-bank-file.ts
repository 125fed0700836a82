import { createHash } from 'node:crypto'
import { kindOf } from '~/platform/files/file-kind'
import { displayName, KINDS } from '~/platform/files/file-types'
import { DomainError } from '~/platform/values/domain-error'
import { type ZipEntry, ZipFault, zipEntries } from '~/platform/workbooks/zip'
import type { BankDocument } from './bank-document'
import { BankFileFault, nameInside, readingInside } from './bank-file-fault'
import { BANK_FILE_LIMITS as LIMITS } from './bank-file-limits'
import { readMt940, swiftKindOf } from './mt940'
import { type Message, readMessages } from './read-messages'

/** A file as a bank sent it, under any name. */
export interface BankFile {
  name: string
  bytes: Uint8Array
}

const TITLE = 'File cannot be integrated, see error.'

const READ =
  'These are read: pain.002, camt.052, camt.053 and camt.054 in XML, and MT940; also several in a zip file. Choose the file that the bank sent.'

/**
 * What banks send: messages of ISO 20022 of any version, in any envelope, MT940, and zip files of these. What the file
 * is, is decided by its content.
 * @throws DomainError invalid: it cannot be read, as a whole or in part; the sentence names the file in a zip file
 */
export async function readBankFile(file: BankFile): Promise<BankDocument[]> {
  const name = displayName(file.name)
  const count = counter()
  try {
    if (file.bytes.length > LIMITS.bytes) throw new BankFileFault('is larger than 60 MB.', SHORTER)
    const isZipFile = isZip(file.bytes) && (await kindOf(file.bytes)) === KINDS.zip
    return isZipFile ? await readZip(name, file.bytes, count) : await documentsIn(name, file.bytes, count)
  } catch (error) {
    throw error instanceof BankFileFault ? refused(name, error) : error
  }
}

/** A file as it was read, by which it is known again. */
export interface ReadFile {
  /** Of its bytes. */
  sha256: string
  documents: BankDocument[]
}

/** The same with what it is known by. @throws DomainError as `readBankFile` */
export async function readSentFile(file: BankFile): Promise<ReadFile> {
  return { sha256: sha256(file.bytes), documents: await readBankFile(file) }
}

const SHORTER = 'Ask the bank for statements of shorter periods.'
const UNPACK = 'Unpack it, and choose what is in it.'

function counter(): () => void {
  let counted = 0
  return () => {
    counted += 1
    if (counted > LIMITS.entries) throw new BankFileFault('has more than 100,000 entries.', SHORTER)
  }
}

function refused(name: string, { message, inside }: BankFileFault): DomainError {
  const subject = inside === null ? name : nameInside(name, inside)
  const what = inside === null ? 'The file' : `“${inside}”`
  return new DomainError('invalid', `“${subject}” ${message}`, {
    title: TITLE,
    fields: { files: `${what} ${message}` },
  })
}

/** Files that programs add to zip files, and folders. */
const PASSED_OVER = /(^|[\\/])(__MACOSX[\\/]|\.[^\\/]*$)|[\\/]$/

async function readZip(name: string, bytes: Uint8Array, count: () => void): Promise<BankDocument[]> {
  const entries = await zipEntries(bytes, LIMITS.zipFiles).catch(zipFault)
  const found = new Map<string, BankDocument>()
  let left: number = LIMITS.bytes
  for (const entry of entries) {
    if (PASSED_OVER.test(entry.name)) continue
    const inside = displayName(entry.name)
    await readingInside(inside, async () => {
      const content = await unpacked(entry, left).catch(zipFault)
      left -= content.length
      const kind = await kindOf(content)
      // Banks add statements for people to those for programs.
      if (kind.family === 'pdf') return
      if (kind === KINDS.zip) throw new BankFileFault('is a zip file in a zip file.', UNPACK)
      for (const document of await documentsIn(nameInside(name, inside), content, count))
        if (!found.has(document.sha256)) found.set(document.sha256, document)
    })
  }
  if (found.size === 0) throw new BankFileFault('holds no message of a bank.', READ)
  return [...found.values()]
}

/** Small files may well be packed tightly. */
const RATIO_COUNTS_FROM = 1024 * 1024

async function unpacked(entry: ZipEntry, most: number): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let size = 0
  await entry.read((piece) => {
    size += piece.length
    if (size > most) throw new BankFileFault('unpacks the zip file to more than 60 MB.', SHORTER)
    if (size > RATIO_COUNTS_FROM && size > entry.packedSize * LIMITS.zipRatio)
      throw new BankFileFault('is packed more tightly than any statement.', UNPACK)
    pieces.push(piece)
  })
  return Buffer.concat(pieces)
}

function zipFault(error: unknown): never {
  if (!(error instanceof ZipFault)) throw error
  const [why, advice] = ZIP_WORDS[error.fault]
  throw new BankFileFault(why, advice)
}

const ZIP_WORDS = {
  damaged: ['is damaged and cannot be unpacked.', 'Download it from the bank again.'],
  encrypted: ['is protected by a password.', UNPACK],
  'too many entries': ['holds more than 500 files.', 'Choose fewer at a time.'],
} as const

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

async function documentsIn(name: string, bytes: Uint8Array, count: () => void): Promise<BankDocument[]> {
  const swift = swiftKindOf(bytes)
  if (swift === 'MT940') return named([readMt940(textOf(bytes), count)], name, bytes)
  if (swift !== null) throw new BankFileFault(`is ${SWIFT_WORDS[swift]}, not a statement.`, READ)
  if (!isXml(bytes)) throw new BankFileFault(`is ${await labelOf(bytes)}.`, READ)
  return joinedDocuments(name, bytes, count)
}

const SWIFT_WORDS = { MT941: 'a balance report (MT941)', MT942: 'an interim report (MT942)' }

async function labelOf(bytes: Uint8Array): Promise<string> {
  if (bytes.every((byte) => byte === 0)) return 'empty'
  const { label } = await kindOf(bytes)
  return label
}

/** Whatever its encoding, XML begins with "<", after a mark of the encoding and blanks. */
function isXml(bytes: Uint8Array): boolean {
  const start = Array.from(bytes.subarray(0, 1_000)).filter((byte) => byte > 0x20 && byte < 0x7f)
  return start[0] === 0x3c
}

/** UTF-8, or else the encoding of Windows. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const DECLARATION = '<?xml '

/** The documents of an XML file, which some banks simply join one behind the other. */
async function joinedDocuments(name: string, bytes: Uint8Array, count: () => void): Promise<BankDocument[]> {
  const parts = partsOf(bytes)
  if (parts.length === 1) return xmlDocuments(name, bytes, count)
  const found: BankDocument[] = []
  for (const [at, part] of parts.entries()) {
    const inside = `document ${at + 1}`
    found.push(
      ...(await readingInside(inside, async () => xmlDocuments(nameInside(name, inside), part, count))),
    )
  }
  return found
}

function partsOf(bytes: Uint8Array): Uint8Array[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const begins = [0]
  for (let at = buffer.indexOf(DECLARATION, 1); at !== -1; at = buffer.indexOf(DECLARATION, at + 1))
    if (buffer.subarray(begins.at(-1), at).toString('latin1').trim().length > 3) begins.push(at)
  return begins.map((begin, at) => bytes.subarray(begin, begins[at + 1]))
}

/** ISO 20022 messages that are easily taken for an answer. */
const OTHER_MESSAGES = new Map([
  ['CstmrCdtTrfInitn', 'a payment file (pain.001), which goes to the bank'],
  ['CstmrDrctDbtInitn', 'a file of direct debits (pain.008), which goes to the bank'],
  ['CstmrPmtCxlReq', 'a request to cancel payments (camt.055), which goes to the bank'],
  ['RsltnOfInvstgtn', 'the answer to an investigation (camt.029)'],
  ['AcctRptgReq', 'a request for statements (camt.060), which goes to the bank'],
])

function xmlDocuments(name: string, bytes: Uint8Array, count: () => void): BankDocument[] {
  const { messages, begins } = readMessages(bytes, count)
  if (messages.length === 0) {
    const other = begins.map((each) => OTHER_MESSAGES.get(each)).find((words) => words !== undefined)
    const what = other ?? `an XML file of another kind (its first element is ${displayName(begins[0] ?? '')})`
    throw new BankFileFault(`is ${what}.`, READ)
  }
  return named(messages, name, bytes)
}

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex')

/** One of several messages in a file is known by what it says: its own bytes differ with the envelope. */
function named(messages: readonly Message[], name: string, bytes: Uint8Array): BankDocument[] {
  const [only] = messages
  if (only && messages.length === 1) return [{ ...only, name, sha256: sha256(bytes) }]
  return messages.map((message, at) => ({
    ...message,
    name: nameInside(name, `message ${at + 1}`),
    sha256: sha256(JSON.stringify(message)),
  }))
}
