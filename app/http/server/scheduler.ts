import { sweepKeptForms } from '~/areas/access/kept-forms.server'
import { sweepSessions } from '~/areas/access/session-rows.server'
import { compactInvoiceTally } from '~/areas/invoices/stored-rows.server'
import { generateProcesses } from '~/areas/processes/generate-processes.server'
import { sweepTrials } from '~/areas/reference-import/run-import.server'
import { sendNotices, sweepToldNotices } from '~/areas/work/notices.server'
import { dayIn } from '~/platform/values/day'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { sweepIdempotencyKeys } from '~/platform/workflow/once.server'
import type { Services } from './services'

const CHECKPOINT_MS = 60_000
const SWEEP_MS = 60 * 60_000
/** How often to check whether a new day has begun. */
const GENERATE_MS = 10 * 60_000
const TELL_MS = 60_000

/**
 * The scheduled work. At the start and each minute with new events: a signed checkpoint of the audit chain, its hash in
 * the log, outside the database. At the start and each day: the process dates that are now a year ahead. Each minute:
 * the notices by e-mail that are due. Data that is no longer usable is removed. The returned function stops it, once
 * the running work is done.
 */
export function startScheduler({ database, clock, settings, log, mail }: Services): () => Promise<void> {
  const checkpoint = async () => {
    try {
      const made = await writeCheckpoint(database.transaction, settings.auditKey, clock())
      if (made) log.info({ checkpoint: made.hash, lastEventId: made.lastEventId }, 'audit checkpoint')
    } catch (err) {
      log.error({ err }, 'no audit checkpoint could be written')
    }
  }
  const sweep = async () => {
    try {
      await database.transaction(async (tx) => {
        await sweepSessions(tx, clock())
        await sweepKeptForms(tx, clock())
        await sweepTrials(tx, clock())
        await sweepIdempotencyKeys(tx, clock())
        await sweepToldNotices(tx, clock())
      })
      await database.transaction(compactInvoiceTally)
    } catch (err) {
      log.error({ err }, 'expired data could not be removed')
    }
  }
  let generatedOn = ''
  const generate = async () => {
    const today = dayIn(clock(), settings.timeZone)
    if (today === generatedOn) return
    try {
      const made = await database.transaction((tx) => generateProcesses(tx, clock(), settings.timeZone))
      generatedOn = today
      if (made.dates + made.tasks + made.takenOff > 0) log.info(made, 'process dates made')
    } catch (err) {
      log.error({ err }, 'no process dates could be made')
    }
  }
  const { siteUrl, timeZone } = settings
  /** Each user is claimed by the round that tells them: rounds may overlap, as those of several instances do. */
  const tell = async () => {
    if (!mail || siteUrl === null) return
    try {
      const { sent, faults } = await sendNotices({ ...database, mail, clock, timeZone, siteUrl })
      if (sent > 0) log.info({ sent }, 'notices sent')
      for (const err of faults) log.error({ err }, 'a notice could not be sent')
    } catch (err) {
      log.error({ err }, 'notices could not be sent')
    }
  }
  const underWay = new Set<Promise<void>>()
  const run = (work: () => Promise<void>) => () => {
    const round = work().finally(() => underWay.delete(round))
    underWay.add(round)
  }
  const [toCheckpoint, toSweep, toGenerate] = [run(checkpoint), run(sweep), run(generate)]
  const toTell = run(tell)
  toCheckpoint()
  toGenerate()
  const timers = [
    setInterval(toCheckpoint, CHECKPOINT_MS),
    setInterval(toSweep, SWEEP_MS),
    setInterval(toGenerate, GENERATE_MS),
    setInterval(toTell, TELL_MS),
  ]
  for (const timer of timers) timer.unref()
  return async () => {
    timers.forEach(clearInterval)
    await Promise.all(underWay)
  }
}
