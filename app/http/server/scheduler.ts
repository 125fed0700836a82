import { backUpOfDay } from 'db/embedded/backup'
import { sweepSentForms } from '~/areas/access/form-recovery.server'
import { sweepSessions } from '~/areas/access/session-rows.server'
import { lastVerification } from '~/areas/access/verification.server'
import { sweepMonthPacks } from '~/areas/evidence/month-packs.server'
import { compactInvoiceTally } from '~/areas/invoices/stored-rows.server'
import { runWaitingUploads, sweepWaitingUploads } from '~/areas/navs/formats/waiting-uploads.server'
import { generateProcesses } from '~/areas/processes/generate-processes.server'
import { sweepTrials } from '~/areas/reference-import/run-import.server'
import { suggestOfMonth } from '~/areas/replay/suggestions.server'
import { sendNotices, sweepSentNotifications } from '~/areas/work/notices.server'
import {
  LEASE_SECONDS,
  leaveLease,
  sweepThrottleCounts,
  sweepWorkSteps,
  takeLease,
} from '~/platform/cluster/cluster.server'
import { contentStore } from '~/platform/files/content-store.server'
import { sweepContents } from '~/platform/files/move-contents.server'
import { sweepStagedFiles } from '~/platform/files/staged-files.server'
import { noteCheckpoint } from '~/platform/proof/noted-checkpoint.server'
import { postCheckpoints, stampOfDay } from '~/platform/proof/outside-proof.server'
import { contextOf } from '~/platform/values/context.server'
import { dayIn } from '~/platform/values/day'
import { showInstant } from '~/platform/values/show'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { sweepIdempotencyKeys } from '~/platform/workflow/idempotency.server'
import { openSigning } from '~/platform/workflow/signing.server'
import type { Services } from './services'

const CHECKPOINT_MS = 60_000
const SWEEP_MS = 60 * 60_000
/** How often to check whether a new day has begun. */
const GENERATE_MS = 10 * 60_000
const TELL_MS = 60_000
/** The hour, in the site's zone, at which the night ends. */
const NIGHT_ENDS = 6
/** Well within the duration of a lease. */
const RENEW_MS = 3_000
const WORK = 'scheduled work'

/**
 * The scheduled work, done by one instance of a site at a time: the one that holds the lease; if that is gone, another
 * takes over within little more than ten seconds. On taking the lease, and each minute with new events: a signed
 * checkpoint of the audit chain, whose hash goes into the log, outside the database, and which is sent to the
 * configured places. On taking the lease, and each day: new process dates up to a year ahead, removal of contents
 * without a document from the content store, and a backup where the settings name a folder. Each night: verification of
 * the whole history; once a month suggestions of tolerances. Each minute: the notices due by e-mail, and the uploads that waited for a file
 * format that was approved. Data that is no longer usable is removed. The returned function stops it, after the running
 * work is done.
 */
export function startScheduler({
  database,
  replays,
  workers,
  clock,
  realTime = clock,
  ids,
  settings,
  log,
  mail,
  backups,
  checkpointFile,
  verify,
}: Services): () => Promise<void> {
  const { sign, all: keys } = openSigning(settings.signingKey, settings.signingKeysBefore)
  const checkpoint = async () => {
    try {
      const checkpoint = await writeCheckpoint(database.transaction, sign, clock())
      if (checkpoint)
        log.info({ checkpoint: checkpoint.hash, lastEventId: checkpoint.lastEventId }, 'audit checkpoint')
    } catch (err) {
      log.error({ err }, 'no audit checkpoint could be written')
    }
    await keepNewest()
    await toOutside()
  }
  /** Every instance keeps it, as each may be the only one whose machine is left. */
  const keepNewest = async () => {
    if (!checkpointFile) return
    try {
      const missing = await noteCheckpoint(database.transaction, checkpointFile)
      if (missing)
        log.error(
          { checkpoint: missing },
          'the database misses a checkpoint that was written: it is an older copy, or its end was removed',
        )
    } catch (err) {
      log.warn({ err }, 'the newest checkpoint could not be kept outside the database')
    }
  }
  const { tsaUrl, checkpointUrl } = settings
  /** Refusals are shown on the System page, and retried a minute later. */
  const toOutside = async () => {
    const site = { ...database, clock }
    try {
      const stamped = tsaUrl && (await stampOfDay(site, tsaUrl))
      if (stamped) log.info({ checkpoint: stamped }, 'time stamp')
    } catch (err) {
      log.warn({ err }, 'the time stamp authority did not stamp the checkpoint')
    }
    try {
      if (checkpointUrl) await postCheckpoints(site, checkpointUrl)
    } catch (err) {
      log.warn({ err }, 'the place for copies did not take the checkpoint')
    }
  }
  const sweep = async () => {
    try {
      await database.transaction(async (tx) => {
        const context = { tx, now: clock() }
        await sweepSessions(context)
        await sweepSentForms(context)
        await sweepTrials(context)
        await sweepStagedFiles(context)
        await sweepWaitingUploads(context)
        await sweepIdempotencyKeys(context)
        await sweepSentNotifications(context)
        await sweepThrottleCounts({ tx, now: realTime() })
        await sweepWorkSteps(tx)
        await sweepMonthPacks(context)
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
      const generated = await database.transaction((tx) =>
        generateProcesses(contextOf({ tx, now: clock(), timeZone: settings.timeZone })),
      )
      generatedOn = today
      if (generated.dates + generated.tasks + generated.takenOff > 0)
        log.info(generated, 'process dates made')
    } catch (err) {
      log.error({ err }, 'no process dates could be made')
    }
  }
  const runWaiting = async () => {
    try {
      const onFault = (err: unknown) => log.error({ err }, 'an upload that waited could not be controlled')
      const ran = await runWaitingUploads({ database, clock, settings, workers, onFault })
      if (ran > 0) log.info({ ran }, 'uploads that waited for a file format were controlled')
    } catch (err) {
      log.error({ err }, 'uploads that wait for a file format could not be controlled')
    }
  }
  const isNight = () => Number(showInstant(clock(), settings.timeZone).slice(-5, -3)) < NIGHT_ENDS
  /** At night, so that a month's list is ready in the morning and disturbs no one. */
  const suggest = async () => {
    if (!isNight()) return
    try {
      const onFault = (err: unknown) => log.error({ err }, 'suggestions could not be computed')
      const suggested = await suggestOfMonth({ database, replays, clock }, settings.timeZone, onFault)
      if (suggested) log.info('suggestions computed')
    } catch (err) {
      log.error({ err }, 'suggestions could not be computed')
    }
  }
  let verifiedOn = ''
  const verifyOfNight = async () => {
    const today = dayIn(clock(), settings.timeZone)
    if (!verify || today === verifiedOn || !isNight()) return
    verifiedOn = today
    const last = await lastVerification(database.read, keys)
    if (last === null || last.isForged || dayIn(last.at, settings.timeZone) !== today) await verify()
  }
  let sweptOn = ''
  const sweepDocuments = async () => {
    const store = contentStore()
    const today = dayIn(clock(), settings.timeZone)
    if (!store || today === sweptOn) return
    try {
      const swept = await sweepContents({ ...database, store }, clock())
      sweptOn = today
      if (swept > 0) log.info({ swept }, 'contents without a document removed from the store')
    } catch (err) {
      log.error({ err }, 'the store of documents could not be swept')
    }
  }
  const backUp = async () => {
    if (!backups) return
    try {
      const backup = await backUpOfDay(backups, dayIn(realTime(), settings.timeZone))
      if (backup) log.info({ backup, folder: backups.folder }, 'backup made')
    } catch (err) {
      log.error({ err }, 'no backup could be made')
    }
  }
  const { siteUrl, timeZone, mailDomains } = settings
  /** Each user is claimed by the round that sends their notices: rounds may overlap, as with several instances. */
  const sendDue = async () => {
    if (!mail || siteUrl === null) return
    try {
      const { sent, faults } = await sendNotices({
        ...database,
        mail,
        clock,
        ids,
        timeZone,
        siteUrl,
        mailDomains,
      })
      if (sent > 0) log.info({ sent }, 'messages sent')
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
  const holder = ids.uuid()
  /** By the monotonic clock, which continues while the process is suspended. */
  let heldUntil = 0
  const isHeld = () => performance.now() < heldUntil
  const ours = (work: () => Promise<void>) => run(async () => (isHeld() ? work() : undefined))
  const [toCheckpoint, toGenerate] = [ours(checkpoint), ours(generate)]
  const hold = async () => {
    const [requestedAt, before] = [performance.now(), isHeld()]
    try {
      const taken = await takeLease(database.transaction, WORK, holder)
      heldUntil = taken ? requestedAt + LEASE_SECONDS * 1_000 : 0
    } catch (err) {
      log.warn({ err }, 'the lease of the scheduled work could not be taken')
      return
    }
    if (before || !isHeld()) return
    toCheckpoint()
    toGenerate()
  }
  const toHold = run(hold)
  toHold()
  const timers = [
    setInterval(toHold, RENEW_MS),
    setInterval(toCheckpoint, CHECKPOINT_MS),
    setInterval(run(keepNewest), CHECKPOINT_MS),
    setInterval(ours(sweep), SWEEP_MS),
    setInterval(toGenerate, GENERATE_MS),
    setInterval(ours(sweepDocuments), GENERATE_MS),
    setInterval(ours(suggest), GENERATE_MS),
    setInterval(ours(verifyOfNight), GENERATE_MS),
    setInterval(ours(backUp), GENERATE_MS),
    setInterval(ours(sendDue), TELL_MS),
    setInterval(ours(runWaiting), TELL_MS),
  ]
  for (const timer of timers) timer.unref()
  return async () => {
    timers.forEach(clearInterval)
    while (underWay.size > 0) await Promise.all(underWay)
    if (isHeld())
      await leaveLease(database.transaction, WORK, holder).catch((err) =>
        log.warn({ err }, 'the lease of the scheduled work ends by itself'),
      )
  }
}
