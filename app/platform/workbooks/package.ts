import { crc32 } from 'node:zlib'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { DomainError } from '~/platform/values/domain-error'
import { Budget, broken, encrypted, LIMITS, tooLarge } from './limits'

/** The parts of a workbook's zip file. Names are compared without case, as Excel does. */
export interface Package {
  file: string
  budget: Budget
  has(part: string): boolean
  /** Names of all parts, lower case. */
  names(): Iterable<string>
  /** Passes the part's bytes on in pieces; a missing part or damaged data is a DomainError. */
  read(part: string, take: (bytes: Buffer) => void): Promise<void>
}

/** Opens a zip file in memory; refuses a damaged one. Decompresses nothing yet. */
export async function openPackage(bytes: Uint8Array, file: string): Promise<Package> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const zip = await openZip(buffer).catch(() => {
    throw broken(file)
  })
  const entries = await listEntries(zip, file)
  const budget = new Budget(file)
  return {
    file,
    budget,
    has: (part) => entries.has(keyOf(part)),
    names: () => entries.keys(),
    read: async (part, take) => {
      const entry = entries.get(keyOf(part))
      if (!entry) throw broken(file)
      if (entry.isEncrypted()) throw encrypted(file)
      await inflate(zip, entry, budget, take).catch((error: unknown) => {
        throw error instanceof DomainError ? error : broken(file)
      })
    },
  }
}

function openZip(buffer: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Raw names: yauzl refuses a whole file for one odd name, and no name is used as a path here.
    fromBuffer(buffer, { lazyEntries: true, decodeStrings: false }, (error, zip) => {
      if (error) reject(error)
      else resolve(zip)
    })
  })
}

function listEntries(zip: ZipFile, file: string): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    if (zip.entryCount > LIMITS.entries) {
      reject(tooLarge(file, 'the zip file has more than 1,000 entries'))
      return
    }
    zip.on('entry', (entry: Entry) => {
      const key = keyOf(entry.fileNameRaw.toString('utf8'))
      if (!entries.has(key)) entries.set(key, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', () => reject(broken(file)))
    zip.readEntry()
  })
}

function keyOf(part: string): string {
  return part.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}

function inflate(zip: ZipFile, entry: Entry, budget: Budget, take: (bytes: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) {
        reject(error)
        return
      }
      let checksum = 0
      stream.on('data', (bytes: Buffer) => {
        try {
          budget.inflate(bytes.length)
          checksum = crc32(bytes, checksum)
          take(bytes)
        } catch (refusal) {
          stream.destroy()
          reject(refusal)
        }
      })
      stream.on('error', reject)
      stream.on('end', () => {
        if (checksum === entry.crc32) resolve()
        else reject(new Error('checksum'))
      })
    })
  })
}
