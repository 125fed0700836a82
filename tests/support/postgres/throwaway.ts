import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientOptions } from 'db/connection'
import { dataLocation } from 'db/embedded/data-location'
import { livingPostmaster } from 'db/embedded/postmaster'
import { type Embedded, startEmbedded } from 'db/embedded/start'
import { migrate } from 'db/migrate'
import { superviseEmbedded } from 'db/open'

export const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/** Nothing here outlives the run, so nothing needs to reach the disk. */
const quick = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  io_method: 'sync',
  shared_buffers: '64MB',
}

/** A database of hundreds of files is created for every test file: in memory that takes a twentieth of the time. */
const MEMORY = '/dev/shm'
const ROOM = 2 ** 31

/** Whether a folder is writable, has room, and is not mounted noexec: root starts the server from there. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    accessSync(folder, constants.W_OK)
    const options = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((mount) => mount.split(' ')[1] === folder)
    return bavail * bsize >= ROOM && options !== undefined && !/\bnoexec\b/.test(options)
  } catch {
    return false
  }
}

const PREFIX = 'fundesk-test-'
const HOUR_MS = 60 * 60_000

/** Frees the memory of killed runs: folders at least an hour old without a running server. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name)
    // Another run may be removing it, or its own.
    const { mtimeMs = Date.now() } = statSync(folder, { throwIfNoEntry: false }) ?? {}
    if (!name.startsWith(PREFIX) || Date.now() - mtimeMs < HOUR_MS) continue
    if (livingPostmaster(join(folder, 'data')) === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** A new data folder, in memory if there is room, otherwise under the system’s temporary folder. */
export function throwawayFolder(): { folder: string; remove(): void } {
  const inMemory = hasRoom(MEMORY)
  if (inMemory) removeAbandoned(MEMORY)
  const folder = mkdtempSync(join(inMemory ? MEMORY : tmpdir(), PREFIX))
  if (process.getuid?.() === 0) chmodSync(folder, 0o711)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const migrated = ({ url, ownerUrl }: Pick<Embedded, 'url' | 'ownerUrl'>, release = checkout) =>
  migrate({
    url: ownerUrl,
    folder: join(release, 'db/migrations'),
    appRole: clientOptions(url).user,
  })

/**
 * A separate server that restarts when it ends, with the migrated tables: for tests that kill it. Its data survives that;
 * stop() removes it.
 */
export async function supervisedServer(log?: (message: string, error?: unknown) => void) {
  const { folder, remove } = throwawayFolder()
  const env = { ...process.env, FUNDESK_DATA: folder }
  const settings = { ...quick, synchronous_commit: 'on' }
  const server = await superviseEmbedded({ checkout, env, settings, log })
  await migrated(server)
  return {
    ...server,
    /** The running process; undefined if there is none. */
    postmaster: () => livingPostmaster(dataLocation(checkout, env).data)?.pid,
    async stop() {
      await server.stop()
      remove()
    },
  }
}

/**
 * A separate server, for tests that stop it or kill its processes. stop() also removes its data.
 * A test that kills processes and counts stored rows needs `synchronous_commit: 'on'`.
 */
export async function throwawayServer(settings: Record<string, string> = {}): Promise<Embedded> {
  const { folder, remove } = throwawayFolder()
  const env = { ...process.env, FUNDESK_DATA: folder }
  const server = await startEmbedded({ checkout, env, settings: { ...quick, ...settings } })
  return {
    ...server,
    async stop() {
      await server.stop()
      remove()
    },
  }
}

/** The same with the tables of a version: this one, or that of another folder. */
export async function migratedServer(settings: Record<string, string>, release?: string): Promise<Embedded> {
  const server = await throwawayServer(settings)
  await migrated(server, release)
  return server
}
