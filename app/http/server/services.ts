import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from 'db/database'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import type { Exports } from '~/platform/exports/worker/open-exports'
import type { DiskTrouble } from '~/platform/files/disks.server'
import type { OfficeToPdf } from '~/platform/files/office/office-to-pdf'
import type { FileWorkers } from '~/platform/files/worker/jobs'
import type { Mail } from '~/platform/mail/mail.server'
import type { Uploads } from '../uploads/spool'
import type { Log } from './log'
import type { Running } from './running'
import type { Settings } from './settings'

/** What the routes work with; one for the process, made by main or by a test. */
export interface Services {
  database: Database
  /** Threads that read workbooks and run rules. */
  workers: ControlWorkers
  /** Threads that read PDFs and convert documents. */
  files: FileWorkers
  /** Converts Office documents; missing where the machine has no LibreOffice. */
  office?: OfficeToPdf
  /** Writes lists to files, each in a thread of its own. */
  exports: Exports
  /** Receives forms with files. */
  uploads: Uploads
  /** Sends notices; missing where the site names no mail server. */
  mail?: Mail
  clock: () => Date
  ids: Ids
  settings: Settings
  log: Log
  /** Folders that the app writes to, by their content: administrators see how full their disks are. */
  folders?: Readonly<Record<string, string>>
  diskTrouble?: DiskTrouble
  /** The running version of Fundesk; missing where it is not needed. */
  running?: Running
}

export interface Ids {
  uuid(): string
  /** Not guessable, safe in a URL; 32 bytes by default. */
  token(bytes?: number): string
}

export const systemClock = () => new Date()

export const randomIds: Ids = {
  uuid: randomUUID,
  token: (bytes = 32) => randomBytes(bytes).toString('base64url'),
}
