import busboy from 'busboy'
import { refuseInfected } from '~/domain/documents/virus-scan'
import { drain, readWithin } from './drain'
import type { UploadLimits } from './upload-limits'
import { type UploadedFile, UploadParts } from './upload-parts'
import { uploadRefusal } from './upload-refusal'

export type { UploadedFile } from './upload-parts'

export interface Upload {
  fields: Record<string, string>
  files: UploadedFile[]
}

/** Boundary lines and headers of a part; busboy itself allows 16 KB of headers. */
const PART_OVERHEAD = 17 * 1024
/** Busboy is fed in pieces, so that a file over its limit is refused by name before anything else is. */
const PIECE = 64 * 1024

/**
 * Reads a multipart form while it arrives. Limits hold while reading: nothing over them is kept in memory. What is left
 * of a refused body is read and thrown away, so that the sender gets to see the answer.
 * @throws DomainError a sentence for the sender: over a limit, damaged, interrupted, an empty file, a field sent twice
 */
export async function readUpload(request: Request, limits: UploadLimits): Promise<Upload> {
  const reader = request.body?.getReader()
  try {
    const parts = new UploadParts(limits)
    await parse(request, reader, limits, parts)
    const upload = parts.upload()
    await refuseInfected(upload.files, limits.scan, limits.title)
    return upload
  } catch (error) {
    const rest = reader ? drain(reader) : Promise.resolve()
    // A connection that closes with the answer would lose it while the sender is still sending.
    if (/\bclose\b/i.test(request.headers.get('connection') ?? '')) await rest
    throw error
  }
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
      // Browsers write names as UTF-8; a path in a name is text like any other and never used as one.
      defParamCharset: 'utf8',
      preservePath: true,
      limits: {
        // One more than allowed of everything, because busboy cuts silently at its limits and we refuse.
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

/** Inputs where nothing was chosen still send a part. */
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
