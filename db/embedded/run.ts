import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { type DataLocation, plainEnv } from './data-location'

/**
 * PostgreSQL's parent: starts it and holds the other end of our pipe. When our end closes, because we close it or were
 * killed, it shuts PostgreSQL down fast, and more forcefully after 20 seconds.
 */
const keeper = `
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
(
  cat <&3 >/dev/null
  kill -INT $server
  waited=0
  while kill -0 $server && [ $waited -lt 20 ]; do sleep 1; waited=$((waited+1)); done
  kill -QUIT $server
) 2>/dev/null &
watch=$!
exec 3<&-
wait $server
code=$?
kill $watch 2>/dev/null
exit $code`

/** Every system accepts socket paths up to 103 bytes; PostgreSQL names the socket after its (unused) port. */
const longestSocketPath = 103

const MB = 2 ** 20
/** The memory of this machine, or our limit. */
const memory = Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY)
const megabytes = (share: number, least: number, most: number) =>
  `${Math.round(Math.min(most, Math.max(least, (memory * share) / MB)))}MB`

const settings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  // Queries of pages take only milliseconds: compiling them costs more than it saves.
  jit: 'off',
  // Tables up to a quarter of its size stay in it after a full scan; memory is only allocated when used.
  shared_buffers: megabytes(1 / 8, 128, 4_096),
  effective_cache_size: megabytes(1 / 2, 512, 65_536),
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  // Checkpoints do not slow down a load of millions of rows.
  max_wal_size: '2GB',
}

export interface Run {
  keeper: ChildProcess
  /** Occurs in the options of the server that we started, and of no other. */
  mark: string
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>
  /** Shuts the server down and waits for its end. */
  stop(): Promise<void>
}

/** Starts PostgreSQL on a prepared data folder, only on a Unix socket. It is not ready yet when this returns. */
export function run(postgres: string, place: DataLocation, extra: Record<string, string> = {}): Run {
  const socket = socketFolder(place)
  const mark = randomUUID()
  const own = { unix_socket_directories: socket.folder, 'fundesk.start': mark }
  const options = Object.entries({ ...settings, ...extra, ...own })
  const args = ['-D', place.data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const log = openLog(place.log)
  const child = spawn('/bin/sh', ['-c', keeper, 'fundesk-database', postgres, ...args], {
    ...(place.runAs ?? {}),
    cwd: '/',
    env: plainEnv,
    stdio: ['pipe', log, log],
    // Its own session: Ctrl-C is for the app, which closes the database after its last request.
    detached: true,
  })
  closeSync(log)
  child.stdin?.on('error', () => {})
  child.unref()
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      child.stdin?.destroy()
      if (socket.temporary) rmSync(socket.folder, { recursive: true, force: true })
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  return {
    keeper: child,
    mark,
    ended,
    async stop() {
      child.ref()
      child.stdin?.end()
      await ended
    },
  }
}

function socketFolder(place: DataLocation): { folder: string; temporary: boolean } {
  const usual = join(place.folder, 'socket')
  const temporary = Buffer.byteLength(join(usual, '.s.PGSQL.5432')) > longestSocketPath
  const folder = temporary ? mkdtempSync(join(tmpdir(), 'fundesk-')) : usual
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (place.runAs) chownSync(folder, place.runAs.uid, place.runAs.gid)
  return { folder, temporary }
}

function openLog(file: string): number {
  const enough = 10_000_000
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > enough) truncateSync(file)
  return openSync(file, 'a', 0o600)
}
