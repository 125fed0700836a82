import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { clientOptions } from 'db/connection'
import { type Server, startServer } from 'tests/support/browser/server'
import { DEMO_PASSWORD } from '~/areas/access/demo-users'

/** A proxy in front of PostgreSQL that a failover switches to another server. */
export async function databaseProxy(url: string) {
  const socketOf = (address: string) => String(clientOptions(address).path)
  let target: string | null = socketOf(url)
  const open = new Set<Socket>()
  const server = createServer((from) => {
    if (target === null) return from.destroy()
    const to = connect(target)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    /** The connection address of an account through the proxy. */
    through(address: string): string {
      const { user, password, database } = clientOptions(address)
      return `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${port}/${database}`
    },
    /** Switches to another server from now on, or to none; existing connections are cut. */
    leadTo(address: string | null) {
      target = address === null ? null : socketOf(address)
      for (const socket of open) socket.destroy()
    },
    async close() {
      target = null
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export interface Instance extends Server {
  pid: number
}

/**
 * Instances of one site behind one address, like a proxy with health checks.
 * @param release the folder of the version that all of them run at first
 */
export async function siteOf(
  count: number,
  database: { url: string; ownerUrl: string },
  settings: Record<string, string>,
  release?: string,
) {
  const start = async (folder?: string): Promise<Instance> => {
    const server = await startServer(database, settings, folder)
    const pid = Number(server.logged.find(({ msg }) => msg === 'listening')?.pid)
    return { ...server, pid }
  }
  const first = await start(release)
  const others = Array.from({ length: count - 1 }, () => start(release))
  const instances = [first, ...(await Promise.all(others))]
  const every: Instance[] = [...instances]
  let turn = 0
  const next = () => {
    turn += 1
    return instances[turn % instances.length] as Instance
  }
  const sessions = new Map<string, Promise<string>>()

  /** One request to one of the instances; rejects if there is no answer. */
  async function ask(user: string, path: string, init: RequestInit = {}, at = next()): Promise<Response> {
    const login = sessions.get(user) ?? logIn(user, at)
    sessions.set(user, login)
    // If the login fails, try again later.
    login.catch(() => sessions.delete(user))
    const headers = { ...(init.headers as Record<string, string>), Cookie: await login }
    const signal = AbortSignal.timeout(30_000)
    return fetch(at.origin + path, { redirect: 'manual', signal, ...init, headers })
  }

  async function logIn(user: string, at: Instance): Promise<string> {
    const answer = await fetch(`${at.origin}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams({ username: user, password: DEMO_PASSWORD, idempotencyKey: randomUUID() }),
    })
    const cookie = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '')
    if (answer.status !== 302) throw new Error(`${user} cannot log in: ${answer.status}`)
    return cookie.find((each) => each.includes('session=')) ?? ''
  }

  /** Starts one more, with the version of this checkout. */
  async function add(): Promise<Instance> {
    const fresh = await start()
    instances.push(fresh)
    every.push(fresh)
    return fresh
  }

  return {
    instances,
    ask,
    /** Kills one as a power failure does, and starts a replacement. */
    async replace(killed: Instance) {
      instances.splice(instances.indexOf(killed), 1)
      process.kill(killed.pid, 'SIGKILL')
      await add()
    },
    add,
    /** Stops one as an upgrade does: it gets no new requests, and finishes those it has. */
    async drain(drained: Instance) {
      instances.splice(instances.indexOf(drained), 1)
      await drained.stop()
    },
    /** Error lines of all instances so far. */
    errors: () => every.flatMap(({ errors }) => errors),
    async stop() {
      await Promise.all(instances.map((each) => each.stop()))
    },
  }
}
