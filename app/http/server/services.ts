import { randomBytes, randomUUID } from 'node:crypto'
import type { Doors } from 'db/doors'
import type { OfficeToPdf } from '~/domain/documents/office/office-to-pdf'
import type { FileWorkers } from '~/domain/documents/worker/file-workers'
import type { Exports } from '~/domain/exports/worker/open-exports'
import type { ControlWorkers } from '~/domain/navs/worker/control-workers'
import type { DiskTrouble } from '~/domain/system/disks.server'
import type { Uploads } from '../uploads'
import type { Log } from './log'
import type { Running } from './running'
import type { Settings } from './settings'

/** What the routes work with; one for the process, made by main, or by a test. */
export interface Services {
  doors: Doors
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
  clock: () => Date
  ids: Ids
  settings: Settings
  log: Log
  /** Folders that are written to, by what they hold: administrators see how full their disks are. */
  folders?: Readonly<Record<string, string>>
  diskTrouble?: DiskTrouble
  /** Which Fundesk it is; missing where nobody asked. */
  running?: Running
}

export interface Ids {
  uuid(): string
  /** Not guessable, safe in a URL; 32 bytes unless told. */
  token(bytes?: number): string
}

export const systemClock = () => new Date()

export const randomIds: Ids = {
  uuid: randomUUID,
  token: (bytes = 32) => randomBytes(bytes).toString('base64url'),
}
