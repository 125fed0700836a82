import { read, readOne, refusalOf } from 'tests/support/areas/payments/bank-messages'
import { expect, test } from 'vitest'

const IBAN = 'LU280019400644750000'

interface Pages {
  account?: string
  number?: string
  opening?: string
  closing?: string
}

const page = (
  lines: string[],
  {
    account = IBAN,
    number = '00231/001',
    opening = ':60F:C261126EUR1000,00',
    closing = ':62F:D261127EUR12,5',
  }: Pages = {},
) => [':20:START', `:25:${account}`, `:28C:${number}`, opening, ...lines, closing, '-', ''].join('\r\n')

const entry = (line: string, ...information: string[]) => [
  `:61:${line}`,
  ...information.map((each, at) => (at === 0 ? `:86:${each}` : each)),
]

async function entriesOf(lines: string[], pages?: Pages) {
  const [statement] = (await readOne(page(lines, pages), 'mt940.sta')).statements
  return statement?.entries ?? []
}

const entryOf = async (line: string, ...information: string[]) =>
  (await entriesOf(entry(line, ...information)))[0]

test('a statement has its account, number, balances and entries', async () => {
  const document = await readOne(page(entry('2611271127D7155,73N051NONREF', 'INV15668-RUN16144')))
  expect(document).toMatchObject({ kind: 'MT940', messageId: 'START', createdOn: null, statuses: [] })
  expect(document.statements).toEqual([
    {
      account: IBAN,
      currency: 'EUR',
      number: '00231',
      opening: { day: '2026-11-26', amount: '1000', currency: 'EUR' },
      closing: { day: '2026-11-27', amount: '-12.5', currency: 'EUR' },
      entryCount: 1,
      entries: [
        {
          position: 1,
          status: 'booked',
          direction: 'debit',
          booked: { amount: '7155.73', currency: 'EUR' },
          instructed: null,
          exchangeRate: null,
          charges: null,
          bookingDate: '2026-11-27',
          valueDate: '2026-11-27',
          counterparty: { name: '', account: '' },
          text: 'INV15668-RUN16144',
          references: { endToEndId: null, instructionId: null, messageId: null, groupId: null, bank: null },
          batch: null,
          isReversal: false,
          returned: null,
        },
      ],
    },
  ])
})

test.each([
  ['C', 'credit', false],
  ['D', 'debit', false],
  ['RC', 'debit', true],
  ['RD', 'credit', true],
  // With a funds code, the third letter of the currency.
  ['DR', 'debit', false],
  ['CR', 'credit', false],
  ['RDR', 'credit', true],
])('the mark %s is a %s', async (mark, direction, isReversal) => {
  expect(await entryOf(`2611271127${mark}1,5NTRFNONREF`)).toMatchObject({
    direction,
    isReversal,
    booked: { amount: '1.5' },
  })
})

test.each([
  ['261127', '2026-11-27', null],
  ['2611271126', '2026-11-27', '2026-11-26'],
  ['2601021231', '2026-01-02', '2025-12-31'],
  ['2512310102', '2025-12-31', '2026-01-02'],
  ['2403010229', '2024-03-01', '2024-02-29'],
  ['9912311231', '1999-12-31', '1999-12-31'],
])('the dates %s are %s and %s', async (dates, valueDate, bookingDate) => {
  expect(await entryOf(`${dates}D1,NTRFNONREF`)).toMatchObject({ valueDate, bookingDate })
})

test.each([
  ['NTRFNONREF', null, null],
  ['NTRFINV1-RUN2//BANK-1', 'INV1-RUN2', 'BANK-1'],
  ['N051KREF+//B', null, 'B'],
  ['NTRFEREF', null, null],
])('the references of %s', async (references, instructionId, bank) => {
  expect((await entryOf(`261127D1,${references}`))?.references).toMatchObject({ instructionId, bank })
})

test('the notation of German banks is read', async () => {
  const read = await entryOf(
    '2611271127D7155,73N051NONREF//B1',
    '177?00SEPA-UEBERWEISUNG?109075/629?20EREF+INV15668-RUN16144?21KREF',
    '+FD-RUN16144-1-1-S?22SVWZ+Rechnung 2026/117 vom?23 Oktober?30COBADEFF?31D',
    'E89370400440532013000?32Kanzlei Gross und Soehne Re?33chtsanwaelte',
  )
  expect(read).toMatchObject({
    text: 'SEPA-UEBERWEISUNG / Rechnung 2026/117 vom Oktober',
    counterparty: { name: 'Kanzlei Gross und Soehne Rechtsanwaelte', account: 'DE89370400440532013000' },
    references: {
      endToEndId: 'INV15668-RUN16144',
      instructionId: 'FD-RUN16144-1-1-S',
      groupId: 'FD-RUN16144-1-1-S',
      bank: 'B1',
    },
  })
})

test('a full subfield goes on in the next in the middle of a word, but not before a code word', async () => {
  const read = await entryOf(
    '261127D1,NTRFNONREF',
    '166?00X?20EREF+ABCDEFGHIJKLMNOPQRSTUV?21WXYZ?22SVWZ+ABCDEFGHIJKLMNOPQRSTUV?23IBAN+DE89370400440532013000',
  )
  expect(read).toMatchObject({
    text: 'X / ABCDEFGHIJKLMNOPQRSTUV',
    references: { endToEndId: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' },
    counterparty: { account: 'DE89370400440532013000' },
  })
})

test('tags between slashes are read', async () => {
  const read = await entryOf(
    '261127D1000,NTRFNONREF',
    '/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/De Bank',
    ' en Zoon/REMI/USTD//Factuur 12//EREF/INV1-RUN2/PREF/FD-RUN2-1-1-S/OCMT/USD1160,00/EXCH/1,16/CHGS/EUR4,5/',
  )
  expect(read).toMatchObject({
    text: 'Factuur 12',
    counterparty: { name: 'De Bank en Zoon', account: 'NL91ABNA0417164300' },
    references: { endToEndId: 'INV1-RUN2', groupId: 'FD-RUN2-1-1-S' },
    instructed: { amount: '1160', currency: 'USD' },
    exchangeRate: '1.16',
    charges: { amount: '4.5', currency: 'EUR' },
  })
})

test.each([
  [['/CNTP/NL91ABNA0417164300/ABNANL2A/De Bank/Utrecht//REMI/USTD//x/'], 'De Bank', 'NL91ABNA0417164300'],
  [['/ORDP//NAME/Payer SA/REMI/x'], 'Payer SA', ''],
  [
    ['/BENM//NAME/Payee SA/ACCW/DE89370400440532013000,COBADEFF/REMI/x'],
    'Payee SA',
    'DE89370400440532013000',
  ],
])('the counterparty of %j', async (lines, name, account) => {
  expect(await entryOf('261127D1,NTRFNONREF', ...lines)).toMatchObject({
    text: 'x',
    counterparty: { name, account },
  })
})

test('tags with a plus are read in plain text, and NOTPROVIDED is no id', async () => {
  const read = await entryOf('261127D1,NTRFNONREF', 'EREF+INV1-RUN2 SVWZ+Invoice 7 OAMT+USD 1,16')
  expect(read).toMatchObject({
    text: 'Invoice 7',
    references: { endToEndId: 'INV1-RUN2' },
    instructed: { amount: '1.16', currency: 'USD' },
  })
  const without = await entryOf('261127D1,NTRFNONREF', 'EREF+NOTPROVIDED SVWZ+Invoice 7')
  expect(without?.references.endToEndId).toBeNull()
})

test('plain text is joined: a full line goes on in the next in the middle of a word', async () => {
  const full = 'x'.repeat(65)
  expect((await entryOf('261127D1,NTRFNONREF', 'Invoice 7', 'of October'))?.text).toBe('Invoice 7 of October')
  expect((await entryOf('261127D1,NTRFNONREF', full, 'yz'))?.text).toBe(`${full}yz`)
})

test('the second line of an entry is part of its text, or has tags', async () => {
  const [entry] = await entriesOf([':61:261127D1,NTRFNONREF', 'Card fee', ':86:November'])
  expect(entry?.text).toBe('November / Card fee')
  const [other] = await entriesOf([':61:261127D1,NTRFNONREF', '/OCMT/USD1,16/', ':86:November'])
  expect(other).toMatchObject({ text: 'November', instructed: { amount: '1.16', currency: 'USD' } })
})

test.each([
  ['the type of the entry', 'NRTINONREF', 'x', { code: '', text: '' }],
  ['a code word with the reason', 'NTRFNONREF', '/RTRN/AC04/REMI/x', { code: 'AC04', text: '' }],
  ['the code of German banks', 'N051NONREF', '159?00RUECKUEBERWEISUNG?20SVWZ+x', { code: '', text: '' }],
])('a return is recognised by %s', async (_, type, information, returned) => {
  expect((await entryOf(`261127C1,${type}`, information))?.returned).toEqual(returned)
})

test.each([
  [IBAN, IBAN, 'EUR'],
  ['lu28 0019 4006 4475 0000', IBAN, 'EUR'],
  ['NL91ABNA0417164300EUR', 'NL91ABNA0417164300', 'EUR'],
  [`BGLLLULL/${IBAN}`, IBAN, 'EUR'],
  ['37040044/0532013000', 'DE89370400440532013000', 'EUR'],
  ['37040044/532013000EUR', 'DE89370400440532013000', 'EUR'],
  ['BGLLLULL/12 34', '1234', 'EUR'],
  ['0123456789', '0123456789', 'EUR'],
])('the account %s is %s', async (written, account, currency) => {
  const [statement] = (await readOne(page([], { account: written }))).statements
  expect(statement).toMatchObject({ account, currency })
})

test('pages of a statement are one, and entries of the next account do not join them', async () => {
  const file = [
    page(entry('261127D1,NTRFNONREF', 'one'), { number: '5/1', closing: ':62M:C261127EUR999,00' }),
    page(entry('261127D2,NTRFNONREF', 'two'), {
      number: '5/2',
      opening: ':60M:C261127EUR999,00',
      closing: ':62F:C261127EUR997,00',
    }),
    page(entry('261127D3,NTRFNONREF', 'three'), { account: 'NL91ABNA0417164300', number: '5/3' }),
  ].join('')
  const { statements } = await readOne(file)
  expect(
    statements.map(({ account, entryCount, entries }) => [
      account,
      entryCount,
      entries.map(({ text }) => text),
    ]),
  ).toEqual([
    [IBAN, 2, ['one', 'two']],
    ['NL91ABNA0417164300', 1, ['three']],
  ])
  expect(statements[0]).toMatchObject({
    opening: { amount: '1000' },
    closing: { amount: '997' },
    number: '5',
  })
  expect(statements.flatMap(({ entries }) => entries.map(({ position }) => position))).toEqual([1, 2, 3])
})

test('a page whose beginning is in another file has no opening balance', async () => {
  const [statement] = (await readOne(page([], { opening: ':60M:C261127EUR999,00' }))).statements
  expect(statement).toMatchObject({ opening: null, closing: { amount: '-12.5' } })
})

test('information after the closing balance is about the statement', async () => {
  const file = page(entry('261127D1,NTRFNONREF')).replace('\r\n-\r\n', '\r\n:86:Interest changed\r\n-\r\n')
  expect((await readOne(file)).statements[0]?.entries[0]?.text).toBe('')
})

test('messages in the envelope of SWIFT are read, with other ends of lines and control characters', async () => {
  const inside = (number: string) =>
    `\u0001{1:F01BGLLLULLAXXX0000000000}{2:O9401200261127BGLLLULLAXXX00000000002611271200N}{4:\n${page(entry('261127D1,NTRFNONREF', 'one'), { number }).replaceAll('\r\n', '\n').replace('\n-\n', '\n-}{5:{CHK:0}}\u0003')}`
  const { statements } = await readOne(inside('1') + inside('2'))
  expect(statements.map(({ number, entries }) => [number, entries.length])).toEqual([
    ['1', 1],
    ['2', 1],
  ])
})

test('a file without a name that says so is read as what it is', async () => {
  expect(await read(page([]), 'statement')).toHaveLength(1)
})

test.each([
  [
    entry('261327D1,NTRFNONREF'),
    'has an entry that cannot be read in line 5 (:61:). Ask the bank for a corrected file.',
  ],
  [
    entry('261127X1,NTRFNONREF'),
    'has an entry that cannot be read in line 5 (:61:). Ask the bank for a corrected file.',
  ],
  [
    entry('261127D1,255NTRFNONREF'),
    'has the amount 1.255 EUR in line 5, but EUR has two decimals. Ask the bank for a corrected file.',
  ],
])('%j is refused with its line', async (lines, why) => {
  expect(await refusalOf(page(lines), 'mt940.sta')).toBe(`“mt940.sta” ${why}`)
})

test('a file that is cut off is refused: entries may be missing', async () => {
  const file = page(entry('261127D1,NTRFNONREF'))
  expect(await refusalOf(file.slice(0, file.indexOf(':62F:')))).toBe(
    `“answer.xml” has no closing balance (:62F:) for the account ${IBAN}: it may be cut off. Download it from the bank again.`,
  )
})

test('a balance or order of fields that cannot be read is refused', async () => {
  expect(await refusalOf(page([], { closing: ':62F:C261127EUR' }))).toBe(
    '“answer.xml” has a balance that cannot be read in line 5 (:62F:). Ask the bank for a corrected file.',
  )
  expect(await refusalOf(page([]).replace(/:60F:.*/, ':61:261127D1,NTRFNONREF'))).toBe(
    '“answer.xml” names no currency for the entry in line 4: it has no opening balance (:60F:). Ask the bank for a corrected file.',
  )
  expect(await refusalOf(`:20:A\r\n:60F:C261126EUR1,00\r\n:25:${IBAN}\r\n:62F:C261126EUR1,00\r\n`)).toBe(
    '“answer.xml” has the field :60F: in line 2 before it names an account. Ask the bank for a corrected file.',
  )
})
