import type { Read } from 'db/database'
import type { OnStep } from '~/platform/threads/worker-thread'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { formatVersions, opened, type StoredVersion, versionOn } from '../formats/formats.server'
import { FUNDESK } from '../formats/fundesk'
import { knownFacts } from '../formats/known-facts'
import { CONTROL_SETS, type NavFacts } from '../nav'
import { controlKindsOf, type FormatVersion } from '../workbooks/read-by-format'
import { allRead, type ControlTables, joinFiles, joinTables, type ReadFile } from '../workbooks/read-control'
import { isSet } from '../workbooks/recognise-set'
import type { ControlWorkers } from '../worker/jobs'
import { CONTROL_FILE_BYTES, CONTROL_TITLE, type ControlUpload, fileTooBig } from './control-upload'

/** The tables of an upload, and the format that read them; null for FUNDESK. */
export interface UploadRead {
  tables: ControlTables
  format: Pick<FormatVersion, 'code' | 'version'> | null
}

/** A format that controls may be read by, with all its versions, the oldest first. */
interface Candidate {
  code: string
  versions: readonly StoredVersion[]
}

/** The formats for the files of a provider's controls. */
export async function controlFormats(read: Read, provider: string): Promise<Candidate[]> {
  const byCode = new Map<string, StoredVersion[]>()
  for (const version of await formatVersions(read))
    byCode.set(version.code, [...(byCode.get(version.code) ?? []), version])
  return [...byCode].flatMap(([code, versions]) => {
    const newest = versions.at(-1)
    const isOfProvider = newest && (newest.provider === null || newest.provider === provider)
    return isOfProvider && controlKindsOf(opened(newest).format) ? [{ code, versions }] : []
  })
}

/** How many files the sets of formats have, each number once. */
export function filesOfFormats(formats: readonly Candidate[]): number[] {
  const counts = formats.flatMap(({ versions }) => versions.map((each) => opened(each).format.files))
  return [...new Set(counts)].sort((a, b) => a - b)
}

interface Reading {
  workers: ControlWorkers
  upload: ControlUpload
  /** The NAV that it was started from. */
  nav: NavFacts | null
  onStep?: OnStep | undefined
}

/**
 * Reads an upload by the format that it names; otherwise by FUNDESK where that reads the set, else by the one format of
 * the provider, in force at the NAV date, that does.
 * @throws DomainError invalid with all faults, or with the formats that read it where there is not exactly one
 */
export async function readUpload(reading: Reading, formats: readonly Candidate[]): Promise<UploadRead> {
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
    return { tables: joinFiles(files, upload.set), format: null }
  }
  const candidate = await theOneFormat(reading, formats)
  if (candidate) return readByFormat(reading, candidate)
  if (isOwn) return { tables: joinFiles(files, upload.set), format: null }
  throw new DomainError(
    'invalid',
    `No file format reads these ${upload.files.length} files: ${formats.map(({ code }) => code).join(', ')} do not find their tables in them. Choose the format to see what is missing, or teach a new one.`,
    { title: CONTROL_TITLE },
  )
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
    const days = await Promise.all(due.map(async ({ version }) => navDateOf(await readAll(reading, version))))
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

/** Reads an upload by the version of a format that counts on its NAV date. */
async function readByFormat(reading: Reading, { code, versions }: Candidate): Promise<UploadRead> {
  const { upload, nav } = reading
  const first = nav ? inForce(versions, nav.navDate) : versions.at(-1)
  if (!first) throw new Error(`The file format ${code} has no version`)
  const expected = opened(first).format.files
  if (upload.files.length !== expected) throw wrongCount(code, expected, upload.files.length)
  const read = await readAll(reading, opened(first))
  if (nav) return { tables: joined(read, opened(first)), format: first }
  // Which version counts depends on the date that is in the files.
  const day = navDateOf(read)
  const due = day === null ? first : inForce(versions, day)
  if (due.version === first.version) return { tables: joined(read, opened(first)), format: first }
  return { tables: joined(await readAll(reading, opened(due)), opened(due)), format: due }
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

async function readAll(
  { workers, upload: { files }, nav, onStep }: Reading,
  version: FormatVersion,
): Promise<ReadFile[]> {
  const began = countedSteps(files.length, onStep)
  const of = { known: nav ? knownFacts(nav) : {}, fundCode: nav?.fundCode ?? null }
  return allRead(
    await Promise.allSettled(
      files.map(({ fileName, bytes }, index) =>
        workers.run('readControlFile', [version, { name: fileName, bytes }, index, of], undefined, began),
      ),
    ),
  )
}

function navDateOf(read: readonly ReadFile[]): Day | null {
  const days = read.flatMap(({ tables }) => tables.map(({ source }) => source.preamble.navDate.value))
  return days.find((day) => day !== '') ?? null
}

/** The tables of all files. @throws DomainError invalid when one is missing, or stands there twice */
function joined(read: readonly ReadFile[], { code, format }: FormatVersion): ControlTables {
  const kinds = read.flatMap((file) => file.kinds)
  const wanted = controlKindsOf(format) ?? []
  const isWhole = read.every((file) => file.kinds.length > 0) && sameKinds(kinds, wanted)
  if (isWhole) return joinTables(read)
  const missing = wanted.filter((kind) => !kinds.includes(kind))
  throw new DomainError(
    'invalid',
    `The file format ${code} needs each of ${wanted.join(', ')} once.${missing.length > 0 ? ` Missing: ${missing.join(', ')}.` : ''} What the files were taken for:`,
    { title: CONTROL_TITLE, list: read.map(({ file, recognisedAs }) => `${file}: ${recognisedAs}`) },
  )
}
