import fc from 'fast-check'
import { FIELDS } from 'tests/support/ui/grid/fields'
import { expect, test } from 'vitest'
import { toSearchParams } from '~/ui/grid/href'
import { MAX_PAGE, parseGridQuery } from '~/ui/grid/parse-query'
import { type GridFilter, type GridQuery, type GridQueryOptions, PANELS, PARAMETERS } from '~/ui/grid/query'

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((value) => value.replace(/\p{Cc}/gu, '').trim())
  .filter((value) => value !== '')
/** As in a database: leading and trailing blanks, control characters, bars and backslashes. */
const exact = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('', 'A|B', '\\', '\\|', ' a ', '=', '<>', '1,2', 'a\nb'),
)
const number = fc
  .tuple(fc.integer({ min: -99999, max: 99999 }), fc.integer({ min: 1, max: 9 }))
  .map(([whole, part]) => `${whole}.${part}`)
const day = fc
  .integer({ min: 0, max: 60_000 })
  .map((days) => new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10))
const ordered = (one: fc.Arbitrary<string>, before: (a: string, b: string) => boolean) =>
  fc.tuple(one, one).map(([a, b]) => (before(a, b) ? [a, b] : [b, a]))
const comparison = fc.constantFrom('equals', 'differs', 'greater', 'at-least', 'less', 'at-most')
const conditions = (one: fc.Arbitrary<string>, before: (a: string, b: string) => boolean) =>
  fc.oneof(
    fc.record({ operator: comparison, values: one.map((value) => [value]) }),
    fc.record({ operator: fc.constant('between'), values: ordered(one, before) }),
    fc.record({ operator: fc.constantFrom('empty', 'filled'), values: fc.constant<string[]>([]) }),
  )
const period = fc.tuple(day, fc.constantFrom(4, 7, 10)).map(([one, length]) => one.slice(0, length))
const chosen = (column: string, value: fc.Arbitrary<string>) =>
  fc.option(
    fc
      .uniqueArray(fc.oneof(value, fc.constant('')), { minLength: 1, maxLength: 5 })
      .map((values): GridFilter => ({ column, operator: 'in', values })),
  )
const filter = (column: string, condition: fc.Arbitrary<{ operator: string; values: string[] }>) =>
  fc.option(condition.map((rest) => ({ column, ...rest }) as GridFilter))
const textCondition = fc.record({
  operator: fc.constantFrom('contains', 'equals', 'differs'),
  values: text.map((one) => [one]),
})
const id = fc.constantFrom(...FIELDS.map((field) => field.id))
const filters: fc.Arbitrary<GridFilter[]> = fc
  .tuple(
    filter('reference', textCondition),
    chosen('reference', exact),
    filter(
      'gross',
      conditions(number, (a, b) => Number(a) <= Number(b)),
    ),
    chosen('gross', number),
    filter(
      'invoice_date',
      conditions(day, (a, b) => a <= b),
    ),
    chosen('invoice_date', period),
    filter(
      'paid',
      fc.constantFrom('true', 'false').map((one) => ({ operator: 'equals', values: [one] })),
    ),
    chosen('paid', fc.constantFrom('true', 'false')),
    chosen('status', exact),
  )
  .map((all) => all.flatMap((one) => one ?? []))
const query: fc.Arbitrary<GridQuery> = fc.record({
  page: fc.integer({ min: 1, max: MAX_PAGE }),
  size: fc.integer({ min: 1, max: 200 }),
  sort: fc.uniqueArray(
    fc.record({
      column: fc.constantFrom('reference', 'gross', 'invoice_date', 'paid'),
      descending: fc.boolean(),
    }),
    { selector: (one) => one.column },
  ),
  filters,
  // A single alternative is no choice: it is read as filters.
  any: fc
    .array(
      filters.filter(({ length }) => length > 0),
      { maxLength: 3 },
    )
    .filter(({ length }) => length !== 1),
  search: fc.oneof(fc.constant(''), text),
  expanded: fc.option(text),
  groups: fc.uniqueArray(fc.constantFrom('reference', 'invoice_date', 'paid', 'status'), { maxLength: 3 }),
  openGroups: fc.constantFrom('all', 'none'),
  toggled: fc.array(fc.array(exact, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
  columns: fc.option(fc.uniqueArray(id, { minLength: 1 })),
  widths: fc.dictionary(id, fc.integer({ min: 30, max: 1_000 })),
  pins: fc.dictionary(id, fc.constantFrom('start', 'end')),
  selected: fc.uniqueArray(fc.stringMatching(/^[A-Z0-9][A-Z0-9 .-]{0,8}[A-Z0-9]$/), { maxLength: 30 }),
  edit: fc.option(text),
  values: fc.option(fc.constantFrom('reference', 'invoice_date', 'paid', 'status')),
  find: fc.oneof(fc.constant(''), text),
  panel: fc.option(fc.constantFrom(...PANELS)),
  filterRow: fc.boolean(),
})

test('what is written into an address is read back unchanged', () => {
  const some = { size: 50, defaultSort: [{ column: 'gross', descending: true }] }
  const options = fc.constantFrom<GridQueryOptions>(
    some,
    { ...some, prefix: 'tx' },
    { defaultGroups: ['status'], openGroups: 'all' },
  )
  fc.assert(
    fc.property(query, options, (asked, given) => {
      const params = toSearchParams(asked, FIELDS, given)
      const again = new URLSearchParams(params.toString())
      expect(again.size).toBeGreaterThan(0)
      expect(parseGridQuery(again, FIELDS, given)).toEqual({
        query: asked,
        notes: [],
        refused: {},
      })
    }),
  )
})

test('no address makes it throw, and its query can always be shown', () => {
  const key = fc.oneof(
    fc.constantFrom(
      ...PARAMETERS,
      ...['filter.', 'filter.gross', 'in.gross', 'in.reference', 'in.status', 'in.invoice_date', 'in.'],
      ...['width.gross', 'width.', 'width.nothing'],
    ),
    fc.constantFrom(
      'filter.invoice_date',
      'filter.paid',
      'filter.reference',
      'filter.gross.from',
      '__proto__',
    ),
    fc.string({ maxLength: 20 }),
  )
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 500 }),
    fc.constantFrom(
      '..',
      '>=',
      '>..<',
      '-',
      '1,2,3',
      '1e400',
      '-0',
      '00000',
      '=<>',
      '\\',
      '31/12/0000',
      'NaN',
    ),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 30 }), (pairs) => {
      const { query: read, notes } = parseGridQuery(new URLSearchParams(pairs), FIELDS)
      expect(read.page).toBeGreaterThanOrEqual(1)
      expect(read.page).toBeLessThanOrEqual(MAX_PAGE)
      expect(read.size).toBeGreaterThanOrEqual(1)
      expect(read.size).toBeLessThanOrEqual(200)
      expect(notes.length).toBeLessThanOrEqual(6)
      const written = toSearchParams(read, FIELDS)
      expect(parseGridQuery(written, FIELDS).query).toEqual(read)
    }),
  )
})
