import { spawnSync } from 'node:child_process'
import { type Server, startServer } from 'tests/support/browser/server'
import { checkout, throwawayFolder } from 'tests/support/postgres/throwaway'
import { afterAll, expect, test } from 'vitest'

// The bundled PostgreSQL with the demo data, served by two workers while loading.
const { folder, remove } = throwawayFolder()
const started: Server[] = []

afterAll(async () => {
  await Promise.all(started.map((server) => server.kill()))
  remove()
})

async function start(): Promise<Server> {
  const ownDatabase = {
    DATABASE_URL: '',
    DATABASE_OWNER_URL: '',
    FUNDESK_DATA: folder,
    SITE: 'embedded',
    DEMO: 'yes',
  }
  const server = await startServer({ url: '', ownerUrl: '' }, { ...ownDatabase, WORKERS: '2' })
  started.push(server)
  return server
}

const ready = async ({ origin }: Server) => (await fetch(`${origin}/readyz`)).text()

/** Waits until this much is loaded. */
async function loaded(server: Server, percent: number): Promise<void> {
  const far = async () => Number(/\((\d+) %\)/.exec(await ready(server))?.[1])
  await expect.poll(far, { timeout: 120_000, interval: 200 }).toBeGreaterThanOrEqual(percent)
}

async function logIn({ origin }: Server) {
  const answer = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { Connection: 'close' },
    body: new URLSearchParams({ username: 'auditor1', password: 'fundesk-demo' }),
    redirect: 'manual',
  })
  const opened = answer.headers.getSetCookie().some((each) => each.startsWith('session='))
  return { status: answer.status, opened }
}

test('the site answers but allows no login while the demo data loads; killed or stopped, it continues', async () => {
  const killed = await start()
  const login = await fetch(`${killed.origin}/login`)
  expect([login.status, await login.text()]).toEqual([200, expect.stringContaining('still being loaded')])
  await loaded(killed, 3)
  expect(await logIn(killed)).toEqual({ status: 422, opened: false })
  await killed.kill()

  const stopped = await start()
  await loaded(stopped, 5)
  const command = spawnSync(process.execPath, ['app/start/command.mjs', 'user', 'list'], {
    cwd: checkout,
    env: { ...process.env, FUNDESK_DATA: folder },
    encoding: 'utf8',
  })
  expect([command.status, command.stderr]).toEqual([
    1,
    expect.stringContaining('The demo data is not all there yet.'),
  ])
  await stopped.stop()
  expect(stopped.exitCode()).toBe(0)

  const whole = await start()
  expect(await logIn(whole)).toEqual({ status: 422, opened: false })
  await expect.poll(() => ready(whole), { timeout: 300_000, interval: 500 }).toBe('ready\n')
  // From either worker.
  const inside = await Promise.all(Array.from({ length: 6 }, () => logIn(whole)))
  expect(inside.filter(({ opened }) => opened)).toHaveLength(6)
  expect([killed, stopped, whole].flatMap(({ errors }) => errors)).toEqual([])
}, 600_000)
