import { crc32 } from 'node:zlib'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

/** Why a zip file cannot be read; its reader knows what it should be, and phrases the refusal. */
export class ZipFault extends Error {
  constructor(readonly fault: 'damaged' | 'encrypted' | 'too many entries') {
    super(fault)
  }
}

/** A file, or a folder, in a zip file. Its name is only compared and shown: never used as a path. */
export interface ZipEntry {
  name: string
  packedSize: number
  /** As the zip file declares it; reading stops where there is more. */
  size: number
  /**
   * Decompresses it, and passes its bytes on in pieces. What `take` throws ends the reading and is thrown.
   * @throws ZipFault when it is encrypted or damaged
   */
  read(take: (bytes: Buffer) => void): Promise<void>
}

/**
 * The entries of a zip file in memory, in its order. Decompresses nothing yet.
 * @throws ZipFault when it is damaged, or has more entries than `maxEntries`
 */
export async function zipEntries(bytes: Uint8Array, maxEntries: number): Promise<ZipEntry[]> {
  const zip = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  const entries = await listEntries(zip, maxEntries)
  return entries.map((entry) => ({
    name: entry.fileNameRaw.toString('utf8'),
    packedSize: entry.compressedSize,
    size: entry.uncompressedSize,
    read: async (take) => {
      if (entry.isEncrypted()) throw new ZipFault('encrypted')
      await inflate(zip, entry, take)
    },
  }))
}

function openZip(buffer: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Raw names: yauzl refuses a whole file for one odd name, and no name is used as a path here.
    fromBuffer(buffer, { lazyEntries: true, decodeStrings: false }, (error, zip) => {
      if (error) reject(new ZipFault('damaged'))
      else resolve(zip)
    })
  })
}

function listEntries(zip: ZipFile, maxEntries: number): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    if (zip.entryCount > maxEntries) {
      reject(new ZipFault('too many entries'))
      return
    }
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', () => reject(new ZipFault('damaged')))
    zip.readEntry()
  })
}

function inflate(zip: ZipFile, entry: Entry, take: (bytes: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const damaged = () => reject(new ZipFault('damaged'))
    zip.openReadStream(entry, (error, stream) => {
      if (error) {
        damaged()
        return
      }
      let checksum = 0
      stream.on('data', (bytes: Buffer) => {
        try {
          checksum = crc32(bytes, checksum)
          take(bytes)
        } catch (refusal) {
          stream.destroy()
          reject(refusal)
        }
      })
      stream.on('error', damaged)
      stream.on('end', () => {
        if (checksum === entry.crc32) resolve()
        else damaged()
      })
    })
  })
}
