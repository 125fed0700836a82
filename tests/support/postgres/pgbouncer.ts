import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientOptions, socketAddress } from 'db/connection'
import postgres from 'postgres'
import type { Addresses } from './copy'

/** The path of PgBouncer; undefined if not installed. */
export const pgbouncerPath = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', 'pgbouncer'].find(
  (path) => spawnSync(path, ['--version']).status === 0,
)

/** PgBouncer with few connections to a server; stop() ends it. */
export async function pgbouncer(server: Addresses, mode: 'session' | 'transaction', size: number) {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-pool-'))
  chmodSync(folder, 0o777)
  const { path, user = '', password = '', database } = clientOptions(server.url)
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${user}" "${password}"\n`, { mode: 0o644 })
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]
* = host=${String(path).replace(/\/\.s\.PGSQL\.\d+$/, '')}
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
listen_port = 5432
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 200
query_wait_timeout = 5
`,
    { mode: 0o644 },
  )
  const asRoot = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(pgbouncerPath ?? '', ['-q', ...asRoot, config], { stdio: 'ignore' })
  const url = socketAddress(folder, String(user), String(password), String(database))
  for (let tries = 1; ; tries += 1) {
    const probe = postgres({ ...clientOptions(url), max: 1, connect_timeout: 2, onnotice: () => {} })
    try {
      await probe`select 1`
      break
    } catch (error) {
      if (tries === 100) throw error
      await new Promise((done) => setTimeout(done, 50))
    } finally {
      await probe.end({ timeout: 1 })
    }
  }
  return {
    url: mode === 'transaction' ? `${url}&pool=transaction` : url,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
