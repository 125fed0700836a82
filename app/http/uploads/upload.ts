import busboy from 'busboy'
import { drain, readWithin } from '../drain'
import { Spool } from './spool'
import type { UploadLimits } from './upload-limits'
import { type ArrivedFile, UploadParts, uploadRefusal } from './upload-parts'

export interface UploadedFile extends Pick<ArrivedFile, 'field' | 'fileName'> {
  /** Its own memory, so that it can be passed to a worker. */
  bytes: Uint8Array
  /** The virus scanner that found nothing in it; null if it was not scanned. */
  scannedBy: string | null
}

export interface Upload {
  fields: Record<string, string>
  files: UploadedFile[]
}

/** A form whose files are in its spool. */
export interface ArrivedUpload {
  fields: Record<string, string>
  files: ArrivedFile[]
}

/** Boundary lines and headers of a part; busboy itself allows 16 KB of headers. */
const PART_OVERHEAD = 17 * 1024
/** Busboy is fed in pieces, so that a file over its limit is refused by name before anything else is. */
const PIECE = 64 * 1024

/**
 * Reads a multipart form while it arrives, and stores its files in `spool`. Limits are checked while reading, so
 * nothing beyond them is kept. The rest of a refused body is read and discarded, so that the sender sees the response.
 * @throws DomainError a sentence for the sender: over a limit, damaged, interrupted, an empty file, a duplicate field;
 * Unreachable when the spool is full
 */
export async function receiveUpload(
  request: Request,
  limits: UploadLimits,
  spool: Spool,
): Promise<ArrivedUpload> {
  const reader = request.body?.getReader()
  const parts = new UploadParts(limits, spool)
  try {
    await parse(request, reader, limits, parts)
    return await parts.all()
  } catch (error) {
    const rest = reader ? drain(reader) : Promise.resolve()
    // With "close", the sender would lose the response if the connection closed while it is still sending.
    if (/\bclose\b/i.test(request.headers.get('connection') ?? '')) await rest
    throw error
  }
}

/** The same in memory, for forms with few bytes or none. */
export async function readUpload(request: Request, limits: UploadLimits): Promise<Upload> {
  const spool = new Spool(null)
  const upload = await receiveUpload(request, limits, spool)
  return wholeUpload(upload, spool)
}

/**
 * A received form, with its files in memory; its spool is closed.
 * @param scanners who scanned each file
 */
export async function wholeUpload(
  { fields, files }: ArrivedUpload,
  spool: Spool,
  scanners: readonly string[] = [],
): Promise<Upload> {
  const whole: UploadedFile[] = []
  for (const [index, { field, fileName, at, size }] of files.entries())
    whole.push({ field, fileName, bytes: await spool.bytes(at, size), scannedBy: scanners[index] ?? null })
  await spool.close()
  return { fields, files: whole }
}

async function parse(
  request: Request,
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  limits: UploadLimits,
  parts: UploadParts,
): Promise<void> {
  const refusal = uploadRefusal(limits.title)
  const type = request.headers.get('content-type') ?? ''
  if (!reader || !/^multipart\/form-data\s*;/i.test(type)) throw refusal.noForm()
  const parser = openParser(type, limits, refusal)
  const closed = new Promise<void>((resolve) => parser.once('close', resolve))
  parser.on('error', () => parts.refuse(refusal.damaged()))
  parts.listenTo(parser)

  let left = bodyLimit(limits)
  try {
    for (;;) {
      const bytes = await readWithin(reader, limits.stallMs ?? 60_000).catch(() => {
        throw refusal.interrupted()
      })
      if (!bytes) break
      for (let from = 0; from < bytes.byteLength; from += PIECE) {
        const piece = bytes.subarray(from, from + PIECE)
        left -= piece.byteLength
        await new Promise<void>((resolve) => parser.write(piece, () => resolve()))
        parts.throwRefusal()
        if (left < 0) throw refusal.bodyTooLarge()
      }
    }
    parser.end()
    await closed
    parts.throwRefusal()
  } finally {
    parser.destroy()
  }
}

function openParser(
  type: string,
  limits: UploadLimits,
  refusal: ReturnType<typeof uploadRefusal>,
): busboy.Busboy {
  const fields = limits.fields ?? 50
  try {
    return busboy({
      headers: { 'content-type': type },
      // Browsers send names as UTF-8; a path in a name is only text.
      defParamCharset: 'utf8',
      preservePath: true,
      limits: {
        // One more than allowed of everything: busboy cuts silently at its limits, and we refuse.
        files: limits.files + EMPTY_INPUTS + 1,
        fileSize: limits.fileBytes + 1,
        fields: fields + 1,
        fieldSize: (limits.fieldBytes ?? 64 * 1024) + 1,
        parts: limits.files + EMPTY_INPUTS + fields + 3,
      },
    })
  } catch {
    throw refusal.damaged()
  }
}

/** Empty file inputs also send a part. */
const EMPTY_INPUTS = 20

function bodyLimit({
  bodyBytes,
  files,
  fileBytes,
  fields = 50,
  fieldBytes = 64 * 1024,
}: UploadLimits): number {
  return (
    (bodyBytes ?? files * fileBytes) +
    fields * fieldBytes +
    (files + EMPTY_INPUTS + fields + 1) * PART_OVERHEAD
  )
}
