import { z } from 'zod'
import { faultOfNotation } from './dates'
import { DECIMAL_TEXT } from './decimal-text'
import { MAX_FORMAT_BYTES } from './format-limits'
import { columnsOf, type FactName, KIND_TABLES, KINDS, type Kind } from './kinds'
import { CLASS_TYPES, NAV_TYPES } from './nav-types'
import { compilePattern } from './pattern'

/** A file format: how the files of an administrator, or of another party, become tables. Plain data, stored as JSON. */

const MAX_PATTERN = 200
const MAX_ENTRIES = 500

const text = z.string().min(1, 'Give a text.')
const pattern = text.max(MAX_PATTERN, `A pattern has at most ${MAX_PATTERN} characters.`)
/** A pattern that says what is wanted, once. */
const taking = pattern.refine(
  (source) => compilePattern(source).wanted === 1,
  'Give one {} for what is wanted.',
)
const patterns = z.array(pattern).max(MAX_ENTRIES, `Give at most ${MAX_ENTRIES} entries.`)
const somePatterns = patterns.min(1, 'Give at least one pattern.')
const words = z
  .record(pattern, z.string())
  .refine((given) => Object.keys(given).length <= MAX_ENTRIES, `Give at most ${MAX_ENTRIES} entries.`)
const letters = z.string().regex(/^[A-Z]{1,3}$/, 'Give the letters of a column, such as "F".')
const decimal = z.string().regex(DECIMAL_TEXT, 'Give a number with a point, such as "0.01".')
const day = z.iso.date('Give a day as yyyy-MM-dd.')
const rowInLine = z.int('Give 1, 2 or 3.').min(1, 'Give 1, 2 or 3.').max(3, 'Give 1, 2 or 3.')

const when = z.record(text, z.array(z.string()).min(1, 'Give at least one value.').max(MAX_ENTRIES))

const FACT_NAMES = ['Fund code', 'NAV date', 'Date', 'Fund currency', 'Fund name'] as const
const factName = z.enum(FACT_NAMES, 'Give the name of a fact.')

/** Where the cell of a column stands. */
const place = {
  headings: somePatterns.optional(),
  at: letters.optional(),
  maybe: z.boolean().optional(),
  row: rowInLine.optional(),
}

const addend = z
  .strictObject({
    ...place,
    blank: patterns.optional(),
    negate: z.boolean().optional(),
    when: when.optional(),
  })
  .refine(({ headings, at }) => (headings === undefined) !== (at === undefined), 'Give "headings" or "at".')

const column: z.ZodType<Column> = z.lazy(() =>
  z
    .strictObject({
      ...place,
      value: z.string().optional(),
      fact: factName.optional(),
      text: taking.optional(),
      when: when.optional(),
      repeat: z.boolean().optional(),
      words: words.optional(),
      blank: patterns.optional(),
      scale: decimal.optional(),
      negate: z.boolean().optional(),
      invert: z.boolean().optional(),
      plus: z.array(addend).max(MAX_ENTRIES).optional(),
      orElse: column.optional(),
    })
    .refine(
      ({ headings, at, value, fact }) =>
        [headings, at, value, fact].filter((source) => source !== undefined).length === 1,
      'Give one of "headings", "at", "value" and "fact".',
    ),
)

export interface Addend {
  headings?: string[] | undefined
  at?: string | undefined
  maybe?: boolean | undefined
  row?: number | undefined
  blank?: string[] | undefined
  negate?: boolean | undefined
  when?: Record<string, string[]> | undefined
}

/** Where the value of a column comes from, and what is done with it. */
export interface Column extends Addend {
  value?: string | undefined
  fact?: FactName | undefined
  text?: string | undefined
  repeat?: boolean | undefined
  words?: Record<string, string> | undefined
  scale?: string | undefined
  invert?: boolean | undefined
  plus?: Addend[] | undefined
  orElse?: Column | undefined
}

const section = z
  .strictObject({ column: text, words: words.optional(), text: taking.optional() })
  .refine((given) => (given.words === undefined) !== (given.text === undefined), 'Give "words" or "text".')

const condition = z
  .strictObject({
    headings: somePatterns.optional(),
    at: letters.optional(),
    row: rowInLine.optional(),
    is: somePatterns.optional(),
    fact: factName.optional(),
  })
  .refine(({ headings, at }) => (headings === undefined) !== (at === undefined), 'Give "headings" or "at".')
  .refine(({ is, fact }) => (is === undefined) !== (fact === undefined), 'Give "is" or "fact".')

const placeOfValue = z.enum(['right', 'below'], 'Give "right" or "below".')

const label = z
  .strictObject({
    label: somePatterns.optional(),
    value: z.string().optional(),
    Type: text,
    Code: z.string().optional(),
    Currency: z.string().optional(),
    place: placeOfValue.optional(),
    maybe: z.boolean().optional(),
    text: taking.optional(),
    blank: patterns.optional(),
    scale: decimal.optional(),
    negate: z.boolean().optional(),
    invert: z.boolean().optional(),
  })
  .refine((given) => (given.label === undefined) !== (given.value === undefined), 'Give "label" or "value".')

const fact = z
  .strictObject({
    label: somePatterns.optional(),
    place: z.enum(['right', 'below', 'same'], 'Give "right", "below" or "same".').optional(),
    sheet: pattern.optional(),
    cell: z
      .string()
      .regex(/^[A-Z]{1,3}[1-9]\d{0,6}$/, 'Give the address of a cell, such as "B3".')
      .optional(),
    headings: somePatterns.optional(),
    at: letters.optional(),
    maybe: z.boolean().optional(),
    repeat: z.boolean().optional(),
    section: taking.optional(),
    sheetName: taking.optional(),
    fileName: taking.optional(),
    value: z.string().optional(),
    nav: z.literal(true, 'Give true.').optional(),
    text: taking.optional(),
    words: words.optional(),
  })
  .superRefine((given, context) => {
    const sources = [
      'label',
      'cell',
      'headings',
      'at',
      'section',
      'sheetName',
      'fileName',
      'value',
      'nav',
    ] as const
    const [source, another] = sources.filter((name) => given[name] !== undefined)
    const refuse = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path })
    if (source === undefined || another !== undefined)
      return refuse(`Give one of ${sources.map((name) => `"${name}"`).join(', ')}.`)
    if (given.place !== undefined && source !== 'label') refuse('It belongs to "label".', 'place')
    if (given.sheet !== undefined && source !== 'label' && source !== 'cell')
      refuse('It belongs to "label" or "cell".', 'sheet')
    if (given.maybe !== undefined && source !== 'headings') refuse('It belongs to "headings".', 'maybe')
    if (given.repeat !== undefined && source !== 'headings' && source !== 'at')
      refuse('It belongs to "headings" or "at".', 'repeat')
    if (given.place === 'same')
      for (const [at, each] of (given.label ?? []).entries())
        if (!each.endsWith('*')) refuse('With the place "same" it ends in *.', 'label', String(at))
  })

const SHAPES = ['rows', 'classes', 'labels'] as const

const part = z.strictObject({
  sheets: somePatterns.default(['*']),
  shape: z.enum(SHAPES, 'Give "rows", "classes" or "labels".').default('rows'),
  optional: z.boolean().default(false),
  headerRows: z.int().min(0, 'Give 0 to 3.').max(3, 'Give 0 to 3.').default(1),
  within: z.int().min(1, 'Give 1 or more.').max(10_000, 'Give at most 10000.').default(60),
  rowsEach: rowInLine.default(1),
  columns: z.record(text, column).optional(),
  labels: z.array(label).min(1, 'Give at least one label.').max(MAX_ENTRIES).optional(),
  sections: z.array(section).max(MAX_ENTRIES).default([]),
  only: z.array(condition).max(MAX_ENTRIES).default([]),
  skip: patterns.default([]),
  end: patterns.default([]),
  endAtBlank: z.boolean().default(false),
})

const table = z.strictObject({
  kind: z.enum(KINDS, 'Give a kind of table.'),
  dated: z.literal('dealt', 'Give null or "dealt".').nullable().default(null),
  facts: z.partialRecord(factName, fact).default({}),
  parts: z.array(part).min(1, 'Give at least one part.').max(MAX_ENTRIES),
})

const notation = pattern.superRefine((source, context) => {
  const fault = faultOfNotation(source)
  if (fault !== null) context.addIssue({ code: 'custom', message: `It ${fault}.` })
})

const format = z.strictObject({
  code: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'Give a code of letters, digits, points and dashes.'),
  name: text.max(200).regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Give a name of one line.'),
  provider: z.enum(['FIA', 'MFFA'], 'Give "FIA", "MFFA" or null.').nullable().default(null),
  from: day,
  to: day.nullable().default(null),
  files: z.int().min(1, 'Give 1 to 5.').max(5, 'Give 1 to 5.'),
  funds: z.record(text, text).default({}),
  classes: z.record(text, text).default({}),
  decimal: z.enum([',', '.'], 'Give ",", "." or null.').nullable().default(null),
  dates: z.array(notation).max(MAX_ENTRIES).default([]),
  tables: z.array(table).min(1, 'Give at least one table.').max(KINDS.length),
})

export type Format = z.output<typeof format>
export type FormatTable = Format['tables'][number]
export type Part = FormatTable['parts'][number] & {
  /** Of the built-in layout alone: a row to skip is one where this column is blank or begins with the same word. */
  keyOfTotals?: string
}
export type Fact = z.output<typeof fact>
export type LabelLine = z.output<typeof label>
export type Section = z.output<typeof section>

/** A fault of a format: its JSON pointer (RFC 6901), and what to do. */
export interface FormatFault {
  pointer: string
  what: string
}

/** Deeper JSON is refused before anything walks through it; columns that stand in for others nest. */
const MAX_DEPTH = 60

function isTooDeep(json: unknown): boolean {
  let level: unknown[] = [json]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

type Path = readonly PropertyKey[]

const pointerOf = (path: Path) =>
  path.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Checks a format. @returns the format with its defaults, or all its faults */
export function checkFormat(json: unknown): { format: Format } | { faults: FormatFault[] } {
  const { format: checked, faults } = checkDraft(json)
  return checked && faults.length === 0 ? { format: checked } : { faults }
}

/**
 * Checks a format that may still lack something.
 * @returns the format with its defaults, null where the JSON has not even the form of one; and all its faults
 */
export function checkDraft(json: unknown): { format: Format | null; faults: FormatFault[] } {
  const refused = (what: string) => ({ format: null, faults: [{ pointer: '', what }] })
  if (isTooDeep(json)) return refused(`It is nested more than ${MAX_DEPTH} deep.`)
  if (Buffer.byteLength(JSON.stringify(json) ?? '') > MAX_FORMAT_BYTES)
    return refused('A format has at most 256 KB.')
  const read = format.safeParse(json)
  if (!read.success) return { format: null, faults: read.error.issues.flatMap(faultsOfIssue) }
  const faults: FormatFault[] = []
  const refuse = (what: string, ...path: Path) => faults.push({ pointer: pointerOf(path), what })
  checkRest(read.data, refuse)
  return { format: read.data, faults }
}

function faultsOfIssue(issue: z.core.$ZodIssue): FormatFault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      pointer: pointerOf([...issue.path, key]),
      what: `"${key}" is not a key that stands here.`,
    }))
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined
  return [{ pointer: pointerOf(issue.path), what: isMissing ? 'It is missing.' : issue.message }]
}

type Refuse = (what: string, ...path: Path) => void

function checkRest({ from, to, tables }: Format, refuse: Refuse): void {
  if (to !== null && to < from) refuse('It is before "from".', 'to')
  const kinds = tables.map(({ kind }) => kind)
  for (const [at, each] of tables.entries()) {
    const path = ['tables', at]
    if (kinds.indexOf(each.kind) < at)
      refuse(`There is another table of the kind ${each.kind}.`, ...path, 'kind')
    if (each.dated !== null && each.kind !== 'REGISTER')
      refuse('Only a REGISTER may say it.', ...path, 'dated')
    checkFacts(each, refuse, path)
    for (const [number, one] of each.parts.entries()) checkPart(each, one, refuse, [...path, 'parts', number])
    if (each.parts.some(({ shape, headerRows }) => shape !== 'labels' && headerRows === 0))
      for (const [name, given] of Object.entries(each.facts))
        if (given?.headings !== undefined)
          refuse('A part without header rows has no headings: give "at".', ...path, 'facts', name, 'headings')
  }
}

function checkFacts({ kind, facts }: FormatTable, refuse: Refuse, path: Path): void {
  const { needed, others } = KIND_TABLES[kind].facts
  for (const name of needed) if (facts[name] === undefined) refuse('It is missing.', ...path, 'facts', name)
  for (const name of Object.keys(facts) as FactName[])
    if (!needed.includes(name) && !others.includes(name))
      refuse(`A table of the kind ${kind} has no such fact.`, ...path, 'facts', name)
}

const POINTED = 'Give a number with a point.'
const NUMBER_OPTIONS = ['scale', 'negate', 'invert', 'plus'] as const

function checkPart(
  { kind, facts }: FormatTable,
  { shape, headerRows, rowsEach, columns, labels, sections, only }: Part,
  refuse: Refuse,
  path: Path,
): void {
  if (shape !== 'rows' && kind !== 'NAV')
    refuse('Only parts of a NAV table have this shape.', ...path, 'shape')
  if (shape === 'labels') {
    if (labels === undefined) refuse('It is missing.', ...path, 'labels')
    if (columns !== undefined) refuse('A part of the shape "labels" has none.', ...path, 'columns')
    if (labels?.every((each) => each.label === undefined))
      refuse('No label is read from the file.', ...path, 'labels')
    for (const [at, { Type, label: sought, value, place: side, text: wanted }] of (labels ?? []).entries()) {
      if (typeNamed(kind, Type) === null)
        refuse(`Give one of ${NAV_TYPES.join(', ')}.`, ...path, 'labels', at, 'Type')
      if (value !== undefined && value.trim() !== '' && !DECIMAL_TEXT.test(value.trim()))
        refuse(POINTED, ...path, 'labels', at, 'value')
      if (sought === undefined && side !== undefined)
        refuse('It belongs to "label".', ...path, 'labels', at, 'place')
      if (sought === undefined && wanted !== undefined)
        refuse('It belongs to "label".', ...path, 'labels', at, 'text')
    }
    return
  }
  if (labels !== undefined) refuse('Only a part of the shape "labels" has them.', ...path, 'labels')
  if (columns === undefined) {
    refuse('It is missing.', ...path, 'columns')
    return
  }
  const known = columnsOf(kind, shape)
  for (const [name, given] of Object.entries(columns)) {
    const own = known.find((each) => each.name === name)
    const at = [...path, 'columns', name]
    if (!own) {
      refuse(`A table of the kind ${kind} has no such column.`, ...at)
      continue
    }
    const isNumber = own.value === 'number' || own.value === 'percent'
    checkColumn(
      given,
      { isNumber, known: known.map((each) => each.name), headerRows, rowsEach, facts },
      refuse,
      at,
    )
  }
  for (const [number, { column: of }] of sections.entries())
    if (!known.some(({ name }) => name === of))
      refuse(`A table of the kind ${kind} has no such column.`, ...path, 'sections', number, 'column')
  for (const [number, { headings, row, fact: named }] of only.entries()) {
    const at = [...path, 'only', number]
    if (headings !== undefined && headerRows === 0)
      refuse('Without header rows give "at".', ...at, 'headings')
    if ((row ?? 1) > rowsEach) refuse(`A line has ${rowsEach} rows.`, ...at, 'row')
    else if (headings !== undefined && rowsEach > 1 && (row ?? 1) > headerRows)
      refuse(`The header has ${headerRows} rows.`, ...at, 'row')
    if (named !== undefined && facts[named] === undefined)
      refuse('The table does not give this fact.', ...at, 'fact')
  }
  checkSources(kind, { shape, columns, sections }, refuse, path)
  checkCircles(columns, refuse, path)
}

interface Checked {
  isNumber: boolean
  known: readonly string[]
  headerRows: number
  rowsEach: number
  facts: FormatTable['facts']
}

function checkColumn(given: Column, checked: Checked, refuse: Refuse, path: Path): void {
  const { isNumber, known, facts } = checked
  if (!isNumber)
    for (const option of NUMBER_OPTIONS)
      if (given[option] !== undefined) refuse('It belongs to columns of numbers.', ...path, option)
  checkPlace(given, checked, refuse, path)
  if (given.fact !== undefined && facts[given.fact] === undefined)
    refuse('The table does not give this fact.', ...path, 'fact')
  for (const option of ['maybe', 'row', 'repeat'] as const)
    if (given[option] !== undefined && given.headings === undefined && given.at === undefined)
      refuse('It belongs to "headings" or "at".', ...path, option)
  const read = isNumber && given.value !== undefined && given.words === undefined ? given.value.trim() : ''
  if (read !== '' && !DECIMAL_TEXT.test(read)) refuse(POINTED, ...path, 'value')
  for (const [number, one] of (given.plus ?? []).entries()) {
    checkPlace(one, checked, refuse, [...path, 'plus', number])
    checkWhen(one.when, known, refuse, [...path, 'plus', number])
  }
  checkWhen(given.when, known, refuse, path)
  if (given.orElse) checkColumn(given.orElse, checked, refuse, [...path, 'orElse'])
}

function checkPlace(
  { headings, row = 1, maybe, at }: Addend,
  checked: Checked,
  refuse: Refuse,
  path: Path,
): void {
  if (headings !== undefined && checked.headerRows === 0)
    refuse('Without header rows give "at".', ...path, 'headings')
  if (row > checked.rowsEach) refuse(`A line has ${checked.rowsEach} rows.`, ...path, 'row')
  if (headings !== undefined && row > checked.headerRows && checked.rowsEach > 1)
    refuse(`The header has ${checked.headerRows} rows.`, ...path, 'row')
  if (maybe !== undefined && at !== undefined) refuse('It belongs to "headings".', ...path, 'maybe')
}

function checkWhen(given: Column['when'], known: readonly string[], refuse: Refuse, path: Path): void {
  for (const name of Object.keys(given ?? {}))
    if (!known.includes(name)) refuse('The table has no such column.', ...path, 'when', name)
}

type Sources = Pick<Part, 'shape' | 'sections'> & { columns: Record<string, Column> }

/** Each required column has a source or a section, and something is read from the file. */
function checkSources(kind: Kind, { shape, columns, sections }: Sources, refuse: Refuse, path: Path): void {
  const has = (name: string) => columns[name] !== undefined || sections.some(({ column: of }) => of === name)
  const isSigned = has('Balance')
  for (const { name, needed } of columnsOf(kind, shape)) {
    const isSide = name === 'Balance debtor' || name === 'Balance creditor'
    if (kind === 'BALANCE' && isSigned && isSide && columns[name] !== undefined)
      refuse('"Balance" stands for both sides: give one or the other.', ...path, 'columns', name)
    if (needed && !has(name) && !(kind === 'BALANCE' && isSide && isSigned))
      refuse('It is missing.', ...path, 'columns', name)
  }
  if (kind === 'BALANCE' && has('Side') && !isSigned)
    refuse('It belongs to "Balance".', ...path, 'columns', 'Side')
  for (const [one, other] of KIND_TABLES[kind].either)
    if (shape === 'rows' && !has(one) && !has(other)) refuse(`Give ${one} or ${other}.`, ...path, 'columns')
  if (shape === 'classes' && !CLASS_TYPES.some(has))
    refuse(`Give one of ${CLASS_TYPES.join(', ')}.`, ...path, 'columns')
  const isRead = (given: Column): boolean =>
    given.headings !== undefined ||
    given.at !== undefined ||
    (given.orElse !== undefined && isRead(given.orElse))
  if (!Object.values(columns).some(isRead)) refuse('No column is read from the file.', ...path, 'columns')
}

/** A column is not used when a column that depends on it comes out as something. */
function checkCircles(columns: Record<string, Column>, refuse: Refuse, path: Path): void {
  const names = (given: Column): string[] => [
    ...Object.keys(given.when ?? {}),
    ...(given.plus ?? []).flatMap((one) => Object.keys(one.when ?? {})),
    ...(given.orElse ? names(given.orElse) : []),
  ]
  const leadsTo = (name: string, sought: string, passed: ReadonlySet<string>): boolean => {
    const given = columns[name]
    if (!given || passed.has(name)) return false
    const next = new Set([...passed, name])
    return names(given).some((each) => each === sought || leadsTo(each, sought, next))
  }
  for (const name of Object.keys(columns))
    if (leadsTo(name, name, new Set()))
      refuse('Its "when" leads back to itself.', ...path, 'columns', name, 'when')
}

/** A type in the spelling of the kind's table; null if it has no such type. */
export function typeNamed(kind: Kind, written: string): string | null {
  const { types } = KIND_TABLES[kind]
  return types.find((type) => type.toLowerCase() === written.trim().toLowerCase()) ?? null
}
