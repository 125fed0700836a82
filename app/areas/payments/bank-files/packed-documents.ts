import { setImmediate } from 'node:timers/promises'
import type { BankDocument, BankEntry, BankStatement, PaymentStatus } from './bank-document'

/** Documents on their way between threads: long lists are JSON in pieces, so that none stops the receiver for long. */
export interface PackedDocuments {
  documents: (Omit<BankDocument, 'statements' | 'statuses'> & {
    statements: (Omit<BankStatement, 'entries'> & { entries: string[] })[]
    statuses: string[]
  })[]
}

/** Takes a few milliseconds to parse. */
const PIECE = 500

function pieces(list: readonly unknown[]): string[] {
  const found: string[] = []
  for (let at = 0; at < list.length; at += PIECE) found.push(JSON.stringify(list.slice(at, at + PIECE)))
  return found
}

export function packDocuments(documents: readonly BankDocument[]): PackedDocuments {
  return {
    documents: documents.map((document) => ({
      ...document,
      statements: document.statements.map((statement) => ({
        ...statement,
        entries: pieces(statement.entries),
      })),
      statuses: pieces(document.statuses),
    })),
  }
}

/** Lets other work run between the pieces. */
export async function unpackDocuments({ documents }: PackedDocuments): Promise<BankDocument[]> {
  const found: BankDocument[] = []
  for (const document of documents) {
    const statements: BankStatement[] = []
    for (const statement of document.statements)
      statements.push({ ...statement, entries: await parsed<BankEntry>(statement.entries) })
    found.push({ ...document, statements, statuses: await parsed<PaymentStatus>(document.statuses) })
  }
  return found
}

async function parsed<Item>(packed: readonly string[]): Promise<Item[]> {
  const found: Item[] = []
  for (const piece of packed) {
    found.push(...(JSON.parse(piece) as Item[]))
    await setImmediate()
  }
  return found
}
