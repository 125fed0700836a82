import { utils, write } from '@e965/xlsx'
import { readControl } from 'tests/support/workbooks/read-control'
import type { ControlData } from '~/areas/navs/workbooks/control-data'

const FACTS = {
  'Fund code': { headings: ['Portfolio'] },
  'NAV date': { headings: ['Valuation'] },
  'Fund currency': { headings: ['Base'] },
}

const column = (heading: string) => ({ headings: [heading] })

/** The format of an umbrella’s workbook: each table in a sheet of its own, each line with its fund, day and currency. */
export const UMBRELLA = {
  code: 'UMBRELLA',
  name: 'Workbook of an umbrella',
  provider: 'FIA',
  from: '2026-01-01',
  to: null,
  files: 1,
  tables: [
    {
      kind: 'NAV',
      facts: FACTS,
      parts: [
        {
          sheets: ['Figures'],
          columns: {
            Type: column('Element'),
            Code: column('Of'),
            Currency: column('Cur'),
            Value: column('Figure'),
          },
        },
      ],
    },
    {
      kind: 'BALANCE',
      facts: FACTS,
      parts: [
        {
          sheets: ['Ledger'],
          columns: {
            'Account number': column('Account'),
            'Account name': column('Text'),
            Currency: column('Cur'),
            'Balance debtor': column('Debit'),
            'Balance creditor': column('Credit'),
          },
        },
      ],
    },
    {
      kind: 'INVENTORY',
      facts: FACTS,
      parts: [
        {
          sheets: ['Lines'],
          columns: {
            'Instrument code': column('Id'),
            'Instrument name': column('Label'),
            Type: column('Class'),
            Subtype: column('Sub'),
            'Quotation currency': column('Cur'),
            Quantity: column('Nominal'),
            Price: column('Quote'),
            'Price date': column('Quoted'),
            'Market value': column('Worth'),
            ISIN: column('ISIN'),
            'Price factor': column('Factor'),
            'FX rate': column('Rate'),
            'Accrued interest': column('Accrued'),
          },
        },
      ],
    },
  ],
}

const number = (text: string | null) => (text === null ? null : Number(text))

/** The workbook with the figures of all these funds, and the format that reads it. */
export function umbrellaBook(funds: readonly ControlData[]): Uint8Array {
  const book = utils.book_new()
  const add = (
    name: string,
    headings: string[],
    linesOf: (fund: ControlData) => readonly (string | number | null)[][],
  ) => {
    const rows = funds.flatMap((fund) => {
      const { fundCode, navDate, fundCurrency } = fund.nav.source.preamble
      const facts = [fundCode.value, navDate.value, fundCurrency.value]
      return linesOf(fund).map((line) => [...facts, ...line])
    })
    const head = ['Portfolio', 'Valuation', 'Base', ...headings]
    utils.book_append_sheet(book, utils.aoa_to_sheet([head, ...rows]), name)
  }
  add('Figures', ['Element', 'Of', 'Cur', 'Figure'], ({ nav }) =>
    nav.lines.map((line) => [line.type, line.code, line.currency, number(line.value)]),
  )
  add('Ledger', ['Account', 'Text', 'Cur', 'Debit', 'Credit'], ({ balance }) =>
    balance.lines.map((line) => [
      line.accountNumber,
      line.accountName,
      line.currency,
      number(line.debtor),
      number(line.creditor),
    ]),
  )
  add(
    'Lines',
    [
      'Id',
      'Label',
      'Class',
      'Sub',
      'Cur',
      'Nominal',
      'Quote',
      'Quoted',
      'Worth',
      'ISIN',
      'Factor',
      'Rate',
      'Accrued',
    ],
    ({ inventory }) =>
      (inventory?.lines ?? []).map((line) => [
        line.instrumentCode,
        line.instrumentName,
        line.type,
        line.subtype,
        line.quotationCurrency,
        number(line.quantity),
        number(line.price),
        line.priceDate,
        number(line.marketValue),
        line.isin,
        number(line.priceFactor),
        number(line.fxRate),
        number(line.accruedInterest),
      ]),
  )
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }))
}

/** The figures of a set of the built-in layout. */
export const figuresOf = (files: readonly { fileName: string; bytes: Uint8Array }[]): Promise<ControlData> =>
  readControl(
    files.map(({ fileName, bytes }) => ({ name: fileName, bytes })),
    'FIA3',
  )
