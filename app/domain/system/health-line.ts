/** One thing that is well, or is not, in a sentence that says what to do. */
export interface HealthLine {
  what: string
  /** Null for what may be missing, and is. */
  well: boolean | null
  said: string
}

/** A checkpoint is written each minute with new events; so late it is told. */
const LATE_MS = 5 * 60_000

interface Facts {
  now: Date
  /** How long the database took to read and to write, in milliseconds; null when it did not answer. */
  readMs: number | null
  writeMs: number | null
  /** Events that no checkpoint covers yet, and when the first of them happened. */
  waiting: number
  waitingSince: Date | null
  /** Of the process that writes them; null where nobody knows: what waited before waits for it since then. */
  startedAt: Date | null
  /** LibreOffice was found. */
  office: boolean
}

/** What runs well and what does not. */
export function healthLines({ now, readMs, writeMs, waiting, office, ...since }: Facts): HealthLine[] {
  const answered = (what: string, ms: number | null, advice: string): HealthLine =>
    ms === null
      ? { what, well: false, said: `No answer. ${advice}` }
      : { what, well: true, said: `Answered in ${ms < 1 ? 'less than 1' : Math.round(ms)} ms` }
  return [
    answered('Database, reading', readMs, 'Look at the log of PostgreSQL and at DATABASE_READ_URL.'),
    answered('Database, writing', writeMs, 'Nothing can be saved. Look at the log of PostgreSQL.'),
    trail(now, waiting, since),
    office
      ? { what: 'LibreOffice', well: true, said: 'Found: Word and PowerPoint files can be previewed' }
      : {
          what: 'LibreOffice',
          well: null,
          said: 'Not found: Word and PowerPoint files are offered as downloads',
        },
  ]
}

function trail(
  now: Date,
  waiting: number,
  { waitingSince, startedAt }: Pick<Facts, 'waitingSince' | 'startedAt'>,
): HealthLine {
  const what = 'Audit trail'
  if (waiting === 0) return { what, well: true, said: 'Every event is covered by a signed checkpoint' }
  const events = waiting === 1 ? '1 event waits' : `${waiting.toLocaleString('en-GB')} events wait`
  const since = Math.max(waitingSince?.getTime() ?? now.getTime(), startedAt?.getTime() ?? 0)
  const age = now.getTime() - since
  if (age <= LATE_MS) return { what, well: true, said: `${events} for the checkpoint of the next minute` }
  return {
    what,
    well: false,
    said: `${events} for a checkpoint, for ${Math.floor(age / 60_000)} minutes now. A load may be under way; else look in the log for "no audit checkpoint".`,
  }
}
