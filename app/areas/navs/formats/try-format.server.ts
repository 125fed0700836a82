import type { Read } from 'db/database'
import { checkFormat, type Format } from '~/platform/formats/format'
import type { TableRead } from '~/platform/formats/read-tables'
import { DomainError } from '~/platform/values/domain-error'
import { navFacts } from '../nav-facts.server'
import type { FormatVersion } from '../workbooks/read-by-format'
import type { ControlWorkers } from '../worker/jobs'
import { formatVersions, opened, versionOn } from './formats.server'
import { FUNDESK } from './fundesk'
import { fundeskFormat } from './fundesk-format'
import { givenFacts } from './given-facts'
import { MAX_FAULTS, type SetFault, setFaults } from './set-faults'

interface NamedBytes {
  fileName: string
  bytes: Uint8Array
}

export interface TriedFormat {
  tables: TableRead[]
  faults: SetFault[]
}

/** The format in a text. @throws DomainError with each fault and where in the JSON it stands */
export function formatOfText(text: string): Format {
  const checked = checkFormat(jsonOf(text))
  if ('format' in checked) return checked.format
  const { faults } = checked
  throw new DomainError(
    'invalid',
    'This is not a file format yet. Correct what the list names and try again.',
    {
      list: faults.map(({ pointer, what }) => `${pointer || 'The format'}: ${what}`),
      places: faults,
    },
  )
}

/** A format to try: one that is sent as JSON, or a stored one by its code. */
export interface FormatToTry {
  format: Format
  /** Null for one that is sent. */
  stored: Pick<FormatVersion, 'code' | 'version'> | null
}

/**
 * The format that a text gives: its JSON, or the code of a stored one, in the version that counts on the date of a NAV;
 * without a NAV in its newest.
 * @throws DomainError invalid as formatOfText, or where there is no such format
 */
export async function formatToTry(read: Read, text: string, fundNavId: number | null): Promise<FormatToTry> {
  const code = text.trim()
  if (!/^[\w.-]{1,40}$/.test(code)) return { format: formatOfText(text), stored: null }
  const found = code === FUNDESK ? fundeskFormat() : await storedFormat(read, code, fundNavId)
  if (found) return { format: found.format, stored: { code: found.code, version: found.version } }
  const sentence = `There is no file format "${code}" for this date. Give the code of one from the list, or its JSON.`
  throw new DomainError('invalid', sentence, { fields: { format: sentence } })
}

async function storedFormat(
  read: Read,
  code: string,
  fundNavId: number | null,
): Promise<FormatVersion | null> {
  const versions = await formatVersions(read, code)
  const version =
    fundNavId === null ? versions.at(-1) : versionOn(versions, (await navFacts(read, fundNavId)).navDate)
  return version ? opened(version) : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError(
      'invalid',
      'The field "format" is not JSON. Send one object, as file formats are written.',
      { fields: { format: 'Send JSON' }, places: [{ pointer: '', what: 'It is not JSON.' }] },
    )
  }
}

/**
 * Reads files by a format and stores nothing: the tables as they would be read, with their faults. One file of a set may
 * be tried alone; the tables that are missing are faults then.
 * @param fundNavId the NAV that gives the facts that the format leaves to it; null for none
 */
export async function tryFormat(
  { read, workers }: { read: Read; workers: Pick<ControlWorkers, 'run'> },
  format: Format,
  files: readonly NamedBytes[],
  fundNavId: number | null,
): Promise<TriedFormat> {
  if (files.length === 0)
    throw new DomainError('invalid', 'Send the files to try in the field "files".', {
      fields: { files: 'Choose the files' },
    })
  const known = fundNavId === null ? {} : givenFacts(await navFacts(read, fundNavId))
  const tried = await Promise.allSettled(
    files.map(({ fileName, bytes }) =>
      workers.run('readByFormat', [{ name: fileName, bytes }, format, known]),
    ),
  )
  const tables: TableRead[] = []
  const faults: SetFault[] = []
  for (const [at, outcome] of tried.entries()) {
    if (outcome.status === 'fulfilled') {
      tables.push(...outcome.value.tables)
      faults.push(...outcome.value.faults)
    } else faults.push(refusalOf(files[at]?.fileName ?? '', outcome.reason))
  }
  return { tables, faults: [...faults, ...setFaults(format, tables)].slice(0, MAX_FAULTS) }
}

/** The fault of a file that cannot be read at all; any other error, such as too many waiting, is thrown. */
function refusalOf(file: string, reason: unknown): SetFault {
  if (reason instanceof DomainError && reason.code === 'invalid')
    return { file, sheet: null, cell: null, what: reason.message }
  throw reason
}
