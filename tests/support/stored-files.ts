import type { Buffer } from 'node:buffer'

/** The files of an uncompressed archive, by name. */
export function storedFiles(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let at = 0
  while (zip.readUInt32LE(at) === 0x04034b50) {
    const [size, named] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26)]
    const start = at + 30 + named
    files.set(zip.subarray(at + 30, start).toString(), zip.subarray(start, start + size))
    at = start + size
  }
  return files
}
