import { connect, type Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Options, PostgresType, RowList } from 'postgres'
import postgres from 'postgres'
import { DatabaseUnavailable } from './failures'
import { isPlannedForValues } from './session'
import { traced } from './traced'

/** Parameters of an address that are not for PostgreSQL. */
const OURS = ['host', 'sslmode', 'pool', 'target_session_attrs']

/** Splits an address with several hosts, in libpq's form: "postgres://user@one:5432,two:5432/name". */
export function hostsOf(address: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    /^([a-z]+:\/\/(?:[^/?@]*@)?)([^/?]*)(.*)$/i.exec(address) ?? []
  return hosts.split(',').map((host) => `${start}${host}${rest}`)
}

/**
 * postgres.js options from a database address. In addition to the usual form it accepts libpq's for a Unix socket,
 * `postgres://user:password@localhost/name?host=/folder`, which postgres.js does not support. Array types are not
 * fetched: that would cost a query per connection. With several hosts, uses the first.
 */
export function clientOptions(address: string): Options<Record<string, PostgresType>> {
  const [first = address] = hostsOf(address)
  const url = new URL(
    first.replace(/^([a-z]+:\/\/[^/?@]*@)(?=\/)/, '$1localhost').replace(/:\/\/\//, '://localhost/'),
  )
  const folder = url.searchParams.get('host')
  const rest = Object.fromEntries([...url.searchParams].filter(([name]) => !OURS.includes(name)))
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

/**
 * Whether an address leads to a pool that assigns a PostgreSQL connection for one transaction at a time, like
 * PgBouncer's transaction mode: it has `?pool=transaction`.
 */
const isSharedByTransaction = (address: string) => parameterOf(address, 'pool') === 'transaction'

const parameterOf = (address: string, name: string) =>
  new URLSearchParams(address.split('?').slice(1).join('?')).get(name)

/** The host of the newest connection, by address: it is tried first. */
const ledTo = new Map<string, string>()

export interface ConnectionOptions {
  url: string
  /** PostgreSQL settings of the connection, in addition to read-only outside transactions. */
  settings: Record<string, string>
  connectMs: number
}

export interface SendOptions {
  values?: boolean
  /** One round trip without parameters; the only form that may have several statements. */
  simple?: boolean
  /** Lets the server keep a frequent statement, so that it is not sent and parsed each time. */
  keep?: boolean
  /** Receives the number of rows that the server reports for the statement. */
  counted?: (rows: number | undefined) => void
  /** Time limit for the answer in milliseconds; then the connection is closed. */
  limitMs: number
}

/** `command` of a simple statement: what the server did, and `count`: to how many rows. */
type Answer = Record<string, unknown>[] & Partial<Pick<RowList<[]>, 'command' | 'count'>>
type Client = ReturnType<typeof postgres>

/** Characters of a statement in a trace. */
const TRACED_LENGTH = 2_000

/**
 * A connection for one piece of work at a time, which is never reopened after it closes: by default the driver would
 * reconnect and send waiting statements outside their transaction.
 */
export class Connection {
  closed = false
  /**
   * Statements at the start of each transaction, if others use its PostgreSQL connection before and after; null if a
   * connection keeps its settings and statements.
   */
  readonly begins: string | null
  #waiting = new Set<(error: Error) => void>()
  /** Why the socket failed: the reason is lost when it closes. */
  #failure: Error | undefined
  #client: Client
  #sockets: Socket[] = []
  #onClose: (() => void) | undefined
  #kept = new KeptStatements()

  private constructor(options: ConnectionOptions) {
    const client = clientOptions(options.url)
    this.begins = isSharedByTransaction(options.url)
      ? settingText({ ...NAMES, ...options.settings }, 'set local')
      : null
    const own: Options<Record<string, PostgresType>> & { socket: (options: Where) => Socket } = {
      ...client,
      max: 1,
      max_lifetime: null,
      idle_timeout: 0,
      connect_timeout: 0, // ours, which also ends a hanging handshake
      onnotice: () => {},
      onclose: () => this.close(),
      socket: (where) => this.#socket(where),
    }
    this.#client = postgres(own)
    plainDates(this.#client)
  }

  /**
   * Opens a connection. With several hosts, uses the first that accepts writes, or that matches `target_session_attrs`.
   * @throws DatabaseUnavailable when no server responds within `connectMs`
   */
  static async open(options: ConnectionOptions): Promise<Connection> {
    const hosts = hostsOf(options.url)
    if (hosts.length === 1) return Connection.#openAt(options)
    const before = ledTo.get(options.url)
    const standby = ['standby', 'read-only'].includes(parameterOf(options.url, 'target_session_attrs') ?? '')
    let failure: unknown
    for (const url of before ? [before, ...hosts.filter((host) => host !== before)] : hosts) {
      try {
        const connection = await Connection.#openAt({ ...options, url })
        const limit = { limitMs: options.connectMs }
        const [row] = await connection.send('select pg_is_in_recovery() as standby', [], limit)
        if (row?.standby === standby) {
          ledTo.set(options.url, url)
          return connection
        }
        connection.close()
      } catch (error) {
        failure = error
      }
    }
    throw new DatabaseUnavailable('down', { cause: failure })
  }

  static async #openAt(options: ConnectionOptions): Promise<Connection> {
    const connection = new Connection(options)
    try {
      // Not in the start-up packet: pools refuse unknown settings there.
      const settings = { default_transaction_read_only: 'on', ...NAMES, ...options.settings }
      const first = connection.begins === null ? settingText(settings, 'set') : 'select 1'
      await connection.send(first, [], { simple: true, limitMs: options.connectMs })
      return connection
    } catch (cause) {
      connection.close()
      throw new DatabaseUnavailable('down', { cause })
    }
  }

  /** Called once, when the connection closes. */
  onClose(call: () => void): void {
    this.#onClose = call
  }

  /** Sends a statement. Rejects as soon as the connection closes, and sends nothing afterwards. */
  send(text: string, params: unknown[], options: SendOptions): Promise<Answer> {
    const said = () => ({ 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, TRACED_LENGTH) })
    return traced('statement', () => this.#send(text, params, options), said)
  }

  async #send(text: string, params: unknown[], options: SendOptions): Promise<Answer> {
    if (this.closed) throw new DatabaseUnavailable('lost')
    const query = this.#client.unsafe(
      text,
      params as never[],
      {
        prepare: options.keep === true && this.begins === null && this.#kept.takes(text),
        simple: options.simple ?? false,
      } as object,
    )
    const answer: PromiseLike<unknown> = options.values ? query.values() : query
    const late = setTimeout(() => this.close(new DatabaseUnavailable('slow')), options.limitMs)
    try {
      const rows = (await this.race(answer)) as Answer
      options.counted?.(rows.count)
      // V8 keeps the driver's query until it collects the whole heap; its rows can be freed earlier.
      return options.simple ? rows : rows.splice(0)
    } catch (error) {
      throw this.#trouble(error)
    } finally {
      clearTimeout(late)
    }
  }

  /**
   * Sends COPY … FROM STDIN with its lines, each part as soon as the server has taken the previous one.
   * @param limitMs time limit for all of it; then the connection is closed
   */
  async copy(text: string, parts: Iterable<string>, { limitMs }: SendOptions): Promise<void> {
    if (this.closed) throw new DatabaseUnavailable('lost')
    const query = this.#client.unsafe(text) as unknown as CopyQuery
    // The only way in which the driver reports a refusal after the last line.
    const refused = new Promise<never>((_, reject) => {
      const driver = query.reject
      query.reject = (error) => {
        driver(error)
        reject(error)
      }
    })
    const late = setTimeout(() => this.close(new DatabaseUnavailable('slow')), limitMs)
    try {
      const stream = await this.race(Promise.race([query.writable(), refused]))
      await this.race(Promise.race([pipeline(parts, stream), refused]))
    } catch (error) {
      throw this.#trouble(error)
    } finally {
      clearTimeout(late)
    }
  }

  /** Waits for a promise, but no longer than the connection lives. */
  race<T>(promise: PromiseLike<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const waiting = this.#waiting.add(reject)
      promise.then(
        (value) => {
          waiting.delete(reject)
          resolve(value)
        },
        (error) => {
          waiting.delete(reject)
          reject(error)
        },
      )
      if (this.closed) reject(new DatabaseUnavailable('lost'))
    })
  }

  /** Closes the connection immediately; pending statements are rejected with `why`. */
  close(why: Error = new DatabaseUnavailable('lost')): void {
    if (this.closed) return
    this.closed = true
    for (const socket of this.#sockets) socket.destroy()
    for (const reject of this.#waiting) reject(why)
    this.#waiting.clear()
    this.#onClose?.()
  }

  /** Ends the session with the server and closes. */
  async end(): Promise<void> {
    if (this.closed) return
    await Promise.race([
      this.#client.end({ timeout: 1 }),
      new Promise((done) => setTimeout(done, 1_500).unref()),
    ])
    this.close()
  }

  #trouble(error: unknown): unknown {
    if (error instanceof postgres.PostgresError && FORGOTTEN.includes(error.code)) {
      this.close()
      return new DatabaseUnavailable('lost', { cause: error })
    }
    if (error instanceof postgres.PostgresError || error instanceof DatabaseUnavailable) return error
    // An error in the driver: the state of the connection is unknown, so it is not used again.
    this.close()
    const broken = /^(CONNECT|E[A-Z]+$)/.test((error as NodeJS.ErrnoException).code ?? '')
    return broken ? new DatabaseUnavailable('lost', { cause: error }) : error
  }

  #socket(where: Where): Socket {
    if (this.closed || this.#sockets.length > 0) throw new DatabaseUnavailable('lost')
    const [host, port] = [where.host[0] ?? 'localhost', where.port[0] ?? 5432]
    const socket = where.path ? connect(where.path) : connect(port, host)
    this.#sockets.push(socket)
    // The driver listens slightly later, and would miss an immediate failure.
    socket.on('error', (error) => {
      this.#failure = error
    })
    socket.on('close', () => this.close(new DatabaseUnavailable('lost', { cause: this.#failure })))
    return Object.assign(socket, { host, port }) // TLS checks the name against the certificate
  }
}

/** Names mean our tables, whatever search path our account was given. */
const NAMES = { search_path: 'public' }

const settingText = (settings: Record<string, string>, how: 'set' | 'set local') =>
  Object.entries(settings)
    .map(([name, value]) => `${how} ${name} = '${value}'`)
    .join('; ')

/** The server no longer has a prepared statement, or its tables have changed since it was parsed. */
const FORGOTTEN = ['26000', '0A000']
/** A statement used this often is prepared; only so many, as each takes memory on the server. */
const OFTEN = 3
const MAX_KEPT = 300
/** For longer ones, parsing is not the server's main work. */
const MAX_KEPT_LENGTH = 20_000
/** Texts that are counted; beyond that, those used once are dropped. */
const MAX_COUNTED = 2_000

/** Which statements of a connection are prepared on the server: lists create new ones for every filter. */
class KeptStatements {
  #kept = new Set<string>()
  #counted = new Map<string, number>()

  takes(text: string): boolean {
    if (this.#kept.has(text)) return true
    if (this.#kept.size >= MAX_KEPT || text.length > MAX_KEPT_LENGTH || isPlannedForValues(text)) return false
    const count = (this.#counted.get(text) ?? 0) + 1
    if (count < OFTEN) {
      if (this.#counted.size >= MAX_COUNTED) this.#counted.clear()
      this.#counted.set(text, count)
      return false
    }
    this.#counted.delete(text)
    this.#kept.add(text)
    return true
  }
}

interface CopyQuery {
  writable(): Promise<Writable>
  reject: (error: Error) => void
}

interface Where {
  path?: string | null | false
  host: string[]
  port: number[]
}

/** Timestamps and days stay text for drizzle's columns to parse; a Date parameter is sent as ISO text. */
function plainDates(client: Client): void {
  const parsers = client.options.parsers as Record<number, unknown>
  const serializers = client.options.serializers as Record<number, unknown>
  for (const type of [1082, 1083, 1114, 1184]) {
    parsers[type] = (text: string) => text
    serializers[type] = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
  }
  for (const type of [114, 3802])
    serializers[type] = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
}
