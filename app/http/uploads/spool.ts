import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Unreachable } from '~/http/refusal'
import type { VirusScan } from '~/platform/files/virus-scan'
import { fairSlots } from '~/platform/threads/fair-slots'

/** Uploads of one user at a time. */
const EACH = 2
/** Uploads arriving at a time for all users; most are small, or slow. */
const ARRIVING = 64
/** Default number of forms on disk that are loaded into memory and processed at a time. */
const AT_WORK = 2

interface UploadsOptions {
  /** For forms that are too large for memory, while they arrive. */
  folder: string
  /** Scans every file; null if the site has no scanner. */
  scan: VirusScan | null
}

/** The state shared by the uploads of a site. */
export interface Uploads extends UploadsOptions {
  arriving: ReturnType<typeof fairSlots>
  atWork: ReturnType<typeof fairSlots>
  /** Bytes of each user that have arrived and are not stored yet. */
  underWay: Map<number, number>
  /** Removes files left by an earlier process. @throws when the folder is not writable */
  sweep(): Promise<void>
}

export function openUploads({ atWork = AT_WORK, ...options }: UploadsOptions & { atWork?: number }): Uploads {
  return {
    ...options,
    arriving: fairSlots({ count: ARRIVING, each: EACH, waiting: 20, work: 'upload' }),
    atWork: fairSlots({ count: atWork, each: 1, waiting: EACH, work: 'upload' }),
    underWay: new Map(),
    sweep: () => sweepSpool(options.folder),
  }
}

/** Most bytes of a form in memory; larger forms are on disk. */
const MEMORY_BYTES = 4 * 1024 * 1024
const PIECE = 256 * 1024
const ENDING = '.part'

/** Removes files left by a process that ended while opening a file, and checks that files can be written. */
export async function sweepSpool(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Our open files have no name: a file that still has one is no longer in use.
  const left = (await readdir(folder)).filter((name) => name.endsWith(ENDING))
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })))
  await (await openNameless(folder)).close()
}

/**
 * A file without a name: the system removes it in any case when it is closed or the process ends. Before that it has an
 * unguessable name for a moment.
 */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomBytes(16).toString('hex')}${ENDING}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path, { force: true })
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Stores the bytes of one form in order of arrival: in memory, and in a file if there are many. */
export class Spool {
  #chunks: Uint8Array[] = []
  #file: FileHandle | null = null
  #size = 0
  #closed = false

  /** @param folder null: always in memory; for forms without files */
  constructor(private readonly folder: string | null) {}

  /** Number of bytes stored so far. */
  get size(): number {
    return this.#size
  }

  get isOnDisk(): boolean {
    return this.#file !== null
  }

  /** Appends bytes; must be awaited. @throws Unreachable when the disk is full */
  async write(chunk: Uint8Array): Promise<void> {
    if (this.#closed) return
    if (!this.#file && (this.folder === null || this.#size + chunk.byteLength <= MEMORY_BYTES))
      this.#chunks.push(chunk)
    else
      await onDisk(async () => {
        if (!this.#file && this.folder !== null) this.#file = await openNameless(this.folder)
        for (const each of [...this.#chunks.splice(0), chunk]) await writeAll(this.#file as FileHandle, each)
      })
    this.#size += chunk.byteLength
  }

  /** Part of the stored bytes, in a separate buffer. */
  async bytes(at: number, size: number): Promise<Uint8Array> {
    const whole = new Uint8Array(size)
    let filled = 0
    for await (const piece of this.pieces(at, size)) {
      whole.set(piece, filled)
      filled += piece.byteLength
    }
    return whole
  }

  /** The same in pieces, so that little of it is in memory. */
  async *pieces(at: number, size: number): AsyncGenerator<Uint8Array, void, void> {
    if (this.#file) return yield* this.#piecesOfFile(this.#file, at, size)
    let start = 0
    for (const chunk of this.#chunks) {
      const piece = chunk.subarray(Math.max(0, at - start), Math.max(0, at + size - start))
      start += chunk.byteLength
      if (piece.byteLength > 0) yield piece
    }
  }

  async *#piecesOfFile(file: FileHandle, at: number, size: number) {
    for (let from = at; from < at + size; ) {
      const piece = new Uint8Array(Math.min(PIECE, at + size - from))
      const { bytesRead } = await onDisk(() => file.read(piece, 0, piece.byteLength, from))
      if (bytesRead === 0) throw new Error('The file of an upload is shorter than what was written to it')
      from += bytesRead
      yield piece.subarray(0, bytesRead)
    }
  }

  /** Releases everything; later bytes are discarded. */
  async close(): Promise<void> {
    this.#closed = true
    this.#chunks = []
    const file = this.#file
    this.#file = null
    await file?.close()
  }
}

/** A write may be partial when the disk is nearly full. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength; )
    done += (await file.write(chunk, done, chunk.byteLength - done)).bytesWritten
}

async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const error = new Unreachable(
      'The server has no room for your files just now, and nothing was saved. Tell your administrator, and try again later.',
      'Upload Error',
    )
    error.cause = cause
    throw error
  }
}
