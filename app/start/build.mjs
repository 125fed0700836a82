import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { child, project } from './project.mjs'
import { inTurn } from './turn.mjs'

const sources = [
  'app',
  'db',
  'public',
  'package-lock.json',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
]
/** Read at run time, not at build time. */
const readAtRunTime = join(project, 'db', 'migrations')

const built = join(project, 'build')
const marker = (folder) => join(folder, 'sources.sha256')

/** Builds the server and the browser's files if a source changed since the last build. `say` gets progress lines. */
export async function ensureBuilt(say) {
  if (isBuilt(hashOfSources())) return
  const cache = join(project, '.cache')
  await inTurn(
    cache,
    'build',
    async ({ watch }) => {
      const hash = hashOfSources()
      if (isBuilt(hash)) return
      say('Building…')
      const fresh = join(cache, 'build')
      rmSync(fresh, { recursive: true, force: true })
      await child(process.execPath, ['app/start/vite-build.mjs'], {
        env: { NODE_ENV: 'production', FUNDESK_BUILD_DIRECTORY: fresh },
        quiet: true,
        failure: 'The build failed',
        onStart: watch,
      })
      await compressAssets(join(fresh, 'client'))
      writeFileSync(marker(fresh), hash)
      const former = join(cache, 'build-before')
      rmSync(former, { recursive: true, force: true })
      if (existsSync(built)) renameSync(built, former)
      renameSync(fresh, built)
      rmSync(former, { recursive: true, force: true })
    },
    () => say('Waiting for another build in this folder…'),
  )
}

function isBuilt(hash) {
  return existsSync(marker(built)) && readFileSync(marker(built), 'utf8') === hash
}

function hashOfSources() {
  const hash = createHash('sha256').update(`${process.versions.node.split('.')[0]}\n`)
  const add = (path) => {
    if (path === readAtRunTime || !existsSync(path)) return
    hash
      .update(`${path.slice(project.length)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  const walk = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const inside = join(path, entry.name)
      if (inside === readAtRunTime || entry.name.startsWith('.')) continue
      if (entry.isDirectory()) walk(inside)
      else if (entry.isFile()) add(inside)
    }
  }
  for (const source of sources.map((name) => join(project, name))) {
    if (/\.\w+$/.test(source)) add(source)
    else if (existsSync(source)) walk(source)
  }
  return hash.digest('hex')
}

const compressible = new Set([
  '.js',
  '.css',
  '.svg',
  '.json',
  '.txt',
  '.map',
  '.html',
  '.xml',
  '.webmanifest',
])

/** Writes a .br (quality 11) and a .gz next to every text file of the folder, where they are smaller than the file. */
export async function compressAssets(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_LGWIN]: 22,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }),
        promisify(gzip)(content, { level: 9 }),
      ])
      if (br.length < content.length) await writeFile(`${file}.br`, br)
      if (gz.length < content.length) await writeFile(`${file}.gz`, gz)
    }),
  )
}
