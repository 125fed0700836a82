import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everything, ran, replayed } from 'tests/support/areas/replay/replayed'
import { contextOf } from 'tests/support/context'
import { gate } from 'tests/support/gate'
import { opened } from 'tests/support/opened'
import { refusal } from 'tests/support/platform/tables/verbs'
import { testSite } from 'tests/support/site'
import { afterAll, expect, test } from 'vitest'
import { type DetectionResult, detectionWork } from '~/areas/replay/detection/detect.server'
import { replayWork } from '~/areas/replay/run-replay.server'
import { beginRun, cancelRun, REPLAY_JOB, runById, workOn } from '~/areas/replay/runs.server'
import type { ReplayWorkers } from '~/areas/replay/worker/jobs'
import { failedIfLost } from '~/platform/jobs/jobs.server'
import { workerPool } from '~/platform/threads/pool'

const trap = join(tmpdir(), `replay-trap-${process.pid}`)
const site = await opened(testSite())
const fund = await site.addFund({ fundCode: 'RUN001' })
for (const each of [fund, await site.addFund({ fundCode: 'RUN002' })]) {
  await site.control('accountant1', { ...each, model: each.previous })
  await site.control('accountant1', each)
}
afterAll(() => {
  rmSync(trap, { force: true })
  delete process.env.REPLAY_TRAP
  delete process.env.REPLAY_TRAP_STAYS
})

const begin = () =>
  site.transaction((tx) =>
    beginRun(contextOf({ tx, actor: site.actor('teamleader1'), now: site.clock() }), 'replay', everything),
  )
const cancel = (id: number) => site.as('manager1', (context) => cancelRun(context, id))

/** Threads that lose the first one during a job, or every one while the trap is set. */
function dying(stays: boolean): ReplayWorkers {
  writeFileSync(trap, '')
  process.env.REPLAY_TRAP = trap
  if (stays) process.env.REPLAY_TRAP_STAYS = 'yes'
  return workerPool({
    url: new URL('../../support/areas/replay/dying-thread.mjs', import.meta.url),
    queueLimit: 1_000,
    // Without a build it loads the application from source, which takes long on a busy machine.
    deadlineMs: 60_000,
  })
}

test('a cancelled run stores none of its results, and says who cancelled it', async () => {
  const [reached, goOn] = [gate(), gate()]
  const id = await begin()
  const faults: unknown[] = []
  const work = workOn(
    site.services,
    { id, criteria: everything },
    async (onProgress) => {
      reached.open()
      await goOn.opened
      return replayWork(site.services, everything, onProgress)
    },
    (err) => faults.push(err),
  )
  await reached.opened
  await cancel(id)
  goOn.open()
  await work
  expect(await runById(site.read, id)).toMatchObject({
    status: 'CANCELLED',
    note: `Cancelled by ${site.actor('manager1').fullName}.`,
    result: null,
    digest: null,
  })
  expect(faults).toEqual([])
  expect((await refusal(cancel(id))).code).toBe('conflict')
  expect((await refusal(cancel(999))).code).toBe('not-found')
})

test('a third run waits until one of two is finished or cancelled', async () => {
  const [one, two] = [await begin(), await begin()]
  expect((await refusal(begin())).message).toMatch(/^2 replays are running\. Wait until one is finished/)
  await cancel(one)
  const three = await begin()
  await cancel(two)
  await cancel(three)
})

test('a run whose process was lost is failed: pages say so at once, and it blocks no other run', async () => {
  const lost = [await begin(), await begin()]
  site.setClock('2026-11-03T08:00:00Z')
  for (const id of lost)
    expect(failedIfLost(await runById(site.read, id), REPLAY_JOB, site.clock())).toMatchObject({
      status: 'FAILED',
      note: 'Fundesk was stopped while it ran. Start it again.',
    })
  const next = await begin()
  for (const id of lost) expect((await runById(site.read, id)).status).toBe('FAILED')
  await cancel(next)
})

test('a lost thread is replaced, with the same result', async () => {
  const { digest } = await replayed(site, [])
  const replays = dying(false)
  const run = await ran(
    site,
    { criteria: everything },
    (services, onProgress) => replayWork(services, everything, onProgress),
    replays,
  )
  await replays.close()
  expect(run).toMatchObject({ status: 'DONE', digest, faults: [] })
})

test('if every thread is lost the run fails, says so, and the next one runs', async () => {
  const replays = dying(true)
  const failed = await ran(
    site,
    { criteria: everything },
    (services, onProgress) => replayWork(services, everything, onProgress),
    replays,
  )
  await replays.close()
  process.env.REPLAY_TRAP = ''
  expect(failed).toMatchObject({
    status: 'FAILED',
    note: 'It failed, and the log says why. Try again.',
    result: null,
  })
  expect(failed.faults.map(String)).toEqual(['Error: a worker ended with code 3'])
  expect((await replayed(site, [])).status).toBe('DONE')
})

test('a finished run cannot be changed', async () => {
  const { id } = await replayed(site, [])
  await expect(site.ownerSql`update replay_run set result = '{}' where id = ${id}`).rejects.toThrow()
  await expect(site.ownerSql`delete from replay_run where id = ${id}`).rejects.toThrow()
})

test('the fingerprint of floors changes with the tolerances and data they depend on', async () => {
  const criteria = { funds: ['RUN001'] }
  const floors = () =>
    ran(site, { kind: 'detection', criteria }, (services, onProgress) =>
      detectionWork(services, criteria, onProgress),
    )
  const first = await floors()
  const second = await floors()
  expect([second.digest, second.fingerprint]).toEqual([first.digest, first.fingerprint])
  // The next control uses another tolerance, so its floors differ.
  await site.ownerSql`update rule_tolerance set value = 20 where key = 'N14.tna'`
  await site.control('accountant1', fund)
  const third = await floors()
  expect(third.digest).not.toBe(first.digest)
  expect(third.fingerprint).not.toBe(first.fingerprint)
  const floorOf = ({ result }: typeof first) =>
    (JSON.parse(result ?? '') as DetectionResult).funds[0]?.floors?.find(
      ({ error }) => error === 'redemption',
    )
  expect(floorOf(first)?.rules).toContain('N14')
  expect(floorOf(third)?.bp ?? 500).toBeGreaterThan(floorOf(first)?.bp ?? 500)
}, 300_000)
