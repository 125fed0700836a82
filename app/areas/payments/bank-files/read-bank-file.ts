import type { BankDocument } from './bank-document'

/** What a file of a bank says. */
export async function readBankFile(fileName: string, bytes: Uint8Array): Promise<BankDocument[]> {
  throw new Error(`${fileName} (${bytes.byteLength} bytes) cannot be read before the readers are here`)
}
