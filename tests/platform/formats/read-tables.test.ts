import { expect, test } from 'vitest'
import { checkFormat } from '~/platform/formats/format'
import { readFileByFormat } from '~/platform/formats/read-file'
import { readTextFile } from '~/platform/workbooks/read-text-file'
import type { Cell, Workbook } from '~/platform/workbooks/workbook'

const FACTS = {
  'Fund code': { value: 'LUX001' },
  'NAV date': { value: '2026-10-30' },
  'Fund currency': { value: 'EUR' },
}

function checked(table: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const tables = [{ facts: FACTS, ...table }]
  return checkFormat({ code: 'A', name: 'A', from: '2026-01-01', files: 1, ...more, tables })
}

function read(file: Workbook, table: Record<string, unknown>, more?: Record<string, unknown>) {
  const format = checked(table, more)
  if ('faults' in format) throw new Error(JSON.stringify(format.faults))
  const { tables, faults } = readFileByFormat(format.format, file, {})
  const lines = tables.flatMap(({ funds }) => funds.flatMap((fund) => fund.lines))
  return { lines, faults, facts: tables[0]?.funds[0]?.facts, skipped: tables[0]?.skipped }
}

const csv = (...rows: string[]) => readTextFile(new TextEncoder().encode(rows.join('\n')), 'a.csv')

const BALANCE = {
  'Account number': { headings: ['Account'] },
  'Account name': { value: 'x' },
  Currency: { value: 'EUR' },
}

test('the text numbers of a whole sheet decide on the decimal mark, whichever part reads them', () => {
  const file = csv('Total assets;1.234', 'Account;Amount', '1;-2,5')
  const table = {
    kind: 'NAV',
    parts: [
      { shape: 'labels', labels: [{ label: ['Total assets'], Type: 'TOTAL ASSETS' }] },
      {
        columns: {
          Type: { value: 'FX RATE' },
          Code: { headings: ['Account'] },
          Currency: { value: 'EUR' },
          Value: { headings: ['Amount'] },
        },
      },
    ],
  }
  const { lines, faults } = read(file, table)
  expect(faults).toEqual([])
  expect(lines.map(({ values }) => values.Value)).toEqual(['1234', '-2.5'])
  const alone = read(csv('Total assets;1.234', 'Account;Amount', '1;2'), table)
  expect(alone.faults).toEqual([
    {
      file: 'a.csv',
      sheet: 'a',
      cell: 'a!B1',
      what: expect.stringContaining('"1.234" can be read two ways'),
    },
  ])
})

test('a date cell is the day that it shows, however days in text are written', () => {
  const day: Cell = { column: 2, kind: 'number', text: '46300', format: 'date' }
  const text = (column: number, words: string): Cell => ({
    column,
    kind: 'text',
    text: words,
    format: 'general',
  })
  const file: Workbook = {
    file: 'a.xlsx',
    sheets: [
      {
        name: 'One',
        date1904: false,
        rows: [
          { row: 1, cells: [text(1, 'Day'), day] },
          { row: 2, cells: [text(1, 'ISIN'), text(2, 'Price')] },
          { row: 3, cells: [text(1, 'A'), text(2, '1')] },
        ],
      },
    ],
  }
  const { facts, lines, faults } = read(
    file,
    {
      kind: 'BALANCE',
      facts: { ...FACTS, 'NAV date': { label: ['Day'] } },
      parts: [
        {
          columns: {
            ...BALANCE,
            'Account number': { headings: ['ISIN'] },
            Balance: { headings: ['Price'] },
            'Account name': { fact: 'NAV date' },
          },
        },
      ],
    },
    { dates: ['yyyy-dd-MM'] },
  )
  expect(faults).toEqual([])
  expect(facts?.['NAV date']).toEqual({ value: '2026-10-05', cell: 'One!B1' })
  expect(lines[0]?.values['Account name']).toBe('2026-10-05')
})

test('without header rows the lines of a text file begin below the row that says its separator', () => {
  const { lines, skipped } = read(csv('sep=;', '10;5', '20;-5'), {
    kind: 'BALANCE',
    parts: [{ headerRows: 0, columns: { ...BALANCE, 'Account number': { at: 'A' }, Balance: { at: 'B' } } }],
  })
  expect(lines.map(({ row }) => row)).toEqual([2, 3])
  expect(skipped).toBe(0)
})

test('a table may have a part of signed amounts and one of debits and credits', () => {
  const { lines, faults } = read(csv('Account;Amount', '1;-2', '', 'Account;Debit;Credit', '2;3;', '3;;4'), {
    kind: 'BALANCE',
    parts: [
      { columns: { ...BALANCE, Balance: { headings: ['Amount'] } }, endAtBlank: true },
      {
        columns: {
          ...BALANCE,
          'Balance debtor': { headings: ['Debit'] },
          'Balance creditor': { headings: ['Credit'] },
        },
      },
    ],
  })
  expect(faults).toEqual([])
  expect(lines.map(({ values }) => [values['Balance debtor'], values['Balance creditor']])).toEqual([
    [null, '2'],
    ['3', null],
    [null, '4'],
  ])
})

test('a file without the headings says which are missing, and which it has', () => {
  const { faults } = read(csv('Account;Text', '1;2'), {
    kind: 'BALANCE',
    parts: [{ columns: { ...BALANCE, Balance: { headings: ['Amount', 'Saldo*'] } } }],
  })
  expect(faults).toEqual([
    {
      file: 'a.csv',
      sheet: null,
      cell: null,
      what: 'No table of the format stands in it. Row 1 of sheet a is nearest to BALANCE, but lacks Amount or Saldo*; it has Account, Text.',
    },
  ])
})

test('a part of which nothing is read from the file is refused', () => {
  expect(
    checked({ kind: 'NAV', parts: [{ shape: 'labels', labels: [{ value: '0', Type: 'FUND TNA' }] }] }),
  ).toEqual({ faults: [{ pointer: '/tables/0/parts/0/labels', what: 'No label is read from the file.' }] })
})

test('a format that is nested without end is refused before it is read', () => {
  let column: Record<string, unknown> = { headings: ['Amount'] }
  for (let depth = 0; depth < 20_000; depth += 1) column = { headings: ['Amount'], orElse: column }
  const table = { kind: 'BALANCE', parts: [{ columns: { ...BALANCE, Balance: column } }] }
  expect(checked(table)).toEqual({ faults: [{ pointer: '', what: 'It is nested more than 60 deep.' }] })
})

test('a number in a section row is written as the numbers of its sheet; words of sections have a point', () => {
  const inventory = (sections: object[]) => ({
    kind: 'INVENTORY',
    parts: [
      {
        columns: {
          'Instrument code': { headings: ['Id'] },
          'Instrument name': { headings: ['Id'] },
          Type: { value: 'Equity' },
          'Quotation currency': { value: 'EUR' },
          Quantity: { headings: ['Units'] },
          'Market value': { headings: ['Worth'] },
        },
        sections,
      },
    ],
  })
  const file = csv('Id;Units;Worth', 'Rate: 1.234,5;;', 'A;1;1,5')
  const written = read(file, inventory([{ column: 'FX rate', text: 'Rate: {}' }]))
  expect([written.faults, written.lines[0]?.values['FX rate']]).toEqual([[], '1234.5'])
  const named = read(file, inventory([{ column: 'FX rate', words: { 'Rate*': '0.5' } }]))
  expect([named.faults, named.lines[0]?.values['FX rate']]).toEqual([[], '0.5'])
})

test('with a stated decimal mark a number with the other one is none', () => {
  const table = { kind: 'BALANCE', parts: [{ columns: { ...BALANCE, Balance: { headings: ['Amount'] } } }] }
  const file = csv('Account;Amount', '1;1.234', '2;-1234')
  expect(read(file, table, { decimal: ',' }).lines.map(({ values }) => values['Balance debtor'])).toEqual([
    '1234',
    null,
  ])
  const wrong = read(csv('Account;Amount', '1;1.5', '2;2,5'), table, { decimal: ',' })
  expect(wrong.faults).toEqual([{ file: 'a.csv', sheet: 'a', cell: 'a!B2', what: '"1.5" is not a number' }])
})

test('amounts of a side have one sign in all sheets of a part', () => {
  const [first, second] = [csv('Account;Amount;DC', '1;5;D'), csv('Account;Amount;DC', '2;-5;D')]
  const file: Workbook = {
    file: 'a.xlsx',
    sheets: [first, second].flatMap(({ sheets }, at) =>
      sheets.map((sheet) => ({ ...sheet, name: `S${at + 1}` })),
    ),
  }
  const columns = { ...BALANCE, Balance: { headings: ['Amount'] }, Side: { headings: ['DC'] } }
  const { faults } = read(file, { kind: 'BALANCE', parts: [{ columns }] })
  expect(faults).toMatchObject([{ sheet: 'S2', cell: 'S2!B2', what: expect.stringContaining('is negative') }])
  const apart = { kind: 'BALANCE', parts: ['S1', 'S2'].map((name) => ({ sheets: [name], columns })) }
  expect(read(file, apart).faults).toEqual([])
})

test('a table without lines is one fund without lines; facts that stand in lines are not missed', () => {
  const columns = {
    ISIN: { headings: ['ISIN'] },
    Quantity: { headings: ['Units'] },
  }
  const facts = { 'Fund code': { headings: ['Fund'] }, Date: { section: 'Day {}' } }
  const { faults, facts: own } = read(csv('Fund;ISIN;Units'), {
    kind: 'POSITIONS',
    facts,
    parts: [{ columns }],
  })
  expect(faults).toEqual([])
  expect(own).toEqual({ 'Fund code': { value: null, cell: null }, Date: { value: null, cell: null } })
  const labelled = { ...facts, Date: { label: ['Day'] } }
  const missing = read(csv('Fund;ISIN;Units'), { kind: 'POSITIONS', facts: labelled, parts: [{ columns }] })
  expect(missing.faults).toMatchObject([{ what: 'Date is missing' }])
})

test('a line without either of two columns refuses once, and one that cannot be read is not blank', () => {
  const columns = {
    ISIN: { headings: ['ISIN'] },
    'Instrument code': { headings: ['Code'] },
    Quantity: { headings: ['Units'] },
  }
  const facts = { 'Fund code': { value: 'F' }, Date: { value: '2026-10-30' } }
  const { faults } = read(csv('ISIN;Code;Units', ';;5', 'A;;6'), {
    kind: 'POSITIONS',
    facts,
    parts: [{ columns }],
  })
  expect(faults).toMatchObject([{ cell: 'a!C2', what: 'Instrument code or ISIN is needed' }])
})

test('a figure beside a label that counts as blank refuses at its cell', () => {
  const labels = [{ label: ['Total assets'], Type: 'TOTAL ASSETS', blank: ['n.a.'] }]
  const { faults } = read(csv('Total assets :;;n.a.'), { kind: 'NAV', parts: [{ shape: 'labels', labels }] })
  expect(faults).toMatchObject([{ cell: 'a!C1', what: 'TOTAL ASSETS is blank' }])
})
