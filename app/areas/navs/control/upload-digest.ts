import { createHash } from 'node:crypto'
import type { NamedBytes } from './control-upload'

/** SHA-256 of all of an upload except its key, in hex: the same key with other content is another form. */
export function uploadDigest(files: readonly NamedBytes[], ...typed: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([typed, files.map(({ fileName }) => fileName)]))
  for (const { bytes } of files) hash.update(`${bytes.byteLength}:`).update(bytes)
  return hash.digest('hex')
}
