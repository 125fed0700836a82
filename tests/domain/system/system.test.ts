import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedBase } from 'db/seed/base/seed-base'
import { testDatabase } from 'tests/postgres/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showBytes, showUptime } from '~/components/system/system-words'
import { REFERENCE_OBJECT_ID } from '~/domain/lookups/audit-subjects'
import { databaseAnswers } from '~/domain/system/database-answers.server'
import { healthLines } from '~/domain/system/health-line'
import { siteState } from '~/domain/system/site-state.server'
import { appendEvent } from '~/domain/workflow/append-event.server'
import { writeCheckpoint } from '~/domain/workflow/checkpoint.server'
import { readRunning } from '~/http/server/running'

const NOW = new Date('2026-11-02T08:00:00Z')
let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await database.doors.transaction((tx) => seedBase(tx, NOW))
})
afterAll(() => database.drop())

const happened = () =>
  database.doors.transaction((tx) =>
    appendEvent(tx, {
      ...{ objectKind: 'reference', objectId: REFERENCE_OBJECT_ID, round: 1, type: 'act', name: 'test' },
      ...{ at: NOW, who: null, queue: 'ADMINISTRATION', status: 'DONE', class: 'success', log: '' },
    }),
  )

test('the state of the site: its database, its checkpoint and what waits for the next, its rows', async () => {
  const { doors } = database
  const before = await siteState(doors.read, NOW)
  expect(before).toMatchObject({ checkpoint: null, sessions: 0 })
  expect(before.database).toMatch(/^\d+/)
  expect(before.bytes).toBeGreaterThan(1_000_000)
  await happened()
  const checkpoint = await writeCheckpoint(doors.transaction, 'k'.repeat(32), NOW)
  await happened()
  const state = await siteState(doors.read, NOW)
  expect(state).toMatchObject({
    checkpoint: { at: NOW, hash: checkpoint?.hash },
    waiting: 1,
    waitingSince: NOW,
  })
  const events = state.counts.find(({ what }) => what === 'Events')
  expect(events).toEqual({ what: 'Events', rows: before.waiting + 2, estimated: false })
})

test('the database that answers is timed, the one that does not is told', async () => {
  let now = 0
  const clock = () => {
    now += 5
    return new Date(now)
  }
  expect(await databaseAnswers(database.doors, clock)).toEqual({ readMs: 5, writeMs: 5 })
  const broken = { ...database.doors, transaction: () => Promise.reject(new Error('read only')) }
  expect(await databaseAnswers(broken, clock)).toEqual({ readMs: 5, writeMs: null })
})

test('health says what is wrong and what to look at', () => {
  const waitingSince: Date | null = null
  const facts: Parameters<typeof healthLines>[0] = {
    ...{ now: NOW, readMs: 0, writeMs: 12.4, waiting: 0, waitingSince, startedAt: null, office: true },
  }
  expect(healthLines(facts).every(({ well }) => well === true)).toBe(true)
  const words = (more: Partial<typeof facts>) =>
    healthLines({ ...facts, ...more }).map(({ what, well, said }) => `${what}: ${well}: ${said}`)
  expect(words({ writeMs: null })).toContainEqual(
    expect.stringContaining('Database, writing: false: No answer. Nothing can be saved.'),
  )
  const late = new Date(NOW.getTime() - 20 * 60_000)
  expect(words({ waiting: 3, waitingSince: late })).toContainEqual(
    expect.stringContaining('Audit trail: false: 3 events wait for a checkpoint, for 20 minutes now'),
  )
  // Loaded, with days of months ago: nobody could have written a checkpoint before the process started.
  const startedAt = new Date(NOW.getTime() - 30_000)
  expect(words({ waiting: 3, waitingSince: late, startedAt })).toContainEqual(
    'Audit trail: true: 3 events wait for the checkpoint of the next minute',
  )
  expect(words({ waiting: 1, waitingSince: NOW })).toContainEqual(
    'Audit trail: true: 1 event waits for the checkpoint of the next minute',
  )
  expect(words({ office: false })).toContainEqual(expect.stringContaining('LibreOffice: null: Not found'))
})

test('the version, the commit and the migrations are read from the checkout, and missed where there are none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-running-'))
  try {
    expect(readRunning(folder, NOW)).toMatchObject({
      ...{ version: '', commit: null, builtAt: null, migration: null, startedAt: NOW },
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

test('sizes and times in words', () => {
  expect([0, 512, 1536, 5 * 1024 ** 2, 3.5 * 1024 ** 3].map(showBytes)).toEqual([
    ...['0 bytes', '512 bytes', '1.5 KB', '5.0 MB', '3.5 GB'],
  ])
  const after = (minutes: number) => showUptime(NOW, new Date(NOW.getTime() + minutes * 60_000))
  expect([0, 1, 61, 1440, 1500, 3000].map(after)).toEqual([
    ...['less than a minute', '1 minute', '1 hour, 1 minute', '1 day', '1 day, 1 hour', '2 days, 2 hours'],
  ])
})
