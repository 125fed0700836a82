import { crc32 } from 'node:zlib'
import { DomainError } from '~/platform/values/domain-error'

export interface ZippedFile {
  /** Unique within the archive. */
  name: string
  bytes: Uint8Array
  /** Shown as the modification time, in UTC. */
  at: Date
}

/** Size limit of a ZIP without the 64-bit extension. */
const MAX_BYTES = 0xffff_ffff

/** Names are in UTF-8 (APPNOTE 4.4.4, bit 11). */
const UTF8 = 0x0800

/**
 * Files as a ZIP archive, streamed and not compressed: its entries are byte for byte the original files. The same files
 * give the same bytes.
 */
export async function* zipOf(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = []
  let offset = 0
  for await (const { name, bytes, at } of files) {
    const entry = entryOf(name, bytes, at)
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), entry.facts, entry.name])
    directory.push(directoryEntry(entry, offset))
    offset += head.length + bytes.length
    if (offset > MAX_BYTES)
      throw new DomainError('invalid', 'The files together are larger than 4 GB. Choose fewer at once.')
    yield head
    yield bytes
  }
  const all = Buffer.concat(directory)
  yield all
  yield endOf(directory.length, all.length, offset)
}

interface Entry {
  name: Buffer
  /**
   * The fields shared by the local header and the directory, from the version to the length of the name and extra
   * field.
   */
  facts: Buffer
}

function entryOf(name: string, bytes: Uint8Array, at: Date): Entry {
  const named = Buffer.from(name)
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(UTF8, 2)
  // Method 0: stored.
  facts.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6)
  facts.writeUInt16LE(
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    8,
  )
  facts.writeUInt32LE(crc32(bytes), 10)
  facts.writeUInt32LE(bytes.length, 14)
  facts.writeUInt32LE(bytes.length, 18)
  facts.writeUInt16LE(named.length, 22)
  return { name: named, facts }
}

function directoryEntry({ name, facts }: Entry, offset: number): Uint8Array {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  const madeBy = Buffer.from([20, 0])
  return Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, facts, rest, name])
}

function endOf(count: number, size: number, offset: number): Uint8Array {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
