import type { Actor } from '~/areas/access/actor'
import { fileHeaders } from '~/http/downloads/file-headers'
import { streamOf } from '~/http/downloads/stream-of'
import type { Services } from '~/http/server/services'
import { tellSteps } from '~/http/work-steps'
import type { ExportFormat } from '~/platform/exports/contract'
import type { FileContent } from '~/platform/exports/worker/open-exports'
import type { WaitsFor } from '~/platform/threads/fair-places'

/** A file of a list, and who asks for it. */
export interface AskedExport {
  request: Request
  services: Services
  actor: Pick<Actor, 'id'>
  format: ExportFormat
  /** Without its extension. */
  fileName: string
  /** Looks for what goes into it, once it is its turn. */
  content: () => Promise<FileContent>
  /** By which the sender asks how far it is (/upload-steps/:key). */
  key?: string | null
}

const MEDIA_TYPES: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8; header=present',
  pdf: 'application/pdf',
}

const WAITING: Record<WaitsFor, string> = {
  own: 'Waiting: another export of yours comes first',
  others: 'Waiting: other exports come first',
}

/**
 * Sends a list as a file while it is written, as fast as it is taken. When the reader leaves, waiting, writing and
 * reading end; what breaks on the way breaks the answer off, so that nobody takes a part for the whole.
 * @throws DomainError when nothing can be sent: too many lines, no place, or what `Exports.file` says
 */
export async function exportAnswer(asked: AskedExport): Promise<Response> {
  const { request, services, actor, format, fileName, content, key } = asked
  const headers = fileHeaders(`${fileName}.${format}`, MEDIA_TYPES[format])
  if (request.method === 'HEAD') return new Response(null, { headers })
  const tell = key ? tellSteps(services, actor.id, key) : () => {}
  const { signal } = request
  const bytes = await services.exports.file({
    format,
    userId: actor.id,
    content,
    signal,
    onWait: (what) => tell(WAITING[what]),
    onLines: (count, all) => tell(...progress(count, all)),
  })
  return new Response(streamOf(bytes, signal), { headers })
}

/** "12,000 of 100,000 rows", and how many of a hundred that is. */
function progress(count: number, all: number): [words: string, percent: number] {
  const [done, whole] = [count, all].map((each) => each.toLocaleString('en-GB'))
  return [`${done} of ${whole} rows`, all === 0 ? 100 : Math.floor((count / all) * 100)]
}
