import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedBase } from 'db/seed/base/seed-base'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { startDouble } from 'tests/support/scanner/clamd'
import { expect, onTestFinished, test } from 'vitest'
import { clockLine, healthLines, mailLine, settingsLine, signOnLine } from '~/areas/system/health-line'
import { databaseAnswers, ownerFailure, scannerAnswers, signOnState } from '~/areas/system/site-health.server'
import { siteState } from '~/areas/system/site-state.server'
import { showUptime } from '~/areas/system/system-facts'
import { readRunning } from '~/http/server/services'
import { clamdScan } from '~/platform/files/clamd'
import { disksOf } from '~/platform/files/disks.server'
import { scanTestFile } from '~/platform/files/virus-scan'
import { showBytes } from '~/platform/values/show'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { inAdministration, REFERENCE_DATA, recordAct } from '~/platform/workflow/record-act.server'

const NOW = new Date('2026-11-02T08:00:00Z')
const database = await opened(testDatabase())
await database.transaction((tx) => seedBase(tx, NOW))

const happened = () =>
  database.transaction((tx) =>
    recordAct(tx, REFERENCE_DATA, {
      name: 'test',
      to: inAdministration('DONE', 'success'),
      who: null,
      log: '',
      now: NOW,
    }),
  )

test('the state of the site: database, checkpoint and events since, row counts', async () => {
  const before = await siteState(contextOf({ read: database.read, now: NOW }))
  expect(before).toMatchObject({ checkpoint: null, sessions: 0 })
  expect(before.database).toMatch(/^\d+/)
  expect(before.bytes).toBeGreaterThan(1_000_000)
  await happened()
  const checkpoint = await writeCheckpoint(database.transaction, 'k'.repeat(32), NOW)
  await happened()
  const state = await siteState(contextOf({ read: database.read, now: NOW }))
  expect(state).toMatchObject({
    checkpoint: { at: NOW, hash: checkpoint?.hash },
    waiting: 1,
    waitingSince: NOW,
  })
  const events = state.counts.find(({ what }) => what === 'Events')
  expect(events).toEqual({ what: 'Events', rows: before.waiting + 2, estimated: false })
})

test('a database that answers is timed, one that does not is reported', async () => {
  let now = 0
  const clock = () => {
    now += 5
    return new Date(now)
  }
  expect(await databaseAnswers(database, clock)).toEqual({ readMs: 5, writeMs: 5 })
  const broken = { ...database, transaction: () => Promise.reject(new Error('read only')) }
  expect(await databaseAnswers(broken, clock)).toEqual({ readMs: 5, writeMs: null })
})

test('health says what is wrong and what to check', () => {
  const waitingSince: Date | null = null
  const facts: Parameters<typeof healthLines>[0] = {
    now: NOW,
    readMs: 0,
    writeMs: 12.4,
    waiting: 0,
    waitingSince,
    startedAt: null,
    office: true,
    disks: [{ what: 'Disk of the database', free: 5e9, size: 1e11 }],
    diskFullAt: null,
    scanner: 'ClamAV 1.4.3/27650/Sun Nov 22 08:10:00 2026',
  }
  expect(healthLines(facts).every(({ well }) => well === true)).toBe(true)
  const linesOf = (more: Partial<typeof facts>) =>
    healthLines({ ...facts, ...more }).map(({ what, well, message }) => `${what}: ${well}: ${message}`)
  expect(linesOf({ writeMs: null })).toContainEqual(
    expect.stringContaining('Database, writing: false: No answer. Nothing can be saved.'),
  )
  const disk = (free: number, size = 1e11) => ({ disks: [{ what: 'Disk of the database', free, size }] })
  expect(linesOf(disk(1e9))).toContainEqual(
    expect.stringContaining('Disk of the database: false: Nearly full: 954 MB of'),
  )
  expect(linesOf(disk(1e8, 1e9))).toContainEqual(expect.stringContaining('false: Nearly full'))
  const fullAt = (minutes: number) => ({ diskFullAt: new Date(NOW.getTime() - minutes * 60_000) })
  const message = 'Disk of the database: false: Recently full'
  expect(linesOf(fullAt(5))).toContainEqual(expect.stringContaining(message))
  expect(linesOf({ ...fullAt(5), disks: [] })).toContainEqual(expect.stringContaining(message))
  expect(linesOf(fullAt(90))).not.toContainEqual(expect.stringContaining(message))
  const late = new Date(NOW.getTime() - 20 * 60_000)
  expect(linesOf({ waiting: 3, waitingSince: late })).toContainEqual(
    expect.stringContaining('Audit trail: false: 3 events are waiting for a checkpoint, for 20 minutes now'),
  )
  // Loaded with days from months ago: no checkpoint could be written before the process started.
  const startedAt = new Date(NOW.getTime() - 30_000)
  expect(linesOf({ waiting: 3, waitingSince: late, startedAt })).toContainEqual(
    'Audit trail: true: 3 events are waiting for the checkpoint of the next minute',
  )
  expect(linesOf({ waiting: 1, waitingSince: NOW })).toContainEqual(
    'Audit trail: true: 1 event is waiting for the checkpoint of the next minute',
  )
  expect(linesOf({ office: false })).toContainEqual(expect.stringContaining('LibreOffice: null: Not found'))
  expect(linesOf({})).toContainEqual('Virus scanner: true: ClamAV 1.4.3 scans every upload')
  expect(linesOf({ scanner: null })).toContainEqual(
    expect.stringContaining('Virus scanner: false: No answer: every upload is refused'),
  )
  expect(linesOf({ scanner: undefined })).toContainEqual(
    expect.stringContaining('Virus scanner: null: Uploads are not scanned'),
  )
})

test('the version of the virus scanner is requested without waiting for it', async () => {
  const double = await startDouble()
  try {
    expect(await scannerAnswers(clamdScan(double.address, 500))).toMatch(/^Double 1\.0/)
  } finally {
    await double.stop()
  }
  expect(await scannerAnswers(clamdScan(double.address, 500))).toBeNull()
  expect(await scannerAnswers(() => new Promise(() => {}), 1)).toBeNull()
  expect(await scannerAnswers(null)).toBeUndefined()
})

test('optional parts are not used, work, or say what to do; a clock that is off and unknown settings are named', () => {
  const texts = (lines: ReturnType<typeof mailLine>[]) =>
    lines.map(({ what, well, message }) => `${what}: ${well}: ${message}`)
  expect(
    texts([mailLine(null), mailLine({ failure: null }), mailLine({ failure: '535 Wrong password.' })]),
  ).toEqual([
    expect.stringContaining('Mail server: null: No notices are sent by e-mail.'),
    'Mail server: true: Accepts the account of this site',
    'Mail server: false: No notice can be sent. 535 Wrong password. Look at SMTP_URL.',
  ])
  expect(texts([signOnLine({ failure: 'https://login.example does not answer.' })])).toEqual([
    expect.stringContaining('Users cannot log in through it. https://login.example does not answer.'),
  ])
  expect(texts([clockLine(-400), clockLine(61_000), clockLine(-3_000)])).toEqual([
    'Clock: true: Within 0.4 s of the database server’s',
    expect.stringContaining('Clock: false: This machine is 61.0 s ahead of the database server.'),
    expect.stringContaining('Clock: false: This machine is 3.0 s behind the database server.'),
  ])
  expect(texts([settingsLine([{ name: 'METRIC_TOKEN', meant: 'METRICS_TOKEN' }])])).toEqual([
    'Settings: false: METRIC_TOKEN is no setting: did you mean METRICS_TOKEN?',
  ])
})

test('the owner of the tables is tried, and named by its setting when it cannot be used', async () => {
  const owner = (url: string) => ownerFailure({ setting: 'DATABASE_OWNER_URL', url })
  expect(await owner(database.ownerUrl)).toBeNull()
  expect(await owner(database.url)).toMatch(
    /^The account "fundesk_app" of DATABASE_OWNER_URL may not create tables/,
  )
  expect(await owner('postgres://owner:geheim@127.0.0.1:1/fundesk')).toBe(
    'No PostgreSQL answers at 127.0.0.1:1. Start it, or correct DATABASE_OWNER_URL.',
  )
})

test('the identity provider’s description is requested', async () => {
  const provider = createServer((req, res) => {
    if (!req.url?.endsWith('/.well-known/openid-configuration')) return void res.writeHead(404).end()
    const issuer = req.url.startsWith('/other') ? 'https://elsewhere.example' : `${origin}/realm`
    res.end(JSON.stringify({ issuer }))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void provider.close())
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  expect(await signOnState(undefined)).toBeNull()
  expect(await signOnState({ issuer: `${origin}/realm` })).toEqual({ failure: null })
  expect(await signOnState({ issuer: `${origin}/other` })).toEqual({
    failure: 'The provider names itself https://elsewhere.example.',
  })
  expect(await signOnState({ issuer: 'http://127.0.0.1:1/realm' })).toEqual({
    failure: 'http://127.0.0.1:1/realm does not answer.',
  })
})

test('the virus scanner must find the test file', async () => {
  const finds = async () => ({ by: 'ClamAV 1.4.3/27650', threat: 'Eicar-Test-Signature' })
  expect(await scanTestFile(finds)).toEqual({ by: 'ClamAV 1.4.3', threat: 'Eicar-Test-Signature' })
  await expect(scanTestFile(async () => ({ by: 'ClamAV 1.4.3', threat: null }))).rejects.toThrow(
    'ClamAV 1.4.3 found nothing in the test file, which every scanner knows.',
  )
  await expect(scanTestFile(() => Promise.reject(new Error('gone')))).rejects.toThrow(
    'The virus scanner does not answer',
  )
})

test('version, commit and migrations are read from the checkout, or missing without one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-running-'))
  try {
    expect(readRunning(folder, NOW)).toMatchObject({
      version: '',
      commit: null,
      builtAt: null,
      migration: null,
      startedAt: NOW,
    })
    const hash = 'a'.repeat(40)
    writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}')
    mkdirSync(join(folder, '.git'))
    writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(folder, '.git/packed-refs'), `# pack-refs\n${hash} refs/heads/main\n`)
    expect(readRunning(folder, NOW)).toMatchObject({ version: '1.2.3', commit: hash })
    mkdirSync(join(folder, '.git/refs/heads'), { recursive: true })
    writeFileSync(join(folder, '.git/refs/heads/main'), `${'b'.repeat(40)}\n`)
    expect(readRunning(folder, NOW).commit).toBe('b'.repeat(40))
    writeFileSync(join(folder, '.git/HEAD'), `${'c'.repeat(40)}\n`)
    expect(readRunning(folder, NOW).commit).toBe('c'.repeat(40))
    writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/../../package.json\n')
    expect(readRunning(folder, NOW).commit).toBeNull()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('sizes and durations as text', () => {
  expect([0, 512, 1536, 5 * 1024 ** 2, 3.5 * 1024 ** 3].map(showBytes)).toEqual([
    '0 bytes',
    '512 bytes',
    '1.5 KB',
    '5.0 MB',
    '3.5 GB',
  ])
  const after = (minutes: number) => showUptime(NOW, new Date(NOW.getTime() + minutes * 60_000))
  expect([0, 1, 61, 1440, 1500, 3000].map(after)).toEqual([
    'less than a minute',
    '1 minute',
    '1 hour, 1 minute',
    '1 day',
    '1 day, 1 hour',
    '2 days, 2 hours',
  ])
})

test('each disk written to is checked once, and a missing one is skipped', async () => {
  const disks = await disksOf({ first: tmpdir(), same: tmpdir(), gone: '/nowhere/at/all' })
  expect(disks).toMatchObject([{ what: 'first' }])
  expect(disks[0]?.size).toBeGreaterThan(disks[0]?.free ?? Number.POSITIVE_INFINITY)
})
