import { contextOf } from 'tests/support/context'
import type { TestSite, UserName } from 'tests/support/site'
import type { ReplayChange, ReplayCriteria, ReplayResult } from '~/areas/replay/replay'
import { replayWork } from '~/areas/replay/run-replay.server'
import {
  beginRun,
  type ReplaySite,
  type RunKind,
  type RunOutcome,
  runById,
  workOn,
} from '~/areas/replay/runs.server'
import type { OnProgress } from '~/platform/jobs/jobs.server'

export const everything: ReplayCriteria = { funds: [], from: null, to: null, changes: [] }

/** A change for all funds, or at another level. */
export const to = (tolerance: string, value: string, scope?: Pick<ReplayChange, 'level' | 'subject'>) => ({
  tolerance,
  value,
  level: 'all' as const,
  subject: null,
  ...scope,
})

/** Starts a run, completes its work, and returns the stored run. */
export async function ran(
  site: TestSite,
  { kind = 'replay', criteria, by = 'teamleader1' }: { kind?: RunKind; criteria: object; by?: UserName },
  work: (site: ReplaySite, onProgress: OnProgress) => Promise<RunOutcome>,
  replays: ReplaySite['replays'] = site.services.replays,
) {
  const id = await site.transaction((tx) =>
    beginRun(contextOf({ tx, actor: site.actor(by), now: site.clock() }), kind, criteria),
  )
  const faults: unknown[] = []
  const services = { ...site.services, replays }
  await workOn(
    services,
    { id, criteria },
    (onProgress) => work(services, onProgress),
    (err) => faults.push(err),
  )
  return { ...(await runById(site.read, id)), faults }
}

/** A completed replay of these changes for these funds. */
export async function replayed(site: TestSite, changes: ReplayChange[], funds: string[] = []) {
  const criteria = { ...everything, funds, changes }
  const run = await ran(site, { criteria }, (services, onProgress) =>
    replayWork(services, criteria, onProgress),
  )
  return { ...run, found: JSON.parse(run.result ?? 'null') as ReplayResult }
}
