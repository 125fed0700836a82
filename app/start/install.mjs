import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { child, project, StartError } from './project.mjs'
import { inTurn } from './turn.mjs'

const lockFile = join(project, 'package-lock.json')
const marker = join(project, 'node_modules', '.fundesk-installed')

/** npm makes this link with the packages of tests/package.json, which only tests and code checks need. */
const linkToTests = join(project, 'node_modules', 'fundesk-tests')

/**
 * Installs the dependencies when node_modules does not match package-lock.json: those for building and running, and
 * with `tests` also those of tests/package.json. Nothing is uninstalled: a start after `npm test` keeps its tools.
 * `say` gets progress lines.
 */
export async function ensureInstalled(say, { tests = false } = {}) {
  if (isInstalled(tests)) return
  await inTurn(
    join(project, '.cache'),
    'install',
    async ({ watch }) => {
      if (isInstalled(tests)) return
      const whole = tests || existsSync(linkToTests)
      const onlyTestsMissing = whole && isInstalled(false)
      say(onlyTestsMissing ? 'Installing what tests need…' : 'Installing dependencies…')
      // "install" only adds, as a server may be using node_modules; "ci" starts from scratch.
      const how = onlyTestsMissing
        ? ['install', '--no-save']
        : ['ci', ...(whole ? [] : ['--workspaces=false'])]
      const npm = process.env.npm_execpath
      const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
      await child(
        command,
        [...args, ...how, '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
        {
          quiet: true,
          failure: `The dependencies could not be installed: npm ${how[0]} failed`,
          onStart: watch,
        },
      )
      mark(whole)
    },
    () => say('Waiting for another installation in this folder…'),
  )
}

function isInstalled(tests) {
  const noted = existsSync(marker) ? readFileSync(marker, 'utf8') : ''
  if (noted === wanted(true) || (!tests && noted === wanted(false))) return true
  // A user may have run npm, which installs everything: npm's own record of node_modules decides.
  if (!matchesLockFile()) return false
  mark(true)
  return true
}

function mark(whole) {
  try {
    writeFileSync(marker, wanted(whole))
  } catch {
    // Without write permission the marker is missing; the longer comparison then runs again next time.
  }
}

/** What the marker must contain: the hash of package-lock.json, the kind of machine, and whether tests are included. */
function wanted(whole) {
  let lock
  try {
    lock = readFileSync(lockFile)
  } catch {
    throw new StartError('package-lock.json is missing: this is not a complete checkout of Fundesk.')
  }
  const hash = createHash('sha256').update(lock).digest('hex')
  return `${hash} ${process.platform} ${process.arch}${whole ? ' with tests' : ''}\n`
}

function matchesLockFile() {
  const noted = join(project, 'node_modules', '.package-lock.json')
  if (!existsSync(noted)) return false
  const have = JSON.parse(readFileSync(noted, 'utf8')).packages
  const want = Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages).filter(([path]) =>
    path.includes('node_modules/'),
  )
  const present = ([path]) => have[path] !== undefined
  const right = ([path, { version, integrity }]) =>
    have[path].version === version && have[path].integrity === integrity && existsSync(join(project, path))
  const needed = ([, { optional, peer }]) => !(optional || peer)
  // npm may also leave out optional packages because of `engines`; for a platform it installs all or none.
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
