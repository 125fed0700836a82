import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Where one checkout keeps its database, and as whom PostgreSQL runs (null: as ourselves). */
export interface Place {
  folder: string
  data: string
  log: string
  runAs: { uid: number; gid: number } | null
}

/** What PostgreSQL's programs see of our environment: no PG* variable, no foreign language or clock. */
export const plainEnv: NodeJS.ProcessEnv = {
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
}

/**
 * The place of a checkout's data: `FUNDESK_DATA` when given, else under /var/lib/fundesk for root and
 * ~/.local/share/fundesk for others, named by a hash of the checkout's path. Makes the folder.
 * PostgreSQL refuses to run as root, so root hands it to the user `postgres`, or to `nobody`.
 */
export function placeOf(checkout: string, env: NodeJS.ProcessEnv = process.env): Place {
  const root = process.getuid?.() === 0
  const shelf = root
    ? '/var/lib/fundesk'
    : join(env.XDG_DATA_HOME ?? join(homedir(), '.local/share'), 'fundesk')
  const hash = createHash('sha256').update(realpathSync(checkout)).digest('hex').slice(0, 12)
  const wanted = env.FUNDESK_DATA ? resolve(env.FUNDESK_DATA) : join(shelf, hash)
  // The database user passes through to its own folders below; it cannot list what lies beside them.
  const mode = root ? 0o711 : 0o700
  if (mkdirSync(wanted, { recursive: true, mode })) chmodSync(wanted, mode)
  const folder = realpathSync(wanted)
  return {
    folder,
    data: join(folder, 'data'),
    log: join(folder, 'postgres.log'),
    runAs: root ? databaseUser() : null,
  }
}

function databaseUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such user here: try the next.
    }
  }
  throw new Error(
    'Started as root, but there is neither a user "postgres" nor "nobody" to run the database as.',
  )
}
