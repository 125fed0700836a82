import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'db/database'
import type { DailyBackups } from 'db/embedded/backup'
import type { DemoProgress } from '~/areas/access/demo-progress'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import type { BankFileReaders } from '~/areas/payments/worker/jobs'
import type { ReplayWorkers } from '~/areas/replay/worker/jobs'
import type { NamedAccount } from '~/areas/system/site-health.server'
import type { Exports } from '~/platform/exports/worker/open-exports'
import type { DiskTrouble } from '~/platform/files/disks.server'
import type { OfficeToPdf } from '~/platform/files/office/office-to-pdf'
import type { FileWorkers } from '~/platform/files/worker/jobs'
import type { Mail } from '~/platform/mail/mail.server'
import type { Uploads } from '../uploads/spool'
import type { Log } from './log'
import type { Settings } from './settings'

/** What the routes work with; one for the process, made by main or by a test. */
export interface Services {
  database: Database
  /** Threads that read workbooks and run rules. */
  workers: ControlWorkers
  /** Threads that run rules over stored controls. */
  replays: ReplayWorkers
  /** Threads that read PDFs and convert documents. */
  files: FileWorkers
  /** Threads that read what banks send. */
  bankFiles: BankFileReaders
  /** Converts Office documents; missing if the machine has no LibreOffice. */
  office?: OfficeToPdf
  /** Writes lists to files, each in its own thread. */
  exports: Exports
  /** Receives forms with files. */
  uploads: Uploads
  /** Sends notices; missing if the site has no mail server. */
  mail?: Mail
  /** The time of the site, by which everything is stored and shown; in a demo site that of the demo. */
  clock: () => Date
  /** Real time, for what is compared with the world outside: other clocks, files, backups. Missing: `clock` is real. */
  realTime?: () => Date
  /** The time of the site is that of the demo. */
  inDemoTime?: boolean
  ids: Ids
  settings: Settings
  log: Log
  /** Folders that the app writes to, by content: administrators see how full their disks are. */
  folders?: Readonly<Record<string, string>>
  diskTrouble?: DiskTrouble
  /** The backups made each day; missing where the site makes none itself. */
  backups?: DailyBackups
  /** The file outside the database with the newest checkpoint; missing: there is no folder for it. */
  checkpointFile?: string
  /** Verifies the whole history in a process of its own, which notes the outcome; missing where it cannot be run. */
  verify?: () => Promise<void>
  /** The account that owns the tables, if it is not the app's. */
  owner?: NamedAccount
  /** Variables of the environment that look like settings but are none. */
  unknownSettings?: readonly { name: string; meant: string }[]
  /** The progress of the demo data; null when loaded. Missing: there is none. */
  demoProgress?: () => DemoProgress | null
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

/** Which version of Fundesk is running; read at the start, as the files may be replaced while it runs. */
export interface Running {
  /** "0.1.0" */
  version: string
  /** The checkout's commit, if it is a git checkout. */
  commit: string | null
  builtAt: Date | null
  startedAt: Date
  /** The newest migration, applied at start-up: "0007_budget_scope", and how many there are. */
  migration: { name: string; count: number } | null
  node: string
}

/**
 * What the checkout says about itself; parts that cannot be read are omitted.
 * @param project the checkout
 */
export function readRunning(project: string, now: Date): Running {
  const { version = '' } = (json(join(project, 'package.json')) ?? {}) as { version?: string }
  const journal = json(join(project, 'db/migrations/meta/_journal.json')) as {
    entries?: { tag: string }[]
  } | null
  const migrations = journal?.entries ?? []
  const newest = migrations.at(-1)
  const built = join(project, 'build/server/main.js')
  return {
    version,
    commit: commitOf(project),
    builtAt: existsSync(built) ? statSync(built).mtime : null,
    startedAt: now,
    migration: newest ? { name: newest.tag, count: migrations.length } : null,
    node: process.version,
  }
}

/** The commit of .git/HEAD, without the git program, which may not be installed. */
function commitOf(project: string): string | null {
  const git = join(project, '.git')
  const head = text(join(git, 'HEAD'))?.trim() ?? ''
  const [, ref] = /^ref: (refs\/[\w./-]+)$/.exec(head) ?? []
  if (!ref || ref.includes('..')) return hashIn(head)
  const packed = text(join(git, 'packed-refs'))
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`))
  return hashIn(text(join(git, ref)) ?? packed ?? '')
}

const hashIn = (line: string) => /^[0-9a-f]{40,64}/.exec(line.trim())?.[0] ?? null

function text(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function json(path: string): unknown {
  try {
    return JSON.parse(text(path) ?? 'null')
  } catch {
    return null
  }
}
