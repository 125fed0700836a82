import type { Read } from 'db/database'
import { stagedFile } from 'db/schema/documents'
import { fileFormat, waitingUpload } from 'db/schema/file-formats'
import { and, asc, eq, exists, gte, notExists } from 'drizzle-orm'
import { isAllowed } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { workOf } from '~/areas/access/user-work.server'
import { dropStaged, keepUntil, stagedFiles } from '~/platform/files/staged-files.server'
import { DomainError } from '~/platform/values/domain-error'
import { instanceById } from '~/platform/workflow/instance.server'
import { recordAct, tellsUser } from '~/platform/workflow/record-act.server'
import { runControl } from '../control/run-control.server'
import { CONTROL_SETS, type ControlSet } from '../nav'
import { reasons } from '../nav-view.server'
import type { UmbrellaSite } from '../umbrella/control-all.server'
import { refusalText } from '../umbrella/expected-funds.server'

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
