import { checkFormat, type Format } from '~/platform/formats/format'
import { type FactName, KIND_TABLES } from '~/platform/formats/kinds'
import { headingsOf } from '../workbooks/find-table'
import type { SourceKind } from './source-kinds'

/** Where a fact stands: in a column, or beside a label above the table. */
type FactPlace = 'headings' | 'label'

/** One way in which a sheet may hold a kind by FUNDESK's own headings. */
interface Layout {
  facts: Partial<Record<FactName, FactPlace>>
  /** Columns that the sheet must have although the kind does not need them: one of a pair, or both deals of a register. */
  needed: readonly string[]
}

/** The deals of a register: they count where a file has both columns. */
export const FLOWS = ['Issued', 'Redeemed'] as const

function layoutsOf(kind: SourceKind): Layout[] {
  const { facts, either } = KIND_TABLES[kind]
  const placed = [...facts.needed, ...facts.others].reduce<Layout['facts'][]>(
    (sofar, name) =>
      (['headings', 'label'] as const).flatMap((place) => sofar.map((each) => ({ ...each, [name]: place }))),
    [{}],
  )
  const pairs = either.flatMap(([one, other]) => [[one, other], [one], [other]])
  const together = kind === 'REGISTER' ? [FLOWS, []] : pairs.length > 0 ? pairs : [[]]
  return together.flatMap((needed) => placed.map((own) => ({ facts: own, needed })))
}

function formatOf(kind: SourceKind, { facts, needed }: Layout): Format {
  const columns = KIND_TABLES[kind].columns.map((column) => {
    const isNeeded = column.needed || needed.includes(column.name)
    return [column.name, { headings: headingsOf(column.name), ...(isNeeded ? {} : { maybe: true }) }] as const
  })
  const checked = checkFormat({
    code: `FUNDESK-${kind}`,
    name: `${kind} with the headings of Fundesk`,
    from: '2000-01-01',
    files: 1,
    tables: [
      {
        kind,
        facts: Object.fromEntries(
          Object.entries(facts).map(([name, place]) => [name, { [place]: headingsOf(name) }]),
        ),
        parts: [{ within: 30, columns: Object.fromEntries(columns) }],
      },
    ],
  })
  if ('faults' in checked)
    throw new Error(`The built-in format of ${kind} is not valid: ${checked.faults[0]?.what}`)
  return checked.format
}

const made = new Map<SourceKind, readonly Format[]>()

/** FUNDESK's own headings of a kind, in every layout: the first found in a sheet reads it. */
export function fundeskFormats(kind: SourceKind): readonly Format[] {
  const formats = made.get(kind) ?? layoutsOf(kind).map((layout) => formatOf(kind, layout))
  made.set(kind, formats)
  return formats
}

/** The headings that a sheet of a kind must have, for people: "Quantity, and Instrument code or ISIN". */
export function headingsInWords(kind: SourceKind): string {
  const { columns, either } = KIND_TABLES[kind]
  const needed = columns.flatMap(({ name, needed: isNeeded }) => (isNeeded ? [name] : []))
  return [needed.join(', '), ...either.map((pair) => pair.join(' or '))].join(', and ')
}
