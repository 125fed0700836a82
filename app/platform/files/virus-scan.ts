import { DomainError } from '~/platform/values/domain-error'
import { displayName, FILE_TYPES } from './file-types'

/** A scanner's verdict on a file. */
interface Scanned {
  /** The scanner's own identification: "ClamAV 1.4.3/27650/Sun Nov 22 08:10:00 2026". */
  by: string
  /** The name of the threat found; null if none. */
  threat: string | null
}

/**
 * Scans a file's bytes.
 * @throws ScannerLimit when the file is larger than the scanner accepts, another error when there is no verdict
 */
export type VirusScan = (pieces: AsyncIterable<Uint8Array>) => Promise<Scanned>

/** The scanner did not take the whole file; the message says that the file exceeds its size limit. */
export class ScannerLimit extends Error {}

interface FileToScan {
  fileName: string
  pieces: () => AsyncIterable<Uint8Array>
}

/**
 * Refuses files in which the scanner finds a threat, and all files when it gives no verdict. Returns which scanner
 * checked each file.
 * @throws DomainError 'refused' naming the file and the threat; NoVerdict 'refused' when the file is too large to be
 * scanned, 'unavailable' when the scanner does not respond; errors of reading the file, unchanged
 */
export async function refuseInfected(
  files: readonly FileToScan[],
  scan: VirusScan,
  title = 'Upload Error',
): Promise<string[]> {
  const scanners: string[] = []
  for (const { fileName, pieces } of files) {
    const shown = displayName(fileName)
    const unread: unknown[] = []
    const { by, threat } = await scan(noting(pieces(), unread)).catch((cause: unknown) => {
      throw unread.length > 0 ? unread[0] : new NoVerdict(shown, title, cause)
    })
    if (threat !== null)
      throw new DomainError(
        'refused',
        `The file "${shown}" was refused: the virus scanner found ${threat} in it.`,
        { title },
      )
    scanners.push(by)
  }
  return scanners
}

/** The same pieces; records a failure to read them, which is not the scanner's fault. */
async function* noting(pieces: AsyncIterable<Uint8Array>, unread: unknown[]) {
  try {
    yield* pieces
  } catch (error) {
    unread.push(error)
    throw error
  }
}

/** The scanner gave no verdict: its own error is the cause, for the log. */
class NoVerdict extends DomainError {
  constructor(shown: string, title: string, cause: unknown) {
    if (cause instanceof ScannerLimit)
      super(
        'refused',
        `The virus scanner could not scan all of the file "${shown}", so nothing was saved. Choose a smaller file, or ask your administrator to raise the scanner's limit.`,
        { title },
      )
    else
      super(
        'unavailable',
        `The file "${shown}" could not be checked for viruses, so nothing was saved: the virus scanner does not answer. Try again in a minute, and tell your administrator if this continues.`,
        { title },
      )
    this.cause = cause
  }
}

/** The log. */
export interface ScanLog {
  error(about: object, message: string): void
}

/** Logs why the scanner gave no verdict; ignores other errors. Called once, by the code that reports the refusal. */
export function logNoVerdict(log: ScanLog, error: unknown): void {
  if (error instanceof NoVerdict) log.error({ err: error.cause }, 'the virus scanner cannot tell')
}

/** Types of documents that Fundesk generates: they were not uploaded. */
const MADE_HERE: ReadonlySet<string> = new Set([FILE_TYPES.loader, FILE_TYPES.oversight, 'Matching'])

/** The line about a document's scan: which scanner found nothing in it, or that it was not scanned. */
export function scanLabel({ scannedBy, file_type }: { scannedBy: string | null; file_type: string }): string {
  if (scannedBy !== null) return `Clean (${scannerName(scannedBy)})`
  return MADE_HERE.has(file_type) ? 'Created by Fundesk' : 'Not scanned'
}

/** "ClamAV 1.4.3" of "ClamAV 1.4.3/27650/Sun Nov 22 08:10:00 2026", which includes the date of its signatures. */
export const scannerName = (by: string) => by.split('/', 1)[0] ?? by

/** The harmless file that every scanner reports (eicar.org); in pieces, so that this file is not reported. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*']

/**
 * Has the scanner scan the test file.
 * @returns the scanner's name, and what it called the threat
 * @throws DomainError 'unavailable' without an answer, 'refused' when the scanner found nothing in it
 */
export async function scanTestFile(scan: VirusScan): Promise<{ by: string; threat: string }> {
  async function* file(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(EICAR.join(''))
  }
  const title = 'The test file was not found'
  const { by, threat } = await scan(file()).catch((cause: unknown) => {
    const refusal = new DomainError(
      'unavailable',
      'The virus scanner does not answer, so every upload is refused. Look at clamd and at CLAMD_URL.',
      { title },
    )
    throw Object.assign(refusal, { cause })
  })
  if (threat === null)
    throw new DomainError(
      'refused',
      `${scannerName(by)} found nothing in the test file, which every scanner knows. Look whether its signatures are loaded.`,
      { title },
    )
  return { by: scannerName(by), threat }
}
