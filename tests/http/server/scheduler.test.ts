import {
  datesOf,
  newEntity,
  newEvent,
  newProcess,
  newRun,
  person,
  site,
  withSite,
} from 'tests/support/areas/processes/process-site'
import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '~/http/server/log'
import { startScheduler } from '~/http/server/scheduler'
import { randomIds, type Services } from '~/http/server/services'
import { recordAct } from '~/platform/workflow/record-act.server'
import { settings } from '../../support/http/server/serve'

withSite('2026-11-02')
afterEach(() => {
  vi.useRealTimers()
})

test('process dates are made at the start, and on each day that follows', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const run = await newRun(await newProcess(await newEvent(), [{ name: 'Report' }]), await newEntity())
  const lines: string[] = []
  const services: Services = {
    ...site.services,
    ids: randomIds,
    settings,
    log: createLog('info', { write: (line) => lines.push(line) }),
  }
  const end = startScheduler(services)
  try {
    const months = async () => (await datesOf(run)).length
    await vi.waitFor(async () => expect(await months()).toBe(12), 20_000)
    // What is defined meanwhile is made with the definition; the clock makes what comes with another day.
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

test('the first checkpoint is written at the start; the end waits for what is under way', async () => {
  const run = await newRun(await newProcess(await newEvent(), [{ name: 'Report' }]), await newEntity())
  const lines: string[] = []
  const services: Services = {
    ...site.services,
    ids: randomIds,
    settings,
    log: createLog('info', { write: (line) => lines.push(line) }),
  }
  // The dates are made beside the checkpoint, so it may not see their events.
  const act = { name: 'disable user', status: 'DISABLED', class: 'warning', log: '' } as const
  await site.transaction((tx) =>
    recordAct(tx, person('operations1').id, act, { who: null, now: site.clock() }),
  )
  await startScheduler(services)()
  expect((await datesOf(run)).length).toBeGreaterThan(0)
  expect(lines.map((line) => JSON.parse(line).msg).sort()).toEqual(['audit checkpoint', 'process dates made'])
})
