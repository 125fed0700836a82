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
