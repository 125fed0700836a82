import { setImmediate } from 'node:timers/promises'
import type { BankDocument, BankEntry, BankStatement, PaymentStatus } from './bank-document'
import type { ReadFile } from './read-bank-file'

/**
 * Files and documents on their way between threads, in memory that both share: neither a copy nor the parsing of a long
 * list stops the thread of the pages for long.
 */
export interface PackedDocuments extends Pick<ReadFile, 'sha256'> {
  documents: (Omit<BankDocument, 'statements' | 'statuses'> & {
    statements: (Omit<BankStatement, 'entries'> & { entries: Piece[] })[]
    statuses: Piece[]
  })[]
  content: SharedArrayBuffer
}

/** Where a part of a list is in the content, as JSON. */
interface Piece {
  at: number
  length: number
}

/** Takes a few milliseconds to parse. */
const PIECE_ITEMS = 250
const PIECE_BYTES = 1024 * 1024

export async function packFile(bytes: Uint8Array): Promise<SharedArrayBuffer> {
  const content = new SharedArrayBuffer(bytes.length)
  const copy = new Uint8Array(content)
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    copy.set(bytes.subarray(at, at + PIECE_BYTES), at)
    await setImmediate()
  }
  return content
}

export function packDocuments({ sha256, documents }: ReadFile): PackedDocuments {
  const parts: Buffer[] = []
  let length = 0
  const pack = (list: readonly unknown[]): Piece[] => {
    const pieces: Piece[] = []
    for (let at = 0; at < list.length; at += PIECE_ITEMS) {
      const part = Buffer.from(JSON.stringify(list.slice(at, at + PIECE_ITEMS)))
      pieces.push({ at: length, length: part.length })
      parts.push(part)
      length += part.length
    }
    return pieces
  }
  const frames = documents.map((document) => ({
    ...document,
    statements: document.statements.map((statement) => ({ ...statement, entries: pack(statement.entries) })),
    statuses: pack(document.statuses),
  }))
  const content = new SharedArrayBuffer(length)
  const bytes = new Uint8Array(content)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return { sha256, documents: frames, content }
}

export async function unpackDocuments({ sha256, documents, content }: PackedDocuments): Promise<ReadFile> {
  const unpack = async <Item>(pieces: readonly Piece[]): Promise<Item[]> => {
    const found: Item[] = []
    for (const { at, length } of pieces) {
      found.push(...(JSON.parse(Buffer.from(content, at, length).toString()) as Item[]))
      await setImmediate()
    }
    return found
  }
  const found: BankDocument[] = []
  for (const document of documents) {
    const statements: BankStatement[] = []
    for (const statement of document.statements)
      statements.push({ ...statement, entries: await unpack<BankEntry>(statement.entries) })
    found.push({ ...document, statements, statuses: await unpack<PaymentStatus>(document.statuses) })
  }
  return { sha256, documents: found }
}
