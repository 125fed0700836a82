import { createHash } from 'node:crypto'
import { addressTrouble } from 'db/address-trouble'
import { Connection } from 'db/connection'
import type { Database, Read } from 'db/database'
import { backupsIn } from 'db/embedded/backup'
import { sql } from 'drizzle-orm'
import { type ContentStore, contentStore } from '~/platform/files/content-store.server'
import { type DiskTrouble, disksOf } from '~/platform/files/disks.server'
import type { VirusScan } from '~/platform/files/virus-scan'
import { type Mail, mailFailure } from '~/platform/mail/mail.server'
import { outsideStates } from '~/platform/proof/outside-proof.server'
import { requestStamp } from '~/platform/proof/time-stamp.server'
import { type HealthLine, healthLines, type OptionalPart, ownerLine } from './health-line'
import { waitingEvents } from './site-state.server'

/** How long the database takes to respond, in milliseconds; null where it does not. */
export interface DatabaseAnswers {
  readMs: number | null
  writeMs: number | null
}

/** Queries the database first for reading, then for writing, as a sign of life. */
export async function databaseAnswers(
  { read, transaction }: Pick<Database, 'read' | 'transaction'>,
  clock: () => Date,
): Promise<DatabaseAnswers> {
  const timed = async (ask: () => Promise<unknown>) => {
    const from = clock().getTime()
    try {
      await ask()
      return clock().getTime() - from
    } catch {
      return null
    }
  }
  return {
    readMs: await timed(() => read.execute(sql`select 1`)),
    writeMs: await timed(() => transaction((tx) => tx.execute(sql`select 1`))),
  }
}

/** The longest wait for a content to be put, read and removed, in milliseconds. */
const TRIAL_MS = 10_000
/** Authorities stamp with whole seconds. */
const MAX_STAMP_MS = 5_000
/** The longest wait for the answer of a part, in milliseconds. */
const ANSWER_MS = 2_000

async function within<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null)
  })
  return Promise.race([answer.catch(() => null), tooLate]).finally(() => clearTimeout(timer))
}

/** The virus scanner's name for itself; null where it does not respond, undefined where the site has none. */
export async function scannerAnswers(
  scan: VirusScan | null,
  ms = ANSWER_MS,
): Promise<string | null | undefined> {
  if (scan === null) return undefined
  return within(
    scan(nothing()).then(({ by }) => by),
    ms,
  )
}

/** Whether the store of documents responds; null where documents are kept in the database. */
async function storeAnswers(
  store: ContentStore | null,
): Promise<{ address: string; answers: boolean } | null> {
  if (store === null) return null
  // No content has this hash: "not found" is answer enough.
  const response = store.bytes('0'.repeat(64), 0, 0).then(() => true)
  return { address: store.address, answers: (await within(response, ANSWER_MS)) === true }
}

/** The places outside that the settings name, and how each took the last checkpoint. */
async function checkpointRecipients(
  read: Read,
  { tsaUrl, checkpointUrl }: { tsaUrl?: string; checkpointUrl?: string },
) {
  const states = tsaUrl || checkpointUrl ? await outsideStates(read) : []
  const named = [...(tsaUrl ? ['stamp' as const] : []), ...(checkpointUrl ? ['copy' as const] : [])]
  return named.map((place) => ({ place, state: states.find((each) => each.place === place) }))
}

/** An empty file: any result of the scanner is enough. */
async function* nothing(): AsyncGenerator<Uint8Array> {}

/** An account of the database: the setting that holds its address, and the address. */
export interface NamedAccount {
  setting: string
  url: string
}

/** Why the owner of the tables cannot bring them up to date; null if it can. */
export async function ownerFailure({ setting, url }: NamedAccount): Promise<string | null> {
  try {
    const connection = await Connection.open({ url, connectMs: ANSWER_MS, settings: {} })
    try {
      const [rights] = await connection.send(
        `select has_schema_privilege('public', 'create') as creates, current_user as account`,
        [],
        { limitMs: ANSWER_MS },
      )
      if (rights?.creates) return null
      return `The account "${rights?.account}" of ${setting} may not create tables, so no new version can start. Give ${setting} the owner of the database.`
    } finally {
      await connection.end()
    }
  } catch (error) {
    return (addressTrouble(setting, url, error) as Error).message
  }
}

const LEAST_VERSION = 150_000

/**
 * Tries the accounts of a database without changing it, and compares this machine's clock with the server's.
 * @returns `clockAheadMs` null where the app's account gets no answer
 */
export async function accountLines(
  { app, owner, replica }: { app: NamedAccount; owner: NamedAccount; replica: NamedAccount | null },
  clock: () => Date,
): Promise<{ lines: HealthLine[]; clockAheadMs: number | null }> {
  const what = 'Database, account of the app'
  const [answer, ownerTrouble, replicaLine] = await Promise.all([
    answerAs(app, clock),
    ownerFailure(owner),
    replica && replicaAnswers(replica, clock),
  ])
  const more = [ownerLine(ownerTrouble), ...(replicaLine ? [replicaLine] : [])]
  if (typeof answer === 'string')
    return { lines: [{ what, well: false, message: answer }, ...more], clockAheadMs: null }
  const { version, number, tables } = answer
  const isOld = number < LEAST_VERSION
  const state = tables ? '' : '; the tables are made at the first start'
  const message = isOld
    ? `PostgreSQL ${version} is too old. Install 15 or later.`
    : `Answered, PostgreSQL ${version}${state}`
  return { lines: [{ what, well: !isOld, message }, ...more], clockAheadMs: answer.clockAheadMs }
}

async function replicaAnswers(account: NamedAccount, clock: () => Date): Promise<HealthLine> {
  const what = 'Replica'
  const answer = await answerAs(account, clock)
  if (typeof answer === 'string') return { what, well: false, message: answer }
  if (answer.standby) return { what, well: true, message: 'Answered, and follows a primary' }
  return {
    what,
    well: false,
    message: `The server of ${account.setting} is no standby. Give it the address of one, or remove it.`,
  }
}

/** What a server says of itself to an account; a sentence when it cannot be used. */
async function answerAs({ setting, url }: NamedAccount, clock: () => Date) {
  try {
    const connection = await Connection.open({ url, connectMs: ANSWER_MS, settings: {} })
    try {
      const before = clock().getTime()
      const [row] = await connection.send(
        `select current_setting('server_version') as version,
          current_setting('server_version_num')::int as number, pg_is_in_recovery() as standby,
          to_regclass('public.site_setting') is not null as tables,
          (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
        [],
        { limitMs: ANSWER_MS },
      )
      return {
        version: String(row?.version).split(' ')[0],
        number: Number(row?.number),
        standby: row?.standby === true,
        tables: row?.tables === true,
        clockAheadMs: (before + clock().getTime()) / 2 - Number(row?.now),
      }
    } finally {
      await connection.end()
    }
  } catch (error) {
    return (addressTrouble(setting, url, error) as Error).message
  }
}

/** Puts a content into the store of documents, reads it, and removes it. */
export async function storeTrial(
  store: ContentStore,
  ids: { token(bytes?: number): string },
): Promise<{ address: string; answers: boolean }> {
  const content = Buffer.from(`npm run doctor ${ids.token()}`)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const trial = store
    .put(sha256, content)
    .then(() => store.remove(sha256))
    .then(() => true)
  return { address: store.address, answers: (await within(trial, TRIAL_MS)) === true }
}

/** Has the time stamp authority stamp a text, and compares its instant with this machine's. */
export async function stampLine(tsaUrl: string, clock: () => Date): Promise<HealthLine> {
  const what = 'Time stamps'
  try {
    const { at, by } = await requestStamp(tsaUrl, 'npm run doctor')
    const apart = Math.abs(at.getTime() - clock().getTime())
    if (apart <= MAX_STAMP_MS) return { what, well: true, message: `Stamped by ${by}` }
    const seconds = Math.round(apart / 1_000)
    return {
      what,
      well: false,
      message: `The stamp by ${by} is ${seconds} s from the clock of this machine. Let NTP set the clock.`,
    }
  } catch (error) {
    const { message } = error as Error
    // Failures of the network have no sentence.
    const why = message.endsWith('.') ? message : 'It does not answer.'
    return { what, well: false, message: `The authority gave no stamp. ${why} Look at TSA_URL.` }
  }
}

/** Whether the mail server accepts the site's account. */
export async function mailState(mail: Pick<Mail, 'check'> | undefined): Promise<OptionalPart> {
  if (!mail) return null
  return failureOf(mail.check(), mailFailure)
}

/** Whether the identity provider describes itself as the setting names it. */
export async function signOnState(settings: { issuer: string } | undefined): Promise<OptionalPart> {
  if (!settings) return null
  return failureOf(readProvider(settings.issuer), (error) => (error as Error).message)
}

async function readProvider(issuer: string): Promise<void> {
  const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((cause: Error) => {
    throw new Error(`${issuer} does not answer.`, { cause })
  })
  if (!answer.ok) throw new Error(`${issuer} answered ${answer.status}.`)
  const described = (await answer.json().catch(() => null)) as { issuer?: unknown } | null
  if (typeof described?.issuer !== 'string') throw new Error(`${issuer} is no OpenID Connect provider.`)
  if (described.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new Error(`The provider names itself ${described.issuer}.`)
}

async function failureOf(
  trying: Promise<unknown>,
  wordsOf: (error: unknown) => string,
): Promise<OptionalPart> {
  const silent = { failure: 'It does not answer in time.' }
  const tried = trying.then(
    () => ({ failure: null }),
    (error: unknown) => ({ failure: wordsOf(error) }),
  )
  return (await within(tried, ANSWER_MS)) ?? silent
}

/** How far this machine's clock is ahead of the database server's, in milliseconds; undefined without an answer. */
async function clockAhead(read: Read, clock: () => Date): Promise<number | undefined> {
  try {
    const before = clock().getTime()
    const rows: unknown = await read.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as now`)
    const [{ now }] = rows as [{ now: string }]
    return (before + clock().getTime()) / 2 - Number(now)
  } catch {
    return undefined
  }
}

/** When the newest backup was complete, null where there is none; undefined without a folder of backups. */
export function newestBackup(folder: string | undefined): Date | null | undefined {
  return folder === undefined ? undefined : (backupsIn(folder)[0]?.at ?? null)
}

/** The parts of a site, as the process that serves it opened them. */
interface SiteParts {
  database: Pick<Database, 'read' | 'transaction' | 'replica'>
  clock: () => Date
  /** Missing: `clock` is real time. */
  realTime?: () => Date
  settings: {
    tsaUrl?: string
    checkpointUrl?: string
    singleSignOn?: { issuer: string }
    backupFolder?: string
  }
  uploads: { scan: VirusScan | null }
  mail?: Mail
  office?: unknown
  folders?: Readonly<Record<string, string>>
  diskTrouble?: DiskTrouble
  running?: { startedAt: Date }
  owner?: NamedAccount
  unknownSettings?: readonly { name: string; meant: string }[]
}

/** Tries every part of the site, all at once; each has about two seconds to answer. */
export async function siteHealth(parts: SiteParts): Promise<HealthLine[]> {
  const {
    database,
    clock,
    realTime = clock,
    settings,
    uploads,
    mail,
    office,
    folders = {},
    diskTrouble,
    running,
    owner,
  } = parts
  const { read } = database
  const [answers, trail, disks, scanner, store, outside, ownerTrouble, mailPart, signOn, clockAheadMs] =
    await Promise.all([
      databaseAnswers(database, realTime),
      waitingEvents(read).catch(() => ({ waiting: 0, waitingSince: null })),
      disksOf(folders),
      scannerAnswers(uploads.scan),
      storeAnswers(contentStore()),
      checkpointRecipients(read, settings).catch(() => []),
      owner && ownerFailure(owner),
      mailState(mail),
      signOnState(settings.singleSignOn),
      clockAhead(read, realTime),
    ])
  const now = realTime()
  const aheadMs = clock().getTime() - now.getTime()
  const { waiting, waitingSince } = trail
  return healthLines({
    ...answers,
    waiting,
    // Events have the time of the site.
    waitingSince: waitingSince && new Date(waitingSince.getTime() - aheadMs),
    now,
    replica: database.replica?.state(),
    startedAt: running?.startedAt ?? null,
    office: office !== undefined,
    scanner,
    store,
    outside,
    disks,
    diskFullAt: diskTrouble?.fullAt ?? null,
    owner: ownerTrouble,
    mail: mailPart,
    signOn,
    clockAheadMs,
    newestBackup: newestBackup(settings.backupFolder),
    unknownSettings: parts.unknownSettings,
  })
}
