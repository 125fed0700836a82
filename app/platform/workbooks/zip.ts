import { crc32, createInflateRaw } from 'node:zlib'
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

const STORED = 0
const DEFLATED = 8
/** Every piece is a trip to a thread of zlib and back: with its own 16 KB the sheets of one workbook make hundreds. */
const PIECE = 64 * 1024

function inflate(zip: ZipFile, entry: Entry, take: (bytes: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const damaged = () => reject(new ZipFault('damaged'))
    const { compressionMethod, uncompressedSize } = entry
    if (compressionMethod !== STORED && compressionMethod !== DEFLATED) {
      damaged()
      return
    }
    zip.openReadStream(entry, { decodeFileData: false }, (error, packed) => {
      if (error) {
        damaged()
        return
      }
      const stream =
        compressionMethod === STORED ? packed : packed.pipe(createInflateRaw({ chunkSize: PIECE }))
      packed.on('error', damaged)
      let checksum = 0
      let size = 0
      stream.on('data', (bytes: Buffer) => {
        try {
          size += bytes.length
          if (size > uncompressedSize) throw new ZipFault('damaged')
          checksum = crc32(bytes, checksum)
          take(bytes)
        } catch (refusal) {
          packed.destroy()
          stream.destroy()
          reject(refusal)
        }
      })
      stream.on('error', damaged)
      stream.on('end', () => {
        if (checksum === entry.crc32 && size === uncompressedSize) resolve()
        else damaged()
      })
    })
  })
}
