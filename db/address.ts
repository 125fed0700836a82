import type { Options, PostgresType } from 'postgres'

/**
 * postgres.js options out of a database address. Besides the usual form it takes libpq's for a Unix socket,
 * `postgres://user:password@localhost/name?host=/folder`, which postgres.js itself does not know.
 * Array types are not fetched: that would cost a query per connection.
 */
export function clientOptions(address: string): Options<Record<string, PostgresType>> {
  const url = new URL(
    address.replace(/^([a-z]+:\/\/[^/?@]*@)(?=\/)/, '$1localhost').replace(/:\/\/\//, '://localhost/'),
  )
  const folder = url.searchParams.get('host')
  const rest = Object.fromEntries(
    [...url.searchParams].filter(([name]) => name !== 'host' && name !== 'sslmode'),
  )
  const ssl = url.searchParams.get('sslmode')
  const port = Number(url.port || 5432)
  return {
    host: decodeURIComponent(url.hostname),
    port,
    ...(folder ? { path: `${folder}/.s.PGSQL.${port}` } : {}),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(ssl && ssl !== 'disable' ? { ssl: sslOption(ssl) } : {}),
    fetch_types: false,
    connection: { application_name: 'fundesk', ...rest, TimeZone: 'UTC' },
  }
}

function sslOption(mode: string): 'require' | 'prefer' | 'allow' | 'verify-full' {
  if (mode === 'prefer' || mode === 'allow' || mode === 'require') return mode
  return 'verify-full'
}

/** The address of a database behind a Unix socket. */
export function socketAddress(folder: string, user: string, password: string, database: string): string {
  const account = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
  return `postgres://${account}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}`
}
