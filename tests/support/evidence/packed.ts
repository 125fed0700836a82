import { type PackRequest, packFiles } from '~/areas/evidence/pack.server'
import { navReport } from '~/areas/navs/report/report-facts.server'
import { type ZippedFile, zipOf } from '~/platform/exports/zip'
import { unprovenTables } from '~/platform/proof/object-proof.server'
import type { SealedSite } from './sealed-site'

/** The complete pack of an object. */
export async function packOf(site: SealedSite, kind: PackRequest['kind'], id: number): Promise<Buffer> {
  const report = async () => (await navReport(site as never, id)).bytes
  const { read, signing } = site
  const unproven = await unprovenTables(read, signing.all, { kind, id }, null)
  return zipped(packFiles(read, { kind, id, signing, unproven, ...(kind === 'nav' ? { report } : {}) }))
}

export async function zipped(files: AsyncIterable<ZippedFile>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of zipOf(files)) parts.push(part)
  return Buffer.concat(parts)
}
