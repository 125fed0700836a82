import type { Read } from 'db/database'
import type { KnownFacts } from '~/platform/formats/fact-values'
import type { Fault } from '~/platform/formats/faults'
import { checkFormat, type Format } from '~/platform/formats/format'
import type { TableRead } from '~/platform/formats/read-tables'
import { DomainError } from '~/platform/values/domain-error'
import { navFacts } from '../nav-facts.server'
import type { ControlWorkers } from '../worker/jobs'

interface NamedBytes {
  fileName: string
  bytes: Uint8Array
}

/** A fault of one file, or of the files together. */
type SetFault = Omit<Fault, 'file'> & { file: string | null }

export interface TriedFormat {
  tables: TableRead[]
  faults: SetFault[]
}

/** So many faults are listed. */
const MAX_FAULTS = 20

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
      details: { faults },
    },
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError(
      'invalid',
      'The field "format" is not JSON. Send one object, as file formats are written.',
      {
        fields: { format: 'Send JSON' },
      },
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
  const known = fundNavId === null ? {} : await factsOfNav(read, fundNavId)
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

async function factsOfNav(read: Read, fundNavId: number): Promise<KnownFacts> {
  const { fundCode, navDate, fundCurrency, fundName } = await navFacts(read, fundNavId)
  return {
    'Fund code': fundCode,
    'NAV date': navDate,
    Date: navDate,
    'Fund currency': fundCurrency,
    'Fund name': fundName,
  }
}

/** The fault of a file that cannot be read at all; any other error, such as too many waiting, is thrown. */
function refusalOf(file: string, reason: unknown): SetFault {
  if (reason instanceof DomainError && reason.code === 'invalid')
    return { file, sheet: null, cell: null, what: reason.message }
  throw reason
}

/** Each kind of table stands in one file. */
function setFaults({ tables: wanted }: Format, tables: readonly TableRead[]): SetFault[] {
  return wanted.flatMap(({ kind }): SetFault[] => {
    const [first, ...others] = tables.filter((table) => table.kind === kind)
    if (!first) return [{ file: null, sheet: null, cell: null, what: `No file has the table ${kind}` }]
    return others.map(({ file }) => ({
      file,
      sheet: null,
      cell: null,
      what: `The table ${kind} stands in ${first.file} as well: send it once`,
    }))
  })
}
