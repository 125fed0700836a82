import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { child, project, StartError } from './project.mjs'
import { inTurn } from './turn.mjs'

const lockFile = join(project, 'package-lock.json')
const marker = join(project, 'node_modules', '.fundesk-installed')

/** Installs the dependencies when node_modules does not match package-lock.json. `say` gets progress lines. */
export async function ensureInstalled(say) {
  if (isInstalled()) return
  await inTurn(
    join(project, '.cache'),
    'install',
    async ({ watch }) => {
      if (isInstalled()) return
      say('Installing dependencies…')
      const npm = process.env.npm_execpath
      const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
      await child(
        command,
        [...args, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
        {
          quiet: true,
          failure: 'The dependencies could not be installed: npm ci failed',
          onStart: watch,
        },
      )
      mark()
    },
    () => say('Waiting for another installation in this folder…'),
  )
}

function isInstalled() {
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted()) return true
  // A user ran npm themselves: npm's own record of node_modules decides.
  if (!matchesLockFile()) return false
  mark()
  return true
}

function mark() {
  try {
    writeFileSync(marker, wanted())
  } catch {
    // A folder without write permission stays unmarked; the longer comparison is then repeated the next time.
  }
}

/** The version of node_modules that is needed: this package-lock.json, on this kind of machine. */
function wanted() {
  let lock
  try {
    lock = readFileSync(lockFile)
  } catch {
    throw new StartError('package-lock.json is missing: this is not a complete checkout of Fundesk.')
  }
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`
}

function matchesLockFile() {
  const noted = join(project, 'node_modules', '.package-lock.json')
  if (!existsSync(noted)) return false
  const have = JSON.parse(readFileSync(noted, 'utf8')).packages
  const want = Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages).filter(
    ([path]) => path !== '',
  )
  const present = ([path]) => have[path] !== undefined
  const right = ([path, { version, integrity }]) =>
    have[path].version === version && have[path].integrity === integrity && existsSync(join(project, path))
  const needed = ([, { optional, peer }]) => !(optional || peer)
  // npm leaves out optional packages by engine as well, but those of one platform all or none.
  const native = ([, { os, cpu }]) => os && cpu && suits(os, process.platform) && suits(cpu, process.arch)
  return (
    want.filter(needed).every(present) &&
    want.filter(present).every(right) &&
    want.filter(native).some(present)
  )
}

function suits(list, mine) {
  if (!list) return true
  if (list.includes(`!${mine}`)) return false
  return list.includes(mine) || list.every((one) => one.startsWith('!'))
}
