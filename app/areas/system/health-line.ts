import type { Disk } from '~/platform/files/disks.server'
import { scannerName } from '~/platform/files/virus-scan'
import type { OutsideState } from '~/platform/proof/outside-proof.server'
import { counted, showBytes } from '~/platform/values/show'

/** One check and whether it passed, in a sentence that says what to do if it did not. */
export interface HealthLine {
  what: string
  /** Null for an optional part that is missing. */
  well: boolean | null
  message: string
}

/** A checkpoint is written each minute with new events; a delay of this length is reported. */
const LATE_MS = 5 * 60_000

interface ReplicaState {
  /** Why it is not used; null while it is. */
  trouble: 'not known' | 'gone' | 'late' | 'foreign' | null
  lagMs: number | null
}

interface Facts {
  now: Date
  /** How long the database took to read and to write, in milliseconds; null when it did not respond. */
  readMs: number | null
  writeMs: number | null
  /** Missing where the site has no replica. */
  replica?: ReplicaState | undefined
  /** Events that no checkpoint covers yet, and when the first of them happened. */
  waiting: number
  waitingSince: Date | null
  /**
   * Of the process that writes them; null where it is unknown: waiting since before it counts as waiting since then.
   */
  startedAt: Date | null
  /** LibreOffice was found. */
  office: boolean
  /** The virus scanner's name for itself; null when it does not respond, undefined where the site has none. */
  scanner: string | null | undefined
  /** The store of documents and whether it responds; missing: they are kept in the database. */
  store?: { address: string; answers: boolean } | null
  /** Places outside that take checkpoints, and how each took the last; missing: the settings name none. */
  outside?: { place: 'stamp' | 'copy'; state: OutsideState | undefined }[]
  disks: readonly Disk[]
  /** When a disk was last reported full; null where none was since the start. */
  diskFullAt: Date | null
  /** Why the account that owns the tables cannot be used, null if it can; missing: it is not tried. */
  owner?: string | null | undefined
  /** Missing: it is not tried. */
  mail?: OptionalPart | undefined
  /** Missing: it is not tried. */
  signOn?: OptionalPart | undefined
  /** How far this machine's clock is ahead of the database server's, in milliseconds; missing: not compared. */
  clockAheadMs?: number | undefined
  /** When the newest backup was complete, null where there is none; missing: the settings name no folder. */
  newestBackup?: Date | null | undefined
  /** Variables that are no settings, with the settings that were probably meant; missing: they are not compared. */
  unknownSettings?: readonly { name: string; meant: string }[] | undefined
}

/** A part that settings may name: null where they name none, otherwise why it does not work, null if it does. */
export type OptionalPart = { failure: string | null } | null

/** What runs well and what does not. */
export function healthLines({
  now,
  readMs,
  writeMs,
  replica,
  waiting,
  office,
  scanner,
  store,
  outside = [],
  disks,
  diskFullAt,
  owner,
  mail,
  signOn,
  clockAheadMs,
  newestBackup,
  unknownSettings,
  ...since
}: Facts): HealthLine[] {
  const answered = (what: string, ms: number | null, advice: string): HealthLine =>
    ms === null
      ? { what, well: false, message: `No answer. ${advice}` }
      : { what, well: true, message: `Answered in ${ms < 1 ? 'less than 1' : Math.round(ms)} ms` }
  return [
    answered('Database, reading', readMs, 'Look at the log of PostgreSQL.'),
    answered('Database, writing', writeMs, 'Nothing can be saved. Look at the log of PostgreSQL.'),
    ...(owner === undefined ? [] : [ownerLine(owner)]),
    ...(replica ? [replicaLine(replica)] : []),
    ...diskLines(disks, diskFullAt, now),
    trail(now, waiting, since),
    ...outside.map(outsideLine),
    office
      ? { what: 'LibreOffice', well: true, message: 'Found: Word and PowerPoint files can be previewed' }
      : {
          what: 'LibreOffice',
          well: null,
          message: 'Not found: Word and PowerPoint files are offered as downloads',
        },
    scannerLine(scanner),
    ...(store ? [storeLine(store)] : []),
    ...(mail === undefined ? [] : [mailLine(mail)]),
    ...(signOn === undefined ? [] : [signOnLine(signOn)]),
    ...(clockAheadMs === undefined ? [] : [clockLine(clockAheadMs)]),
    ...(newestBackup === undefined ? [] : [backupLine(newestBackup, now)]),
    ...(unknownSettings === undefined ? [] : [settingsLine(unknownSettings)]),
  ]
}

/** The account that owns the tables and brings them up to date. */
export function ownerLine(failure: string | null): HealthLine {
  const what = 'Database, owner of the tables'
  return failure === null
    ? { what, well: true, message: 'Answered, and may bring the tables up to date' }
    : { what, well: false, message: failure }
}

export function mailLine(mail: OptionalPart): HealthLine {
  const what = 'Mail server'
  if (mail === null)
    return { what, well: null, message: 'No notices are sent by e-mail. To have them sent, set SMTP_URL' }
  if (mail.failure === null) return { what, well: true, message: 'Accepts the account of this site' }
  return { what, well: false, message: `No notice can be sent. ${mail.failure} Look at SMTP_URL.` }
}

export function signOnLine(signOn: OptionalPart): HealthLine {
  const what = 'Single sign-on'
  if (signOn === null)
    return {
      what,
      well: null,
      message: 'Users log in with passwords. For an identity provider, set OIDC_ISSUER',
    }
  if (signOn.failure === null) return { what, well: true, message: 'The identity provider answers' }
  return {
    what,
    well: false,
    message: `Users cannot log in through it. ${signOn.failure} Look at the provider and at OIDC_ISSUER.`,
  }
}

/** Sessions and events compare instants of both clocks. */
const MAX_CLOCK_MS = 2_000

export function clockLine(aheadMs: number): HealthLine {
  const what = 'Clock'
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1)
  if (Math.abs(aheadMs) <= MAX_CLOCK_MS)
    return { what, well: true, message: `Within ${seconds} s of the database server’s` }
  return {
    what,
    well: false,
    message: `This machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database server. Let NTP set the clocks of both.`,
  }
}

/** A day, and the time that a backup takes. */
const OLD_BACKUP_HOURS = 30

export function backupLine(newest: Date | null, now: Date): HealthLine {
  const what = 'Backups'
  if (newest === null)
    return {
      what,
      well: false,
      message: 'There is none in BACKUP_FOLDER. Look in the log for "no backup could be made".',
    }
  const hours = Math.max(0, Math.floor((now.getTime() - newest.getTime()) / 3_600_000))
  const age = hours < 1 ? 'less than an hour' : counted(hours, 'hour')
  if (hours <= OLD_BACKUP_HOURS) return { what, well: true, message: `The newest is ${age} old` }
  return {
    what,
    well: false,
    message: `The newest is ${age} old. Look in the log for "no backup could be made".`,
  }
}

export function settingsLine(unknown: readonly { name: string; meant: string }[]): HealthLine {
  const what = 'Settings'
  if (unknown.length === 0) return { what, well: true, message: 'All can be used' }
  const message = unknown.map(({ name, meant }) => `${name} is no setting: did you mean ${meant}?`).join(' ')
  return { what, well: false, message }
}

const OUTSIDE = {
  stamp: { what: 'Time stamps', advice: 'Look at TSA_URL.' },
  copy: { what: 'Copies of checkpoints', advice: 'Look at CHECKPOINT_URL and at the place it names.' },
}

function outsideLine({ place, state }: NonNullable<Facts['outside']>[number]): HealthLine {
  const { what, advice } = OUTSIDE[place]
  if (state?.refusal) {
    return { what, well: false, message: `${state.refusal} It is asked again each minute. ${advice}` }
  }
  if (!state?.checkpointId)
    return {
      what,
      well: null,
      message: 'None yet. The next checkpoint, within a minute of an event, is sent',
    }
  const taken = place === 'stamp' ? 'was stamped, one a day' : 'was taken'
  return { what, well: true, message: `Checkpoint ${state.checkpointId} ${taken}` }
}

export function storeLine({ address, answers }: NonNullable<Facts['store']>): HealthLine {
  const what = 'Store of documents'
  if (answers) return { what, well: true, message: `${address} answers` }
  return {
    what,
    well: false,
    message: `${address} does not answer: no document can be uploaded or opened. Look at the store and at DOCUMENTS_URL.`,
  }
}

const NOT_USED: Record<NonNullable<ReplicaState['trouble']>, string> = {
  'not known': 'It has not caught up since Fundesk was started.',
  gone: 'It does not answer. Look at its log and at DATABASE_READ_URL.',
  late: 'It is too far behind. Look at its log.',
  foreign: 'DATABASE_READ_URL does not lead to a replica of this database, or to one from before a restore.',
}

function replicaLine({ trouble, lagMs }: ReplicaState): HealthLine {
  const what = 'Replica'
  const lag = lagMs === null ? '' : `, ${(lagMs / 1_000).toFixed(1)} s behind`
  if (trouble === null) return { what, well: true, message: `Answers the reads of pages${lag}` }
  const late = trouble === 'late' ? lag : ''
  return {
    what,
    well: false,
    message: `Not used${late}: pages are read from the primary. ${NOT_USED[trouble]}`,
  }
}

export function scannerLine(scanner: Facts['scanner']): HealthLine {
  const what = 'Virus scanner'
  if (scanner === undefined)
    return { what, well: null, message: 'Uploads are not scanned. To have them scanned, set CLAMD_URL' }
  if (scanner === null)
    return {
      what,
      well: false,
      message: 'No answer: every upload is refused. Look at clamd and at CLAMD_URL.',
    }
  return { what, well: true, message: `${scannerName(scanner)} scans every upload` }
}

const DATABASE_DISK = 'Disk of the database'
/** Below either of these, little space is left for further data. */
const LITTLE_BYTES = 512 * 1024 ** 2
const LITTLE_SHARE = 0.02
/** How long a full disk is reported after there is room again. */
const FULL_MS = 60 * 60_000

export function diskLines(disks: readonly Disk[], fullAt: Date | null, now: Date): HealthLine[] {
  const wasFull = fullAt !== null && now.getTime() - fullAt.getTime() < FULL_MS
  const lines = disks.map(({ what, free, size }): HealthLine => {
    const room = `${showBytes(free)} of ${showBytes(size)} free`
    if (wasFull && what === DATABASE_DISK)
      return {
        what,
        well: false,
        message: `Recently full: data could not be saved. ${room}. Free some space.`,
      }
    const well = free > LITTLE_BYTES && free > size * LITTLE_SHARE
    return {
      what,
      well,
      message: well ? room : `Nearly full: ${room}. Free some space, or nothing can be saved.`,
    }
  })
  if (!wasFull || lines.some(({ what }) => what === DATABASE_DISK)) return lines
  const message = 'Recently full: data could not be saved. Free some space on the disk of PostgreSQL.'
  return [{ what: DATABASE_DISK, well: false, message }, ...lines]
}

function trail(
  now: Date,
  waiting: number,
  { waitingSince, startedAt }: Pick<Facts, 'waitingSince' | 'startedAt'>,
): HealthLine {
  const what = 'Audit trail'
  if (waiting === 0) return { what, well: true, message: 'Every event is covered by a signed checkpoint' }
  const events =
    waiting === 1 ? '1 event is waiting' : `${waiting.toLocaleString('en-GB')} events are waiting`
  const since = Math.max(waitingSince?.getTime() ?? now.getTime(), startedAt?.getTime() ?? 0)
  const age = now.getTime() - since
  if (age <= LATE_MS) return { what, well: true, message: `${events} for the checkpoint of the next minute` }
  return {
    what,
    well: false,
    message: `${events} for a checkpoint, for ${Math.floor(age / 60_000)} minutes now. A large load may be running; otherwise look in the log for "no audit checkpoint".`,
  }
}
