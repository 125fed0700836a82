import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeSamples } from 'db/seed/samples/make'

/** `npm run samples`: rewrites public/samples, always with the same bytes. */
export default async function samples(
  _args: readonly string[],
  { project, say }: { project: string; say: (line: string) => void },
): Promise<number> {
  for (const { path, bytes } of await makeSamples()) {
    const file = join(project, 'public/samples', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    say(`${path} (${bytes.byteLength} bytes)`)
  }
  return 0
}
