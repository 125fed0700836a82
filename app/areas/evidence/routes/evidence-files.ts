import { createHash } from 'node:crypto'
import { navReport } from '~/areas/navs/report/report-facts.server'
import { fileHeaders, fileLoader, streamOf } from '~/http/downloads/download'
import { parseFields } from '~/http/form'
import { type Guarded, guard } from '~/http/guard'
import { throttleFile } from '~/http/throttle'
import { zipOf } from '~/platform/exports/zip'
import { fingerprint, openSigning } from '~/platform/workflow/signing.server'
import { recordPack } from '../built-packs.server'
import { PackFields } from '../forms'
import { type PackRequest, packFiles } from '../pack.server'
import { packScope } from '../pack-scope.server'
import { verifierPage } from '../verifier/verifiers'

/** pack.zip, the evidence of the object that the address names; verify.html, which checks packs without network. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'evidence')
  const { read, services } = guarded
  const { signingKey, signingKeysBefore } = services.settings
  const signing = openSigning(signingKey, signingKeysBefore)
  const { pathname, searchParams } = new URL(args.request.url)
  if (/verify\.html$/i.test(pathname))
    return new Response(verifierPage(signing.all.map(fingerprint)), {
      headers: fileHeaders('verify.html', 'text/html; charset=utf-8'),
    })
  const { kind, id } = parseFields(Object.fromEntries(searchParams), PackFields, 'No pack was built')
  await packScope(read, kind, id)
  await throttleFile(guarded)
  const headers = fileHeaders(`evidence-${kind}-${id}.zip`, 'application/zip')
  if (args.request.method === 'HEAD') return new Response(null, { headers })
  const report = async () => (await navReport(guarded, id)).bytes
  const request = { kind, id, signing, ...(kind === 'nav' ? { report } : {}) }
  return new Response(streamOf(recorded(guarded, request), guarded.signal), { headers })
})

/** The bytes of a pack; it is recorded before the last of them, so that nobody has one that no event tells of. */
async function* recorded({ read, transaction, actor, services }: Guarded, request: PackRequest) {
  const hash = createHash('sha256')
  let size = 0
  let held: Uint8Array | null = null
  for await (const part of zipOf(packFiles(read, request))) {
    if (held) yield held
    held = part
    size += part.length
    hash.update(part)
  }
  const built = { kind: request.kind, id: request.id, sha256: hash.digest('hex'), size }
  await transaction((tx) => recordPack(tx, actor, built, services.clock()))
  if (held) yield held
}
