import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { processesOn } from 'tests/support/areas/processes/processes-on'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { noteVerification } from '~/areas/access/verification.server'
import { createLog } from '~/http/server/log'
import { startScheduler } from '~/http/server/scheduler'
import { randomIds, type Services } from '~/http/server/services'
import { readNotedCheckpoint } from '~/platform/proof/noted-checkpoint.server'
import { inAdministration, recordAct, userSubject } from '~/platform/workflow/record-act.server'
import { openSigning } from '~/platform/workflow/signing.server'
import { settings } from '../../support/http/server/serve'

const site = await opened(testSite())
const { datesOf, newEntity, newEvent, newProcess, newRun, person } = processesOn(site, '2026-11-02')
afterEach(() => {
  vi.useRealTimers()
})

const noteDisabled = () =>
  site.transaction((tx) =>
    recordAct(tx, userSubject(person('operations1').id), {
      name: 'disable user',
      to: inAdministration('DISABLED', 'warning'),
      who: null,
      log: '',
      now: site.clock(),
    }),
  )

/** Services whose log lines are kept. */
function logged(): { services: Services; lines: string[] } {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  return { services: { ...site.services, ids: randomIds, settings, log }, lines }
}

test('process dates are made at the start, and on each following day', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const run = await newRun(await newProcess(await newEvent(), [{ name: 'Report' }]), await newEntity())
  const { services, lines } = logged()
  const end = startScheduler(services)
  try {
    const months = async () => (await datesOf(run)).length
    await vi.waitFor(async () => expect(await months()).toBe(12), 20_000)
    // New definitions make their own dates; the clock makes those of a new day.
    site.setClock('2026-11-30T23:30:00Z')
    vi.advanceTimersByTime(10 * 60_000)
    await vi.waitFor(async () => expect(await months()).toBe(13), 20_000)
    const made = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'process dates made')
    expect(made).toMatchObject([
      { dates: 12, tasks: 12 },
      { dates: 1, tasks: 1 },
    ])
  } finally {
    await end()
  }
})

test('the first checkpoint is written at the start; the end waits for running work', async () => {
  const run = await newRun(await newProcess(await newEvent(), [{ name: 'Report' }]), await newEntity())
  const { services, lines } = logged()
  // The dates are made in parallel, so the checkpoint may miss their events.
  await noteDisabled()
  await startScheduler(services)()
  expect((await datesOf(run)).length).toBeGreaterThan(0)
  expect(lines.map((line) => JSON.parse(line).msg).sort()).toEqual(['audit checkpoint', 'process dates made'])
})

test('a database that misses the newest checkpoint that was noted is an error in the log, each minute', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-checkpoint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const checkpointFile = join(folder, 'newest-checkpoint')
  const errorsOf = async () => {
    const { services, lines } = logged()
    await startScheduler({ ...services, checkpointFile })()
    return lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
  }
  await noteDisabled()
  expect(await errorsOf()).toEqual([])
  const noted = readNotedCheckpoint(checkpointFile)
  expect(noted).not.toBeNull()
  await site.admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`delete from audit_checkpoint`
  })
  const found = [
    expect.objectContaining({ checkpoint: noted, msg: expect.stringContaining('misses a checkpoint') }),
  ]
  expect(await errorsOf()).toEqual(found)
  // A newer checkpoint does not take the place of the missing one.
  await noteDisabled()
  expect(await errorsOf()).toEqual(found)
  expect(readNotedCheckpoint(checkpointFile)).toEqual(noted)
})

test('due notices are sent every minute, and a refused message stops nothing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await newRun(await newProcess(await newEvent(), [{ name: 'Report' }]), await newEntity())
  const lines: string[] = []
  const sent: string[] = []
  const services: Services = {
    ...site.services,
    ids: randomIds,
    settings: { ...settings, siteUrl: 'https://fundesk.example' },
    log: createLog('info', { write: (line) => lines.push(line) }),
    mail: {
      async send({ to }) {
        if (to === 'refused@example.com') throw new Error('No such mailbox')
        sent.push(to)
      },
      check: async () => {},
    },
  }
  const end = startScheduler(services)
  const noticeLines = () =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => /notice|messages/.test(msg))
  try {
    await vi.waitFor(() => expect(lines.join()).toContain('process dates made'), 20_000)
    await vi.waitFor(async () => {
      const late = await site.ownerSql`update task set due_date = '2026-10-01' returning 1`
      expect(late.length).toBeGreaterThan(0)
    }, 20_000)
    await site.ownerSql`insert into mail_preference (user_id, address, frequency, waits_days, confirmed_at)
      select id, case user_name when 'operations1' then 'refused@example.com' else user_name || '@example.com' end,
        'daily', 3, now() from app_user where user_name in ('operations1', 'operations2', 'auditor1')`
    site.setClock('2026-11-03T08:00:00Z')
    vi.advanceTimersByTime(60_000)
    await vi.waitFor(() => expect(noticeLines()).toHaveLength(2), 20_000)
    expect(sent).toEqual(['operations2@example.com'])
    expect(noticeLines()).toMatchObject([{ sent: 1 }, { err: { message: 'No such mailbox' } }])
    site.setClock('2026-11-04T08:00:00Z')
    vi.advanceTimersByTime(60_000)
    await vi.waitFor(() => expect(noticeLines()).toHaveLength(4), 20_000)
    expect(sent).toEqual(['operations2@example.com', 'operations2@example.com'])
  } finally {
    await end()
  }
})

test('each day gets one backup; one that fails is logged and made ten minutes later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const attempts: string[] = []
  let isFull = true
  const make = async (to: string) => {
    attempts.push(basename(to))
    if (isFull) throw new Error('The disk is full.')
    mkdirSync(to)
  }
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const backups = { folder, kept: 2, make }
  const end = startScheduler({ ...site.services, ids: randomIds, settings, log, backups })
  const backupLines = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => /backup/.test(msg))
  const tenMinutes = async (lineCount: number) => {
    vi.advanceTimersByTime(10 * 60_000)
    await vi.waitFor(() => expect(backupLines()).toHaveLength(lineCount), 20_000)
  }
  try {
    site.setClock('2026-11-05T08:00:00Z')
    await vi.waitFor(async () => expect(await site.ownerSql`select 1 from lease`).toHaveLength(1), 20_000)
    await tenMinutes(1)
    isFull = false
    await tenMinutes(2)
    // Past midnight in Luxembourg.
    site.setClock('2026-11-05T23:30:00Z')
    await tenMinutes(3)
    site.setClock('2026-11-07T08:00:00Z')
    await tenMinutes(4)
    expect(backupLines()).toMatchObject([
      { msg: 'no backup could be made', err: { message: 'The disk is full.' } },
      { msg: 'backup made', backup: 'fundesk-2026-11-05' },
      { msg: 'backup made', backup: 'fundesk-2026-11-06' },
      { msg: 'backup made', backup: 'fundesk-2026-11-07' },
    ])
    vi.advanceTimersByTime(10 * 60_000)
  } finally {
    await end()
  }
  expect(attempts).toEqual([5, 5, 6, 7].map((day) => `fundesk-2026-11-0${day}`))
  expect(readdirSync(folder).sort()).toEqual(['fundesk-2026-11-06', 'fundesk-2026-11-07'])
})

test('the history is verified once a night, unless the result of that night is noted and signed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { sign } = openSigning(settings.signingKey)
  const nights: string[] = []
  const services: Services = {
    ...site.services,
    ids: randomIds,
    settings,
    log: createLog('silent'),
    verify: async () => {
      nights.push(site.clock().toISOString().slice(0, 10))
    },
  }
  const note = () =>
    site.transaction((tx) => noteVerification(tx, sign, { at: site.clock(), isIntact: true, findings: [] }))
  const begin = async () => {
    const end = startScheduler(services)
    await vi.waitFor(async () => expect(await site.ownerSql`select 1 from lease`).toHaveLength(1), 20_000)
    return end
  }
  const tenMinutesAt = (instant: string) => {
    site.setClock(instant)
    vi.advanceTimersByTime(10 * 60_000)
  }
  let end = await begin()
  try {
    tenMinutesAt('2026-11-08T10:00:00Z')
    tenMinutesAt('2026-11-09T02:00:00Z')
    await vi.waitFor(() => expect(nights).toEqual(['2026-11-09']), 20_000)
    vi.advanceTimersByTime(10 * 60_000)
    site.setClock('2026-11-10T01:00:00Z')
    await note()
    tenMinutesAt('2026-11-10T02:00:00Z')
    await end()
    expect(nights).toEqual(['2026-11-09'])

    end = await begin()
    site.setClock('2026-11-11T01:00:00Z')
    await note()
    await site.ownerSql`update site_setting set value = jsonb_set(value, '{signature}', '"forged"')
      where key = 'last verification'`
    tenMinutesAt('2026-11-11T02:00:00Z')
    await vi.waitFor(() => expect(nights).toEqual(['2026-11-09', '2026-11-11']), 20_000)
  } finally {
    await end()
  }
})

test('of two instances one does the scheduled work, and the other takes over when it is gone', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await newRun(await newProcess(await newEvent(), [{ name: 'Report' }]), await newEntity())
  const instance = () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const end = startScheduler({ ...site.services, ids: randomIds, settings, log })
    return { end, lines }
  }
  const holder = async () => (await site.ownerSql`select holder from lease`).map((row) => row.holder)
  const one = instance()
  await vi.waitFor(() => expect(one.lines.join()).toContain('process dates made'), 20_000)
  const [first] = await holder()
  const another = instance()
  await noteDisabled()
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(() => expect(one.lines.at(-1)).toContain('audit checkpoint'), 20_000)
  expect(await holder()).toEqual([first])
  expect(another.lines).toEqual([])

  // Killed, it renews nothing, and its lease expires.
  await site.ownerSql`update lease set holder = 'a killed instance', until = now() - interval '1 second'`
  await noteDisabled()
  vi.advanceTimersByTime(3_000)
  await vi.waitFor(async () => expect(await holder()).not.toEqual(['a killed instance']), 20_000)

  // Ended properly, it passes the lease on at once.
  const [left, right] = (await holder())[0] === first ? [one, another] : [another, one]
  await left.end()
  await noteDisabled()
  const before = right.lines.length
  vi.advanceTimersByTime(3_000)
  await vi.waitFor(() => expect(right.lines.slice(before).join()).toContain('audit checkpoint'), 20_000)
  await right.end()
  expect(await holder()).toEqual([])
})
