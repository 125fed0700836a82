import { faultsOf } from 'tests/support/formats/read-by'
import { expect, test } from 'vitest'
import { compilePattern, fold } from '~/platform/formats/pattern'

// What is refused of the JSON of a format, and where.

const FACTS = { 'Fund code': { value: 'F1' }, Date: { value: '2026-10-30' } }
const COLUMNS = {
  Account: { headings: ['Account'] },
  Currency: { value: 'EUR' },
  Balance: { headings: ['Amount'] },
}
const part = (more: object = {}) => ({ columns: COLUMNS, ...more })
const table = (more: object = {}) => ({ kind: 'CASH', facts: FACTS, parts: [part()], ...more })
const ofColumn = (name: string, column: object) => [
  table({ parts: [part({ columns: { ...COLUMNS, [name]: column } })] }),
]
const ofPart = (more: object) => [table({ parts: [part(more)] })]
const ofFact = (fact: object) => [table({ facts: { ...FACTS, Date: fact } })]
const P = '/tables/0/parts/0'

test('a format with nothing but what it needs is one', () => {
  expect(faultsOf([table()])).toEqual([])
})

test.each<[string, unknown, string]>([
  ['an unknown key of a table', [table({ sheet: 'x' })], '/tables/0/sheet'],
  ['an unknown key of a part', ofPart({ header: 1 }), `${P}/header`],
  [
    'an unknown key of a column',
    ofColumn('Account', { headings: ['a'], header: 'x' }),
    `${P}/columns/Account/header`,
  ],
  ['an unknown kind', [table({ kind: 'LOANS' })], '/tables/0/kind'],
  ['two tables of a kind', [table(), table()], '/tables/1/kind'],
  ['a column that the kind does not have', ofColumn('ISIN', { headings: ['a'] }), `${P}/columns/ISIN`],
  ['a name with a slash', ofColumn('a/b~c', { headings: ['a'] }), `${P}/columns/a~1b~0c`],
  [
    'a number where a text stands',
    ofColumn('Balance', { headings: ['a'], scale: 2 }),
    `${P}/columns/Balance/scale`,
  ],
  ['text without {}', ofColumn('Account', { headings: ['a'], text: 'x' }), `${P}/columns/Account/text`],
  ['text with two {}', ofColumn('Account', { headings: ['a'], text: '{} {3}' }), `${P}/columns/Account/text`],
  ['a section without {}', ofPart({ sections: [{ column: 'Currency', text: 'x' }] }), `${P}/sections/0/text`],
  [
    'a section of another column',
    ofPart({ sections: [{ column: 'ISIN', text: '{}' }] }),
    `${P}/sections/0/column`,
  ],
  ['a fact by the name of a sheet without {}', ofFact({ sheetName: '*' }), '/tables/0/facts/Date/sheetName'],
  ['a fact by the name of a file without {}', ofFact({ fileName: '*' }), '/tables/0/facts/Date/fileName'],
  ['a fact by a section without {}', ofFact({ section: '*' }), '/tables/0/facts/Date/section'],
  [
    'a label of the same cell that does not end in *',
    ofFact({ label: ['a*', 'a'], place: 'same' }),
    '/tables/0/facts/Date/label/1',
  ],
  ['a fact of two sources', ofFact({ value: 'x', nav: true }), '/tables/0/facts/Date'],
  ['an unknown fact', [table({ facts: { ...FACTS, Fund: { value: 'x' } } })], '/tables/0/facts/Fund'],
  [
    'a fact that the kind does not have',
    [table({ facts: { ...FACTS, 'NAV date': { nav: true } } })],
    '/tables/0/facts/NAV date',
  ],
  ['a missing fact', [table({ facts: { Date: FACTS.Date } })], '/tables/0/facts/Fund code'],
  [
    'when in a circle',
    ofColumn('Account', { headings: ['a'], when: { Account: ['x'] } }),
    `${P}/columns/Account/when`,
  ],
  [
    'when of a column that is none',
    ofColumn('Account', { headings: ['a'], when: { ISIN: ['x'] } }),
    `${P}/columns/Account/when/ISIN`,
  ],
  ['scale of a text', ofColumn('Account', { headings: ['a'], scale: '2' }), `${P}/columns/Account/scale`],
  ['negate of a text', ofColumn('Account', { headings: ['a'], negate: true }), `${P}/columns/Account/negate`],
  ['invert of a text', ofColumn('Account', { headings: ['a'], invert: true }), `${P}/columns/Account/invert`],
  [
    'plus of a text',
    ofColumn('Account', { headings: ['a'], plus: [{ at: 'B' }] }),
    `${P}/columns/Account/plus`,
  ],
  [
    'an option of numbers in what stands in for a text',
    ofColumn('Account', { headings: ['a'], orElse: { at: 'B', negate: true } }),
    `${P}/columns/Account/orElse/negate`,
  ],
  ['a value with a comma', ofColumn('Balance', { value: '1,5' }), `${P}/columns/Balance/value`],
  ['a column without a source', ofColumn('Account', { maybe: true }), `${P}/columns/Account`],
  ['a column of two sources', ofColumn('Account', { at: 'A', value: 'x' }), `${P}/columns/Account`],
  [
    'a fact as a column that the table does not give',
    ofColumn('Account', { fact: 'Fund name' }),
    `${P}/columns/Account/fact`,
  ],
  ['a letter that is none', ofColumn('Account', { at: 'a1' }), `${P}/columns/Account/at`],
  [
    'a row beyond those of a line',
    ofColumn('Account', { headings: ['a'], row: 2 }),
    `${P}/columns/Account/row`,
  ],
  [
    'a heading in a row that the header does not have',
    [
      table({
        parts: [part({ rowsEach: 2, columns: { ...COLUMNS, Account: { headings: ['a'], row: 2 } } })],
      }),
    ],
    `${P}/columns/Account/row`,
  ],
  [
    'headings without a header',
    ofPart({ headerRows: 0, columns: { ...COLUMNS, Balance: { at: 'B' } } }),
    `${P}/columns/Account/headings`,
  ],
  [
    'a fact by headings without a header',
    [
      table({
        facts: { ...FACTS, Date: { headings: ['Day'] } },
        parts: [
          part({
            headerRows: 0,
            columns: { Account: { at: 'A' }, Currency: { at: 'B' }, Balance: { at: 'C' } },
          }),
        ],
      }),
    ],
    '/tables/0/facts/Date/headings',
  ],
  [
    'a condition by headings without a header',
    ofPart({
      headerRows: 0,
      columns: { Account: { at: 'A' }, Currency: { at: 'B' }, Balance: { at: 'C' } },
      only: [{ headings: ['x'], is: ['y'] }],
    }),
    `${P}/only/0/headings`,
  ],
  ['four header rows', ofPart({ headerRows: 4 }), `${P}/headerRows`],
  ['four rows each', ofPart({ rowsEach: 4 }), `${P}/rowsEach`],
  ['no parts', [table({ parts: [] })], '/tables/0/parts'],
  ['a part without columns', [table({ parts: [{}] })], `${P}/columns`],
  [
    'a required column without a source',
    [table({ parts: [{ columns: { Account: COLUMNS.Account, Balance: COLUMNS.Balance } }] })],
    `${P}/columns/Currency`,
  ],
  [
    'a part without a column that is read from the file',
    [
      table({
        parts: [{ columns: { Account: { value: 'a' }, Currency: { value: 'b' }, Balance: { value: '1' } } }],
      }),
    ],
    `${P}/columns`,
  ],
  ['a shape of another kind', ofPart({ shape: 'classes' }), `${P}/shape`],
  ['a table that says dealt and is no register', [table({ dated: 'dealt' })], '/tables/0/dated'],
  ['a pattern of 201 characters', ofPart({ skip: ['x'.repeat(201)] }), `${P}/skip/0`],
  ['a list of 501 entries', ofPart({ skip: Array(501).fill('x') }), `${P}/skip`],
  [
    'words of 501 entries',
    ofColumn('Account', {
      at: 'A',
      words: Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`w${i}`, ''])),
    }),
    `${P}/columns/Account/words`,
  ],
])('%s is refused at its place', (_, tables, pointer) => {
  expect(faultsOf(tables).map((fault) => fault.pointer)).toContain(pointer)
})

test.each<[string, object, string]>([
  ['files', { files: 6 }, '/files'],
  ['a day', { from: '01/01/2026' }, '/from'],
  ['an end before the beginning', { to: '2025-12-31' }, '/to'],
  ['a provider', { provider: 'ANY' }, '/provider'],
  ['a decimal mark', { decimal: ';' }, '/decimal'],
  ['a notation without a day', { dates: ['MM/yyyy'] }, '/dates/0'],
  ['a key', { version: 1 }, '/version'],
  ['funds', { funds: { '4711': 1 } }, '/funds/4711'],
])('%s of the format is refused at its place', (_, more, pointer) => {
  expect(faultsOf([table()], more).map((fault) => fault.pointer)).toEqual([pointer])
})

test('figures of labels are checked as columns are', () => {
  const facts = {
    'Fund code': { value: 'F1' },
    'NAV date': { nav: true },
    'Fund currency': { value: 'EUR' },
  }
  const faults = (...labels: object[]) =>
    faultsOf([{ kind: 'NAV', facts, parts: [{ shape: 'labels', labels }] }]).map(({ pointer }) => pointer)
  const good = { label: ['a'], Type: 'FUND TNA' }
  expect(faults(good)).toEqual([])
  expect(faults({ ...good, Type: 'NOTHING' })).toEqual([`${P}/labels/0/Type`])
  expect(faults(good, { value: '1,5', Type: 'SHARES' })).toEqual([`${P}/labels/1/value`])
  expect(faults(good, { value: '1', Type: 'SHARES', place: 'right' })).toEqual([`${P}/labels/1/place`])
  expect(faults(good, { Type: 'SHARES' })).toEqual([`${P}/labels/1`])
  expect(faults({ ...good, text: 'x' })).toEqual([`${P}/labels/0/text`])
})

test('a fact by headings of a table with two parts without a header is one fault', () => {
  const bare = {
    headerRows: 0,
    columns: { Account: { at: 'A' }, Currency: { at: 'B' }, Balance: { at: 'C' } },
  }
  const tables = [table({ facts: { ...FACTS, Date: { headings: ['Day'] } }, parts: [bare, bare] })]
  expect(faultsOf(tables)).toHaveLength(1)
})

test('letters are compared one by one: a sigma at the end of a Greek word is a sigma', () => {
  expect(compilePattern('ΛΟΓΑΡΙΑΣΜΟΣ').match(fold('λογαριασμός'))).toBe('')
  expect(compilePattern('ΛΟΓΑΡΙΑΣΜΟΣ*').match(fold('ΛΟΓΑΡΙΑΣΜΟΣ 12'))).toBe('')
})
