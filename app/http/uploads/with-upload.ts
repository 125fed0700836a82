import { storedSince } from '~/platform/files/read-content.server'
import { sizeText } from '~/platform/files/upload-rules'
import { logNoVerdict, refuseInfected } from '~/platform/files/virus-scan'
import type { WaitsFor } from '~/platform/threads/fair-slots'
import { dayIn } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { drainBody } from '../drain'
import type { Guarded } from '../guard'
import { Unreachable } from '../refusal'
import { Spool } from './spool'
import { receiveUpload, type Upload, wholeUpload } from './upload'
import type { UploadLimits } from './upload-limits'
import { uploadRefusal } from './upload-parts'
import { recordSteps } from './work-steps'

const MB = 1024 * 1024
/** Allowance for the rest of a form when only its total size is known. */
const OVERHEAD = 64 * 1024

const WAITING: Record<WaitsFor, string> = {
  own: 'Waiting for your other uploads',
  others: 'Waiting for other uploads',
}

/**
 * Receives a form with files and does the work with it. Two uploads per user are accepted at a time, others wait
 * unread; large ones are on disk until they are processed. The files are always released, after a refusal or after they
 * are stored.
 * @throws DomainError as receiveUpload; 'busy' when too many wait; 'too-large' when the user has stored too much today;
 * as refuseInfected when the virus scanner finds something or gives no verdict
 */
export async function withUpload<Answer>(
  guarded: Guarded,
  request: Request,
  limits: UploadLimits,
  work: (upload: Upload) => Promise<Answer>,
): Promise<Answer> {
  const { actor, services, signal } = guarded
  const { uploads } = services
  const key = request.headers.get('Idempotency-Key')
  const report = key ? recordSteps(services, actor.id, key) : () => {}
  const turn = { signal, onWait: (what: WaitsFor) => report(WAITING[what]) }
  const interrupted = (error: unknown) => {
    throw signal.aborted ? uploadRefusal(limits.title).interrupted() : error
  }
  const spool = new Spool(uploads.folder)
  const quota = storageQuota(guarded, limits.title)
  const ends: (() => void)[] = []
  try {
    ends.push(await uploads.arriving.take(actor.id, turn).catch(interrupted))
    await quota.refuseFrom(Number(request.headers.get('Content-Length') ?? 0))
    const arrived = await receiveUpload(request, limits, spool)
    ends.push(await quota.take(spool.size))
    const files = inSpool(arrived.files, spool)
    const scanners = uploads.scan ? await refuseInfected(files, uploads.scan, limits.title) : []
    if (spool.isOnDisk) ends.push(await uploads.atWork.take(actor.id, turn).catch(interrupted))
    return await work(await wholeUpload(arrived, spool, scanners))
  } catch (error) {
    if (error instanceof Unreachable) services.log.error({ err: error }, 'uploads cannot be kept on disk')
    logNoVerdict(services.log, error)
    throw error
  } finally {
    // A sender who is refused before the form is read sees the reason once the whole form is sent.
    drainBody(request)
    await spool.close()
    for (const end of ends.reverse()) end()
  }
}

const inSpool = (files: readonly { fileName: string; at: number; size: number }[], spool: Spool) =>
  files.map(({ fileName, at, size }) => ({ fileName, pieces: () => spool.pieces(at, size) }))

/** The daily storage limit of a user: counts stored files, and files that have arrived and are not stored yet. */
function storageQuota({ actor, read, services }: Guarded, title = 'Upload Error') {
  const { uploads, settings, clock } = services
  const { timeZone, storageMbPerDay } = settings
  const most = storageMbPerDay * MB
  const taken = async () => {
    const stored = await storedSince(read, actor.id, { day: dayIn(clock(), timeZone), timeZone })
    return stored + (uploads.underWay.get(actor.id) ?? 0)
  }
  const refuse = (before: number, more: number, overhead = 0) => {
    if (before + more > most + overhead) throw overQuota(before, more, most, title)
  }
  return {
    /** Refuses a form by its declared size, before any of it is read. */
    async refuseFrom(declared: number): Promise<void> {
      refuse(await taken(), declared, OVERHEAD)
    },
    /** Counts what arrived, until the returned function is called. */
    async take(size: number): Promise<() => void> {
      refuse(await taken(), size)
      uploads.underWay.set(actor.id, (uploads.underWay.get(actor.id) ?? 0) + size)
      return () => {
        const left = (uploads.underWay.get(actor.id) ?? 0) - size
        if (left > 0) uploads.underWay.set(actor.id, left)
        else uploads.underWay.delete(actor.id)
      }
    },
  }
}

function overQuota(before: number, more: number, most: number, title: string): DomainError {
  return new DomainError(
    'too-large',
    `You uploaded ${sizeText(before)} today, and this upload has ${sizeText(more)}: together more than the limit of ${sizeText(most)} per person and day. Continue tomorrow, or ask your administrator to raise the limit.`,
    { title },
  )
}
