import type { Read } from 'db/database'
import { type Candidate, dealFormats, namedFormat } from '~/areas/navs/control/read-upload.server'
import { opened, versionOn } from '~/areas/navs/formats/formats.server'
import { FUNDESK } from '~/areas/navs/formats/fundesk'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import type { Fault } from '~/platform/formats/faults'
import { checkFormat, type Format } from '~/platform/formats/format'
import type { TableRead } from '~/platform/formats/read-tables'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import type { NavErrorCase } from './nav-error'

export const DEALS_TITLE = 'The deals cannot be read, see error.'

export interface NamedBytes {
  fileName: string
  bytes: Uint8Array
}

const heading = (name: string) => ({ headings: [name] })

/** FUNDESK's own headings of deals. */
function ownFormat(): Format {
  const checked = checkFormat({
    code: 'FUNDESK-DEALS',
    name: 'Deals with the headings of Fundesk',
    from: '2000-01-01',
    files: 1,
    tables: [
      {
        kind: 'DEALS',
        facts: { 'Fund code': heading('Fund code'), 'NAV date': heading('NAV date') },
        parts: [
          {
            columns: {
              ...Object.fromEntries(
                ['Class code', 'Holder reference', 'Side', 'Shares'].map((name) => [name, heading(name)]),
              ),
              ...Object.fromEntries(
                ['Shares at end', 'Price', 'Kind', 'Link'].map((name) => [
                  name,
                  { ...heading(name), maybe: true },
                ]),
              ),
            },
          },
        ],
      },
    ],
  })
  if ('faults' in checked)
    throw new Error(`The format of deals is wrong: ${checked.faults.map(({ what }) => what).join(' ')}`)
  return checked.format
}

const OWN = ownFormat()

/** A file format as it is stored. */
interface StoredFormat {
  code: string
  version: number
  format: Format
}

interface DealTables {
  tables: TableRead[]
  faults: Fault[]
  /** Null for FUNDESK. */
  format: StoredFormat | null
}

/** The file formats that may read deals of a fund; none where the site has only its own headings. */
export async function dealFormatsToChoose(
  read: Read,
  { provider }: Pick<NavErrorCase, 'provider'>,
): Promise<{ value: string; label: string }[]> {
  const formats = await dealFormats(read, provider)
  if (formats.length === 0) return []
  const named = formats.map(namedFormat).map(({ code, name }) => ({ value: code, label: `${code}: ${name}` }))
  return [{ value: FUNDESK, label: `${FUNDESK}: Fundesk’s own headings` }, ...named]
}

/**
 * Reads files with deals: by the format that is named, else by FUNDESK where it has its headings, else by the one format
 * that finds its table in the file.
 * @throws DomainError invalid for a format that reads no deals of the fund, or where several read them
 */
export async function readDeals(
  read: Read,
  workers: Pick<ControlWorkers, 'run'>,
  found: Pick<NavErrorCase, 'provider' | 'firstDate' | 'lastDate'>,
  { files, format }: { files: readonly NamedBytes[]; format: string },
): Promise<DealTables[]> {
  const formats = await dealFormats(read, found.provider)
  const named = format === '' || format === FUNDESK ? null : formatNamed(formats, format)
  const others = format === '' ? inForce(formats, found) : []
  const due = named && inForce([named], found)[0]
  if (named && !due) throw notInForce(named.code, found)
  return Promise.all(
    files.map(async ({ fileName: name, bytes }) => {
      const file = { name, bytes }
      const by = due ?? (others.length === 0 ? null : await formatOf(workers, file, others))
      const { tables, faults } = await workers.run('readByFormat', [file, by?.format ?? OWN, {}])
      return { tables: tables.filter(({ kind }) => kind === 'DEALS'), faults, format: by }
    }),
  )
}

/** The formats as they are on the last wrong NAV date. */
const inForce = (
  formats: readonly Candidate[],
  { firstDate, lastDate }: Pick<NavErrorCase, 'firstDate' | 'lastDate'>,
): StoredFormat[] =>
  formats.flatMap(({ versions }) => {
    const version = versionOn(versions, lastDate ?? firstDate)
    return version ? [opened(version)] : []
  })

function formatNamed(formats: readonly Candidate[], named: string): Candidate {
  const found = formats.find(({ code }) => code === named)
  if (found) return found
  const sentence = `There is no file format "${named}" for deals. Choose one of ${[FUNDESK, ...formats.map(({ code }) => code)].join(', ')}.`
  throw new DomainError('invalid', sentence, { title: DEALS_TITLE, fields: { format: sentence } })
}

function notInForce(
  code: string,
  { firstDate, lastDate }: Pick<NavErrorCase, 'firstDate' | 'lastDate'>,
): DomainError {
  const sentence = `The file format ${code} is not valid on ${showDay(lastDate ?? firstDate)}. Choose another format, or have a version approved that is valid then.`
  return new DomainError('invalid', sentence, { title: DEALS_TITLE, fields: { format: sentence } })
}

/** Null for FUNDESK, whose faults say what is missing where no format reads the file. */
async function formatOf(
  workers: Pick<ControlWorkers, 'run'>,
  file: { name: string; bytes: Uint8Array },
  others: readonly StoredFormat[],
): Promise<StoredFormat | null> {
  const [own = [], ...found] = await workers.run('tablesFound', [
    file,
    [OWN, ...others.map(({ format }) => format)],
  ])
  if (own.includes('DEALS')) return null
  const able = others.filter((_, at) => found[at]?.includes('DEALS'))
  if (able.length > 1)
    throw new DomainError(
      'invalid',
      `${file.name} can be read by ${able.map(({ code }) => code).join(' and ')}. Choose one of these file formats.`,
      { title: DEALS_TITLE, fields: { format: 'Choose the file format.' } },
    )
  return able[0] ?? null
}
