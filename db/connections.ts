import { Connection, type ConnectionOptions } from './connection'
import { DatabaseUnavailable } from './failures'

export interface ConnectionsOptions extends ConnectionOptions {
  /** Most connections. */
  most: number
  /** How long to wait for a free one, in milliseconds. */
  waitMs: number
  /** Pause after a failed connection, during which every request fails immediately, in milliseconds. */
  pauseMs: number
  log?: (message: string, error?: unknown) => void
}

interface Waiter {
  /** False if it has stopped waiting. */
  take(connection: Connection): boolean
  fail(error: Error): void
}

/** A fixed number of connections, first come, first served. Closed ones are replaced on demand. */
export class Connections {
  #idle: Connection[] = []
  #all = new Set<Connection>()
  #opening = 0
  #waiters: Waiter[] = []
  #failed: { until: number; error: Error } | undefined
  #ended = false

  constructor(private readonly options: ConnectionsOptions) {}

  /**
   * A connection for one piece of work; return it with release().
   * @throws DatabaseUnavailable down: no connection; busy: none became free in time
   */
  async acquire(): Promise<Connection> {
    if (this.#ended) throw new DatabaseUnavailable('down')
    const idle = this.#idle.pop()
    if (idle) return idle
    if (this.#all.size + this.#opening < this.options.most) return this.#open()
    return new Promise((resolve, reject) => {
      let waits = true
      const late = setTimeout(() => waiter.fail(new DatabaseUnavailable('busy')), this.options.waitMs)
      const leave = () => {
        clearTimeout(late)
        this.#waiters = this.#waiters.filter((other) => other !== waiter)
        const waited = waits
        waits = false
        return waited
      }
      const waiter: Waiter = {
        take(connection) {
          if (!leave()) return false
          resolve(connection)
          return true
        },
        fail(error) {
          if (leave()) reject(error)
        },
      }
      this.#waiters.push(waiter)
    })
  }

  release(connection: Connection): void {
    if (connection.closed) return // its end has been handled
    if (this.#ended) void connection.end()
    else if (this.#waiters[0]) this.#waiters[0].take(connection)
    else this.#idle.push(connection)
  }

  /** Ends idle connections now and busy ones when they are returned, at the latest after `limitMs`. */
  async end(limitMs: number): Promise<void> {
    this.#refuse()
    await Promise.all(this.#idle.splice(0).map((connection) => connection.end()))
    const until = performance.now() + limitMs
    while (this.#all.size + this.#opening > 0 && performance.now() < until)
      await new Promise((next) => setTimeout(next, 10))
    for (const connection of this.#all) connection.close()
  }

  /** Ends all connections immediately, whatever they are waiting for. */
  cut(): void {
    this.#refuse()
    for (const connection of this.#all) connection.close()
  }

  #refuse(): void {
    this.#ended = true
    for (const waiter of this.#waiters) waiter.fail(new DatabaseUnavailable('down'))
  }

  async #open(): Promise<Connection> {
    if (this.#failed && performance.now() < this.#failed.until) throw this.#failed.error
    this.#opening += 1
    try {
      const connection = await Connection.open(this.options)
      this.#failed = undefined
      this.#all.add(connection)
      connection.onClose(() => this.#left(connection))
      return connection
    } catch (error) {
      if (!this.#failed) this.options.log?.('The database cannot be reached', error)
      this.#failed = { until: performance.now() + this.options.pauseMs, error: error as Error }
      if (this.#all.size === 0) for (const waiter of [...this.#waiters]) waiter.fail(error as Error)
      throw error
    } finally {
      this.#opening -= 1
    }
  }

  #left(connection: Connection): void {
    this.#all.delete(connection)
    this.#idle = this.#idle.filter((other) => other !== connection)
    const next = this.#waiters[0]
    if (!next || this.#ended) return
    this.#waiters.shift()
    this.#open().then(
      (fresh) => {
        if (!next.take(fresh)) this.release(fresh)
      },
      (error) => next.fail(error),
    )
  }
}
