import { createHash } from 'node:crypto'
import { insertRows } from 'db/bulk'
import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { sourceDay, sourceFile, sourceLine } from 'db/schema/sources'
import { sql } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import type { Fault } from '~/platform/formats/faults'
import { type Day, isDay } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { groupedBy } from '~/platform/values/grouped'
import { counted, showDay } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { inAdministration, REFERENCE_DATA, recordAct } from '~/platform/workflow/record-act.server'
import type { NamedBytes } from '../control/control-upload'
import { uploadDigest } from '../control/upload-digest'
import { formatVersions, opened, type StoredVersion, versionOn } from '../formats/formats.server'
import { FUNDESK } from '../formats/fundesk'
import type { FormatVersion } from '../workbooks/read-by-format'
import type { ControlWorkers } from '../worker/jobs'
import { judgeAgain } from './judge-again.server'
import type { SourceRead } from './read-sources'
import { isSourceKind, SOURCES_TITLE, type SourceKind } from './source-kinds'

export interface SourcesUpload {
  files: readonly NamedBytes[]
  /** The code of a file format; empty for FUNDESK, or the one format that reads the files. */
  format: string
  /** Of files that FUNDESK reads; empty for the kind. */
  sender: string
  /** Of every sheet; null where the headings say it. */
  kind: SourceKind | null
  /** Reads the files, and stores nothing. */
  dryRun: boolean
}

/** The tables of one kind in a file, in numbers. */
interface SourceReceived {
  file: string
  kind: SourceKind
  sender: string
  rows: number
  /** Funds and days that it states; of prices and announcements the days of its rows. */
  funds: number
  days: number
  /** Funds and days, or rows of prices and announcements, that earlier files of the sender stated. */
  replaced: number
}

/** "REGISTER from TA: 12 rows of 3 funds, 1 day, 3 replaced" */
export const receivedInWords = ({ kind, sender, rows, funds, days, replaced }: SourceReceived) =>
  `${kind} from ${sender}: ${counted(rows, 'row')}${funds > 0 ? ` of ${counted(funds, 'fund')}` : ''}, ${counted(days, 'day')}${replaced > 0 ? `, ${replaced} replaced` : ''}`

export interface SourcesReceived {
  received: SourceReceived[]
  faults: Fault[]
  /** Fund codes that this site does not have. */
  unknownFunds: string[]
}

/** A file as it was read. */
interface ReadFile {
  file: string
  sha256: string
  format: Pick<FormatVersion, 'code' | 'version'> | null
  sources: SourceRead[]
  faults: Fault[]
}

/**
 * Reads files of other parties in workers, and stores their rows in one transaction; then the rules that lean on them are
 * judged again where a NAV was controlled before. With `dryRun` it only reads them.
 * @throws DomainError invalid for files that cannot be read, with the faults; nothing is stored then
 */
export async function receiveSources(
  work: UserWork<Actor | null>,
  { workers }: { workers: Pick<ControlWorkers, 'run'> },
  upload: SourcesUpload,
): Promise<SourcesReceived> {
  const { files, dryRun } = upload
  if (files.length === 0)
    throw new DomainError('invalid', 'Choose the files of the transfer agent, depositary or vendor.', {
      title: SOURCES_TITLE,
      fields: { files: 'Choose the files' },
    })
  const read = await readFiles(work.read, workers, upload)
  const faults = read.flatMap((each) => each.faults)
  const unknownFunds = await fundsNotKnown(work.read, read)
  const received = await Promise.all(
    read.flatMap((each) => each.sources.map((source) => receivedOf(work.read, upload, each, source))),
  )
  if (dryRun) return { received, faults, unknownFunds }
  if (faults.length > 0)
    throw new DomainError('invalid', 'Correct what the list names, and upload the files again.', {
      title: SOURCES_TITLE,
      list: faultLines(faults),
    })
  const { format, sender, kind } = upload
  const action = `sources ${uploadDigest(files, format, sender, kind ?? '')}`
  const done = await work.transaction((context) => {
    const { actor } = context
    const store = async () => {
      for (const each of read)
        for (const source of each.sources) await storeSource(context, upload, each, source)
      return { received, faults: [], unknownFunds }
    }
    return actor ? withIdempotencyKey({ ...context, actor }, action, store) : store()
  })
  const words = received.map((each) => `${each.kind} from ${each.sender}: ${each.file}`).join(', ')
  await judgeAgain(work, { workers }, { sources: read.flatMap((each) => each.sources), words })
  return done
}

const LISTED = 20

/** The faults as lines, 20 at most, then a count. */
export function faultLines(faults: readonly Fault[]): string[] {
  const lines = faults
    .slice(0, LISTED)
    .map(({ cell, file, what }) => `${file}${cell ? `, ${cell}` : ''}: ${what}`)
  return faults.length > LISTED ? [...lines, `and ${faults.length - LISTED} more`] : lines
}

const senderOf = ({ sender }: SourcesUpload, { format }: ReadFile, { kind }: SourceRead): string =>
  format?.code ?? (sender.trim() || kind)

async function readFiles(
  read: Read,
  workers: Pick<ControlWorkers, 'run'>,
  upload: SourcesUpload,
): Promise<ReadFile[]> {
  const versions = await sourceFormats(read)
  const named = upload.format === '' || upload.format === FUNDESK ? null : upload.format
  if (named !== null && !versions.has(named)) throw unknownFormat(named, [...versions.keys()])
  const newest = (code: string) => openedOf(versions.get(code)?.at(-1))
  const others = upload.format === FUNDESK ? [] : [...versions.keys()].flatMap((code) => newest(code) ?? [])
  return Promise.all(
    upload.files.map(async ({ fileName, bytes }) => {
      const file = { name: fileName, bytes }
      const run = (version: FormatVersion | null) =>
        workers.run('readSources', [file, { kind: upload.kind, named: version, others }], fileName)
      const first = await run(named === null ? null : newest(named))
      const ofFormat = first.format ? (versions.get(first.format.code) ?? []) : []
      const due = first.format ? dueVersion(ofFormat, lastDay(first.sources)) : null
      const last = due && due.version !== first.format?.version ? await run(due) : first
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { file: fileName, sha256, ...last }
    }),
  )
}

const openedOf = (version: StoredVersion | undefined) => (version ? opened(version) : null)

/** The versions of each format that reads second sources, the oldest first. */
async function sourceFormats(read: Read): Promise<ReadonlyMap<string, StoredVersion[]>> {
  const byCode = groupedBy(await formatVersions(read), ({ code }) => code)
  for (const [code, versions] of byCode)
    if (!openedOf(versions.at(-1))?.format.tables.some(({ kind }) => isSourceKind(kind))) byCode.delete(code)
  return byCode
}

/** The codes of the formats that read second sources. */
export const sourceFormatCodes = async (read: Read): Promise<string[]> => [
  ...(await sourceFormats(read)).keys(),
]

function unknownFormat(named: string, codes: readonly string[]): DomainError {
  const sentence = `There is no file format "${named}" for second sources. Choose one of ${[FUNDESK, ...codes].join(', ')}.`
  return new DomainError('invalid', sentence, { title: SOURCES_TITLE, fields: { format: sentence } })
}

const lastDay = (sources: readonly SourceRead[]): Day | null =>
  sources
    .flatMap(({ days, lines }) => [...days, ...lines].map(({ date }) => date))
    .reduce<Day | null>((last, day) => (day !== '' && (last === null || day > last) ? day : last), null)

/** The version that counts on a day. @throws DomainError invalid where none does */
function dueVersion(versions: readonly StoredVersion[], day: Day | null): FormatVersion | null {
  if (day === null) return null
  const due = versionOn(versions, day)
  if (due) return opened(due)
  const [first] = versions
  throw new DomainError(
    'invalid',
    `The file format ${first?.code} is not valid on ${showDay(day)}. Choose another format, or have a version approved that is valid then.`,
    { title: SOURCES_TITLE, fields: { format: 'Not valid on that day' } },
  )
}

async function fundsNotKnown(read: Read, files: readonly ReadFile[]): Promise<string[]> {
  const known = new Set((await read.select({ code: fund.code }).from(fund)).map(({ code }) => code))
  const stated = files.flatMap(({ sources }) =>
    sources.flatMap(({ days, lines }) => [...days, ...lines].flatMap(({ fundCode }) => fundCode ?? [])),
  )
  return [...new Set(stated)].filter((code) => !known.has(code)).sort()
}

async function receivedOf(
  read: Read,
  upload: SourcesUpload,
  file: ReadFile,
  source: SourceRead,
): Promise<SourceReceived> {
  const { kind, days, lines } = source
  const sender = senderOf(upload, file, source)
  const all = [...days, ...lines]
  return {
    file: file.file,
    kind,
    sender,
    rows: lines.length,
    funds: new Set(all.flatMap(({ fundCode }) => fundCode ?? [])).size,
    days: new Set(all.map(({ date }) => date)).size,
    replaced: await replacedBy(read, sender, source),
  }
}

/** What earlier files of a sender stated of the same: funds and days, or rows of prices and announcements. */
async function replacedBy(read: Read, sender: string, source: SourceRead): Promise<number> {
  const { kind } = source
  // A row with a fault has no day.
  const [days, lines] = [source.days, source.lines].map((rows) => rows.filter(({ date }) => isDay(date))) as [
    SourceRead['days'],
    SourceRead['lines'],
  ]
  const same = {
    REGISTER: sql`select distinct d.fund_code, d.date from source_day d join source_file f on f.id = d.file_id
      join jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as given ("fundCode" text, date date)
        on given."fundCode" = d.fund_code and given.date = d.date
      where f.kind = ${kind} and f.sender = ${sender}`,
    PRICES: sql`select distinct l.isin, l.currency, coalesce(l.exchange, ''), l.date
      from source_line l join source_file f on f.id = l.file_id
      join jsonb_to_recordset(${keysOf(lines)}::jsonb) as given (isin text, currency text, exchange text, date date)
        on given.isin = l.isin and given.currency = l.currency and given.date = l.date
          and coalesce(given.exchange, '') = coalesce(l.exchange, '')
      where f.kind = ${kind} and f.sender = ${sender}`,
    ANNOUNCEMENTS: sql`select l.file_id, l.position from source_line l join source_file f on f.id = l.file_id
      where f.kind = ${kind} and f.sender = ${sender} and exists (
        select from jsonb_to_recordset(${keysOf(lines)}::jsonb)
          as given (isin text, "classCode" text, "fundCode" text, event text, date date)
        where coalesce(given.isin, given."classCode") = coalesce(l.isin, l.class_code)
          and coalesce(given."fundCode", '') = coalesce(l.fund_code, '')
          and coalesce(given.event, given.date::text) = coalesce(l.event, l.date::text))`,
  }
  const query = kind === 'PRICES' || kind === 'ANNOUNCEMENTS' ? same[kind] : same.REGISTER
  const [row] = await read.execute<{ count: number }>(sql`select count(*)::int as count from (${query}) same`)
  return row?.count ?? 0
}

const keysOf = (lines: SourceRead['lines']): string =>
  JSON.stringify(
    lines.map(({ isin, classCode, fundCode, currency, exchange, event, date }) => {
      return { isin, classCode, fundCode, currency, exchange, event, date }
    }),
  )

async function storeSource(
  { tx, actor, now }: UserWriteContext<Actor | null>,
  upload: SourcesUpload,
  read: ReadFile,
  source: SourceRead,
): Promise<void> {
  const { kind, days, lines } = source
  const { file: fileName, sha256, format } = read
  const sender = senderOf(upload, read, source)
  const [stored] = await tx
    .insert(sourceFile)
    .values({
      kind,
      sender,
      fileName,
      sha256,
      formatCode: format?.code ?? null,
      formatVersion: format?.version ?? null,
      rowCount: lines.length,
      uploadedBy: actor?.id ?? null,
      uploadedAt: now,
    })
    .returning({ id: sourceFile.id })
  if (!stored) throw new Error('The source was not stored')
  const fileId = stored.id
  await insertRows(
    tx,
    sourceDay,
    days.map((each) => ({ ...each, fileId })),
  )
  await insertRows(
    tx,
    sourceLine,
    lines.map((line, position) => ({ ...line, fileId, position })),
  )
  await recordAct(tx, REFERENCE_DATA, {
    name: 'second source',
    to: inAdministration('SOURCE RECEIVED', 'success'),
    who: actor,
    log: `${kind} from ${sender}: ${fileName}, ${counted(lines.length, 'row')}`,
    data: { fileId, kind, sender, fileName, sha256, rows: lines.length, ...(format ?? {}) },
    now,
  })
}
