import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipOptions {
  /** Deflated is smaller, stored is the same bytes on every machine whatever its zlib. */
  packed: boolean
}

// 1 January 2026, 00:00: a fixed time keeps the bytes the same.
const DOS_DATE = ((2026 - 1980) << 9) | (1 << 5) | 1

/** A zip file of text entries, in their order. */
export function zip(entries: readonly [name: string, text: string][], { packed }: ZipOptions): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of entries) {
    const bytes = Buffer.from(text)
    const body = packed ? deflateRawSync(bytes) : bytes
    const label = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(packed ? 8 : 0, 4)
    common.writeUInt16LE(0, 6)
    common.writeUInt16LE(DOS_DATE, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(label.length, 22)
    parts.push(signature(0x04034b50), common, label, body)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(signature(0x02014b50), Buffer.from([20, 0]), common, rest, label)
    offset += 30 + label.length + body.length
  }
  const size = directory.reduce((total, each) => total + each.length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return new Uint8Array(Buffer.concat([...parts, ...directory, signature(0x06054b50), end]))
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
