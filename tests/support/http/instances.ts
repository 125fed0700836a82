import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { clientOptions } from 'db/connection'
import { DEMO_PASSWORD } from 'db/seed/demo/users'
import { type Server, startServer } from 'tests/support/browser/server'

/** A proxy before PostgreSQL that a failover leads to another server. */
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
    /** The address of an account behind the proxy. */
    through(address: string): string {
      const { user, password, database } = clientOptions(address)
      return `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${port}/${database}`
    },
    /** Leads to another server from now on, or to none; connections to the one before are cut. */
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
 * Instances of one site behind one address, as a proxy with health checks leads to them.
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

  /** One request to one of the instances; rejects where it gave no answer. */
  async function ask(user: string, path: string, init: RequestInit = {}, at = next()): Promise<Response> {
    const known = sessions.get(user) ?? logIn(user, at)
    sessions.set(user, known)
    // Who cannot log in just now tries again later.
    known.catch(() => sessions.delete(user))
    const headers = { ...(init.headers as Record<string, string>), Cookie: await known }
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

  /** Starts one more, of the version of this checkout. */
  async function add(): Promise<Instance> {
    const fresh = await start()
    instances.push(fresh)
    every.push(fresh)
    return fresh
  }

  return {
    instances,
    ask,
    /** Kills one as a loss of power does, and starts another in its place. */
    async replace(killed: Instance) {
      instances.splice(instances.indexOf(killed), 1)
      process.kill(killed.pid, 'SIGKILL')
      await add()
    },
    add,
    /** Stops one as an upgrade does: no new requests come to it, and it ends those that it has. */
    async drain(drained: Instance) {
      instances.splice(instances.indexOf(drained), 1)
      await drained.stop()
    },
    /** Lines that nobody expected, of all instances that there were. */
    errors: () => every.flatMap(({ errors }) => errors),
    async stop() {
      await Promise.all(instances.map((each) => each.stop()))
    },
  }
}
