import { fileHeaders, streamOf } from '~/http/downloads/download'
import type { Guarded } from '~/http/guard'
import { throttleFile } from '~/http/throttle'
import { zipOf } from '~/platform/exports/zip'
import { auditorFile } from '../auditor-file.server'

/** The auditor's archive of a case: each file is read when the one before it was sent. @throws DomainError not-found, refused */
export async function auditorAnswer(guarded: Guarded, request: Request, id: number): Promise<Response> {
  await throttleFile(guarded)
  const { name, files } = await auditorFile(guarded, id)
  const headers = fileHeaders(name, 'application/zip')
  if (request.method === 'HEAD') return new Response(null, { headers })
  return new Response(streamOf(zipOf(files()), guarded.signal), { headers })
}
