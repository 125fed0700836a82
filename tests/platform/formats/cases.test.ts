import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fundeskFormat } from '~/areas/navs/formats/fundesk-format'
import { teach } from '~/areas/navs/formats/teach/teach'
import { checkFormat } from '~/platform/formats/format'
import { readFileByFormat } from '~/platform/formats/read-file'
import { type FundTable, readTables, type TableRead } from '~/platform/formats/read-tables'
import { readWorkbook } from '~/platform/workbooks/read-workbook'

const { CASES } = process.env

async function read(file: string, format: Record<string, unknown>, known: Record<string, string> = {}) {
  const whole = { code: 'CASE', name: 'Case', from: '2026-01-01', files: 1, ...format }
  const checked = checkFormat(whole)
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults))
  return readTables(checked.format, await workbookOf(file), known)
}

async function workbookOf(file: string) {
  const bytes = await readFile(join(CASES ?? '', 'workbooks', file))
  return readWorkbook(bytes, file)
}

function only(tables: readonly TableRead[], kind: string): FundTable {
  const [table] = tables.filter((each) => each.kind === kind)
  const [fund, another] = table?.funds ?? []
  if (!fund || another) throw new Error(`One table of one fund is expected, not ${JSON.stringify(table)}`)
  return fund
}

const filled = (values: Readonly<Record<string, string | null>> = {}) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

describe.skipIf(CASES === undefined)('layouts of real files (left out without CASES)', () => {
  test('a French inventory', async () => {
    const { tables, faults } = await read('inventory-french-headers.xlsx', {
      tables: [
        {
          kind: 'INVENTORY',
          facts: {
            'Fund code': { label: ['Fund code'] },
            'NAV date': { label: ['NAV date'] },
            'Fund currency': { label: ['Fund currency'] },
          },
          parts: [
            {
              columns: {
                'Instrument code': { headings: ['Code valeur'] },
                ISIN: { headings: ['Code ISIN'] },
                'Instrument name': { headings: ['Libellé valeur'] },
                Type: { headings: ['Type'], words: { 'Action*': 'Equity', 'Obligation*': 'Bond' } },
                Subtype: { headings: ['Sous-type'] },
                'Quotation currency': { headings: ['Devise cotation'] },
                Quantity: { headings: ['Quantite'] },
                Price: { headings: ['Cours'] },
                'Price date': { headings: ['Date cours'] },
                'Market value': { headings: ['Valeur boursière'] },
                '% NAV': { headings: ['% Actif net'] },
              },
            },
          ],
        },
      ],
    })
    expect(faults).toEqual([])
    const { facts, lines } = only(tables, 'INVENTORY')
    expect(facts).toEqual({
      'Fund code': { value: 'ARV03', cell: 'Inventaire!B1' },
      'NAV date': { value: '2026-10-30', cell: 'Inventaire!B2' },
      'Fund currency': { value: 'EUR', cell: 'Inventaire!B3' },
    })
    expect(lines).toHaveLength(1)
    expect(lines[0]?.row).toBe(6)
    expect(filled(lines[0]?.values)).toEqual({
      'Instrument code': 'EQ1',
      'Instrument name': 'SAMPLE SA',
      Type: 'Equity',
      Subtype: 'Ordinaire',
      'Quotation currency': 'EUR',
      Quantity: '10',
      Price: '99',
      'Price date': '2026-10-30',
      'Market value': '990',
      ISIN: 'FR0000000009',
      '% NAV': '100',
    })
    expect(lines[0]?.cells).toMatchObject({ 'Market value': 'Inventaire!J6', ISIN: 'Inventaire!B6' })
  })

  test('an issuer’s holdings in Italian, with the NAV of a class on another sheet', async () => {
    const { tables, faults } = await read('issuer-holdings-italian.xlsx', {
      dates: ['dd-MMM-yyyy'],
      tables: [
        {
          kind: 'INVENTORY',
          facts: {
            'Fund code': { value: 'EMETF' },
            'NAV date': { cell: 'A1', sheet: 'Partecipazioni' },
            'Fund currency': { value: 'USD' },
          },
          parts: [
            {
              sheets: ['Partecipazioni'],
              columns: {
                'Instrument code': { headings: ["Ticker dell'emittente"] },
                'Instrument name': { headings: ['Nome'] },
                Type: {
                  headings: ['Asset Class'],
                  words: { Azionario: 'Equity', Contanti: 'Cash', Futures: 'Derivative' },
                },
                'Quotation currency': { headings: ['Valuta di mercato'] },
                Quantity: { headings: ['Nominale'] },
                Price: { headings: ['Prezzo'] },
                'Market value': { headings: ['Valore di mercato'] },
                '% NAV': { headings: ['Ponderazione (%)'] },
              },
            },
          ],
        },
        {
          kind: 'NAV',
          facts: {
            'Fund code': { value: 'EMETF' },
            'NAV date': { headings: ['Al'] },
            'Fund currency': { headings: ['Currency'] },
          },
          parts: [
            {
              sheets: ['Storico'],
              shape: 'classes',
              columns: {
                'Class code': { value: 'EMETF-A' },
                'Class currency': { headings: ['Currency'] },
                'CLASS TNA': { headings: ['Asset netti'] },
                SHARES: { headings: ['Titoli in emissione'] },
                'NAV PER SHARE': { headings: ['NAV'] },
              },
            },
          ],
        },
      ],
    })
    expect(faults).toEqual([])
    const inventory = only(tables, 'INVENTORY')
    expect(inventory.facts['NAV date']).toEqual({ value: '2026-10-30', cell: 'Partecipazioni!A1' })
    expect(
      inventory.lines.map(({ values }) => [values.Type, values['Quotation currency'], values['Price date']]),
    ).toEqual([
      ['Equity', 'TWD', null],
      ['Cash', 'ZAR', null],
      ['Derivative', 'USD', null],
    ])
    expect(
      only(tables, 'NAV').lines.map(({ values: { Type, Code, Currency, Value } }) => [
        Type,
        Code,
        Currency,
        Value,
      ]),
    ).toEqual([
      ['CLASS TNA', 'EMETF-A', 'USD', '3953320271.5'],
      ['SHARES', 'EMETF-A', 'USD', '95800000'],
      ['NAV PER SHARE', 'EMETF-A', 'USD', '41.26'],
    ])
  })

  test('an appraisal of a portfolio system, with parameters below the table', async () => {
    const { tables, faults } = await read('portfolio-system-appraisal.xlsx', {
      funds: { '9001': 'ARV01' },
      tables: [
        {
          kind: 'INVENTORY',
          facts: {
            'Fund code': { headings: ['Portfolio'] },
            'NAV date': { label: ['PeriodEndDate'] },
            'Fund currency': { value: 'EUR' },
          },
          parts: [
            {
              end: ['ParameterName'],
              columns: {
                'Instrument code': {
                  headings: ['InvestID'],
                  text: '{} HTM',
                  orElse: { headings: ['InvestID'] },
                },
                'Instrument name': { headings: ['Description'] },
                Type: { headings: ['Group1'], words: { 'Cash*': 'Cash', '*Bond*': 'Bond' } },
                'Quotation currency': { value: 'EUR' },
                Quantity: { headings: ['Quantity'] },
                Price: { headings: ['MarketPrice'], blank: ['NA'], when: { Type: ['Bond'] } },
                'Market value': { headings: ['MarketValueBook'] },
                ISIN: { headings: ['InvestID'], text: '{12} HTM' },
              },
            },
          ],
        },
      ],
    })
    expect(faults).toEqual([])
    const { facts, lines } = only(tables, 'INVENTORY')
    expect(facts['Fund code']).toEqual({ value: 'ARV01', cell: 'Local Position Appraisal!D2' })
    expect(facts['NAV date']).toEqual({ value: '2026-10-30', cell: 'Local Position Appraisal!B7' })
    expect(
      lines.map(({ values }) => [values.Type, values['Instrument code'], values.Price, values.ISIN]),
    ).toEqual([
      ['Cash', 'EUR', null, null],
      ['Bond', 'XS0000000009', null, 'XS0000000009'],
    ])
  })

  test('a trial balance with one signed column and texts that hold three values', async () => {
    const account = (text: string) => ({ headings: ['Account'], text })
    const { tables, faults } = await read('trial-balance-signed.xlsx', {
      tables: [
        {
          kind: 'BALANCE',
          facts: {
            'Fund code': { headings: ['Legal Entity'] },
            'NAV date': { label: ['As of'] },
            'Fund currency': { value: 'USD' },
          },
          parts: [
            {
              columns: {
                'Account number': account('{} - *'),
                'Account name': account('* - {} (???)'),
                Currency: account('*({3})'),
                Balance: { headings: ['Ending Balance*'] },
              },
            },
          ],
        },
      ],
    })
    expect(faults).toEqual([])
    expect(only(tables, 'BALANCE').lines.map(({ values }) => values)).toEqual([
      {
        'Account number': '10010',
        'Account name': 'Cash - Custody',
        Currency: 'USD',
        'Balance debtor': '100',
        'Balance creditor': null,
      },
      {
        'Account number': '20010',
        'Account name': 'Accrued fees',
        Currency: 'USD',
        'Balance debtor': null,
        'Balance creditor': '100',
      },
    ])
  })

  test('a valuation report with a header of three rows and sections', async () => {
    const { tables, faults } = await read(
      'valuation-report-two-line-header.xlsx',
      {
        tables: [
          {
            kind: 'INVENTORY',
            facts: {
              'Fund code': { value: 'SSTB' },
              'NAV date': { nav: true },
              'Fund currency': { label: ['Port Currency*'], place: 'same' },
            },
            parts: [
              {
                headerRows: 3,
                columns: {
                  'Instrument code': { headings: ['*Isin code'], orElse: { headings: ['Investment'] } },
                  'Instrument name': { headings: ['Investment'] },
                  'Quotation currency': { headings: ['Nominal quantity/ value date'] },
                  Quantity: { headings: ['Deal ccy/ int rate'] },
                  'Market value': { headings: ['*port curr mkt value'] },
                  'Accrued interest': { headings: ['*accr int port ccy'] },
                  '% NAV': { headings: ['*% of total'] },
                },
                sections: [{ column: 'Type', words: { 'BANK DEPOSIT': 'Cash', 'BOND*': 'Bond' } }],
              },
            ],
          },
        ],
      },
      { 'NAV date': '2026-10-30' },
    )
    expect(faults).toEqual([])
    const { facts, lines } = only(tables, 'INVENTORY')
    expect(facts).toEqual({
      'Fund code': { value: 'SSTB', cell: null },
      'NAV date': { value: '2026-10-30', cell: null },
      'Fund currency': { value: 'USD', cell: 'Report!A3' },
    })
    expect(lines).toHaveLength(1)
    expect(filled(lines[0]?.values)).toMatchObject({
      'Instrument name': 'SAMPLE BANK',
      Type: 'Cash',
      Quantity: '30000000',
      'Market value': '30000000',
      'Accrued interest': '1250',
      '% NAV': '12.05',
    })
    expect(lines[0]?.cells.Type).toBe('Report!A8')
  })

  test.each([
    ['inventory-french-headers.xlsx', 'INVENTORY, but lacks Instrument code,', 'it has Code valeur,'],
    ['issuer-holdings-italian.xlsx', 'NAV, but lacks Type, Code,', 'it has Al, Currency,'],
    ['portfolio-system-appraisal.xlsx', 'INVENTORY, but lacks Instrument code,', 'it has Group1,'],
    ['trial-balance-signed.xlsx', 'BALANCE, but lacks Account name', 'it has Legal Entity,'],
    ['valuation-report-two-line-header.xlsx', 'INVENTORY, but lacks Instrument code,', 'it has INVESTMENT,'],
  ])(
    '%s is not read by the built-in layout, which names what it lacks and what it has',
    async (file, lacks, has) => {
      const { tables, faults } = readFileByFormat(fundeskFormat().format, await workbookOf(file), {})
      expect(tables).toEqual([])
      expect(faults).toMatchObject([{ file, cell: null, what: expect.stringContaining(lacks) }])
      expect(faults[0]?.what).toContain(has)
    },
  )

  test.each([
    ['inventory-french-headers.xlsx', ['INVENTORY 1']],
    ['issuer-holdings-italian.xlsx', ['INVENTORY 3', 'NAV 3']],
    ['portfolio-system-appraisal.xlsx', ['INVENTORY 2']],
    ['trial-balance-signed.xlsx', ['BALANCE 2']],
    ['valuation-report-two-line-header.xlsx', ['INVENTORY 1']],
  ])('%s is taught by the page as it is suggested, with nothing left to mend', async (file, read) => {
    const named = { code: 'CASE', name: 'Case', provider: null, from: '2026-01-01' }
    const known = { 'Fund code': 'ARV01', 'NAV date': '2026-10-30', 'Fund currency': 'EUR' }
    const page = teach([await workbookOf(file)], { definition: '', fields: {}, named, known, kind: null })
    expect([page.lacking, page.faults, page.notes]).toEqual([[], [], []])
    expect(page.tables.map(({ kind, lines }) => `${kind} ${lines}`).sort()).toEqual(read)
  })
})
