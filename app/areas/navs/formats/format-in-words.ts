import type {
  Addend,
  Column,
  Fact,
  Format,
  FormatTable,
  LabelLine,
  Part,
  Section,
} from '~/platform/formats/format'

/** A format as people read it: what its parts are, and where each value stands. */

/** A part of a table. */
export interface PartRow {
  key: string
  table: string
  sheets: string
  /** What a row of the file is. */
  line: string
  header: string
  /** Rows that are left out, and where the part ends. */
  leftOut: string
}

/** A value of a table. */
export interface ValueRow {
  key: string
  value: string
  table: string
  sheets: string
  from: string
  required: boolean
  /** What is done with it before it counts. */
  conversion: string
}

const MAX_WORDS = 4

const quoted = (texts: readonly string[]) => texts.map((each) => `“${each}”`).join(' or ')
const joined = (texts: readonly (string | false | undefined)[]) =>
  texts.filter((each) => typeof each === 'string' && each !== '').join('; ')

const sheetsOf = ({ sheets }: Part) => (sheets.join() === '*' ? 'All' : sheets.join(', '))

const LINES: Readonly<Record<Part['shape'], string>> = {
  rows: 'A line',
  classes: 'A share class',
  labels: 'A label and its value',
}

/** The parts of the tables of a format. */
export function partRows({ tables }: Pick<Format, 'tables'>): PartRow[] {
  return tables.flatMap(({ kind, parts }) =>
    parts.map((part, at) => ({
      key: `${kind} ${at}`,
      table: kind,
      sheets: sheetsOf(part),
      line: joined([
        part.rowsEach > 1 ? `${LINES[part.shape]} of ${part.rowsEach} rows` : LINES[part.shape],
        part.optional && 'may be missing',
      ]),
      header: headerOf(part),
      leftOut: joined([
        ...part.only.map(
          (one) => `Only where ${placeOf(one)} is ${one.is ? quoted(one.is) : `the ${one.fact}`}`,
        ),
        part.skip.length > 0 && `Without ${quoted(part.skip)}`,
        part.end.length > 0 && `Ends at ${quoted(part.end)}`,
        part.endAtBlank && 'Ends at a blank row',
      ]),
    })),
  )
}

function headerOf({ shape, headerRows, within }: Part): string {
  if (shape === 'labels') return ''
  if (headerRows === 0) return 'None'
  return `${headerRows === 1 ? '1 row' : `${headerRows} rows`}, in the first ${within}`
}

/** Where each value of the tables of a format stands, facts of the file first. */
export function valueRows({ tables }: Pick<Format, 'tables'>): ValueRow[] {
  return tables.flatMap((table) => [
    ...factRows(table),
    ...table.parts.flatMap((part, at) => rowsOfPart(table, part, at)),
  ])
}

const factRows = ({ kind, facts }: FormatTable): ValueRow[] =>
  Object.entries(facts).map(([value, fact]) => ({
    key: `${kind} ${value}`,
    value,
    table: kind,
    sheets: fact.sheet ?? '',
    from: sourceOfFact(fact),
    required: fact.maybe !== true,
    conversion: joined([
      fact.repeat && 'Blank repeats the one above',
      fact.text !== undefined && `Takes {} of “${fact.text}”`,
      wordsOf(fact.words),
    ]),
  }))

function sourceOfFact(fact: Fact): string {
  if (fact.label) {
    const label = quoted(fact.label)
    if (fact.place === 'same') return `Cell ${label}`
    return fact.place === 'below' ? `Below ${label}` : `Right of ${label}`
  }
  if (fact.cell) return `Cell ${fact.cell}`
  if (fact.headings || fact.at) return upper(placeOf(fact))
  if (fact.section) return `{} of the section line “${fact.section}”`
  if (fact.sheetName) return `{} of the sheet name “${fact.sheetName}”`
  if (fact.fileName) return `{} of the file name “${fact.fileName}”`
  return fact.nav ? 'The NAV of the upload' : `Always “${fact.value ?? ''}”`
}

function rowsOfPart({ kind }: FormatTable, part: Part, at: number): ValueRow[] {
  const row = (
    value: string,
    number: number | string,
    more: Pick<ValueRow, 'from' | 'required' | 'conversion'>,
  ) => ({
    key: `${kind} ${at} ${number}`,
    value,
    table: kind,
    sheets: sheetsOf(part),
    ...more,
  })
  return [
    ...part.sections.map((section, number) =>
      row(section.column, `section ${number}`, {
        from: 'Section lines',
        required: true,
        conversion: conversionOfSection(section),
      }),
    ),
    ...Object.entries(part.columns ?? {}).map(([name, column]) =>
      row(name, name, {
        from: sourceOfColumn(column),
        required: column.maybe !== true,
        conversion: conversionOfColumn(column),
      }),
    ),
    ...(part.labels ?? []).map((label, number) =>
      row([label.Type, label.Code, label.Currency].filter(Boolean).join(' '), number, {
        from: sourceOfLabel(label),
        required: label.maybe !== true,
        conversion: joined([
          label.text !== undefined && `Takes {} of “${label.text}”`,
          ...conversions(label),
        ]),
      }),
    ),
  ]
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function placeOf({ headings, at, row }: Pick<Addend, 'headings' | 'at' | 'row'>): string {
  const place = headings ? `column ${quoted(headings)}` : `column ${at ?? ''}`
  return row === undefined ? place : `${place}, row ${row} of the line`
}

function sourceOfColumn(column: Column): string {
  const { value, fact, orElse } = column
  const source =
    value === undefined
      ? fact === undefined
        ? upper(placeOf(column))
        : `The ${fact} of the file`
      : `Always “${value}”`
  return joined([source, orElse && `otherwise ${lower(sourceOfColumn(orElse))}`])
}

const sourceOfLabel = ({ label, value, place }: LabelLine) =>
  label ? `${place === 'below' ? 'Below' : 'Right of'} ${quoted(label)}` : `Always “${value ?? ''}”`

const conversionOfSection = ({ words, text }: Section) =>
  joined([text !== undefined && `Takes {} of “${text}”`, wordsOf(words)])

const conversionOfColumn = (column: Column): string =>
  joined([
    column.repeat && 'Blank repeats the one above',
    column.text !== undefined && `Takes {} of “${column.text}”`,
    wordsOf(column.words),
    ...conversions(column),
    ...whenOf(column),
    ...(column.plus ?? []).map((one) =>
      [
        `${one.negate ? 'Minus' : 'Plus'} ${placeOf(one)}`,
        ...whenOf(one).map((each) => each.toLowerCase()),
      ].join(' '),
    ),
  ])

const conversions = ({
  blank,
  scale,
  negate,
  invert,
}: Pick<Column, 'blank' | 'scale' | 'negate' | 'invert'>) => [
  blank !== undefined && `${quoted(blank)} is blank`,
  scale !== undefined && `Times ${scale}`,
  negate && 'Sign reversed',
  invert && '1 divided by it',
]

const whenOf = ({ when = {} }: Pick<Addend, 'when'>): string[] =>
  Object.entries(when).map(([name, values]) => `Only where ${name} is ${values.join(' or ')}`)

/** What the first words of a file mean. */
function wordsOf(words: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries(words)
  const shown = all.slice(0, MAX_WORDS).map(([word, meaning]) => `“${word}” = ${meaning}`)
  return [...shown, ...(all.length > MAX_WORDS ? [`${all.length - MAX_WORDS} more`] : [])].join(', ')
}
