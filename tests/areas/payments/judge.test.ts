import { expect, test } from 'vitest'
import type {
  BankDocument,
  BankEntry,
  BankStatement,
  PaymentStatus,
} from '~/areas/payments/bank-files/bank-document'
import { judge } from '~/areas/payments/bank-inbox/judge'
import type { OurRecords, RecordedPayment } from '~/areas/payments/bank-inbox/our-records'
import { judgeStatements } from '~/areas/payments/bank-inbox/statements'
import { Big } from '~/platform/values/decimal'

const ACCOUNT = 'LU280019400644750000'
const TODAY = '2026-11-10'

const payment = (id: number, more: Partial<RecordedPayment> = {}): RecordedPayment => ({
  id,
  runId: 100,
  invoiceId: id,
  endToEndId: `INV${id}-RUN100`,
  messageId: 'FD-RUN100-1-1',
  groupId: 'FD-RUN100-1-1-S',
  amount: '100.00',
  currency: 'EUR',
  account: ACCOUNT,
  state: 'sent',
  valueDate: null,
  fileMadeOn: '2026-11-05',
  booked: null,
  bookedBy: null,
  bankNote: '',
  keepsApprovals: true,
  ...more,
})

const recordsOf = (payments: RecordedPayment[], more: Partial<OurRecords> = {}): OurRecords => ({
  today: TODAY,
  accounts: new Map([[ACCOUNT, { entityId: 1, entity: 'Hespéris' }]]),
  payments,
  entries: [],
  files: [{ messageId: 'FD-RUN100-1-1', runId: 100, isSent: true, groupIds: ['FD-RUN100-1-1-S'] }],
  openInvoices: [],
  rates: new Map([
    ['EUR', '1'],
    ['GBP', '1.25'],
    ['JPY', '0.0062'],
  ]),
  ...more,
})

const entry = (more: Partial<BankEntry> & { id?: string } = {}): BankEntry => {
  const { id = null, ...given } = more
  return {
    position: 1,
    status: 'booked',
    direction: 'debit',
    booked: { amount: '100', currency: 'EUR' },
    instructed: null,
    exchangeRate: null,
    charges: null,
    bookingDate: '2026-11-09',
    valueDate: '2026-11-09',
    counterparty: { name: '', account: '' },
    text: '',
    references: { endToEndId: id, instructionId: null, messageId: null, groupId: null, bank: null },
    batch: null,
    isReversal: false,
    returned: null,
    ...given,
  }
}

let documents = 0
const document = (more: Partial<BankDocument>): BankDocument => {
  documents += 1
  const sha256 = `${documents}`
  return {
    kind: 'camt.054',
    messageId: 'M',
    createdOn: null,
    sha256,
    name: 'a.xml',
    statements: [],
    statuses: [],
    ...more,
  }
}

const statement = (entries: BankEntry[], more: Partial<BankStatement> = {}): BankStatement => ({
  account: ACCOUNT,
  currency: 'EUR',
  number: null,
  entries,
  opening: null,
  closing: null,
  entryCount: entries.length,
  ...more,
})

const booked = (entries: BankEntry[], more: Partial<BankStatement> = {}) =>
  document({ statements: [statement(entries, more)] })

const status = (more: Partial<PaymentStatus>): PaymentStatus => ({
  position: 1,
  level: 'payment',
  messageId: 'FD-RUN100-1-1',
  groupId: null,
  endToEndId: null,
  code: 'RJCT',
  reasons: [],
  amount: null,
  account: '',
  bankReference: null,
  ...more,
})

const outcomes = async (documentsOf: BankDocument[], records: OurRecords) =>
  (await judge(documentsOf, records)).map(({ outcome, topic }) =>
    topic === null ? outcome : `${outcome}: ${topic}`,
  )

const effectsOf = async (documentsOf: BankDocument[], records: OurRecords) =>
  (await judge(documentsOf, records)).flatMap(({ effects }) => effects.map((effect) => effect.do))

const ID = 'INV1-RUN100'

test.each<[string, Partial<BankEntry>, Partial<BankStatement>, string[]]>([
  ['another account', {}, { account: 'DE89370400440532013000' }, ['Account']],
  ['one cent less', { booked: { amount: '99.99', currency: 'EUR' } }, {}, ['Amount']],
  ['another currency', { booked: { amount: '100', currency: 'USD' } }, {}, ['Currency']],
  [
    'a wrong counter-amount',
    { booked: { amount: '90', currency: 'USD' }, instructed: { amount: '99', currency: 'EUR' } },
    {},
    ['Currency', 'Amount', 'Instructed amount'],
  ],
  ['a day before the file was made', { bookingDate: '2026-11-04' }, {}, ['Booking date']],
  ['a value date before the file was made', { valueDate: '2026-11-04' }, {}, ['Value date']],
  [
    'the day after tomorrow',
    { bookingDate: '2026-11-12', valueDate: '2026-11-12' },
    {},
    ['Booking date', 'Value date'],
  ],
  ['a reversal', { isReversal: true }, {}, ['Kind']],
])('a debit with %s settles nothing, and the inbox has each difference', async (_, more, on, whats) => {
  const [decision] = await judge([booked([entry({ id: ID, ...more })], on)], recordsOf([payment(1)]))
  expect(decision).toMatchObject({ outcome: 'inbox', topic: 'difference', effects: [] })
  expect(decision?.differences.map(({ what }) => what)).toEqual(whats)
  for (const { ours, bank } of decision?.differences ?? []) expect(ours).not.toBe(bank)
})

test('tomorrow is not the future, and the instruction id counts like the end-to-end id', async () => {
  const early = entry({ id: ID, bookingDate: '2026-11-11', valueDate: '2026-11-11' })
  expect(await outcomes([booked([early])], recordsOf([payment(1)]))).toEqual(['settled'])
  const references = { ...entry().references, endToEndId: 'NOTPROVIDED', instructionId: ID }
  expect(await outcomes([booked([entry({ references })])], recordsOf([payment(1)]))).toEqual(['settled'])
})

test('a debit and its return are judged as a whole, in any order', async () => {
  const out = entry({ id: ID })
  const back = entry({ id: ID, direction: 'credit', returned: { code: 'AC04', text: '' } })
  expect(await outcomes([booked([out, back])], recordsOf([payment(1)]))).toEqual(['settled', 'returned'])
  expect(await outcomes([booked([back, out])], recordsOf([payment(1)]))).toEqual(['returned', 'settled'])
  expect(await outcomes([booked([back]), booked([out])], recordsOf([payment(1)]))).toEqual([
    'returned',
    'settled',
  ])
})

test.each<[sent: string, back: string, currency: string, kept: string | null]>([
  // 5 % of the payment, or 15.00 of a small one, but no half of it.
  ['1000.00', '950.00', 'EUR', '50.00'],
  ['1000.00', '949.99', 'EUR', null],
  ['100.00', '85.00', 'EUR', '15.00'],
  ['100.00', '84.99', 'EUR', null],
  ['100.00', '51.00', 'EUR', null],
  ['29.00', '14.00', 'EUR', null],
  // No more than 100.00 EUR, at the stored rate. Of 12,345 yen 5 % are 617, but 2,419 are still 15.00 EUR.
  ['9999.00', '9899.00', 'EUR', '100.00'],
  ['9999.00', '9898.99', 'EUR', null],
  ['9999.00', '9919.00', 'GBP', '80.00'],
  ['9999.00', '9918.99', 'GBP', null],
  ['12345.00', '9926.00', 'JPY', '2419.00'],
  ['12345.00', '9925.00', 'JPY', null],
  // Without a rate the same figures count.
  ['316785.67', '316770.67', 'USD', '15.00'],
  ['9999.00', '9898.00', 'USD', null],
])(
  'of %s a return of %s %s: what is missing is charges only where it may be',
  async (amount, back, currency, kept) => {
    const credit = entry({ id: ID, direction: 'credit', booked: { amount: back, currency } })
    const paid = payment(1, { state: 'paid', amount, currency })
    const [decision] = await judge([booked([credit])], recordsOf([paid]))
    expect(decision?.outcome).toBe('inbox')
    if (kept === null) expect(decision).toMatchObject({ topic: 'return', effects: [], postings: [] })
    else expect(decision).toMatchObject({ topic: 'charges', proposal: { kind: 'charges', amount: kept } })
    // What the bank states is believed.
    const charges = { amount: new Big(amount).minus(back).toFixed(2), currency }
    const [stated] = await judge([booked([{ ...credit, charges }])], recordsOf([paid]))
    expect(stated?.topic).toBe('charges')
  },
)

test('a second debit is requested back, and two debits with one return are one payment', async () => {
  const one = entry({ id: ID })
  expect(await outcomes([booked([one, one])], recordsOf([payment(1)]))).toEqual([
    'settled',
    'inbox: paid twice',
  ])
  const back = entry({ id: ID, direction: 'credit' })
  expect(await outcomes([booked([one, back, one])], recordsOf([payment(1)]))).toEqual([
    'settled',
    'matched',
    'matched',
  ])
})

test.each(['rejected', 'taken out', 'planned', 'returned'] as const)(
  'a debit of a payment that is %s puts its invoice in dispute',
  async (state) => {
    const records = recordsOf([payment(1, { state })])
    expect(await outcomes([booked([entry({ id: ID })])], records)).toEqual(['inbox: contradiction'])
    expect(await effectsOf([booked([entry({ id: ID })])], records)).toEqual(['dispute'])
    // Of another account it proves nothing.
    const stranger = booked([entry({ id: ID })], { account: 'DE89370400440532013000' })
    expect(await effectsOf([stranger], records)).toEqual([])
  },
)

test('a notification, its statement and the statement again report one booking', async () => {
  const first = booked([entry({ id: ID })])
  const again = document({ kind: 'camt.053', statements: [statement([entry({ id: ID })])] })
  const swift = document({ kind: 'MT940', statements: [statement([entry({ id: ID })])] })
  expect(await outcomes([first, again, swift], recordsOf([payment(1)]))).toEqual([
    'settled',
    'matched',
    'matched',
  ])
  const intraday = document({ kind: 'camt.052', statements: [statement([entry({ id: ID })])] })
  expect(await outcomes([intraday, first], recordsOf([payment(1)]))).toEqual(['information', 'settled'])
  expect(await outcomes([first, intraday], recordsOf([payment(1)]))).toEqual(['settled', 'matched'])
})

test('the bank’s own number distinguishes similar bookings', async () => {
  const of = (bank: string) => entry({ text: 'CARD', references: { ...entry().references, bank } })
  const records = recordsOf([])
  expect(await outcomes([booked([of('A')]), booked([of('B')]), booked([of('A')])], records)).toEqual([
    'inbox: unknown debit',
    'inbox: unknown debit',
    'matched',
  ])
})

test('entries that are not booked, and accounts of others, change nothing', async () => {
  expect(await outcomes([booked([entry({ id: ID, status: 'pending' })])], recordsOf([payment(1)]))).toEqual([
    'information',
  ])
  const others = booked([entry()], { account: 'DE89370400440532013000' })
  expect(await outcomes([others], recordsOf([payment(1)]))).toEqual(['information'])
})

test('a batch settles the payments that its total pays, and the rest of it once some are settled', async () => {
  const batch = (amount: string, more: Partial<BankEntry> = {}) =>
    entry({
      booked: { amount, currency: 'EUR' },
      references: { ...entry().references, groupId: 'FD-RUN100-1-1-S' },
      batch: { payments: null, total: null },
      ...more,
    })
  const three = [payment(1), payment(2), payment(3, { state: 'rejected' })]
  expect(await outcomes([booked([batch('200')])], recordsOf(three))).toEqual(['settled'])
  expect(await outcomes([booked([entry({ id: ID }), batch('100')])], recordsOf(three))).toEqual([
    'settled',
    'settled',
  ])
  const wrongCount = batch('200', { batch: { payments: 3, total: null } })
  expect(await outcomes([booked([wrongCount])], recordsOf(three))).toEqual(['inbox: difference'])
  const back = batch('200', { direction: 'credit', returned: { code: 'AC04', text: '' } })
  expect(await effectsOf([booked([batch('200')]), booked([back])], recordsOf(three))).toEqual([
    'settle',
    'settle',
    'return',
    'return',
  ])
})

const GROUP = 'FD-RUN100-1-1-S'
const whole = (amount: string, more: Partial<BankEntry> = {}) =>
  entry({
    booked: { amount, currency: 'EUR' },
    references: { ...entry().references, groupId: GROUP },
    batch: { payments: null, total: null },
    ...more,
  })

test.each(['rejected', 'taken out', 'returned'] as const)(
  'a batch with a payment that is %s puts that one in dispute, and settles the others',
  async (state) => {
    const records = recordsOf([payment(1), payment(2), payment(3, { state, amount: '30.00' })])
    const [decision] = await judge([booked([whole('230')])], records)
    expect(decision).toMatchObject({ outcome: 'inbox', topic: 'contradiction' })
    expect(decision?.words).toContain('Invoice 3 is in dispute.')
    expect(decision?.effects).toEqual([
      expect.objectContaining({ do: 'settle', paymentId: 1 }),
      expect.objectContaining({ do: 'settle', paymentId: 2 }),
      expect.objectContaining({ do: 'dispute', paymentId: 3 }),
    ])
    expect(decision?.postings.map(({ amount }) => amount)).toEqual(['-100.00', '-100.00'])
    // Also where another of them was paid by hand.
    const byHand = recordsOf([
      payment(1, { state: 'paid' }),
      payment(2),
      payment(3, { state, amount: '30.00' }),
    ])
    expect(await effectsOf([booked([whole('230')])], byHand)).toEqual(['confirm', 'settle', 'dispute'])
  },
)

test('a batch that fits nothing holds what was rejected, where more was booked than is awaited', async () => {
  const records = recordsOf([
    payment(1),
    payment(2, { state: 'rejected' }),
    payment(3, { state: 'rejected' }),
  ])
  const [decision] = await judge([booked([whole('200')])], records)
  expect(decision).toMatchObject({ outcome: 'inbox', topic: 'contradiction' })
  expect(decision?.effects.map((effect) => [effect.do, 'paymentId' in effect && effect.paymentId])).toEqual([
    ['dispute', 2],
    ['dispute', 3],
  ])
  expect(await outcomes([booked([whole('99')])], records)).toEqual(['inbox: difference'])
  const stranger = booked([whole('200')], { account: 'DE89370400440532013000' })
  expect(await effectsOf([stranger], records)).toEqual([])
})

test('the number of a batch at the bank does not make its payments one booking', async () => {
  const of = (id: string | undefined, bank: string, name = '') => {
    const { references } = entry(id === undefined ? {} : { id })
    return entry({ references: { ...references, bank }, counterparty: { name, account: '' } })
  }
  const records = recordsOf([payment(1), payment(2)])
  const [one, two] = [of(ID, 'BATCH-77'), of('INV2-RUN100', 'BATCH-77')]
  expect(await outcomes([booked([one]), booked([two])], records)).toEqual(['settled', 'settled'])
  const listed = document({ kind: 'camt.053', statements: [statement([two, one])] })
  expect(await outcomes([booked([one]), listed], records)).toEqual(['settled', 'settled', 'matched'])
  const unnamed = [of(undefined, 'BATCH-77', 'Papeterie Hansen'), of(undefined, 'BATCH-77', 'Garage Muller')]
  expect(
    await outcomes(
      unnamed.map((each) => booked([each])),
      records,
    ),
  ).toEqual(['inbox: unknown debit', 'inbox: unknown debit'])
  // The same one, whose name another format cuts.
  const cut = document({
    kind: 'MT940',
    statements: [statement([of(undefined, 'BATCH-77', 'PAPETERIE HAN')])],
  })
  expect(await outcomes([booked(unnamed.slice(0, 1)), cut], records)).toEqual([
    'inbox: unknown debit',
    'matched',
  ])
})

test('a statement with another number is one booking with its notification, and a second statement is one more', async () => {
  const numbered = (bank: string) => entry({ id: ID, references: { ...entry({ id: ID }).references, bank } })
  const stated = (bank: string) => document({ kind: 'camt.053', statements: [statement([numbered(bank)])] })
  const files = [booked([numbered('REF1')]), stated('REF2'), stated('REF1')]
  expect(await outcomes(files, recordsOf([payment(1)]))).toEqual(['settled', 'matched', 'inbox: paid twice'])
})

test('an entry without any day settles nothing', async () => {
  const undated = booked([entry({ id: ID, bookingDate: null, valueDate: null })])
  expect(await outcomes([undated], recordsOf([payment(1)]))).toEqual(['inbox: difference'])
})

test.each(['ACSC', 'ACCC'])('%s of a payment that was rejected puts its invoice in dispute', async (code) => {
  const statuses = [status({ endToEndId: ID, code })]
  const said = [document({ kind: 'pain.002', statuses })]
  expect(await outcomes(said, recordsOf([payment(1, { state: 'rejected' })]))).toEqual([
    'inbox: contradiction',
  ])
  expect(await effectsOf(said, recordsOf([payment(1, { state: 'rejected' })]))).toEqual(['dispute'])
  expect(await outcomes(said, recordsOf([payment(1, { state: 'returned' })]))).toEqual(['matched'])
})

test.each<[string, Partial<PaymentStatus>]>([
  ['amount', { amount: { amount: '1.00', currency: 'USD' } }],
  ['account', { account: 'DE89370400440532013000' }],
])('a rejection of another %s frees nothing', async (_, named) => {
  const statuses = [status({ endToEndId: ID, ...named })]
  const said = [document({ kind: 'pain.002', statuses })]
  expect(await outcomes(said, recordsOf([payment(1)]))).toEqual(['inbox: difference'])
  expect(await effectsOf(said, recordsOf([payment(1)]))).toEqual([])
})

test('charges by their text, open invoices by amount and reference, and our id in a text are proposals', async () => {
  const records = recordsOf([payment(1)], {
    openInvoices: [
      { id: 7, entityId: 1, amount: '55.00', currency: 'EUR', refKey: 'PW20264471', payeeAccounts: [] },
    ],
  })
  const proposal = async (one: BankEntry) => (await judge([booked([one])], records))[0]?.proposal
  expect(await proposal(entry({ text: 'CHARGES OCT' }))).toEqual({ kind: 'charges', amount: '100' })
  const amount = { amount: '55', currency: 'EUR' }
  expect(await proposal(entry({ booked: amount, text: 'inv. pw-2026-4471' }))).toEqual({
    kind: 'invoice',
    invoiceId: 7,
  })
  expect(await proposal(entry({ booked: amount, text: 'something else' }))).toBeNull()
  expect(await proposal(entry({ text: `/ROC/${ID}` }))).toEqual({
    kind: 'payment',
    paymentId: 1,
    invoiceId: 1,
  })
})

test('a rejection of a group keeps the reasons of its payments', async () => {
  const statuses = [
    status({ level: 'group', groupId: 'FD-RUN100-1-1-S', reasons: [{ code: 'AM10', text: '' }] }),
    status({ endToEndId: ID, code: '', reasons: [{ code: 'AC01', text: '' }] }),
  ]
  const found = await judge([document({ kind: 'pain.002', statuses })], recordsOf([payment(1), payment(2)]))
  const reasons = found.flatMap(({ effects }) =>
    effects.map((effect) => ('reason' in effect ? `${effect.paymentId}: ${effect.reason}` : '')),
  )
  expect(reasons.toSorted()).toEqual([
    expect.stringMatching(/^1: .*AC01/),
    expect.stringMatching(/^2: .*AM10/),
  ])
})

test.each<[string, Partial<PaymentStatus>]>([
  ['no file', { messageId: null }],
  ['a file of others', { messageId: 'OTHER' }],
  ['a group of another file', { groupId: 'FD-RUN100-1-2-S' }],
  ['a payment of another file', { endToEndId: 'INV9-RUN99' }],
])('a status that names %s is refused as a whole', async (_, named) => {
  const statuses = [status({ endToEndId: ID }), status({ endToEndId: ID, ...named })]
  await expect(judge([document({ kind: 'pain.002', statuses })], recordsOf([payment(1)]))).rejects.toThrow(
    'Nothing was changed',
  )
})

test('a status of a file that was not sent is refused', async () => {
  const files = [{ messageId: 'FD-RUN100-1-1', runId: 100, isSent: false, groupIds: [] }]
  const statuses = [status({ level: 'file' })]
  await expect(
    judge([document({ kind: 'pain.002', statuses })], recordsOf([payment(1)], { files })),
  ).rejects.toThrow('was not sent to a bank')
})

test.each(['RVNM', 'RVMC', 'RVNA'])(
  'verification of the payee %s is noted, and in the inbox',
  async (code) => {
    const statuses = [status({ endToEndId: ID, code })]
    const [decision] = await judge([document({ kind: 'pain.002', statuses })], recordsOf([payment(1)]))
    expect(decision).toMatchObject({ outcome: 'inbox', topic: 'verification of payee' })
    expect(decision?.effects).toEqual([{ do: 'note', paymentId: 1, note: expect.stringContaining(code) }])
  },
)

test('statements add up, follow each other, and have no balance in the future', async () => {
  const day = (closing: string, amounts: [opening: string, closing: string]) =>
    document({
      kind: 'camt.053',
      statements: [
        statement([entry({ booked: { amount: '10', currency: 'EUR' } })], {
          opening: { day: closing, amount: amounts[0], currency: 'EUR' },
          closing: { day: closing, amount: amounts[1], currency: 'EUR' },
        }),
      ],
    })
  const judged = await judgeStatements(
    [
      day('2026-11-07', ['85.00', '75.00']),
      day('2026-11-05', ['100.00', '90.00']),
      day('2026-11-06', ['90.00', '81.00']),
      day('2099-11-05', ['75.00', '65.00']),
    ],
    { accounts: recordsOf([]).accounts, today: TODAY, before: () => '100.00' },
  )
  expect(
    judged.statements.map(({ difference, gap, keepsClosing, givesBalance }) => [
      difference,
      gap,
      keepsClosing,
      givesBalance,
    ]),
  ).toEqual([
    ['0.00', '0.00', true, true],
    // What does not add up is kept as the bank says it, and is no balance of the account.
    ['1.00', '0.00', true, false],
    ['0.00', '4.00', true, true],
    ['0.00', null, false, false],
  ])
  expect(judged.notes).toEqual([
    expect.stringContaining('does not add up'),
    expect.stringContaining('does not follow the one before it'),
    expect.stringContaining('balance in the future'),
  ])
})
