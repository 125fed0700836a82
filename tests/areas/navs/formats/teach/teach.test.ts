import { expect, test } from 'vitest'
import { type Teaching, teach } from '~/areas/navs/formats/teach/teach'
import { readTextFile } from '~/platform/workbooks/read-text-file'

const ROWS = [
  'Fonds;X1',
  'Id;Nom;Nature;Dev.;Quantité;Prix;Y;Z',
  'FR0000120271;Un;Action;EUR;10;99,5;995,00;1,5',
  'US0378331005;Deux;Truc;EUR;5;10;50,00;2,5',
]
const FILE = readTextFile(new TextEncoder().encode(ROWS.join('\n')), 'p.csv')
const NAMED = { code: 'NEW', name: 'New format', provider: null, from: '2026-01-01' }
const KNOWN = { 'Fund code': 'X1', 'NAV date': '2026-10-30', 'Fund currency': 'EUR' }

const taught = (definition: string, fields: Record<string, string> = {}) =>
  teach([FILE], { definition, fields, named: NAMED, known: KNOWN, kind: null })
const meanings = ({ sheets }: Teaching) => sheets[0]?.columns.map(({ value }) => value)

const suggested = taught('')

test('the page starts with the suggestion: the meaning of each column, terms to assign, and the result', () => {
  expect(meanings(suggested)).toEqual([
    'ISIN | Instrument code',
    'Instrument name',
    'Type',
    'Quotation currency',
    'Quantity',
    'Price',
    'Market value',
    '',
  ])
  expect(suggested.sheets[0]?.words).toMatchObject([{ field: 'word-0-0', label: 'Truc' }])
  expect(suggested.lacking).toEqual([])
  expect(suggested.faults).toMatchObject([{ cell: 'p!C4', what: expect.stringContaining('"Truc"') }])
  expect(suggested.tables).toMatchObject([{ kind: 'INVENTORY', lines: 2 }])
})

test('each column says why it was recognised: by its heading, its values or arithmetic', () => {
  expect(suggested.sheets[0]?.columns.map(({ why }) => why)).toEqual([
    '2 of 2 are ISINs',
    'heading',
    'heading',
    'heading, 2 of 2 are currencies',
    'heading',
    'heading',
    'quantity x price in 2 of 2 rows',
    '',
  ])
  const balance = teach(
    [
      readTextFile(
        new TextEncoder().encode('Konto;Text;Dev.;Soll;Haben\n100;Kapital;EUR;;250,5\n510;Bank;EUR;250,5;'),
        'b.csv',
      ),
    ],
    { definition: '', fields: {}, named: NAMED, known: KNOWN, kind: null },
  )
  expect(balance.sheets[0]?.columns.slice(3).map(({ why }) => why)).toEqual([
    'heading, debit = credit',
    'heading, debit = credit',
  ])
})

test('the lines that are read are shown with their rows and cells', () => {
  const [table] = taught(suggested.definition, { 'word-0-0': 'Bond' }).tables
  expect(table?.columns.slice(0, 3)).toEqual(['Instrument code', 'Instrument name', 'Type'])
  expect(table?.rows[0]).toMatchObject({
    row: 3,
    values: expect.arrayContaining([
      { value: 'FR0000120271', cell: 'p!A3' },
      { value: '99.5', cell: 'p!F3' },
    ]),
  })
})

test('a file that was uploaded as positions is taught as these', () => {
  const page = teach([FILE], { definition: '', fields: {}, named: NAMED, known: KNOWN, kind: 'MATCHING' })
  expect(page.sheets[0]?.kind.value).toBe('MATCHING')
  expect(JSON.parse(page.definition).tables.map(({ kind }: { kind: string }) => kind)).toEqual(['MATCHING'])
})

test('a word, a column and a fact that are chosen change the format, and nothing else of it', () => {
  const next = taught(suggested.definition, {
    'word-0-0': 'Bond',
    'column-0-H': 'Accrued interest',
    'column-0-A': 'ISIN | Instrument code',
    'where-0-0': 'value',
    'text-0-0': 'ARV01',
    code: 'BANK',
  })
  const before = JSON.parse(suggested.definition)
  const [table] = before.tables
  const { columns } = table.parts[0]
  expect(JSON.parse(next.definition)).toEqual({
    ...before,
    code: 'BANK',
    tables: [
      {
        ...table,
        facts: { ...table.facts, 'Fund code': { value: 'ARV01' } },
        parts: [
          {
            columns: {
              ...columns,
              Type: { headings: ['Nature'], words: { Action: 'Equity', Truc: 'Bond' } },
              'Accrued interest': { headings: ['Z'] },
            },
          },
        ],
      },
    ],
  })
  expect([next.lacking, next.faults]).toEqual([[], []])
})

test('a format that is taught later is valid from the day of its files', () => {
  const from = (named: string) =>
    teach([FILE], {
      definition: '',
      fields: {},
      named: { ...NAMED, from: named },
      known: KNOWN,
      kind: null,
    }).general.from
  expect([from('2026-11-30'), from('2026-01-01')]).toEqual(['2026-10-30', '2026-01-01'])
})

test('codes of the administrator are replaced by ours; lines that are no code are reported', () => {
  const next = taught(suggested.definition, {
    funds: '4711 = ARV01\n\nno code',
    classes: '4711 A = ARV01-A\n4711=B = ARV01-B',
  })
  expect(JSON.parse(next.definition)).toMatchObject({
    funds: { '4711': 'ARV01' },
    classes: { '4711 A': 'ARV01-A', '4711=B': 'ARV01-B' },
  })
  expect(next.general).toMatchObject({
    funds: '4711 = ARV01',
    classes: '4711 A = ARV01-A\n4711=B = ARV01-B',
  })
  expect(next.notes).toEqual([expect.stringContaining('“no code” says no code')])
  const without = taught(next.definition, { funds: '', classes: next.general.classes })
  expect(Object.keys(JSON.parse(without.definition))).toEqual(expect.not.arrayContaining(['funds']))
})

test('a column that is needed and not read is named; two columns change places at once', () => {
  const lacking = taught(suggested.definition, { 'column-0-G': '' })
  expect(lacking.lacking).toEqual([
    {
      pointer: '/tables/0/parts/0/columns/Market value',
      where: 'INVENTORY, Market value',
      what: 'It is missing.',
    },
  ])
  expect(lacking.tables).toEqual([])
  const swapped = taught(suggested.definition, { 'column-0-E': 'Price', 'column-0-F': 'Quantity' })
  expect(meanings(swapped)?.slice(4, 6)).toEqual(['Price', 'Quantity'])
})

test('what is typed and is no format is shown with what is wrong, beside the format as it was', () => {
  const fields = { code: '', 'where-0-0': 'cell', 'text-0-0': 'nonsense' }
  const wrong = taught(suggested.definition, fields)
  expect(wrong.lacking.map(({ pointer }) => pointer)).toEqual(['/code', '/tables/0/facts/Fund code/cell'])
  expect(wrong.facts[0]).toMatchObject({ where: { value: 'cell' }, text: { value: 'nonsense' } })
  expect(JSON.parse(wrong.definition)).toEqual(JSON.parse(suggested.definition))
  const mended = taught(wrong.definition, { code: 'BANK', 'where-0-0': 'cell', 'text-0-0': 'B1' })
  expect(mended.lacking).toEqual([])
  expect(JSON.parse(mended.definition).tables[0].facts['Fund code']).toEqual({ cell: 'B1' })
})

test('another kind is looked for in the sheet; without one nothing is read', () => {
  const balance = taught(suggested.definition, { 'kind-0': 'BALANCE' })
  expect(balance.sheets[0]?.kind.value).toBe('BALANCE')
  expect(JSON.parse(balance.definition).tables.map(({ kind }: { kind: string }) => kind)).toEqual(['BALANCE'])
  const none = taught(suggested.definition, { 'kind-0': '' })
  expect(none.lacking).toEqual([
    { pointer: '/tables', where: 'The format', what: 'Choose what one of the sheets holds.' },
  ])
})

test('a text that has not the form of a format is refused with each place', () => {
  expect(() => taught('{"a":1}')).toThrow(
    expect.objectContaining({
      code: 'invalid',
      options: { list: expect.arrayContaining(['/code: It is missing.']) },
    }),
  )
})
