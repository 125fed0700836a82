import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { project } from './project.mjs'

/** Names each part of the font, and the characters that it is for. */
const STYLESHEET = join(project, 'app/ui/theme/fonts.css')
const FACES = /plex-sans-([a-z-]+)\.woff2[^}]*unicode-range:\s*([^;]+);/g
const FOLDER = join(project, '.cache/fonts')

/** Writes the parts of the font that the stylesheet names, each with only its characters and the weights in use. */
export async function ensureFonts() {
  const sheet = await readFile(STYLESHEET, 'utf8')
  await mkdir(FOLDER, { recursive: true })
  await Promise.all([...sheet.matchAll(FACES)].map(([, part, range]) => ensurePart(part, range)))
}

async function ensurePart(part, range) {
  const source = await readFile(
    fileURLToPath(
      import.meta.resolve(`@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-${part}-wght-normal.woff2`),
    ),
  )
  const file = join(FOLDER, `plex-sans-${part}.woff2`)
  const recipe = createHash('sha256').update(source).update(range).digest('hex')
  if ((await readFile(`${file}.recipe`, 'utf8').catch(() => null)) === recipe) return
  const subset = await subsetFont(source, charactersOf(range), {
    targetFormat: 'woff2',
    noLayoutClosure: true,
    variationAxes: { wght: { min: 400, max: 600, default: 400 } },
  })
  await writeFile(`${file}.new`, subset)
  await rename(`${file}.new`, file)
  await writeFile(`${file}.recipe`, recipe)
}

/** All characters of a `unicode-range` ("U+0020-007E, U+20AC"). */
function charactersOf(range) {
  return range
    .split(',')
    .flatMap((piece) => {
      const [first, last = first] = piece
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
    })
    .join('')
}
