import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { forged } from './forge'
import { drawer } from './tamper'

/** A change to a pack, and the resulting bytes. */
export interface Damaged {
  what: string
  bytes: Buffer
}

/** Copies of a pack: some with one bit flipped anywhere, some changed and signed again by a forger; always the same. */
export async function damagedPacks(
  pack: Buffer,
  { flips, forgeries }: { flips: number; forgeries: number },
): Promise<Damaged[]> {
  const draw = drawer(500)
  const damaged: Damaged[] = []
  for (let round = 0; round < flips; round++) {
    const bytes = Buffer.from(pack)
    const [at, bit] = [draw(bytes.length), draw(8)]
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
    damaged.push({ what: `bit ${bit} of byte ${at} flipped`, bytes })
  }
  for (let round = 0; round < forgeries; round++) {
    const { pack: bytes, what } = await forged(pack, draw)
    damaged.push({ what: `${what} changed and signed again`, bytes })
  }
  return damaged
}

/** Writes packs into a folder; each name starts with its number. */
export function writePacks(folder: string, packs: readonly Damaged[]): string[] {
  return packs.map(({ bytes }, at) => {
    const path = join(folder, `${String(at).padStart(3, '0')}.zip`)
    writeFileSync(path, bytes)
    return path
  })
}
