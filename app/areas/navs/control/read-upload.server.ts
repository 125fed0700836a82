import type { Read } from 'db/database'
import type { Format } from '~/platform/formats/format'
import type { OnStep } from '~/platform/threads/worker-thread'
import { onceShared, type SharedRead } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { groupedBy } from '~/platform/values/grouped'
import { showDay } from '~/platform/values/show'
import { formatVersions, opened, type StoredVersion, versionOn } from '../formats/formats.server'
import { FUNDESK } from '../formats/fundesk'
import { fundeskFormat } from '../formats/fundesk-format'
import { givenFacts } from '../formats/given-facts'
import { CONTROL_SETS, type NavFacts } from '../nav'
import {
  controlKindsOf,
  type FileByFormat,
  type FormatVersion,
  filesByFund,
  isOfMatching,
} from '../workbooks/read-by-format'
import { allRead, type ControlTables, joinFiles, joinTables, type ReadFile } from '../workbooks/read-control'
import { type ControlKind, checkSet, isSet, type RecognisedFile } from '../workbooks/recognise-set'
import { UNREAD } from '../workbooks/unread'
import type { ControlWorkers } from '../worker/jobs'
import { CONTROL_FILE_BYTES, CONTROL_TITLE, type ControlUpload, fileTooBig } from './control-upload'

/** The tables of one fund of an upload, and the format that read them; null for FUNDESK. */
export interface FundRead {
  /** Null where its lines have none, or no day: then its tables are refused. */
  fundCode: string | null
  navDate: Day | null
  /** Why its tables cannot be read, in place of them. */
  tables: ControlTables | DomainError
  format: Pick<FormatVersion, 'code' | 'version'> | null
}

/** A format that files may be read by, with all its versions, the oldest first. */
export interface Candidate {
  code: string
  versions: readonly StoredVersion[]
}

/** An upload needs them twice: for its limits, and to read its files. */
const versionsOnce = onceShared(({ read }: SharedRead) => formatVersions(read))

/** The formats for the files of a provider's controls. */
export const controlFormats = async (context: SharedRead, provider: string): Promise<Candidate[]> =>
  formatsFor(await versionsOnce(context), provider, (format) => controlKindsOf(format) !== null)

/** The formats for the positions of management companies, of funds of a provider. */
export const matchingFormats = async (read: Read, provider: string): Promise<Candidate[]> =>
  formatsFor(await formatVersions(read), provider, isOfMatching)

/** The formats for the deals of a transfer agent, of funds of a provider. */
export const dealFormats = async (read: Read, provider: string): Promise<Candidate[]> =>
  formatsFor(await formatVersions(read), provider, ({ tables }) =>
    tables.some(({ kind }) => kind === 'DEALS'),
  )

function formatsFor(
  all: readonly StoredVersion[],
  provider: string,
  isWanted: (format: Format) => boolean,
): Candidate[] {
  const byCode = groupedBy(all, ({ code }) => code)
  return [...byCode].flatMap(([code, versions]) => {
    const newest = versions.at(-1)
    const isOfProvider = newest && (newest.provider === null || newest.provider === provider)
    return isOfProvider && isWanted(opened(newest).format) ? [{ code, versions }] : []
  })
}

/** A format as forms offer it: by its code and its newest name. */
export const namedFormat = ({ code, versions }: Candidate) => ({ code, name: versions.at(-1)?.name ?? '' })

/** How many files the sets of formats have, each number once. */
export function filesOfFormats(formats: readonly Candidate[]): number[] {
  const counts = formats.flatMap(({ versions }) => versions.map((each) => opened(each).format.files))
  return [...new Set(counts)].sort((a, b) => a - b)
}

interface Reading {
  workers: Pick<ControlWorkers, 'run'>
  upload: ControlUpload
  /** The NAV that it was started from. */
  nav: NavFacts | null
  onStep?: OnStep | undefined
}

/**
 * Reads an upload by the format that it names; otherwise by FUNDESK where that reads the set, else by the one format of
 * the provider, in force at the NAV date, that does. Started from a NAV it is of that NAV's fund, otherwise of each fund
 * that its files have.
 * @throws DomainError invalid with all faults of a single fund, or with the formats that read it where there is not
 * exactly one
 */
export async function readUpload(reading: Reading, formats: readonly Candidate[]): Promise<FundRead[]> {
  const funds = await readFunds(reading, formats)
  const [only, another] = funds
  if (only && !another && only.tables instanceof DomainError) throw only.tables
  return funds
}

async function readFunds(reading: Reading, formats: readonly Candidate[]): Promise<FundRead[]> {
  const { upload } = reading
  const named = upload.format ?? ''
  if (named !== '' && named !== FUNDESK) {
    const candidate = formats.find(({ code }) => code === named)
    if (!candidate) throw unknownFormat(named, formats)
    return readByFormat(reading, candidate)
  }
  const tooBig = upload.files.find(({ bytes }) => bytes.byteLength >= CONTROL_FILE_BYTES)
  const isOwn = !tooBig && upload.files.length === CONTROL_SETS[upload.set].files
  const files = isOwn ? await readByFundesk(reading) : []
  if (formats.length === 0 || named === FUNDESK || (isOwn && isSet(allRead(files), upload.set))) {
    if (tooBig) throw fileTooBig(tooBig.fileName)
    return ofOneFund(joinFiles(files, upload.set))
  }
  const candidate = await theOneFormat(reading, formats)
  if (candidate) return readByFormat(reading, candidate)
  const near = await nearestOfFiles(reading, formats, isOwn ? allRead(files) : [])
  if (isOwn) checkSet(near, upload.set)
  const count = upload.files.length
  throw new DomainError(
    'invalid',
    `No file format reads ${count === 1 ? 'this file' : `these ${count} files`}. What ${count === 1 ? 'it was' : 'they were'} taken for:`,
    {
      title: CONTROL_TITLE,
      list: near.map(({ file, recognisedAs }) => `${file}: ${recognisedAs}`),
      details: UNREAD,
    },
  )
}

/**
 * The files of an upload that nothing reads, each with what it is nearest to among all layouts: FUNDESK where it has a table
 * of that, or comes nearest to it.
 * @param own the files as FUNDESK took them; none where it was not tried
 */
async function nearestOfFiles(
  { workers, upload: { files }, nav }: Reading,
  formats: readonly Candidate[],
  own: readonly ReadFile[],
): Promise<RecognisedFile[]> {
  const versions = formats.flatMap(({ versions: all }) => {
    const version = (nav && versionOn(all, nav.navDate)) ?? all.at(-1)
    return version ? [opened(version)] : []
  })
  const layouts = [...(own.length > 0 ? [fundeskFormat()] : []), ...versions]
  return Promise.all(
    files.map(async ({ fileName, bytes }, at): Promise<RecognisedFile> => {
      const file = own[at] ?? { file: fileName, kinds: [], recognisedAs: 'not recognised' }
      if (file.kinds.length > 0) return file
      const near = await workers.run('nearestFormat', [{ name: fileName, bytes }, layouts])
      if (!near || near.code === FUNDESK) return file
      return { ...file, recognisedAs: near.isFound ? near.text : `not recognised: ${near.text}` }
    }),
  )
}

/** What FUNDESK reads is of one fund. */
function ofOneFund(tables: ControlTables): FundRead[] {
  const { fundCode, navDate } = tables.nav.source.preamble
  return [{ fundCode: fundCode.value, navDate: navDate.value, tables, format: null }]
}

function unknownFormat(named: string, formats: readonly Candidate[]): DomainError {
  const sentence = `There is no file format "${named}" for these files. Choose one of ${[FUNDESK, ...formats.map(({ code }) => code)].join(', ')}.`
  return new DomainError('invalid', sentence, { title: CONTROL_TITLE, fields: { format: sentence } })
}

/** The files of an upload, each read in its own worker where one is free. */
function readByFundesk({ workers, upload: { files }, onStep }: Reading) {
  const began = countedSteps(files.length, onStep)
  return Promise.allSettled(
    files.map(({ fileName, bytes }, index) =>
      workers.run('readFile', [{ name: fileName, bytes }, index], undefined, began),
    ),
  )
}

function countedSteps(all: number, onStep?: OnStep): OnStep {
  let begun = 0
  return () => {
    begun += 1
    onStep?.(`Reading ${begun} of ${all}…`)
  }
}

/**
 * The format that finds all its tables in the files: of several the one in force at the NAV date; null if none does.
 * @throws DomainError invalid if several in force do
 */
async function theOneFormat(reading: Reading, formats: readonly Candidate[]): Promise<Candidate | null> {
  const { workers, upload, nav } = reading
  const tried = formats.flatMap((candidate) => {
    const due = nav && versionOn(candidate.versions, nav.navDate)
    const version = due ?? candidate.versions.at(-1)
    return version ? [{ candidate, version: opened(version), isDue: nav === null || due !== null }] : []
  })
  const found = await Promise.all(
    upload.files.map(({ fileName, bytes }) =>
      workers.run('tablesFound', [{ name: fileName, bytes }, tried.map(({ version }) => version.format)]),
    ),
  )
  const readers = tried.filter(({ version: { format } }, at) => {
    const kinds = found.map((ofFile) => ofFile[at] ?? [])
    const isWhole = kinds.every((ofFile) => ofFile.length > 0) && upload.files.length === format.files
    return isWhole && sameKinds(kinds.flat(), tableKindsOf(format))
  })
  let due = readers.filter(({ isDue }) => isDue)
  if (due.length > 1 && nav === null) {
    // The NAV date is in the files, and each format says where.
    const days = await Promise.all(
      due.map(async ({ version }) => {
        const [first] = filesByFund(await readAll(reading, version))
        return first ? navDateOf(first.files) : null
      }),
    )
    due = due.filter(({ candidate }, at) => {
      const day = days[at] ?? null
      return day === null || versionOn(candidate.versions, day) !== null
    })
  }
  if (due.length > 1)
    throw new DomainError(
      'invalid',
      `These files can be read by ${due.map(({ candidate }) => candidate.code).join(' and ')}. Choose one of these file formats.`,
      { title: CONTROL_TITLE, fields: { format: 'Choose the file format.' } },
    )
  // One that is not in force is refused with its period.
  return (due[0] ?? readers[0])?.candidate ?? null
}

const tableKindsOf = ({ tables }: FormatVersion['format']) => tables.map(({ kind }) => kind)

const sameKinds = (some: readonly string[], others: readonly string[]) =>
  some.toSorted().join(' ') === others.toSorted().join(' ')

/** Reads an upload by the version of a format that counts on the NAV date of each fund. */
async function readByFormat(reading: Reading, { code, versions }: Candidate): Promise<FundRead[]> {
  const { upload, nav } = reading
  const first = nav ? inForce(versions, nav.navDate) : versions.at(-1)
  if (!first) throw new Error(`The file format ${code} has no version`)
  const expected = opened(first).format.files
  if (upload.files.length !== expected) throw wrongCount(code, expected, upload.files.length)
  const read = new Map<number, FundRead[]>()
  const readBy = async (version: StoredVersion) => {
    const known =
      read.get(version.version) ?? fundsOf(await readAll(reading, opened(version)), opened(version))
    read.set(version.version, known)
    return known
  }
  const funds = await readBy(first)
  if (nav) return funds
  // Which version counts depends on the dates that are in the files.
  const due: FundRead[] = []
  for (const [at, fund] of funds.entries()) {
    const version = fund.navDate === null ? first : versionOrRefusal(versions, fund.navDate)
    if (version instanceof DomainError) due.push({ ...fund, tables: version })
    else {
      const others = await readBy(version)
      // Versions may give a fund another code.
      due.push(others.find(({ fundCode }) => fundCode === fund.fundCode) ?? others[at] ?? fund)
    }
  }
  return due
}

/** The version that counts on a day, or why none does. */
export function versionOrRefusal(versions: readonly StoredVersion[], day: Day): StoredVersion | DomainError {
  try {
    return inForce(versions, day)
  } catch (refusal) {
    if (refusal instanceof DomainError) return refusal
    throw refusal
  }
}

function wrongCount(code: string, expected: number, sent: number): DomainError {
  const sentence = `A set of the file format ${code} has ${expected === 1 ? 'one file' : `${expected} files`}: you chose ${sent}.`
  return new DomainError('invalid', sentence, { title: CONTROL_TITLE, fields: { files: sentence } })
}

/** @throws DomainError invalid that names the period of the format */
function inForce(versions: readonly StoredVersion[], day: Day): StoredVersion {
  const version = versionOn(versions, day)
  if (version) return version
  const last = versions.findLast(({ validFrom }) => validFrom <= day) ?? versions[0]
  if (!last) throw new Error('A file format without versions')
  const until = last.validTo === null ? '' : ` to ${showDay(last.validTo)}`
  throw new DomainError(
    'invalid',
    `The file format ${last.code} is valid from ${showDay(last.validFrom)}${until}, and these files are of ${showDay(day)}. Choose another format, or have a version approved that is valid then.`,
    { title: CONTROL_TITLE },
  )
}

/**
 * Reads the files of a control by a format that is not stored yet.
 * @throws DomainError invalid when a table of the format is missing, or stands there twice
 */
export async function readByDraft(
  workers: Pick<ControlWorkers, 'run'>,
  format: Format,
  { files, nav }: Pick<ControlUpload, 'files'> & { nav: NavFacts | null },
): Promise<FundRead[]> {
  const version = { code: format.code, version: 0, format }
  return fundsOf(await readAll({ workers, upload: { files }, nav }, version), version)
}

async function readAll(
  {
    workers,
    upload: { files },
    nav,
    onStep,
  }: Omit<Reading, 'upload'> & { upload: Pick<ControlUpload, 'files'> },
  version: FormatVersion,
): Promise<FileByFormat[]> {
  const began = countedSteps(files.length, onStep)
  const of = { known: nav ? givenFacts(nav) : {}, fundCode: nav?.fundCode ?? null }
  return allRead(
    await Promise.allSettled(
      files.map(({ fileName, bytes }, index) =>
        workers.run('readControlFile', [version, { name: fileName, bytes }, index, of], undefined, began),
      ),
    ),
  )
}

/** The tables of each fund. @throws DomainError invalid when one of the format is missing, or stands there twice */
function fundsOf(read: readonly FileByFormat[], { code, version, format }: FormatVersion): FundRead[] {
  checkWhole(read, code, controlKindsOf(format) ?? [])
  return filesByFund(read).map(({ fundCode, files }) => ({
    fundCode,
    navDate: navDateOf(files),
    tables: tablesOrRefusal(files),
    format: { code, version },
  }))
}

function tablesOrRefusal(files: readonly ReadFile[]): ControlTables | DomainError {
  try {
    return joinTables(files)
  } catch (refusal) {
    if (refusal instanceof DomainError) return refusal
    throw refusal
  }
}

function navDateOf(files: readonly ReadFile[]): Day | null {
  const days = files.flatMap(({ tables }) => tables.map(({ source }) => source.preamble.navDate.value))
  return days.find((day) => day !== '') ?? null
}

function checkWhole(read: readonly FileByFormat[], code: string, wanted: readonly ControlKind[]): void {
  const kinds = read.flatMap((file) => file.kinds)
  if (read.every((file) => file.kinds.length > 0) && sameKinds(kinds, wanted)) return
  const missing = wanted.filter((kind) => !kinds.includes(kind))
  throw new DomainError(
    'invalid',
    `The file format ${code} needs each of ${wanted.join(', ')} once.${missing.length > 0 ? ` Missing: ${missing.join(', ')}.` : ''} What the files were taken for:`,
    {
      title: CONTROL_TITLE,
      list: read.map(({ file, recognisedAs }) => `${file}: ${recognisedAs}`),
      details: UNREAD,
    },
  )
}
