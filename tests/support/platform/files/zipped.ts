import { crc32, deflateRawSync } from 'node:zlib'

/** A zip of these entries, deflated unless told otherwise. */
export function zipped(entries: Record<string, string>, { stored = false } = {}): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(entries)) {
    const packed = stored ? Buffer.from(content) : deflateRawSync(content)
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(crc32(content), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(Buffer.byteLength(content), 8)
    sizes.writeUInt16LE(Buffer.byteLength(name), 12)
    const method = Buffer.from([20, 0, 0, 8, stored ? 0 : 8, 0, 0, 0, 0, 0])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), method, sizes, Buffer.from(name), packed])
    locals.push(local)
    directory.push(
      Buffer.from('PK\u0001\u0002'),
      Buffer.from([20, 0]),
      method,
      sizes,
      place,
      Buffer.from(name),
    )
    at += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(locals.length, 8)
  end.writeUInt16LE(locals.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, ...directory, end])
}
