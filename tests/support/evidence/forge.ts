import { createHash } from 'node:crypto'
import { newSigningKey, openSigning } from '~/platform/workflow/signing.server'
import { zipped } from './packed'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The files of an uncompressed pack, by name in order. */
export function filesOf(pack: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; pack.readUInt32LE(at) === 0x04034b50; ) {
    const [size, length] = [pack.readUInt32LE(at + 18), pack.readUInt16LE(at + 26)]
    const from = at + 30 + length
    files.set(pack.toString('utf8', at + 30, from), pack.subarray(from, from + size))
    at = from + size
  }
  return files
}

/**
 * A pack with one changed letter or digit in one file, and everything redone that a forger can: the manifest of the changed
 * files, signed with the forger’s key, which keys.json may list next to the site’s.
 */
export async function forged(
  pack: Buffer,
  draw: (limit: number) => number,
): Promise<{ pack: Buffer; what: string }> {
  const files = filesOf(pack)
  const names = [...files.keys()].filter(
    (name) => /\.jsonl?$|^documents\//.test(name) && !/^(manifest|keys)/.test(name),
  )
  const name = names[draw(names.length)] ?? ''
  const bytes = Buffer.from(files.get(name) ?? '')
  const places = [...bytes.keys()].filter((at) => /[0-9a-z]/.test(String.fromCharCode(bytes[at] ?? 0)))
  const at = places[draw(places.length)] ?? 0
  bytes[at] = /[0-8a-y]/.test(String.fromCharCode(bytes[at] ?? 0))
    ? (bytes[at] ?? 0) + 1
    : (bytes[at] ?? 0) - 1
  files.set(name, bytes)
  const own = openSigning(newSigningKey())
  if (draw(2) === 0) {
    const { keys } = JSON.parse(String(files.get('keys.json'))) as { keys: object[] }
    files.set('keys.json', Buffer.from(JSON.stringify({ keys: [...keys, own.own] })))
  }
  const manifest = JSON.parse(String(files.get('manifest.json'))) as {
    at: string
    files: { name: string; size: number; sha256: string }[]
  }
  for (const file of manifest.files) {
    const now = files.get(file.name) ?? Buffer.alloc(0)
    Object.assign(file, { size: now.length, sha256: sha256(now) })
  }
  files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  files.set('manifest.sig', Buffer.from(own.sign(sha256(files.get('manifest.json') ?? Buffer.alloc(0)))))
  const again = async function* () {
    for (const [each, content] of files) yield { name: each, bytes: content, at: new Date(manifest.at) }
  }
  return { pack: await zipped(again()), what: `${name} at ${at}` }
}
