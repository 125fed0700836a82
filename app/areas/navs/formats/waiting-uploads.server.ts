import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { stagedFile } from 'db/schema/documents'
import { fileFormat, waitingUpload } from 'db/schema/file-formats'
import { fund } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { and, asc, eq, exists, gt, gte, notExists } from 'drizzle-orm'
import { isAllowed } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { workOf } from '~/areas/access/user-work.server'
import { fullName } from '~/areas/access/users.server'
import { dropStaged, keepUntil, stagedFiles } from '~/platform/files/staged-files.server'
import type { ReadAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { instanceById } from '~/platform/workflow/instance.server'
import { recordAct, tellsUser } from '~/platform/workflow/record-act.server'
import { runControl } from '../control/run-control.server'
import { CONTROL_SETS, type ControlSet } from '../nav'
import { reasons } from '../nav-view.server'
import type { UmbrellaSite } from '../umbrella/control-all.server'
import { refusalText } from '../umbrella/expected-funds.server'
import type { WaitingUploadRow } from './format-rows'

/** How long an upload waits for a format, in ms. */
const WAITS_MS = 30 * 86_400_000

/** A refused upload, as it is to run once a format reads its files. */
export interface UploadToWait {
  /** Its files, as the server keeps them. */
  staged: string
  set: ControlSet
  /** The NAV that it was started from; null for none. */
  fundNavId: number | null
  reasonCode: string
  comment: string
}

/**
 * Lets the refused upload of a control wait for a file format: it runs as its sender's once one is approved that reads it.
 * @throws DomainError invalid without a reason or comment; refused when its files are no longer there
 */
export async function letUploadWait(
  { tx, actor, now }: UserWriteContext,
  { staged, set, fundNavId, reasonCode, comment }: UploadToWait,
): Promise<void> {
  const known = await reasons(tx)
  const fields = {
    ...(known.some(({ code }) => code === reasonCode) ? {} : { uploadReason: 'Choose a reason.' }),
    ...(comment.trim() === '' ? { uploadComment: 'Enter the comment of the upload.' } : {}),
  }
  if (Object.keys(fields).length > 0)
    throw new DomainError('invalid', Object.values(fields).join(' '), { fields })
  await stagedFiles({ read: tx, now }, actor.id, staged)
  await keepUntil({ tx }, { userId: actor.id, setId: staged, until: new Date(now.getTime() + WAITS_MS) })
  const row = { controlSet: set, fundNavId, reasonCode, comment: comment.trim(), since: now }
  await tx
    .insert(waitingUpload)
    .values({ setId: staged, userId: actor.id, ...row })
    .onConflictDoUpdate({ target: waitingUpload.setId, set: row })
}

/** An upload that waits, as those see it who may teach a format for it. */
interface UploadToTeach extends WaitingUploadRow {
  /** Its sender. */
  userId: number
  set: ControlSet
  fundNavId: number | null
}

/**
 * The uploads that wait for a format, with the one that ends first at the top: for users who may teach one.
 * @param setId the files of one of them
 */
export async function uploadsThatWait({ read, now }: ReadAt, setId?: string): Promise<UploadToTeach[]> {
  const rows = await read
    .select({
      setId: waitingUpload.setId,
      fileName: stagedFile.fileName,
      until: stagedFile.expiresAt,
      controlSet: waitingUpload.controlSet,
      userId: waitingUpload.userId,
      sender: fullName,
      fundNavId: waitingUpload.fundNavId,
      fundCode: fund.code,
      navDate: fundNav.navDate,
    })
    .from(waitingUpload)
    .innerJoin(stagedFile, eq(stagedFile.setId, waitingUpload.setId))
    .innerJoin(appUser, eq(appUser.id, waitingUpload.userId))
    .leftJoin(fundNav, eq(fundNav.id, waitingUpload.fundNavId))
    .leftJoin(fund, eq(fund.id, fundNav.fundId))
    .where(
      and(gt(stagedFile.expiresAt, now), setId === undefined ? undefined : eq(waitingUpload.setId, setId)),
    )
    .orderBy(asc(stagedFile.expiresAt), asc(waitingUpload.setId), asc(stagedFile.position))
  const uploads = new Map<string, UploadToTeach>()
  for (const { fileName, controlSet, ...row } of rows) {
    const known = uploads.get(row.setId)
    if (known) known.fileNames.push(fileName)
    else if (isSet(controlSet))
      uploads.set(row.setId, {
        ...row,
        fileNames: [fileName],
        set: controlSet,
        // Each try moves its own time, but not until when its files are kept.
        since: new Date(row.until.getTime() - WAITS_MS),
      })
  }
  return [...uploads.values()]
}

type Waiting = typeof waitingUpload.$inferSelect

/** Uploads for which a format was approved since they wait, or were tried last. */
function uploadsToTry(read: Read): Promise<Waiting[]> {
  const approved = read
    .select({ id: fileFormat.id })
    .from(fileFormat)
    .where(gte(fileFormat.approvedAt, waitingUpload.since))
  return read.select().from(waitingUpload).where(exists(approved)).orderBy(asc(waitingUpload.since))
}

/**
 * Runs the waiting uploads once a format that may read them has been approved. They run as their senders, who get a notice.
 * An upload that is still refused goes on waiting, and the notice says why.
 * @returns how many ran
 */
export async function runWaitingUploads(site: UmbrellaSite): Promise<number> {
  const { database, clock } = site
  let ran = 0
  for (const waiting of await uploadsToTry(database.read)) {
    const outcome = await tryUpload(site, waiting)
    if (outcome === null) ran += 1
    const ends = outcome === null || outcome === 'gone'
    await database.transaction(async (tx) => {
      const own = eq(waitingUpload.setId, waiting.setId)
      if (ends) {
        await tx.delete(waitingUpload).where(own)
        await dropStaged({ tx }, waiting.setId)
      } else if (outcome !== 'later') {
        await tx.update(waitingUpload).set({ since: clock() }).where(own)
        await tellRefusal({ tx, now: clock() }, waiting, outcome)
      }
    })
  }
  return ran
}

/** @returns null when it ran; 'gone' when it never can; 'later' while all threads are busy; otherwise why it is refused */
async function tryUpload(
  site: UmbrellaSite,
  { setId, userId, fundNavId, reasonCode, comment, controlSet }: Waiting,
): Promise<string | null> {
  const { database, clock, workers, onFault } = site
  const at = { read: database.read, now: clock() }
  const actor = await actorById(at, userId)
  if (actor === null || !isAllowed(actor, 'navctrl', 'add') || !isSet(controlSet)) return 'gone'
  try {
    const files = await stagedFiles(at, userId, setId)
    const upload = { set: controlSet, files, reasonCode, comment, fundNavId, hasWaited: true } as const
    await runControl(workOf(site, actor), { workers }, upload)
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) {
      onFault(error)
      return 'It failed, and the log says why. Start its control from its NAV.'
    }
    return error.code === 'busy' ? 'later' : refusalText(error)
  }
}

const isSet = (set: string): set is ControlSet => Object.hasOwn(CONTROL_SETS, set)

/** In the history of its NAV, and in the news of its sender. */
async function tellRefusal(
  { tx, now }: Pick<UserWriteContext, 'tx' | 'now'>,
  { fundNavId, userId }: Waiting,
  why: string,
): Promise<void> {
  if (fundNavId === null) return
  const instance = await instanceById(tx, fundNavId)
  await recordAct(tx, instance, {
    name: 'waiting upload',
    to: instance,
    who: null,
    log: `The upload that waits for a file format is still refused: ${why}`,
    data: tellsUser(userId),
    now,
  })
}

/** Drops uploads whose files are no longer kept. */
export async function sweepWaitingUploads({ tx }: Pick<UserWriteContext, 'tx'>): Promise<void> {
  const kept = tx
    .select({ setId: stagedFile.setId })
    .from(stagedFile)
    .where(and(eq(stagedFile.setId, waitingUpload.setId), eq(stagedFile.position, 0)))
  await tx.delete(waitingUpload).where(notExists(kept))
}
