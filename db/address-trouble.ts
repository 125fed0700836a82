import { clientOptions, hostsOf } from './connection'
import { errorCode } from './failures'

/** A database that a setting leads to cannot be used; the message names the setting and what to do. */
export class AddressTrouble extends Error {
  override name = 'AddressTrouble'
}

/**
 * Why the database of a setting cannot be used, as one sentence without the password; an error of another kind is
 * returned unchanged.
 * @param setting the environment variable that holds the address
 */
export function addressTrouble(setting: string, address: string, error: unknown): unknown {
  const { user = '', database = '' } = clientOptions(address)
  const named = { setting, server: serverIn(address), user: String(user), database: String(database) }
  const code = codeOf(error)
  const words = code === undefined ? undefined : WHY[code]?.(named)
  if (words !== undefined) return new AddressTrouble(words, { cause: error })
  if (error instanceof Error && error.name === 'DatabaseUnavailable')
    return new AddressTrouble(
      `The PostgreSQL at ${named.server} (${setting}) cannot be used: ${innermost(error)}. Correct ${setting}, or look at the log of that server.`,
      { cause: error },
    )
  return error
}

interface Named {
  setting: string
  /** "db.example:5432", or the folder of a socket. */
  server: string
  user: string
  database: string
}

function serverIn(address: string): string {
  const hosts = hostsOf(address).map((each) => {
    const { host, port, path } = clientOptions(each) as { host: string; port: number; path?: string }
    return path ?? `${host}:${port}`
  })
  return hosts.join(', ')
}

const unreachable = ({ setting, server }: Named) =>
  `No PostgreSQL answers at ${server}. Start it, or correct ${setting}.`
const unknownHost = ({ setting, server }: Named) =>
  `The name of the server ${server} cannot be resolved. Correct ${setting}, or the name service of this machine.`
const silent = ({ setting, server }: Named) =>
  `The PostgreSQL at ${server} does not answer in time. Look at that server and the network between, or correct ${setting}.`
const full = ({ server }: Named) => `The disk of the PostgreSQL at ${server} is full. Make room on it.`

/** By SQLSTATE, or the system's code of a connection that failed. */
const WHY: Record<string, (named: Named) => string> = {
  ECONNREFUSED: unreachable,
  ENOENT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ECONNRESET: unreachable,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ETIMEDOUT: silent,
  slow: silent,
  '28P01': ({ setting, server, user }) =>
    `The PostgreSQL at ${server} refuses the password of "${user}". Correct it in ${setting}; a special character in it is percent-encoded.`,
  '28000': ({ setting, server, user, database }) =>
    `The PostgreSQL at ${server} does not let "${user}" into the database "${database}" from this machine. Create that role, allow it in pg_hba.conf, or correct ${setting}.`,
  '3D000': ({ setting, server, database }) =>
    `The PostgreSQL at ${server} has no database "${database}". Create it, or correct ${setting}.`,
  '42501': ({ setting, user, database }) =>
    `The account "${user}" of ${setting} may not create what Fundesk needs in the database "${database}". As its administrator run: alter database "${database}" owner to "${user}"; or name the owner in DATABASE_OWNER_URL.`,
  '53100': full,
  ENOSPC: full,
  '53300': ({ server }) =>
    `The PostgreSQL at ${server} has no connection left. Raise its max_connections, or lower WORKERS.`,
  '57P03': ({ server }) =>
    `The PostgreSQL at ${server} is starting or stopping. Wait until it is ready, and start Fundesk again.`,
}

function codeOf(error: unknown): string | undefined {
  const state = errorCode(error)
  if (state !== undefined) return state
  let found: string | undefined
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, reason } = at as { code?: string; reason?: string }
    found = code ?? (reason === 'slow' ? reason : found)
  }
  return found
}

function innermost(error: Error): string {
  let at = error
  while (at.cause instanceof Error) at = at.cause
  return at.message.replace(/\.$/, '')
}
