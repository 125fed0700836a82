import { DomainError } from '~/platform/values/domain-error'
import { Budget, broken, encrypted, LIMITS, tooLarge } from './limits'
import { type ZipEntry, ZipFault, zipEntries } from './zip'

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
  const entries = byName(await zipEntries(bytes, LIMITS.entries).catch(refusing(file)))
  const budget = new Budget(file)
  return {
    file,
    budget,
    has: (part) => entries.has(keyOf(part)),
    names: () => entries.keys(),
    read: async (part, take) => {
      const entry = entries.get(keyOf(part))
      if (!entry) throw broken(file)
      const takeWithin = (piece: Buffer) => {
        budget.inflate(piece.length)
        take(piece)
      }
      await entry.read(takeWithin).catch(refusing(file))
    },
  }
}

/** Of entries with one name the first counts. */
function byName(entries: readonly ZipEntry[]): Map<string, ZipEntry> {
  const found = new Map<string, ZipEntry>()
  for (const entry of entries) if (!found.has(keyOf(entry.name))) found.set(keyOf(entry.name), entry)
  return found
}

/** Anything that goes wrong with a part, such as XML that is not well-formed, is damage. */
const refusing =
  (file: string) =>
  (error: unknown): never => {
    if (error instanceof DomainError) throw error
    const fault = error instanceof ZipFault ? error.fault : 'damaged'
    if (fault === 'encrypted') throw encrypted(file)
    if (fault === 'too many entries') throw tooLarge(file, 'the zip file has more than 1,000 entries')
    throw broken(file)
  }

function keyOf(part: string): string {
  return part.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}
