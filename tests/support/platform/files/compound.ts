const NONE = 0xffffffff
const END_OF_CHAIN = 0xfffffffe

/**
 * A compound file ([MS-CFB]) with these streams in its root, and others inside a storage: header, one sector of allocation
 * table, then the directory.
 */
export function compound(streams: string[], embedded: string[] = []): Buffer {
  const entries = [entry('Root Entry', 5), ...streams.map((name) => entry(name, 2))]
  streams.forEach((_, index) => {
    entries[index + 1]?.writeUInt32LE(index + 1 < streams.length ? index + 2 : NONE, 72)
  })
  entries[0]?.writeUInt32LE(1, 76)
  if (embedded.length > 0) {
    const storage = entry('ObjectPool', 1)
    storage.writeUInt32LE(entries.length + 1, 76)
    entries[streams.length]?.writeUInt32LE(entries.length, 72)
    entries.push(storage, ...embedded.map((name) => entry(name, 2)))
  }
  const sectors = Math.ceil(entries.length / 4)
  const directory = Buffer.concat([...entries, Buffer.alloc((sectors * 4 - entries.length) * 128)])

  const header = Buffer.alloc(512, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.fill(0, 8, 76)
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(512, 0xff)
  table.writeUInt32LE(0xfffffffd, 0)
  for (let id = 1; id <= sectors; id++) table.writeUInt32LE(id < sectors ? id + 1 : END_OF_CHAIN, id * 4)
  return Buffer.concat([header, table, directory])
}

function entry(name: string, type: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE((name.length + 1) * 2, 64)
  bytes.writeUInt8(type, 66)
  for (const link of [68, 72, 76]) bytes.writeUInt32LE(NONE, link)
  return bytes
}
