import { bookOf, csvOf, readBy, type Written } from 'tests/support/formats/read-by'
import { describe, expect, test } from 'vitest'
import { fundeskFormat } from '~/areas/navs/formats/fundesk-format'
import { readFileByFormat } from '~/platform/formats/read-file'
import type { Workbook } from '~/platform/workbooks/workbook'

// Where parts stand, which rows are lines, shapes, facts and funds, sentence by sentence; figures are worked out by hand.

const FACTS = { 'Fund code': { value: 'F1' }, Date: { value: '2026-10-30' } }
const COLUMNS = {
  Account: { headings: ['Account'] },
  Currency: { value: 'EUR' },
  Balance: { headings: ['Amount'] },
}

function readCash(book: Workbook, parts: object | object[], facts: object = FACTS, more: object = {}) {
  const { tables, faults } = readBy(
    book,
    [{ kind: 'CASH', facts, parts: Array.isArray(parts) ? parts : [parts] }],
    { ...more },
  )
  const funds = tables[0]?.funds ?? []
  return {
    isFound: tables.length > 0,
    lines: funds.flatMap(({ lines }) =>
      lines.map(({ row, values }) => [row, values.Account, values.Balance] as const),
    ),
    cells: funds.flatMap(({ lines }) => lines.map(({ cells }) => cells)),
    funds,
    skipped: tables[0]?.skipped,
    faults: faults.map(({ cell, what }) => `${cell}: ${what}`),
  }
}

const cash = (rows: readonly string[], part: object = {}) =>
  readCash(csvOf(rows), { columns: COLUMNS, ...part })

describe('the sheets of a part', () => {
  const sheet = (account: string): Written[][] => [
    ['Account', 'Amount'],
    [account, 1],
  ]

  test('all whose names match are read, in their order; part after part', () => {
    const book = bookOf({ Cash2: sheet('a'), Other: sheet('b'), 'Cash 1': sheet('c') })
    const named = readCash(book, { sheets: ['cash*'], columns: COLUMNS })
    expect(named.lines.map(([, account]) => account)).toEqual(['a', 'c'])
    const twice = readCash(book, [
      { sheets: ['Other'], columns: COLUMNS },
      { sheets: ['*'], columns: COLUMNS },
    ])
    expect(twice.lines.map(([, account]) => account)).toEqual(['b', 'a', 'b', 'c'])
  })

  test('a part must stand in one of them unless it is optional', () => {
    const book = bookOf({ Cash: sheet('a') })
    const parts = (optional: boolean) => [
      { columns: COLUMNS },
      { sheets: ['Nowhere'], optional, columns: COLUMNS },
    ]
    expect(readCash(book, parts(true)).lines).toHaveLength(1)
    expect(readCash(book, parts(false)).isFound).toBe(false)
  })

  test('a part whose headings are all optional is found where one of them is', () => {
    const columns = {
      Account: { headings: ['Account'], maybe: true },
      Currency: { value: 'EUR' },
      Balance: { headings: ['Amount'], maybe: true, orElse: { value: '7' } },
    }
    const book = bookOf({
      None: [['x', 'y']],
      Some: [
        ['x', 'Account'],
        ['', 'a'],
      ],
    })
    expect(readCash(book, { columns }).lines).toEqual([[2, 'a', '7']])
    expect(readCash(bookOf({ None: [['x', 'y']] }), { columns }).isFound).toBe(false)
  })
})

describe('the header', () => {
  test('texts of its rows are joined; a blank of an upper row has the text to its left, as under a merged heading', () => {
    const book = bookOf({
      S: [
        ['Holding', '', 'Value', ''],
        ['Account', 'Name', 'EUR', 'USD'],
        ['a', 'x', 1, 2],
      ],
    })
    const part = (heading: string, row = 2) => ({
      headerRows: row,
      columns: {
        Account: { headings: ['holding account'] },
        Currency: { value: 'EUR' },
        Balance: { headings: [heading] },
      },
    })
    expect(readCash(book, part('Value EUR')).lines).toEqual([[3, 'a', '1']])
    expect(readCash(book, part('Value USD')).lines).toEqual([[3, 'a', '2']])
    expect(readCash(book, part('Holding Name')).isFound).toBe(true)
    expect(readCash(book, part('USD')).isFound).toBe(false)
  })

  test('a blank of the lowest row takes nothing from its left', () => {
    const book = bookOf({
      S: [
        ['Top', 'Account'],
        ['Amount', ''],
        [1, 'a'],
      ],
    })
    const columns = { ...COLUMNS, Balance: { headings: ['Top Amount'] }, Account: { headings: ['Account'] } }
    expect(readCash(book, { headerRows: 2, columns }).lines).toEqual([[3, 'a', '1']])
  })

  test('of the first rows that hold the headings and those that share a row with them those with most cells count', () => {
    // Rows 1 and 2 hold both headings joined, and so do 2 and 3: these have more cells.
    const book = bookOf({
      S: [
        ['Report', ''],
        ['Account', 'Amount'],
        ['no', 'in EUR'],
        ['a', 5],
      ],
    })
    const columns = {
      Account: { headings: ['*Account*'] },
      Currency: { value: 'EUR' },
      Balance: { headings: ['*Amount*'] },
    }
    expect(readCash(book, { headerRows: 2, columns }).lines).toEqual([[4, 'a', '5']])
  })

  test('it starts within the first rows that the part says, 60 of them by default', () => {
    const at = (row: number) => [...Array<string>(row - 1).fill('x;y'), 'Account;Amount', 'a;1']
    expect(cash(at(60)).lines).toEqual([[61, 'a', '1']])
    expect(cash(at(61)).isFound).toBe(false)
    expect(cash(at(61), { within: 61 }).lines).toEqual([[62, 'a', '1']])
    expect(cash(at(3), { within: 2 }).isFound).toBe(false)
  })

  test('headings of addends, substitutes, conditions and facts are required, unless optional', () => {
    const found = (more: object, part: object = {}, facts: object = FACTS) =>
      readCash(
        csvOf(['Account;Amount', 'a;1']),
        { columns: { ...COLUMNS, Balance: { headings: ['Amount'], ...more } }, ...part },
        facts,
      ).isFound
    expect(found({ plus: [{ headings: ['More'] }] })).toBe(false)
    expect(found({ plus: [{ headings: ['More'], maybe: true }] })).toBe(true)
    expect(found({ orElse: { headings: ['More'] } })).toBe(false)
    expect(found({ orElse: { headings: ['More'], maybe: true } })).toBe(true)
    expect(found({}, { only: [{ headings: ['Status'], is: ['x'] }] })).toBe(false)
    expect(found({}, {}, { ...FACTS, 'Fund code': { headings: ['Fund'] } })).toBe(false)
  })

  test('without one, lines begin in the first row of every sheet whose name matches', () => {
    const book = bookOf({ A: [['a', 1]], B: [[], ['b', 2]], C: [] })
    const columns = { Account: { at: 'A' }, Currency: { value: 'EUR' }, Balance: { at: 'B' } }
    expect(readCash(book, { headerRows: 0, columns }).lines).toEqual([
      [1, 'a', '1'],
      [2, 'b', '2'],
    ])
  })
})

describe('the rows of a part', () => {
  test('end before skip, skip before section, section before blank, blank before only', () => {
    const part = {
      sections: [{ column: 'Currency', text: 'In {}' }],
      skip: ['Sum*', 'In total'],
      end: ['Sum of all'],
      only: [{ headings: ['Status'], is: ['ok'] }],
      columns: { Account: COLUMNS.Account, Balance: COLUMNS.Balance },
    }
    const { lines, skipped, funds } = cash(
      [
        'Account;Amount;Status',
        'In USD',
        'a;1;ok',
        'Sum;1;',
        'In total',
        'b;2;no',
        ';;ok',
        'In CHF;x',
        'c;3;OK',
        'Sum of all;6',
        'd;4;ok',
      ],
      part,
    )
    expect(lines).toEqual([
      [3, 'a', '1'],
      [9, 'c', '3'],
    ])
    // "In CHF" has two cells: it is a line, and only leaves it out.
    expect(funds[0]?.lines.map(({ values }) => values.Currency)).toEqual(['USD', 'USD'])
    // Sum, In total, b, a row that no column reads, and In CHF.
    expect(skipped).toBe(5)
  })

  test('endAtBlank ends a part in its sheet at the first row without a filled cell', () => {
    const rows = ['Account;Amount', 'a;1', ';', 'b;2']
    expect(cash(rows, { endAtBlank: true }).lines).toEqual([[2, 'a', '1']])
    expect(cash(rows).lines).toHaveLength(2)
    const filled = ['Account;Amount;Note', 'a;1;', ';;note', 'b;2;']
    expect(cash(filled, { endAtBlank: true }).lines).toHaveLength(2)
  })

  test('a row is blank where every cell that columns read in it is, whatever is beside them', () => {
    const { lines, skipped } = cash(['Account;Amount;Note', ';;a note', 'a;1;', '  ; ;', 'b;2;'])
    expect(lines.map(([row]) => row)).toEqual([3, 5])
    expect(skipped).toBe(1)
  })

  test('total rows are lines where skip does not leave them out', () => {
    expect(cash(['Account;Amount', 'a;1', 'Total;1']).lines).toHaveLength(2)
  })

  test('of the built-in layout an instrument may be called Total: its code counts, too', () => {
    const rows = [
      'Fund code;F1;;;;;;;',
      'NAV date;30/10/2026;;;;;;;',
      'Fund currency;EUR;;;;;;;',
      'Instrument name;Instrument code;Type;Subtype;Quotation currency;Quantity;Price;Price date;Market value',
      'Total SA;FR12;Equity;;EUR;1;5;30/10/2026;5',
      'Total equities;;;;;;;;5',
      'Total;Total;;;;;;;5',
      'Totalis;FR13;Equity;;EUR;1;5;30/10/2026;5',
    ]
    const { tables, faults } = readFileByFormat(fundeskFormat().format, csvOf(rows), {})
    expect(faults).toEqual([])
    expect(tables[0]?.funds[0]?.lines.map(({ row }) => row)).toEqual([5, 8])
    expect(tables[0]?.skipped).toBe(2)
  })

  test('several rows are one line; blank, skipped and section rows count alone', () => {
    const columns = {
      Account: { headings: ['Account'] },
      Currency: { headings: ['Ccy'], row: 2, maybe: true },
      Balance: { headings: ['Amount'], row: 2 },
    }
    const rows = [
      'Account;Bank',
      'Ccy;Amount',
      'a;x',
      'USD;1',
      'Sum;',
      'b;y',
      ';2',
      ';;',
      'In CHF',
      'c;z',
      ';3',
    ]
    const { lines, cells, skipped } = cash(rows, {
      columns,
      headerRows: 2,
      rowsEach: 2,
      skip: ['Sum'],
      sections: [{ column: 'Currency', text: 'In {}' }],
    })
    expect(lines).toEqual([
      [3, 'a', '1'],
      [6, 'b', '2'],
      [10, 'c', '3'],
    ])
    expect(cells.map(({ Balance, Currency }) => [Balance, Currency])).toEqual([
      ['a!B4', 'a!A4'],
      ['a!B7', undefined],
      ['a!B11', 'a!A9'],
    ])
    expect(skipped).toBe(1)
  })

  test('only takes lines that match every entry; a blank cell has no text', () => {
    const rows = ['Account;Amount;Status;Kind', 'a;1;final;x', 'b;2;FINAL;', 'c;3;draft;x', 'd;4;;x']
    const only = (...entries: object[]) => cash(rows, { only: entries }).lines.map(([, account]) => account)
    expect(only({ headings: ['Status'], is: ['final'] })).toEqual(['a', 'b'])
    expect(only({ headings: ['Status'], is: ['fin*', 'draft'] }, { at: 'D', is: ['X'] })).toEqual(['a', 'c'])
  })

  test('only compares a cell with a fact, read as that fact is', () => {
    const rows = ['Day;30-Okt-2026', 'Account;Amount;At', 'a;1;30/10/2026', 'b;2;29/10/2026', 'c;3;20261030']
    const facts = { ...FACTS, Date: { label: ['Day'] } }
    const part = { columns: COLUMNS, only: [{ headings: ['At'], fact: 'Date' }] }
    const { lines } = readCash(csvOf(rows), part, facts, { dates: ['dd-MMM-yyyy', 'yyyyMMdd'] })
    expect(lines.map(([, account]) => account)).toEqual(['a', 'c'])
  })
})

describe('sections', () => {
  const sections = (rows: string[], given: object[], currency: object | null = null) =>
    cash(rows, {
      sections: given,
      columns: {
        Account: COLUMNS.Account,
        Balance: COLUMNS.Balance,
        ...(currency ? { Currency: currency } : {}),
      },
    }).funds[0]?.lines.map(({ values, cells }) => [values.Currency, cells.Currency])

  test('a value counts from the next row on until another of the same column, with its cell', () => {
    const rows = ['Account;Amount', 'Currency: USD', 'a;1', 'b;2', ';Currency: Chf', 'c;3']
    expect(sections(rows, [{ column: 'Currency', text: 'currency: {}' }])).toEqual([
      ['USD', 'a!A2'],
      ['USD', 'a!A2'],
      ['Chf', 'a!B5'],
    ])
  })

  test('words name it; it counts where the column is blank after what stands in, and is final', () => {
    const rows = ['Account;Amount;Ccy;Other', 'DOLLARS', 'a;1;EUR;', 'b;2;;GBP', 'c;3;;']
    const column = { headings: ['Ccy'], words: { USD: 'never' }, orElse: { headings: ['Other'] } }
    expect(sections(rows, [{ column: 'Currency', words: { 'dollar?': 'USD' } }], column)).toEqual([
      ['EUR', 'a!C3'],
      ['GBP', 'a!D4'],
      ['USD', 'a!A2'],
    ])
  })

  test('a row that matches with nothing is a section, too, and ends the value before it', () => {
    const rows = ['Account;Amount', 'Currency:USD', 'a;1', 'Currency:', 'b;2']
    expect(sections(rows, [{ column: 'Currency', text: 'Currency:{}' }])).toEqual([
      ['USD', 'a!A2'],
      [null, undefined],
    ])
  })

  test('a section of a number is neither scaled nor negated', () => {
    const columns = {
      ...COLUMNS,
      Pending: { headings: ['Wait'], scale: '100', negate: true },
    }
    const { funds } = cash(['Account;Amount;Wait', 'Pending 5', 'a;1;2', 'b;1;'], {
      columns,
      sections: [{ column: 'Pending', text: 'Pending {}' }],
    })
    expect(funds[0]?.lines.map(({ values }) => values.Pending)).toEqual(['-200', '5'])
  })
})

describe('a balance with signs and sides', () => {
  const NAV_FACTS = {
    'Fund code': { value: 'F1' },
    'NAV date': { value: '2026-10-30' },
    'Fund currency': { value: 'EUR' },
  }

  function balance(rows: string[], side: object | null = { headings: ['DC'] }, facts: object = NAV_FACTS) {
    const columns = {
      'Account number': { headings: ['Account'] },
      'Account name': { value: 'x' },
      Currency: { value: 'EUR' },
      Balance: { headings: ['Amount'] },
      ...(side ? { Side: side } : {}),
    }
    const { tables, faults } = readBy(csvOf(rows), [{ kind: 'BALANCE', facts, parts: [{ columns }] }])
    return {
      sides: tables[0]?.funds[0]?.lines.map(({ values }) => [
        values['Balance debtor'],
        values['Balance creditor'],
      ]),
      keys: Object.keys(tables[0]?.funds[0]?.lines[0]?.values ?? {}),
      cells: tables[0]?.funds[0]?.lines.map(({ cells }) => cells),
      faults: faults.map(({ cell, what }) => `${cell}: ${what}`),
    }
  }

  test('without a side an amount is a debtor where it is positive or 0, a creditor where it is negative', () => {
    const read = balance(['Account;Amount', '1;5', '2;0', '3;-7'], null)
    expect(read.sides).toEqual([
      ['5', null],
      ['0', null],
      [null, '7'],
    ])
    expect(read.keys).toEqual([
      'Account number',
      'Account name',
      'Currency',
      'Balance debtor',
      'Balance creditor',
    ])
    expect(read.cells?.[2]).toEqual({ 'Account number': 'a!A4', 'Balance creditor': 'a!B4' })
  })

  test('with a side it counts without its sign; a blank side takes the sign, and 0 of C is a creditor of 0', () => {
    const read = balance(['Account;Amount;DC', '1;5;S', '2;-6;H', '3;0;H', '4;-7;', '5;8;', '6;-0;S'], {
      headings: ['DC'],
      words: { S: 'D', H: 'C' },
    })
    expect(read.faults).toEqual([])
    expect(read.sides).toEqual([
      ['5', null],
      [null, '6'],
      [null, '0'],
      [null, '7'],
      ['8', null],
      ['0', null],
    ])
  })

  test('another side refuses, and a negative amount of a side that has positive ones', () => {
    const read = balance(['Account;Amount;DC', '1;5;D', '2;-6;D', '3;7;X', '4;-8;C', '5;-9;C'])
    expect(read.faults).toEqual([
      'a!B3: "-6" is negative, while other amounts of the side D are positive',
      'a!C4: "X" is neither D nor C',
    ])
    expect(read.sides).toEqual([
      ['5', null],
      [null, null],
      [null, null],
      [null, '8'],
      [null, '9'],
    ])
  })

  test('a fact that is an error refuses with its cell, and has no value', () => {
    const book = bookOf({
      S: [
        ['Fund', { error: '#REF!' }],
        ['Account', 'Amount'],
        ['1', 5],
      ],
    })
    const facts = { ...NAV_FACTS, 'Fund code': { label: ['Fund'] } }
    const columns = {
      'Account number': { headings: ['Account'] },
      'Account name': { value: 'x' },
      Currency: { value: 'EUR' },
      Balance: { headings: ['Amount'] },
    }
    const { tables, faults } = readBy(book, [{ kind: 'BALANCE', facts, parts: [{ columns }] }])
    expect(faults).toMatchObject([{ cell: 'S!B1', what: '"#REF!" is an error value' }])
    expect(tables[0]?.funds[0]?.facts['Fund code']).toEqual({ value: null, cell: 'S!B1' })
  })
})

describe('shapes of NAV parts', () => {
  const facts = {
    'Fund code': { label: ['Fund'] },
    'NAV date': { value: '2026-10-30' },
    'Fund currency': { value: 'EUR' },
  }
  const nav = (book: Workbook, parts: object[], more: object = {}) => {
    const { tables, faults } = readBy(book, [{ kind: 'NAV', facts, parts }], { ...more })
    return {
      lines: (tables[0]?.funds ?? []).flatMap(({ lines }) => lines),
      isFound: tables.length > 0,
      faults: faults.map(({ cell, what }) => `${cell}: ${what}`),
    }
  }

  test('classes: each filled figure of a share class is a line, in the order of the types', () => {
    const columns = {
      'NAV PER SHARE': { headings: ['NAV'] },
      SHARES: { headings: ['Units'] },
      'Class code': { headings: ['Class'] },
      'Class currency': { headings: ['Ccy'] },
      'CLASS TNA': { headings: ['Net assets'], maybe: true },
    }
    const rows = ['Fund;4711', 'Class;Ccy;NAV;Units', 'K1;USD;10.5;', 'K2;EUR;11;100']
    const { lines, faults } = nav(csvOf(rows), [{ shape: 'classes', columns }], { classes: { K1: 'ARV-K' } })
    expect(faults).toEqual([])
    expect(lines).toEqual([
      {
        row: 3,
        values: { Type: 'NAV PER SHARE', Code: 'ARV-K', Currency: 'USD', Value: '10.5', Name: null },
        cells: { Code: 'a!A3', Currency: 'a!B3', Value: 'a!C3' },
      },
      {
        row: 4,
        values: { Type: 'SHARES', Code: 'K2', Currency: 'EUR', Value: '100', Name: null },
        cells: { Code: 'a!A4', Currency: 'a!B4', Value: 'a!D4' },
      },
      {
        row: 4,
        values: { Type: 'NAV PER SHARE', Code: 'K2', Currency: 'EUR', Value: '11', Name: null },
        cells: { Code: 'a!A4', Currency: 'a!B4', Value: 'a!C4' },
      },
    ])
  })

  test('labels: the first cell that matches and has one beside it, in the order of the labels', () => {
    const rows = [
      'Fund;4711',
      'Net assets : ',
      'Net assets;;1 000,50',
      'Total liabilities:;n/a',
      'Shares',
      '',
      '250',
      'Total assets;(5,25)',
    ]
    const labels = [
      { label: ['total assets'], Type: 'total assets', negate: true, scale: '2' },
      {
        label: ['Liabilities', 'Total liabilities :'],
        Type: 'TOTAL LIABILITIES',
        blank: ['n/a'],
        maybe: true,
      },
      { label: ['Net ?ssets:'], Type: 'FUND TNA' },
      { label: ['Shares'], Type: 'SHARES', Code: '4711', Currency: 'USD', place: 'below' },
      { value: '0', Type: 'REDEMPTIONS', Code: '{fund} A' },
      { label: ['Nothing'], Type: 'CLASS TNA', maybe: true },
    ]
    const more = { funds: { '4711': 'ARV01' }, classes: { '4711': 'ARV01-A' } }
    const { lines, faults } = nav(csvOf(rows), [{ shape: 'labels', labels }], more)
    expect(faults).toEqual([])
    expect(
      lines.map(({ row, values: { Type, Code, Currency, Value }, cells }) => [
        row,
        Type,
        Code,
        Currency,
        Value,
        cells,
      ]),
    ).toEqual([
      [8, 'TOTAL ASSETS', 'ARV01', 'EUR', '10.5', { Code: 'a!B1', Value: 'a!B8' }],
      [3, 'FUND TNA', 'ARV01', 'EUR', '1000.5', { Code: 'a!B1', Value: 'a!C3' }],
      [5, 'SHARES', 'ARV01-A', 'USD', '250', { Value: 'a!A7' }],
      [null, 'REDEMPTIONS', 'ARV01 A', 'EUR', '0', { Code: 'a!B1' }],
    ])
  })

  test('a blank label that is needed refuses, and without its label the part is not found', () => {
    const labels = [{ label: ['Net assets'], Type: 'FUND TNA', blank: ['-'] }]
    const parts = [{ shape: 'labels', labels }]
    expect(nav(csvOf(['Fund;F1', 'Net assets;-']), parts).faults).toEqual(['a!B2: FUND TNA is blank'])
    expect(nav(csvOf(['Fund;F1', 'Net assets;']), parts).isFound).toBe(false)
  })

  test('codes of fund types and class types become ours after words, those of rates do not', () => {
    const columns = {
      Type: { headings: ['Type'] },
      Code: { headings: ['Code'], words: { main: '4711' } },
      Currency: { value: 'EUR' },
      Value: { headings: ['Value'] },
    }
    const rows = [
      'Fund;x',
      'Type;Code;Value',
      'fund tna;main;1',
      'Shares;4711;2',
      'FX rate;4711;3',
      'SHARES;k;4',
    ]
    const more = { funds: { '4711': 'ARV01' }, classes: { '4711': 'ARV01-A' } }
    expect(nav(csvOf(rows), [{ columns }], more).lines.map(({ values }) => values.Code)).toEqual([
      'ARV01',
      'ARV01-A',
      '4711',
      'k',
    ])
  })

  test('a table without lines is refused', () => {
    const labels = [
      { label: ['Net assets'], Type: 'FUND TNA', maybe: true, blank: ['-'] },
      { value: '', Type: 'SHARES', maybe: true },
    ]
    expect(nav(csvOf(['Fund;F1', 'Net assets;-']), [{ shape: 'labels', labels }]).faults).toContain(
      'null: The NAV has no lines',
    )
  })
})

describe('facts', () => {
  const book = bookOf(
    {
      One: [['Account', 'Amount'], ['a', 1], [], ['Owner'], ['', ''], ['F-ONE']],
      Two: [
        ['Fund id :', '', 'F-TWO'],
        ['NAV as at: 30 Oct 2026, final'],
        ['x', { date: 46_325 }],
        ['Account', 'Amount'],
        ['b', 2],
      ],
      Notes_x: [
        ['Fund id', 'F-NOTES'],
        ['Code', ': F-CODE'],
      ],
    },
    { file: 'NAV_4711_final.v2.xlsx' },
  )
  const fund = (fact: object, name = 'Fund code', more: object = {}) => {
    const { tables, faults } = readBy(
      book,
      [
        {
          kind: 'CASH',
          facts: { ...FACTS, [name]: fact },
          parts: [{ sheets: ['One', 'Two'], columns: COLUMNS, end: ['Owner'] }],
        },
      ],
      { dates: ['d MMM yyyy'], ...more },
    )
    return {
      funds: tables[0]?.funds.map(({ facts }) => [facts[name as 'Date']?.value, facts[name as 'Date']?.cell]),
      faults: faults.map(({ cell, what }) => `${cell}: ${what}`),
    }
  }

  test.each<[string, object, (string | null)[][]]>([
    // In One there is none: then in the other sheet of the part, before the rest of the file.
    ['beside a label', { label: ['fund ID'] }, [['F-TWO', 'Two!C1']]],
    ['in the sheets that it names', { label: ['fund ID:'], sheet: 'notes*' }, [['F-NOTES', 'Notes_x!B1']]],
    // The own sheet of each line first.
    ['below a label', { label: ['Owner'], place: 'below' }, [['F-ONE', 'One!A6']]],
    [
      'in the cell of the label',
      { label: ['NAV as at*'], place: 'same' },
      [['30 Oct 2026, final', 'Two!A2']],
    ],
    ['in a cell', { cell: 'B2', sheet: 'Notes*' }, [[': F-CODE', 'Notes_x!B2']]],
    ['in the name of the file', { fileName: 'nav_{}_*' }, [['4711', 'NAV_4711_final.v2.xlsx']]],
    ['in the format', { value: 'X' }, [['X', null]]],
    ['with words', { fileName: 'NAV_{}_*', words: { '47*': 'W' } }, [['W', 'NAV_4711_final.v2.xlsx']]],
  ])('a fact stands %s', (_, fact, expected) => {
    expect(fund(fact)).toEqual({ funds: expected, faults: [] })
  })

  test('a cell without a sheet is that of each line’s own sheet first: a fund each', () => {
    expect(fund({ cell: 'A2' }).funds).toEqual([
      ['a', 'One!A2'],
      ['NAV as at: 30 Oct 2026, final', 'Two!A2'],
    ])
    expect(fund({ sheetName: 'T{}' }).faults).toEqual(['One!A2: Fund code is missing'])
    expect(fund({ sheetName: '{}' }).funds).toEqual([
      ['One', 'One'],
      ['Two', 'Two'],
    ])
  })

  test('text takes a part of it, and the administrator’s code becomes ours after words', () => {
    expect(fund({ label: ['NAV as at:*'], place: 'same', text: '{}, final' }, 'Date')).toEqual({
      funds: [['2026-10-30', 'Two!A2']],
      faults: [],
    })
    const more = { funds: { W: 'ARV01', '4711': 'never' } }
    expect(fund({ fileName: 'NAV_{}_*', words: { '4711': 'W' } }, 'Fund code', more).funds).toEqual([
      ['ARV01', 'NAV_4711_final.v2.xlsx'],
    ])
  })

  test('a day may stand in a date cell, and a text that is none refuses and has no value', () => {
    expect(fund({ cell: 'B3', sheet: 'Two' }, 'Date').funds).toEqual([['2026-10-30', 'Two!B3']])
    expect(fund({ cell: 'B2', sheet: 'Notes*' }, 'Date')).toEqual({
      funds: [[null, 'Notes_x!B2']],
      faults: ['Notes_x!B2: ": F-CODE" is not a date'],
    })
  })

  test('that of the NAV is refused without one', () => {
    expect(fund({ nav: true }, 'Date', { known: { Date: '2026-10-30' } })).toEqual({
      funds: [['2026-10-30', null]],
      faults: [],
    })
    expect(fund({ nav: true }, 'Date').faults).toEqual(['One!A2: Date is missing'])
  })
})

describe('several funds in one file', () => {
  const NAV_COLUMNS = {
    'Account number': { headings: ['Account'] },
    'Account name': { value: 'x' },
    Currency: { value: 'EUR' },
    Balance: { headings: ['Amount'] },
  }
  const facts = {
    'Fund code': { headings: ['Fund'], repeat: true },
    'NAV date': { value: '2026-10-30' },
    'Fund currency': { headings: ['Ccy'] },
  }

  test('lines go to their fund in the order of the funds, each with the facts of its first line', () => {
    const rows = ['Fund;Account;Amount;Ccy', 'B;1;5;USD', ';2;6;USD', 'A;3;7;EUR', 'B;4;8;USD']
    const { tables, faults } = readBy(csvOf(rows), [
      { kind: 'BALANCE', facts, parts: [{ columns: NAV_COLUMNS }] },
    ])
    expect(faults).toEqual([])
    expect(
      tables[0]?.funds.map(({ facts: own, lines }) => [
        own['Fund code'],
        own['Fund currency'],
        lines.map(({ row }) => row),
      ]),
    ).toEqual([
      [{ value: 'B', cell: 'a!A2' }, { value: 'USD', cell: 'a!D2' }, [2, 3, 5]],
      [{ value: 'A', cell: 'a!A4' }, { value: 'EUR', cell: 'a!D4' }, [4]],
    ])
  })

  test('another currency among the lines of a fund refuses, and refuses that fund alone', () => {
    const rows = ['Fund;Account;Amount;Ccy', 'B;1;5;USD', 'A;3;7;EUR', 'B;4;8;CHF']
    const { faults, ofFunds } = readBy(csvOf(rows), [
      { kind: 'BALANCE', facts, parts: [{ columns: NAV_COLUMNS }] },
    ])
    expect(faults).toMatchObject([
      { cell: 'a!D4', what: 'Fund currency "CHF" differs from "USD" of the same fund' },
    ])
    expect(ofFunds.map(({ fundCode, faults: own }) => [fundCode, own.length])).toEqual([
      ['B', 1],
      ['A', 0],
    ])
  })

  test('tables of other parties are split by fund and day', () => {
    const rows = ['Fund;At;Account;Amount', 'A;30/10/2026;x;1', 'A;29/10/2026;y;2', 'A;30.10.2026;z;3']
    const own = { 'Fund code': { headings: ['Fund'] }, Date: { headings: ['At'] } }
    const { funds } = readCash(csvOf(rows), { columns: COLUMNS }, own)
    expect(funds.map(({ facts: { Date: day }, lines }) => [day?.value, lines.map(({ row }) => row)])).toEqual(
      [
        ['2026-10-30', [2, 4]],
        ['2026-10-29', [3]],
      ],
    )
  })

  test('deals are split by NAV date; announcements may have no fund; prices are one table without facts', () => {
    const deals = readBy(
      csvOf(['Fund;At;Class;Holder;Side;Units', 'A;30/10/2026;K;h;S;1', 'A;29/10/2026;K;h;R;2']),
      [
        {
          kind: 'DEALS',
          facts: { 'Fund code': { headings: ['Fund'] }, 'NAV date': { headings: ['At'] } },
          parts: [
            {
              columns: {
                'Class code': { headings: ['Class'] },
                'Holder reference': { headings: ['Holder'] },
                Side: { headings: ['Side'] },
                Shares: { headings: ['Units'] },
              },
            },
          ],
        },
      ],
    )
    expect(deals.tables[0]?.funds.map(({ facts: own }) => own['NAV date']?.value)).toEqual([
      '2026-10-30',
      '2026-10-29',
    ])
    const announced = readBy(csvOf(['Fund;ISIN;Ex;Rate', ';XS1;30/10/2026;1.5', 'A;;30/10/2026;2']), [
      {
        kind: 'ANNOUNCEMENTS',
        facts: { 'Fund code': { headings: ['Fund'] } },
        parts: [
          {
            columns: {
              'Ex date': { headings: ['Ex'] },
              ISIN: { headings: ['ISIN'] },
              Currency: { value: 'EUR' },
              Rate: { headings: ['Rate'] },
            },
          },
        ],
      },
    ])
    expect(announced.tables[0]?.funds.map(({ facts: own }) => own['Fund code'])).toEqual([
      { value: null, cell: null },
      { value: 'A', cell: 'a!A3' },
    ])
    expect(announced.faults).toMatchObject([{ cell: 'a!A3', what: 'ISIN or Class code is needed' }])
    const prices = readBy(csvOf(['ISIN;Price;Day', 'A;1.5;30/10/2026', 'B;2.5;29/10/2026']), [
      {
        kind: 'PRICES',
        parts: [
          {
            columns: {
              ISIN: { headings: ['ISIN'] },
              Currency: { value: 'EUR' },
              Price: { headings: ['Price'] },
              'Price date': { headings: ['Day'] },
            },
          },
        ],
      },
    ])
    expect(prices.tables[0]?.funds).toMatchObject([{ facts: {}, lines: [{ row: 2 }, { row: 3 }] }])
  })

  test('the same text in one column is one fault, with its count and its first cell', () => {
    const { faults } = cash(['Account;Amount', 'a;x', 'b;x', 'c;y', 'd;x'])
    expect(faults).toEqual(['a!B2: "x" is not a number (3 cells, first a!B2)', 'a!B4: "y" is not a number'])
  })
})
