import { utils, write } from '@e965/xlsx'
import type { ZipOptions } from '~/platform/exports/zip'
import { type Day, MONTH_NAMES } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import type { FundFigures, LineFigures } from '../demo/model/books'
import { figuresBefore } from '../demo/model/simulate'
import { type NumberFormat, writeXlsx, type XlsxCell } from '../demo/workbooks/xlsx'

/**
 * Files in layouts other than Fundesk's, each with the file format that reads it: a trustee's .xls with sections, a set
 * of text files in German, and one workbook with several funds of an umbrella.
 */

/** The demo's funds of each set; their last NAVs are not controlled yet. */
export const FORMAT_SAMPLES = {
  trustee: ['ARV01'],
  'csv-set': ['NOR05'],
  umbrella: ['ARV06', 'ARV10'],
} as const
type FormatSample = keyof typeof FORMAT_SAMPLES

interface SampleFormat {
  code: string
  [key: string]: unknown
}

/** A column by its heading, with further options. */
const from = (heading: string, more: object = {}) => ({ headings: [heading], ...more })

/** "30-Oct-2026" */
const inWords = (day: Day | null) =>
  day && `${day.slice(8)}-${MONTH_NAMES[Number(day.slice(5, 7)) - 1]?.slice(0, 3)}-${day.slice(0, 4)}`
/** "30.10.2026" */
const withPoints = (day: Day | null) => day?.split('-').reverse().join('.') ?? ''

const netOf = ({ debtor, creditor }: FundFigures['balance'][number]) =>
  new Big(debtor ?? 0).minus(creditor ?? 0).toFixed()

const TRUSTEE: SampleFormat = {
  code: 'TRUSTEE',
  name: 'Valuation report of a trustee, one .xls with sections',
  provider: 'FIA',
  from: '2026-01-01',
  to: null,
  files: 1,
  dates: ['dd-MMM-yyyy'],
  tables: [
    {
      kind: 'NAV',
      facts: {
        'Fund code': { label: ['Fund number'] },
        'NAV date': { label: ['Valuation as at'] },
        'Fund currency': { label: ['Base currency'] },
        'Fund name': { label: ['Fund'] },
      },
      parts: [
        {
          sheets: ['Summary'],
          shape: 'labels',
          labels: [
            { label: ['Total assets'], Type: 'TOTAL ASSETS' },
            { label: ['Total liabilities'], Type: 'TOTAL LIABILITIES' },
            { label: ['Net asset value'], Type: 'FUND TNA' },
          ],
        },
        {
          sheets: ['Summary'],
          shape: 'classes',
          endAtBlank: true,
          columns: {
            'Class code': from('Class'),
            'Class currency': from('Class ccy'),
            'CLASS TNA': from('Net assets'),
            SHARES: from('Shares in issue'),
            SUBSCRIPTIONS: from('Created'),
            REDEMPTIONS: from('Cancelled'),
            'NAV PER SHARE': from('NAV per share'),
            'DISTRIBUTION PER SHARE': from('Dividend paid'),
          },
        },
        {
          sheets: ['Summary'],
          endAtBlank: true,
          columns: {
            Type: { value: 'FX RATE' },
            Code: from('Foreign currency'),
            Currency: { fact: 'Fund currency' },
            Value: from('Rate'),
          },
        },
      ],
    },
    {
      kind: 'BALANCE',
      facts: {
        'Fund code': { label: ['Fund number'] },
        'NAV date': { label: ['Valuation as at'] },
        'Fund currency': { label: ['Base currency'] },
      },
      parts: [
        {
          sheets: ['Trial balance'],
          skip: ['Total*'],
          columns: {
            'Account number': from('Account'),
            'Account name': from('Description'),
            Currency: from('Account ccy'),
            Balance: from('Balance (debit +)'),
          },
        },
      ],
    },
    {
      kind: 'INVENTORY',
      facts: {
        'Fund code': { label: ['Fund number'] },
        'NAV date': { label: ['Valuation as at'] },
        'Fund currency': { label: ['Base currency'] },
      },
      parts: [
        {
          sheets: ['Portfolio'],
          skip: ['Total*'],
          sections: [
            {
              column: 'Type',
              words: {
                'EQUIT*': 'Equity',
                'BOND*': 'Bond',
                'FUND*': 'Fund',
                'DERIVATIVE*': 'Derivative',
                'CASH*': 'Cash',
                'OTHER*': 'Other',
              },
            },
          ],
          columns: {
            'Instrument code': from('Security no.'),
            'Instrument name': from('Security'),
            Subtype: from('Category'),
            'Quotation currency': from('Ccy'),
            Quantity: from('Holding'),
            Price: from('Price'),
            'Price date': from('Priced on'),
            'Market value': from('Valuation'),
            ISIN: from('ISIN'),
            'Price factor': from('Price factor'),
            'FX rate': from('Exchange rate'),
            'Accrued interest': from('Accrued'),
            '% NAV': from('% of net assets'),
            'Maturity date': from('Maturity'),
            Issuer: from('Issuer'),
            'Issuer kind': from('Issuer sector'),
            Coupon: from('Coupon'),
            'Last coupon date': from('Last coupon'),
            'Day count': from('Basis'),
          },
        },
      ],
    },
  ],
}

type XlsCell = string | number | null
const numeral = (text: Decimal | null): XlsCell => (text === null ? null : Number(text))

const SECTIONS = [
  ['Equity', 'EQUITIES'],
  ['Bond', 'BONDS'],
  ['Fund', 'FUNDS'],
  ['Derivative', 'DERIVATIVES'],
  ['Cash', 'CASH AT BANK'],
  ['Other', 'OTHER ASSETS'],
] as const

function trusteeFile(figures: FundFigures) {
  const { fund, navDate, classes, rates, balance, inventory } = figures
  const lineOf = (line: LineFigures): XlsCell[] => [
    line.code,
    line.name,
    line.subtype,
    line.currency,
    numeral(line.quantity),
    numeral(line.price),
    inWords(line.priceDate),
    numeral(line.marketValue),
    line.isin,
    numeral(line.priceFactor),
    numeral(line.rate),
    numeral(line.accrued),
    numeral(line.navPercent),
    inWords(line.maturity),
    line.issuer,
    line.issuerKind,
    numeral(line.coupon),
    inWords(line.lastCoupon),
    line.dayCount,
  ]
  const sheets: [name: string, rows: XlsCell[][]][] = [
    [
      'Summary',
      [
        ['VALUATION REPORT'],
        [],
        ['Fund number:', fund.code],
        ['Fund:', fund.name],
        ['Valuation as at:', inWords(navDate)],
        ['Base currency:', fund.currency],
        [],
        ['Total assets', numeral(figures.totalAssets)],
        ['Total liabilities', numeral(figures.totalLiabilities)],
        ['Net asset value', numeral(figures.tna)],
        [],
        [
          'Class',
          'Class ccy',
          'Net assets',
          'Shares in issue',
          'Created',
          'Cancelled',
          'NAV per share',
          'Dividend paid',
        ],
        ...classes.map((each) => [
          each.code,
          each.currency,
          numeral(each.tna),
          numeral(each.shares),
          numeral(each.subscriptions),
          numeral(each.redemptions),
          numeral(each.navPerShare),
          numeral(each.distribution),
        ]),
        [],
        ['Foreign currency', 'Rate'],
        ...rates.map(({ currency, rate }) => [currency, numeral(rate)]),
      ],
    ],
    [
      'Trial balance',
      [
        ['Account', 'Description', 'Account ccy', 'Balance (debit +)'],
        ...balance.map((each) => [each.account, each.name, each.currency, numeral(netOf(each))]),
        ['Total', null, null, 0],
      ],
    ],
    [
      'Portfolio',
      [
        [
          'Security no.',
          'Security',
          'Category',
          'Ccy',
          'Holding',
          'Price',
          'Priced on',
          'Valuation',
          'ISIN',
          'Price factor',
          'Exchange rate',
          'Accrued',
          '% of net assets',
          'Maturity',
          'Issuer',
          'Issuer sector',
          'Coupon',
          'Last coupon',
          'Basis',
        ],
        ...SECTIONS.flatMap(([type, title]) => {
          const lines = inventory.filter((line) => line.type === type)
          const total = lines.reduce((sum, line) => sum.plus(line.marketValue), new Big(0))
          if (lines.length === 0) return []
          const foot = [`Total ${title.toLowerCase()}`, ...Array(6).fill(null), numeral(total.toFixed(2))]
          return [[title], ...lines.map(lineOf), foot]
        }),
      ],
    ],
  ]
  const book = utils.book_new()
  for (const [name, rows] of sheets) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'biff8' }))
  return [{ fileName: `Valuation_${fund.code}_${navDate.replaceAll('-', '')}.xls`, bytes }]
}

const IN_GERMAN = {
  'Fund code': from('Fonds'),
  'NAV date': from('Bewertungstag'),
  'Fund currency': from('Fondswährung'),
}

const CSV_SET: SampleFormat = {
  code: 'CSV-SATZ',
  name: 'Three text files in German, semicolons and decimal commas',
  provider: 'FIA',
  from: '2026-01-01',
  to: null,
  files: 3,
  decimal: ',',
  dates: ['dd.MM.yyyy'],
  tables: [
    {
      kind: 'NAV',
      facts: IN_GERMAN,
      parts: [
        {
          columns: {
            Type: from('Position', {
              words: {
                'Summe Aktiva': 'TOTAL ASSETS',
                'Summe Passiva': 'TOTAL LIABILITIES',
                Fondsvermögen: 'FUND TNA',
                Klassenvermögen: 'CLASS TNA',
                Anteile: 'SHARES',
                Ausgaben: 'SUBSCRIPTIONS',
                Rücknahmen: 'REDEMPTIONS',
                Anteilwert: 'NAV PER SHARE',
                Ausschüttung: 'DISTRIBUTION PER SHARE',
                Devisenkurs: 'FX RATE',
              },
            }),
            Code: from('Bezug'),
            Currency: from('Währung'),
            Value: from('Wert'),
          },
        },
      ],
    },
    {
      kind: 'BALANCE',
      facts: IN_GERMAN,
      parts: [
        {
          columns: {
            'Account number': from('Kontonummer'),
            'Account name': from('Kontobezeichnung'),
            Currency: from('Währung'),
            'Balance debtor': from('Saldo Soll'),
            'Balance creditor': from('Saldo Haben'),
          },
        },
      ],
    },
    {
      kind: 'INVENTORY',
      facts: IN_GERMAN,
      parts: [
        {
          columns: {
            'Instrument code': from('Gattungsnummer'),
            'Instrument name': from('Gattung'),
            Type: from('Art', {
              words: {
                Aktie: 'Equity',
                Anleihe: 'Bond',
                Fonds: 'Fund',
                Derivat: 'Derivative',
                Konto: 'Cash',
                Sonstiges: 'Other',
              },
            }),
            Subtype: from('Unterart'),
            'Quotation currency': from('Kurswährung'),
            Quantity: from('Stück/Nominal'),
            Price: from('Kurs'),
            'Price date': from('Kursdatum'),
            'Market value': from('Kurswert'),
            ISIN: from('ISIN'),
            'FX rate': from('Devisenkurs'),
            '% NAV': from('Anteil am Fonds'),
            Issuer: from('Emittent'),
            'Issuer kind': from('Emittentenart'),
          },
        },
      ],
    },
  ],
}

/** "1234,5" */
const withComma = (text: Decimal | null) => text?.replace('.', ',') ?? ''
const quoted = (text: string) => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const ART: Readonly<Record<LineFigures['type'], string>> = {
  Equity: 'Aktie',
  Bond: 'Anleihe',
  Fund: 'Fonds',
  Derivative: 'Derivat',
  Cash: 'Konto',
  Other: 'Sonstiges',
}

function csvFiles(figures: FundFigures) {
  const { fund, navDate, classes, rates, balance, inventory } = figures
  const file = (name: string, headings: string[], rows: (string | null)[][]) => {
    const facts = [fund.code, withPoints(navDate), fund.currency]
    const lines = [
      ['Fonds', 'Bewertungstag', 'Fondswährung', ...headings],
      ...rows.map((row) => [...facts, ...row.map((value) => value ?? '')]),
    ].map((line) => line.map(quoted).join(';'))
    return {
      fileName: `${fund.code}_${name}_${navDate.replaceAll('-', '')}.csv`,
      bytes: new TextEncoder().encode(`${lines.join('\r\n')}\r\n`),
    }
  }
  const ofFund = (what: string, value: Decimal) => [what, fund.code, fund.currency, withComma(value)]
  return [
    file(
      'Fondspreis',
      ['Position', 'Bezug', 'Währung', 'Wert'],
      [
        ofFund('Summe Aktiva', figures.totalAssets),
        ofFund('Summe Passiva', figures.totalLiabilities),
        ofFund('Fondsvermögen', figures.tna),
        ...classes.flatMap((each) =>
          (
            [
              ['Klassenvermögen', each.tna],
              ['Anteile', each.shares],
              ['Ausgaben', each.subscriptions],
              ['Rücknahmen', each.redemptions],
              ['Anteilwert', each.navPerShare],
              ['Ausschüttung', each.distribution],
            ] as const
          ).flatMap(([what, value]) =>
            value === null ? [] : [[what, each.code, each.currency, withComma(value)]],
          ),
        ),
        ...rates.map(({ currency, rate }) => ['Devisenkurs', currency, fund.currency, withComma(rate)]),
      ],
    ),
    file(
      'Saldenliste',
      ['Kontonummer', 'Kontobezeichnung', 'Währung', 'Saldo Soll', 'Saldo Haben'],
      balance.map((each) => [
        each.account,
        each.name,
        each.currency,
        withComma(each.debtor),
        withComma(each.creditor),
      ]),
    ),
    file(
      'Bestand',
      [
        'Gattungsnummer',
        'Gattung',
        'Art',
        'Unterart',
        'Kurswährung',
        'Stück/Nominal',
        'Kurs',
        'Kursdatum',
        'Kurswert',
        'ISIN',
        'Devisenkurs',
        'Anteil am Fonds',
        'Emittent',
        'Emittentenart',
      ],
      inventory.map((line) => [
        line.code,
        line.name,
        ART[line.type],
        line.subtype,
        line.currency,
        withComma(line.quantity),
        withComma(line.price),
        withPoints(line.priceDate),
        withComma(line.marketValue),
        line.isin,
        withComma(line.rate),
        withComma(line.navPercent),
        line.issuer,
        line.issuerKind,
      ]),
    ),
  ]
}

/** The administrator's own numbers of the funds. */
const NUMBERS: Readonly<Record<string, string>> = { ARV06: '4706', ARV10: '4710' }

const OF_PORTFOLIO = {
  'Fund code': from('Portfolio'),
  'NAV date': { label: ['Valuation date'] },
  'Fund currency': from('Base ccy'),
}

const UMBRELLA: SampleFormat = {
  code: 'UMBRELLA',
  name: 'One workbook with all funds of an umbrella',
  provider: 'FIA',
  from: '2026-01-01',
  to: null,
  files: 1,
  funds: Object.fromEntries(Object.entries(NUMBERS).map(([code, number]) => [number, code])),
  tables: [
    {
      kind: 'NAV',
      facts: OF_PORTFOLIO,
      parts: [
        {
          sheets: ['Net assets'],
          columns: {
            Type: from('Element'),
            Code: from('Reference'),
            Currency: from('Ccy'),
            Value: from('Amount'),
          },
        },
      ],
    },
    {
      kind: 'BALANCE',
      facts: OF_PORTFOLIO,
      parts: [
        {
          sheets: ['Accounts'],
          columns: {
            'Account number': from('GL account'),
            'Account name': from('GL name'),
            Currency: from('Ccy'),
            Balance: from('Net balance'),
          },
        },
      ],
    },
    {
      kind: 'INVENTORY',
      facts: OF_PORTFOLIO,
      parts: [
        {
          sheets: ['Holdings'],
          columns: {
            'Instrument code': from('Asset'),
            'Instrument name': from('Asset name'),
            Type: from('Asset class'),
            'Quotation currency': from('Ccy'),
            Quantity: from('Units'),
            Price: from('Local price'),
            'Price date': from('Price as of'),
            'Market value': from('Value in base'),
            ISIN: from('ISIN'),
            'Price factor': from('Factor'),
            'FX rate': from('FX'),
            'Accrued interest': from('Accrued in base'),
            '% NAV': from('Weight'),
            'Maturity date': from('Matures'),
            Issuer: from('Issuer'),
            'Issuer kind': from('Issuer type'),
            Coupon: from('Coupon'),
            'Last coupon date': from('Accrues from'),
            'Day count': from('Day count'),
          },
        },
      ],
    },
  ],
}

function umbrellaFile(all: readonly FundFigures[], options: ZipOptions) {
  const [first] = all
  if (!first) throw new Error('An umbrella has funds')
  const { fund, navDate } = first
  const number = (value: Decimal | null, format: NumberFormat = 'plain'): XlsxCell =>
    value === null ? null : { number: value, format }
  const day = (value: Day | null): XlsxCell => value && { day: value }
  const sheet = (name: string, headings: string[], rowsOf: (figures: FundFigures) => XlsxCell[][]) => ({
    name,
    rows: [
      ['Umbrella', fund.umbrella],
      ['Valuation date', { day: navDate }],
      [],
      ['Portfolio', 'Base ccy', ...headings].map((bold) => ({ bold })),
      ...all.flatMap((figures) =>
        rowsOf(figures).map((row) => [NUMBERS[figures.fund.code] ?? '', figures.fund.currency, ...row]),
      ),
    ] as XlsxCell[][],
  })
  const sheets = [
    sheet('Net assets', ['Element', 'Reference', 'Ccy', 'Amount'], (figures) => {
      const { fund: own, classes, rates } = figures
      const ofFund = (type: string, value: Decimal): XlsxCell[] => [
        type,
        NUMBERS[own.code] ?? '',
        own.currency,
        number(value),
      ]
      return [
        ofFund('TOTAL ASSETS', figures.totalAssets),
        ofFund('TOTAL LIABILITIES', figures.totalLiabilities),
        ofFund('FUND TNA', figures.tna),
        ...classes.flatMap((each) =>
          (
            [
              ['CLASS TNA', each.tna],
              ['SHARES', each.shares],
              ['SUBSCRIPTIONS', each.subscriptions],
              ['REDEMPTIONS', each.redemptions],
              ['NAV PER SHARE', each.navPerShare],
              ['DISTRIBUTION PER SHARE', each.distribution],
            ] as const
          ).flatMap(([type, value]): XlsxCell[][] =>
            value === null ? [] : [[type, each.code, each.currency, number(value)]],
          ),
        ),
        ...rates.map(({ currency, rate }): XlsxCell[] => ['FX RATE', currency, own.currency, number(rate)]),
      ]
    }),
    sheet('Accounts', ['GL account', 'GL name', 'Ccy', 'Net balance'], ({ balance }) =>
      balance.map((each) => [each.account, each.name, each.currency, number(netOf(each))]),
    ),
    sheet(
      'Holdings',
      [
        'Asset',
        'Asset name',
        'Asset class',
        'Ccy',
        'Units',
        'Local price',
        'Price as of',
        'Value in base',
        'ISIN',
        'Factor',
        'FX',
        'Accrued in base',
        'Weight',
        'Matures',
        'Issuer',
        'Issuer type',
        'Coupon',
        'Accrues from',
        'Day count',
      ],
      ({ inventory }) =>
        inventory.map((line) => [
          line.code,
          line.name,
          line.type,
          line.currency,
          number(line.quantity),
          number(line.price),
          day(line.priceDate),
          number(line.marketValue),
          line.isin,
          number(line.priceFactor),
          number(line.rate),
          number(line.accrued),
          number(line.navPercent),
          day(line.maturity),
          line.issuer,
          line.issuerKind,
          number(line.coupon),
          day(line.lastCoupon),
          line.dayCount,
        ]),
    ),
  ]
  return [
    {
      fileName: `${fund.umbrella.replaceAll(' ', '_')}_${navDate.replaceAll('-', '')}.xlsx`,
      bytes: writeXlsx(sheets, options),
    },
  ]
}

/** The format of each set of files. */
const SAMPLE_FORMATS: Readonly<Record<FormatSample, SampleFormat>> = {
  trustee: TRUSTEE,
  'csv-set': CSV_SET,
  umbrella: UMBRELLA,
}

const figuresOf = (sample: FormatSample) => FORMAT_SAMPLES[sample].map((code) => figuresBefore(code, 0))

/** Files in other layouts, each folder with its format as JSON. */
export function formatSamples(options: ZipOptions): { path: string; bytes: Uint8Array }[] {
  const files = {
    trustee: figuresOf('trustee').flatMap(trusteeFile),
    'csv-set': figuresOf('csv-set').flatMap(csvFiles),
    umbrella: umbrellaFile(figuresOf('umbrella'), options),
  }
  return (Object.keys(FORMAT_SAMPLES) as FormatSample[]).flatMap((sample) => [
    ...files[sample].map(({ fileName, bytes }) => ({ path: `formats/${sample}/${fileName}`, bytes })),
    {
      path: `formats/${sample}/format.json`,
      bytes: new TextEncoder().encode(`${JSON.stringify(SAMPLE_FORMATS[sample], null, 2)}\n`),
    },
  ])
}
