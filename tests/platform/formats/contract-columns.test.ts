import { bookOf, csvOf, readBy, type Written } from 'tests/support/formats/read-by'
import { describe, expect, test } from 'vitest'

// What a format says of one column, sentence by sentence; every figure is worked out by hand.

const FACTS = { 'Fund code': { value: 'F1' }, Date: { value: '2026-10-30' } }
const HEADINGS = { Account: { headings: ['Account'] }, Currency: { value: 'EUR' } }

/** Reads cash accounts: a simple table of texts and numbers. */
function cash(
  rows: readonly (readonly Written[])[] | readonly string[],
  columns: Record<string, object>,
  { part = {}, ...more }: { part?: object; [key: string]: unknown } = {},
) {
  const isText = typeof rows[0] === 'string'
  const book = isText ? csvOf(rows as string[]) : bookOf({ S: rows as Written[][] })
  const tables = [{ kind: 'CASH', facts: FACTS, parts: [{ columns: { ...HEADINGS, ...columns }, ...part }] }]
  const { tables: read, faults } = readBy(book, tables, more)
  const lines = read.flatMap(({ funds }) => funds.flatMap((fund) => fund.lines))
  return {
    lines,
    faults: faults.map(({ cell, what }) => `${cell}: ${what}`),
    of: (name: string) => lines.map(({ values }) => values[name]),
    cellsOf: (name: string) => lines.map(({ cells }) => cells[name]),
    skipped: read[0]?.skipped,
  }
}

describe('the text of a cell', () => {
  test('is a text as written, a number in plain digits, a day, TRUE, FALSE or the name of an error', () => {
    const rows: Written[][] = [
      ['Account', 'Amount'],
      ['  a b ', 1],
      [0.1 + 0.2, 1],
      [1e-7, 1],
      [1e21, 1],
      [{ percent: 0.125 }, 1],
      [{ date: 46_325.75 }, 1],
      [true, 1],
      [false, 1],
      [{ error: '#N/A' }, 1],
    ]
    const read = cash(rows, { Balance: { headings: ['Amount'] }, Account: { headings: ['Account'] } })
    expect(read.of('Account')).toEqual([
      'a b',
      '0.3',
      '0.0000001',
      '1000000000000000000000',
      '0.125',
      '2026-10-30',
      'TRUE',
      'FALSE',
      null,
    ])
    expect(read.faults).toEqual(['S!A10: "#N/A" is an error value'])
  })

  test('a number has 15 significant digits, a text all that it has', () => {
    const columns = { Balance: { headings: ['Amount'] } }
    expect(
      cash(
        [
          ['Account', 'Amount'],
          ['a', 1234567890.1234567],
        ],
        columns,
      ).of('Balance'),
    ).toEqual(['1234567890.12346'])
    expect(cash(['Account;Amount', 'a;1234567890.1234567'], columns).of('Balance')).toEqual([
      '1234567890.1234567',
    ])
  })

  test('a formula without a stored result refuses, whatever the column does with texts', () => {
    const rows: Written[][] = [
      ['Account', 'Amount'],
      [{ formula: 'without a result' }, 5],
    ]
    for (const options of [{ text: '{} - *' }, { words: { '*': 'x' } }, { blank: ['*'] }])
      expect(
        cash(rows, {
          Account: { headings: ['Account'], ...options },
          Balance: { headings: ['Amount'] },
        }).faults,
      ).toEqual([expect.stringMatching(/^S!A2: the formula has no stored result/)])
  })

  test('an error counts as blank or as a word by its name, and is never cut by a pattern', () => {
    const rows: Written[][] = [
      ['Account', 'Amount', 'Pending'],
      ['a', 5, { error: '#N/A' }],
    ]
    const pending = (options: object) =>
      cash(rows, {
        Balance: { headings: ['Amount'] },
        Pending: { headings: ['Pending'], ...options },
      })
    expect(pending({ blank: ['#N/A'] }).of('Pending')).toEqual([null])
    expect(pending({ words: { '#N/A': '7' } }).of('Pending')).toEqual(['7'])
    expect(pending({ text: '{} EUR' }).faults).toEqual(['S!C2: "#N/A" is an error value'])
  })

  test('days of a book count from 1904 where it says so', () => {
    const book = bookOf(
      {
        S: [
          ['Account', 'Amount'],
          [{ date: 0 }, 1],
        ],
      },
      { date1904: true },
    )
    const columns = { ...HEADINGS, Balance: { headings: ['Amount'] } }
    const { tables } = readBy(book, [{ kind: 'CASH', facts: FACTS, parts: [{ columns }] }])
    expect(tables[0]?.funds[0]?.lines[0]?.values.Account).toBe('1904-01-01')
  })
})

describe('numbers', () => {
  const columns = { Balance: { headings: ['Amount'] }, Pending: { headings: ['Wait'], maybe: true } }

  test.each([
    ['1,234,567.5', '1234567.5'],
    ['1 234 567,5', '1234567.5'],
    ['1\u00a0234,5', '1234.5'],
    ['1\u202f234,5', '1234.5'],
    ['1’234.5', '1234.5'],
    ["1'234.5", '1234.5'],
    ['1.234.567', '1234567'],
    ['(12.50)', '-12.5'],
    ['12.50-', '-12.5'],
    ['\u221212.50', '-12.5'],
    ['+12.50', '12.5'],
    ['12.50 %', '12.5'],
    ['(12.50 %)', '-12.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1234.567', '1234.567'],
    ['-0.00', '0'],
  ])('%j is %s', (text, number) => {
    const read = cash([`Account|Amount`, `a|${text}`], columns)
    expect([read.faults, read.of('Balance')]).toEqual([[], [number]])
  })

  test.each(['12 EUR', '1,23,456.5', '--5', '1 2345', 'one', '1e5'])('%j is no number', (text) => {
    expect(cash(['Account|Amount', `a|${text}`], columns).faults).toEqual([`a!B2: "${text}" is not a number`])
  })

  test('the mark is decided by the numbers that lines read, and by no others', () => {
    const skipped = cash(['Account;Amount', 'Total;7,5', 'a;1.234', 'b;2.5'], columns, {
      part: { skip: ['Total'] },
    })
    expect([skipped.faults, skipped.of('Balance')]).toEqual([[], ['1.234', '2.5']])
    const leftOut = cash(['Account;Amount;Status', 'a;7,5;old', 'b;1.5;new'], columns, {
      part: { only: [{ headings: ['Status'], is: ['new'] }] },
    })
    expect([leftOut.faults, leftOut.of('Balance')]).toEqual([[], ['1.5']])
    const unused = cash(['Account;Amount;Wait', 'a;1.5;7,5'], {
      ...columns,
      Pending: { headings: ['Wait'], when: { Account: ['b'] } },
    })
    expect([unused.faults, unused.of('Balance'), unused.of('Pending')]).toEqual([[], ['1.5'], [null]])
  })

  test('the other column of a line decides, too; numbers that disagree refuse, the rarer first', () => {
    const agreed = cash(['Account;Amount;Wait', 'a;1.234;0,5'], columns)
    expect([agreed.of('Balance'), agreed.of('Pending')]).toEqual([['1234'], ['0.5']])
    const torn = cash(['Account;Amount;Wait', 'a;1.5;0,25', 'b;2.5;'], columns)
    expect(torn.faults).toEqual([
      'a!C2: "0,25" has a decimal comma, other numbers of this sheet have a decimal point',
      'a!B2: "1.5" has a decimal point, other numbers of this sheet have a decimal comma',
      'a!B3: "2.5" has a decimal point, other numbers of this sheet have a decimal comma',
    ])
  })

  test('two numbers that are taken out of one cell both count for the mark', () => {
    const read = cash(['Account;Both', 'a;1.234 of 0,5'], {
      Balance: { headings: ['Both'], text: '{} of *' },
      Pending: { headings: ['Both'], text: '* of {}' },
    })
    expect([read.faults, read.of('Balance'), read.of('Pending')]).toEqual([[], ['1234'], ['0.5']])
  })

  test('values, scales and words are written with a point, whatever the mark of the file is', () => {
    const read = cash(
      ['Account;Amount;Wait', 'a;1.234,5;half', 'b;2,5;'],
      {
        Balance: { headings: ['Amount'], scale: '0.5' },
        Pending: { headings: ['Wait'], words: { half: '0.5' }, orElse: { value: '1.234' } },
      },
      { decimal: ',' },
    )
    expect([read.of('Balance'), read.of('Pending')]).toEqual([
      ['617.25', '1.25'],
      ['0.5', '1.234'],
    ])
  })

  test('a percentage counts a hundred times where the column is one of percentages, and nowhere else', () => {
    const facts = {
      'Fund code': { value: 'F1' },
      'NAV date': { value: '2026-10-30' },
      'Fund currency': { value: 'EUR' },
    }
    const columns = {
      'Instrument code': { headings: ['Id'] },
      'Instrument name': { headings: ['Id'] },
      Type: { value: 'equity' },
      'Quotation currency': { value: 'EUR' },
      Quantity: { headings: ['Share'] },
      'Market value': { headings: ['Share'] },
      '% NAV': { headings: ['Share'] },
      Coupon: { headings: ['Text'] },
    }
    const book = bookOf({
      S: [
        ['Id', 'Share', 'Text'],
        ['A', { percent: 0.125 }, '4.5 %'],
      ],
    })
    const { tables } = readBy(book, [{ kind: 'INVENTORY', facts, parts: [{ columns }] }])
    expect(tables[0]?.funds[0]?.lines[0]?.values).toMatchObject({
      Type: 'Equity',
      Quantity: '0.125',
      '% NAV': '12.5',
      Coupon: '4.5',
    })
  })
})

describe('where a column is', () => {
  test('it is the leftmost that one of its headings matches, without case, accents and runs of blanks', () => {
    const read = cash(['Account;VALEUR  boursière (EUR);Amount', 'a;7;8'], {
      Balance: { headings: ['Amount', 'valeur BOURSIERE*'] },
    })
    expect(read.cellsOf('Balance')).toEqual(['a!B2'])
  })

  test('a letter names it, whatever its heading is', () => {
    const read = cash(['Account;x;y', 'a;7;8'], { Balance: { at: 'C' } })
    expect([read.of('Balance'), read.cellsOf('Balance')]).toEqual([['8'], ['a!C2']])
  })

  test('a value is in every line and has no cell; a fact has the cell of the fact', () => {
    const book = csvOf(['Fund;LUX', 'Account;Amount', 'a;7'])
    const facts = { ...FACTS, 'Fund code': { label: ['Fund'] } }
    const columns = { ...HEADINGS, Account: { fact: 'Fund code' }, Balance: { headings: ['Amount'] } }
    const { tables } = readBy(book, [{ kind: 'CASH', facts, parts: [{ columns }] }])
    expect(tables[0]?.funds[0]?.lines).toEqual([
      {
        row: 3,
        values: { Account: 'LUX', Currency: 'EUR', Balance: '7', Pending: null },
        cells: { Account: 'a!B1', Balance: 'a!B3' },
      },
    ])
  })
})

describe('what a column does', () => {
  const amount = (options: object, rows: string[], more: Record<string, object> = {}) =>
    cash(rows, { Balance: { value: '0' }, Pending: { headings: ['Amount'], ...options }, ...more })

  test('text takes what is at {}; where it does not match, the value is blank', () => {
    const read = cash(['Account;Amount', '10 - Élan (USD);1', 'nothing;2'], {
      Account: { headings: ['Account'], text: '* - {} (*)', orElse: { value: 'none' } },
      Balance: { headings: ['Amount'] },
    })
    expect(read.of('Account')).toEqual(['Élan', 'none'])
    expect(read.cellsOf('Account')).toEqual(['a!A2', undefined])
  })

  test('blank is checked before and after text', () => {
    const rows = ['Account;Amount', 'a;5 EUR', 'b;- EUR', 'c;- EUR', 'd;none']
    const options = { text: '{} EUR', blank: ['-', 'none'], orElse: { value: '9' } }
    expect(amount(options, rows).of('Pending')).toEqual(['5', '9', '9', '9'])
  })

  test('when compares the final value of the other column, ignoring case', () => {
    const rows = ['Account;Amount;Ccy', 'a;5;us dollar', 'b;6;EUR', 'c;7;']
    const read = amount({ when: { Currency: ['usd', 'CHF'] } }, rows, {
      Currency: {
        headings: ['Ccy'],
        words: { 'US *': 'USD' },
        orElse: { value: 'CHF' },
      },
    })
    expect(read.of('Pending')).toEqual(['5', null, '7'])
  })

  test('repeat takes the cell of the nearest line above that has one, whatever only and when say of it', () => {
    const rows = [
      'Account;Amount;Status;Ccy',
      'a;1;new;USD',
      ';2;old;CHF',
      'b;3;old;EUR',
      ';4;new;EUR',
      'Total;9;;',
      ';5;new;',
    ]
    const read = cash(
      rows,
      {
        Account: { headings: ['Account'], repeat: true },
        Balance: { headings: ['Amount'] },
        Currency: {
          headings: ['Ccy'],
          repeat: true,
          when: { Balance: ['1', '4', '5'] },
          orElse: { value: '-' },
        },
      },
      { part: { only: [{ headings: ['Status'], is: ['new'] }], skip: ['Total'] } },
    )
    expect(read.of('Account')).toEqual(['a', 'b', 'b'])
    expect(read.of('Currency')).toEqual(['USD', 'EUR', 'EUR'])
    expect(read.cellsOf('Account')).toEqual(['a!A2', 'a!A4', 'a!A4'])
    expect(read.skipped).toBe(3)
  })

  test('a cell that counts as blank is not repeated over, and where when does not hold nothing is repeated', () => {
    const blank = amount({ repeat: true, blank: ['-'] }, ['Account;Amount', 'a;1', 'b;-', 'c;'])
    expect(blank.of('Pending')).toEqual(['1', null, null])
    const rows = ['Account;Amount', 'a;1', 'b;']
    expect(amount({ repeat: true, when: { Account: ['a'] } }, rows).of('Pending')).toEqual(['1', null])
  })

  test('words: one without wildcards first, then the longest, then the first; without a match the text stays', () => {
    const words = { 'EQ*': 'E', 'EQ*FUT*': 'F', '*': 'X', 'eq  fund': 'G', 'b?': 'Y', 'B*': 'Z' }
    const rows = ['Account;Amount', 'Eq Fund;1', 'EQ IDX FUT 12;1', 'EQTY;1', 'bc;1', 'Q;1']
    expect(
      cash(rows, { Account: { headings: ['Account'], words }, Balance: { headings: ['Amount'] } }).of(
        'Account',
      ),
    ).toEqual(['G', 'F', 'E', 'Z', 'X'])
    const none = { headings: ['Account'], words: { a: 'b' } }
    expect(
      cash(['Account;Amount', 'c;1'], { Account: none, Balance: { headings: ['Amount'] } }).of('Account'),
    ).toEqual(['c'])
  })

  test('words are never applied to a blank, and a word that is none makes the value blank', () => {
    const rows = ['Account;Amount', 'a;', 'b;old']
    const read = amount({ words: { '*': '5', old: '' }, orElse: { value: '7' } }, rows)
    expect([read.faults, read.of('Pending')]).toEqual([[], ['7', null]])
  })

  test('invert, scale, negate and plus follow each other in this order', () => {
    const rows = ['Account;Amount;More', 'a;8;2', 'b;3;']
    const options = { invert: true, scale: '100', negate: true, plus: [{ headings: ['More'] }] }
    const read = amount(options, rows)
    expect(read.of('Pending')).toEqual(['-10.5', '-33.3333333333333'])
    expect(read.cellsOf('Pending')).toEqual(['a!B2 + a!C2', 'a!B3'])
    expect(amount({ invert: true }, ['Account;Amount', 'a;6']).of('Pending')).toEqual(['0.166666666666667'])
    expect(amount({ invert: true }, ['Account;Amount', 'a;0']).faults).toEqual([
      expect.stringMatching(/^a!B2: "0"/),
    ])
  })

  test('addends are neither scaled nor negated with the column; a blank counts 0, all blank are blank', () => {
    const rows = ['Account;Amount;Up;Down', 'a;1;10;100', 'b;;n/a;100', 'c;;n/a;', 'd;;10;']
    const options = {
      scale: '2',
      plus: [
        { headings: ['Up'], blank: ['n/a'] },
        { headings: ['Down'], negate: true, maybe: true },
      ],
    }
    const read = amount(options, rows)
    expect(read.of('Pending')).toEqual(['-88', '-100', null, '10'])
    expect(read.cellsOf('Pending')).toEqual(['a!B2 + a!C2 + a!D2', 'a!D3', undefined, 'a!C5'])
  })

  test('an addend counts where its own when holds, and none where that of the column does not', () => {
    const rows = ['Account;Amount;Up', 'a;1;10', 'b;1;10', 'c;1;10']
    const options = {
      when: { Account: ['a', 'b'] },
      plus: [{ headings: ['Up'], when: { Account: ['a', 'c'] } }],
    }
    expect(amount(options, rows).of('Pending')).toEqual(['11', '1', null])
  })

  test('orElse is final: its own options apply, those of the column do not', () => {
    const rows = ['Account;Amount;Other;Up', 'a;4;5;6', 'b;;5;6', 'c;;;6', 'd;-;x;6']
    const options = {
      scale: '10',
      negate: true,
      blank: ['-'],
      plus: [{ headings: ['Up'] }],
      orElse: { headings: ['Other'], scale: '2', words: { x: '3' } },
    }
    const read = amount(options, rows)
    expect(read.of('Pending')).toEqual(['-34', '10', '6', '6'])
    expect(read.cellsOf('Pending')).toEqual(['a!B2 + a!D2', 'a!C3', 'a!D4', 'a!C5'])
  })

  test('orElse also applies where when does not hold, and nests', () => {
    const rows = ['Account;Amount;Other', 'a;4;5', 'b;4;', 'c;4;5']
    const options = {
      when: { Account: ['a'] },
      orElse: { headings: ['Other'], when: { Account: ['b', 'c'] }, orElse: { value: '9' } },
    }
    expect(amount(options, rows).of('Pending')).toEqual(['4', '9', '5'])
  })
})

describe('days', () => {
  const day = (written: Written, dates: string[]) => {
    const book = bookOf({
      S: [
        ['ISIN', 'Quote', 'Day'],
        ['A', 1, written],
      ],
    })
    const columns = {
      ISIN: { headings: ['ISIN'] },
      Currency: { value: 'EUR' },
      Price: { headings: ['Quote'] },
      'Price date': { headings: ['Day'] },
    }
    const { tables, faults } = readBy(book, [{ kind: 'PRICES', parts: [{ columns }] }], { dates })
    return faults[0]?.what ?? tables[0]?.funds[0]?.lines[0]?.values['Price date']
  }

  test.each<[Written, string[], string]>([
    [{ date: 46_325 }, ['MM/dd/yyyy'], '2026-10-30'],
    [20_261_030, ['yyyyMMdd'], '2026-10-30'],
    [20_261_030, [], '"20261030" is not a date'],
    [46_325, ['yyyyMMdd'], '"46325" is not a date'],
    ['20261030', ['yyyyMMdd'], '2026-10-30'],
    ['03/04/2026', [], '2026-04-03'],
    ['03/04/2026', ['MM/dd/yyyy'], '2026-03-04'],
    ['30.04.2026', ['MM/dd/yyyy'], '"30.04.2026" is not a date'],
    ['30.04.2026', ['MMM d, yyyy'], '2026-04-30'],
    ['30/04/2026', ['yyyy-M-d'], '2026-04-30'],
    ['Sept. 3, 2026', ['MMM d, yyyy'], '2026-09-03'],
    ['3 MÄRZ 26', ['d MMM yy'], '2026-03-03'],
    ['3 fevr. 2026', ['d MMM yyyy'], '2026-02-03'],
    ['30OTT2026', ['ddMMMyyyy'], '2026-10-30'],
    ['2026-10-30T00:00:00+01:00', [], '2026-10-30'],
    ['30/10/2026 9:05', [], '2026-10-30'],
    ['30/10/2026 09:05:10.123 AM UTC', [], '2026-10-30'],
    ['10/3/26 17:00 -0500', ['M/d/yy'], '2026-10-03'],
    ['29/02/2026', [], '"29/02/2026" is not a date'],
    [true, [], '"TRUE" is not a date'],
  ])('%j with %j is %s', (written, dates, expected) => {
    expect(day(written, dates)).toBe(expected)
  })
})
