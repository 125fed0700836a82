import { createHash } from 'node:crypto'
import { navReport } from '~/areas/navs/report/report-facts.server'
import { downloadAnswer, fileHeaders, streamOf } from '~/http/downloads/download'
import type { Guarded } from '~/http/guard'
import type { Services } from '~/http/server/services'
import { throttleFile } from '~/http/throttle'
import { type ZippedFile, zipOf } from '~/platform/exports/zip'
import { unprovenTables } from '~/platform/proof/object-proof.server'
import { DomainError } from '~/platform/values/domain-error'
import { openSigning } from '~/platform/workflow/signing.server'
import { type BuiltPack, recordPack } from '../built-packs.server'
import { type MonthScope, monthFiles, navsOfMonth } from '../month.server'
import { monthPackById, monthPackBytes } from '../month-packs.server'
import { packFiles } from '../pack.server'
import { type PackKind, packScope } from '../pack-scope.server'

const ZIP = 'application/zip'

/** The keys of a site, as its settings have them. */
export const signingOf = ({ settings }: Pick<Services, 'settings'>) =>
  openSigning(settings.signingKey, settings.signingKeysBefore)

/** The pack of an object, sent while it is built. @throws DomainError 'not-found', Throttled */
export async function packAnswer(
  guarded: Guarded,
  request: Request,
  { kind, id }: { kind: PackKind; id: number },
): Promise<Response> {
  const { read, services } = guarded
  await packScope(read, kind, id)
  await throttleFile(guarded)
  const report = async () => (await navReport(guarded, id)).bytes
  const signing = signingOf(services)
  const unproven = await unprovenTables(read, signing.all, { kind, id }, null)
  const files = () => packFiles(read, { kind, id, signing, unproven, ...(kind === 'nav' ? { report } : {}) })
  return sent(guarded, request, { name: `evidence-${kind}-${id}.zip`, files, what: { kind, id, unproven } })
}

/** The pack of a month of one fund, sent while it is built. @throws DomainError 'not-found', Throttled */
export async function monthAnswer(
  guarded: Guarded,
  request: Request,
  { fund, month }: { fund: string; month: string },
): Promise<Response> {
  const { read, services } = guarded
  const scope = { month, funds: [fund] }
  const navs = await navsOfMonth(read, scope)
  await throttleFile(guarded)
  const report = async (id: number) => (await navReport(guarded, id)).bytes
  const files = () => monthFiles(read, { scope, navs, signing: signingOf(services), report })
  return sent(guarded, request, {
    name: `evidence-${fund}-${month}.zip`,
    files,
    what: { kind: 'month', ...scope },
  })
}

type What = { kind: PackKind; id: number; unproven: string[] } | ({ kind: 'month' } & MonthScope)

interface Sent {
  name: string
  files: () => AsyncIterable<ZippedFile>
  what: What
}

function sent(guarded: Guarded, request: Request, { name, files, what }: Sent): Response {
  const headers = fileHeaders(name, ZIP)
  if (request.method === 'HEAD') return new Response(null, { headers })
  return new Response(streamOf(recorded(guarded, files(), what), guarded.signal), { headers })
}

/** The bytes of a pack. It is recorded before the last of them are sent, so that no pack exists without an event. */
async function* recorded({ transaction }: Guarded, files: AsyncIterable<ZippedFile>, what: What) {
  const hash = createHash('sha256')
  let size = 0
  let held: Uint8Array | null = null
  for await (const part of zipOf(files)) {
    if (held) yield held
    held = part
    size += part.length
    hash.update(part)
  }
  const built: BuiltPack = { ...what, sha256: hash.digest('hex'), size }
  await transaction((context) => recordPack(context, built))
  if (held) yield held
}

/** The stored pack of a month. @throws DomainError 'not-found', 'conflict' before it is done */
export async function storedMonthAnswer(guarded: Guarded, request: Request, id: number): Promise<Response> {
  const { read } = guarded
  const { status, size, sha256, month } = await monthPackById(read, id)
  if (status !== 'DONE' || size === null || sha256 === null)
    throw new DomainError('conflict', 'This pack is not finished. Open its page to see how far it is.')
  await throttleFile(guarded)
  return downloadAnswer(
    {
      fileName: `evidence-${month}-${id}.zip`,
      mediaType: ZIP,
      size,
      etag: sha256,
      chunks: (from, to) => monthPackBytes(read, id, from, to),
    },
    { request, signal: guarded.signal },
  )
}
