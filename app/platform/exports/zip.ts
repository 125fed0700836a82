import { crc32, deflateRawSync } from 'node:zlib'
import { DomainError } from '~/platform/values/domain-error'

export interface ZippedFile {
  /** Unique within the archive. */
  name: string
  bytes: Uint8Array
  /** Shown as the modification time, in UTC. */
  at: Date
}

export interface ZipOptions {
  /**
   * Whether the files are compressed: that is smaller; without it, an entry is byte for byte the original file, and the
   * same files give the same bytes on every machine, whatever its version of zlib.
   */
  compressed: boolean
}

/** Size limit of a ZIP without the 64-bit extension. */
const MAX_BYTES = 0xffff_ffff

/** Names are in UTF-8 (APPNOTE 4.4.4, bit 11). */
const UTF8 = 0x0800
const STORED = 0
const DEFLATED = 8

/** Files as a ZIP archive, streamed and not compressed. */
export async function* zipOf(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const archive = new Archive({ compressed: false })
  for await (const file of files) yield* archive.add(file)
  yield* archive.end()
}

/** Files as a ZIP archive in memory. */
export function zipBytes(files: Iterable<ZippedFile>, options: ZipOptions): Uint8Array {
  const archive = new Archive(options)
  const parts: Uint8Array[] = []
  for (const file of files) parts.push(...archive.add(file))
  return new Uint8Array(Buffer.concat([...parts, ...archive.end()]))
}

/** The parts of an archive, in the order in which they are written. */
class Archive {
  readonly #compressed: boolean
  readonly #directory: Uint8Array[] = []
  #offset = 0

  constructor({ compressed }: ZipOptions) {
    this.#compressed = compressed
  }

  add({ name, bytes, at }: ZippedFile): Uint8Array[] {
    const method = this.#compressed ? DEFLATED : STORED
    const content = this.#compressed ? deflateRawSync(bytes) : bytes
    const encodedName = Buffer.from(name)
    // The fields that the local header and the directory share.
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(UTF8, 2)
    fields.writeUInt16LE(method, 4)
    fields.writeUInt16LE(dosTime(at), 6)
    fields.writeUInt16LE(dosDate(at), 8)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(content.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(encodedName.length, 22)
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), fields, encodedName])
    this.#directory.push(directoryEntry(fields, encodedName, this.#offset))
    this.#offset += header.length + content.length
    if (this.#offset > MAX_BYTES)
      throw new DomainError('invalid', 'The files together are larger than 4 GB. Choose fewer at once.')
    return [header, content]
  }

  end(): Uint8Array[] {
    const directory = Buffer.concat(this.#directory)
    const count = this.#directory.length
    const end = Buffer.alloc(22)
    end.write('PK\x05\x06', 0, 'latin1')
    end.writeUInt16LE(count, 8)
    end.writeUInt16LE(count, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.#offset, 16)
    return [directory, end]
  }
}

function directoryEntry(fields: Buffer, name: Buffer, offset: number): Uint8Array {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  const versionMadeBy = Buffer.from([20, 0])
  return Buffer.concat([Buffer.from('PK\x01\x02'), versionMadeBy, fields, rest, name])
}

const dosTime = (at: Date) => (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)

const dosDate = (at: Date) =>
  ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
