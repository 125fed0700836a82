import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { AddressTrouble, addressTrouble } from './address-trouble'
import { Connection, clientOptions } from './connection'
import { connectDatabase, type Database } from './database'
import { dataLocation } from './embedded/data-location'
import { livingPostmaster, secretsIn } from './embedded/postmaster'
import {
  AlreadyRunning,
  accountsMarker,
  addressesOf,
  type Embedded,
  type EmbeddedOptions,
  patience,
  startEmbedded,
} from './embedded/start'
import type { Sign } from './evidence/seal'
import { migrate } from './migrate'

/**
 * For command-line tools: uses the running app's database if there is one, otherwise starts it for the command. In
 * either case, call stop() at the end.
 */
export async function joinOrStartEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const place = dataLocation(options.checkout, options.env)
  const until = Date.now() + patience
  while (Date.now() < until) {
    const living = livingPostmaster(place.data)
    if (!living) {
      try {
        return await startEmbedded(options)
      } catch (error) {
        if (!(error instanceof AlreadyRunning)) throw error // another process started it meanwhile
      }
    } else if (living.status === 'ready' && existsSync(accountsMarker(place))) {
      return {
        ...addressesOf(living.socketFolder, secretsIn(place.folder)),
        folder: place.folder,
        pid: living.pid,
        firstStart: false,
        joined: true,
        ended: new Promise(() => {}),
        said: () => '',
        stop: async () => {},
      }
    }
    await sleep(50)
  }
  throw new Error(
    `The database in ${place.folder} is neither ready nor gone after ${patience / 1000} seconds.`,
  )
}

export interface OpenOptions {
  /** The checkout, which determines the location of the embedded database's data. */
  checkout: string
  /** The folder of the migrations. */
  migrations: string
  /** Run and brought up to date by this process's parent: only connects to it. */
  running?: Pick<OpenDatabase, 'url' | 'ownerUrl' | 'embedded' | 'firstStart'>
  /** Neither migrates nor writes anything, for tools that only read. */
  asIs?: boolean
  /** Command-line tools use the running app's embedded database; the app itself (false) requires its own. */
  join?: boolean
  env?: NodeJS.ProcessEnv
  /** Seals each transaction that changes business data. */
  sign?: Sign
  /** The instant of changes without an event. */
  clock?: () => Date
  /** The instant from which the rows of a first installation count; by default the database's. */
  installedAt?: Date
  log?: (message: string, error?: unknown) => void
}

export interface OpenDatabase extends Database {
  /** Addresses of the app's account and of the tables' owner, for commands that need a separate connection. */
  url: string
  ownerUrl: string
  /** True for the app's own database, false for a server named in DATABASE_URL. */
  embedded: boolean
  /** True when this start made the database. */
  firstStart: boolean
  close(): Promise<void>
}

/**
 * The database, migrated (unless it is used as it is) and with `read` and `transaction` open. `DATABASE_URL` is a
 * server with the app's account, `DATABASE_OWNER_URL` the same with the tables' owner, who migrates (otherwise the app's
 * account does), and `DATABASE_READ_URL` a replica for reads. Without `DATABASE_URL` the app's own PostgreSQL is started.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { checkout, env = process.env, log, running, sign, clock } = options
  if (running)
    return {
      ...running,
      ...connectDatabase({
        url: running.url,
        readUrl: running.embedded ? undefined : env.DATABASE_READ_URL?.trim() || undefined,
        sign,
        clock,
        log,
      }),
    }
  const start = options.join ? joinOrStartEmbedded : superviseEmbedded
  // An empty variable counts as missing.
  const given = env.DATABASE_URL?.trim() || null
  const server = given ? undefined : await start({ checkout, env, log })
  const url = server?.url ?? given ?? ''
  const givenOwner = env.DATABASE_OWNER_URL?.trim() || null
  const ownerUrl = server?.ownerUrl ?? givenOwner ?? url
  try {
    // Before anything is changed through the owner's account.
    if (given) await orTrouble('DATABASE_URL', given, () => reachApp(given))
    const appRole = clientOptions(url).user
    const owner = clientOptions(ownerUrl).user
    const bringUpToDate = () =>
      migrate({
        url: ownerUrl,
        folder: options.migrations,
        appRole: appRole && appRole !== owner ? appRole : undefined,
        sign,
        installedAt: options.installedAt,
        log,
      })
    if (!options.asIs) {
      if (!given) await bringUpToDate()
      else {
        await orTrouble(givenOwner ? 'DATABASE_OWNER_URL' : 'DATABASE_URL', ownerUrl, bringUpToDate)
        await refuseWithoutTables(given)
      }
    }
  } catch (error) {
    await server?.stop()
    throw error
  }
  const readUrl = server ? undefined : env.DATABASE_READ_URL?.trim() || undefined
  const database = connectDatabase({ url, readUrl, sign, clock, log })
  return {
    ...database,
    url,
    ownerUrl,
    embedded: server !== undefined,
    firstStart: server?.firstStart ?? false,
    async close() {
      await database.close()
      await server?.stop()
    },
  }
}

/** @throws AddressTrouble when the work fails because of the address that a setting holds */
async function orTrouble<T>(setting: string, address: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw addressTrouble(setting, address, error)
  }
}

const REACH_MS = 10_000

async function reachApp(url: string): Promise<void> {
  const connection = await Connection.open({ url, connectMs: REACH_MS, settings: {} })
  await connection.end()
}

/**
 * The two addresses may lead to different databases, or the app's account may be one that the tables were not made for.
 * @throws AddressTrouble
 */
async function refuseWithoutTables(url: string): Promise<void> {
  const connection = await Connection.open({ url, connectMs: REACH_MS, settings: {} })
  try {
    const [found] = await connection.send(
      `select tables is not null as here, has_table_privilege(tables::oid, 'insert') as allowed
        from to_regclass('public.site_setting') as tables`,
      [],
      { limitMs: REACH_MS },
    )
    if (!found?.here)
      throw new AddressTrouble(
        'DATABASE_OWNER_URL leads to another database than DATABASE_URL. Give both the same server and database.',
      )
    if (!found.allowed)
      throw new AddressTrouble(
        `The account "${clientOptions(url).user}" of DATABASE_URL has no rights on the tables, which were made for another one. Name that account in DATABASE_URL.`,
      )
  } finally {
    await connection.end()
  }
}

/** The server ended unexpectedly. */
class DatabaseEnded extends Error {
  override name = 'DatabaseEnded'
  constructor(said: string) {
    super(`PostgreSQL said: ${said || 'nothing'}`)
  }
}

/**
 * Like startEmbedded, for the app itself: restarts the server when it ends unexpectedly. Meanwhile `read` and
 * `transaction` fail with DatabaseUnavailable.
 * @throws AlreadyRunning when another copy runs on the same data
 */
export async function superviseEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  let server = await startEmbedded(options)
  const halt = new AbortController()
  const first = server

  async function watch() {
    for (let pause = 200; ; pause = Math.min(2 * pause, 10_000)) {
      await server.ended
      if (halt.signal.aborted) return
      options.log?.('The database ended unexpectedly and is started again', new DatabaseEnded(server.said()))
      await sleep(pause, undefined, { ref: false, signal: halt.signal }).catch(() => {})
      if (halt.signal.aborted) return
      try {
        server = await startEmbedded(options)
        // stop() must also wait for this one, as it only knew the previous one.
        if (halt.signal.aborted) return server.stop()
        if (server.url !== first.url)
          options.log?.(
            'The database cannot be used',
            new Error('It has a new address: start Fundesk again.'),
          )
        pause = 100
      } catch (error) {
        options.log?.('The database does not start, and is tried again', error)
      }
    }
  }

  const watching = watch()
  return {
    ...first,
    ended: watching,
    async stop() {
      halt.abort()
      await server.stop()
      await watching
    },
  }
}
