import {
  entryXml,
  oneStatement,
  readEntry,
  readStatement,
  refusalOf,
  transactionXml,
} from 'tests/support/areas/payments/bank-messages'
import { expect, test } from 'vitest'

const amounts = (entries: Awaited<ReturnType<typeof readEntry>>) =>
  entries.map(({ direction, booked }) => `${direction} ${booked.amount} ${booked.currency}`)

test('an entry without details is one transaction, with the references of the entry', async () => {
  expect(
    await readEntry({
      facts: '<AcctSvcrRef>BANK-1</AcctSvcrRef>',
      text: '<AddtlNtryInf>Account\n fee</AddtlNtryInf>',
    }),
  ).toEqual([
    {
      position: 1,
      status: 'booked',
      direction: 'debit',
      booked: { amount: '100', currency: 'EUR' },
      instructed: null,
      exchangeRate: null,
      charges: null,
      bookingDate: '2026-11-27',
      valueDate: '2026-11-26',
      counterparty: { name: '', account: '' },
      text: 'Account fee',
      references: { endToEndId: null, instructionId: null, messageId: null, groupId: null, bank: 'BANK-1' },
      batch: null,
      isReversal: false,
      returned: null,
    },
  ])
})

test.each([
  ['BOOK', 'booked'],
  ['<Cd>BOOK</Cd>', 'booked'],
  ['<Cd>PDNG</Cd>', 'pending'],
  ['FUTR', 'pending'],
  ['<Cd>INFO</Cd>', 'information'],
  ['<Prtry>OWN</Prtry>', 'information'],
])('the status %s is %s', async (status, expected) => {
  expect((await readEntry({ status }))[0]?.status).toBe(expected)
})

test.each([
  ['100.00', '100'],
  ['000000000000244.44', '244.44'],
  ['+1.5', '1.5'],
  ['1234,56', '1234.56'],
  ['.5', '0.5'],
  ['7.', '7'],
  ['10.2500', '10.25'],
  ['\n 3.10 ', '3.1'],
  ['9999999999999999.99', '9999999999999999.99'],
])('the amount %j is %s', async (written, amount) => {
  const [entry] = await readEntry({ amount: `<Amt Ccy="EUR">${written}</Amt>` })
  expect(entry?.booked).toEqual({ amount, currency: 'EUR' })
})

test.each(['', 'abc', '-5.00', '1.234,56', '1 234.56', '1e5', '0x10', 'Infinity', '1'.repeat(41)])(
  '%j is no amount, and the sentence names the entry',
  async (written) => {
    const file = oneStatement(`${entryXml()}${entryXml({ amount: `<Amt Ccy="EUR">${written}</Amt>` })}`)
    expect(await refusalOf(file)).toBe(
      `“answer.xml” has “${written.slice(0, 40)}” as an amount in entry 2. Ask the bank for a corrected file.`,
    )
  },
)

test.each([
  [
    'EUR',
    '10.255',
    'has the amount 10.255 EUR in entry 1, but EUR has two decimals. Ask the bank for a corrected file.',
  ],
  [
    'JPY',
    '53286445.5',
    'has the amount 53286445.5 JPY in entry 1, but JPY has no decimals. Ask the bank for a corrected file.',
  ],
  [
    'KWD',
    '1.2345',
    'has the amount 1.2345 KWD in entry 1, but KWD has three decimals. Ask the bank for a corrected file.',
  ],
  [
    'KWD',
    '10.125',
    'has the amount 10.125 KWD in entry 1, but amounts are kept with two decimals. Ask the bank for a file without accounts and payments in KWD, and book those by hand.',
  ],
  [
    'EUR',
    '10000000000000000',
    'has an amount in entry 1 that is larger than any account holds. Ask the bank for a corrected file.',
  ],
  ['', '1', 'names no currency for an amount in entry 1. Ask the bank for a corrected file.'],
])('in %s %s is refused', async (currency, amount, why) => {
  const file = oneStatement(entryXml({ amount: `<Amt Ccy="${currency}">${amount}</Amt>` }))
  expect(await refusalOf(file)).toBe(`“answer.xml” ${why}`)
})

test.each([
  ['JPY', '53286445', '53286445'],
  ['JPY', '53286445.00', '53286445'],
  ['KWD', '1.230', '1.23'],
  ['CLF', '1.2300', '1.23'],
])('in %s %s is read', async (currency, amount, expected) => {
  const [entry] = await readEntry({ amount: `<Amt Ccy="${currency}">${amount}</Amt>` })
  expect(entry?.booked).toEqual({ amount: expected, currency })
})

test.each([
  [
    '<CdtDbtInd>DBIT</CdtDbtInd>',
    'does not say whether entry 1 is a credit or a debit. Ask the bank for a corrected file.',
  ],
  ['<Sts><Cd>BOOK</Cd></Sts>', 'does not say whether entry 1 is booked. Ask the bank for a corrected file.'],
  ['<Amt Ccy="EUR">100.00</Amt>', 'has no amount in entry 1. Ask the bank for a corrected file.'],
])('an entry without %s is refused', async (without, why) => {
  expect(await refusalOf(oneStatement(entryXml()).replace(without, ''))).toBe(`“answer.xml” ${why}`)
})

test('a date that is none is refused', async () => {
  const file = oneStatement(entryXml()).replace('2026-11-26', '2026-11-31')
  expect(await refusalOf(file)).toBe(
    '“answer.xml” has a date that is none (ValDt) in entry 1. Ask the bank for a corrected file.',
  )
})

test('a date may have a time, and may be missing', async () => {
  const file = oneStatement(entryXml())
    .replace('<BookgDt><Dt>2026-11-27</Dt>', '<BookgDt><DtTm>2026-11-27T23:30:00+01:00</DtTm>')
    .replace('<ValDt><Dt>2026-11-26</Dt></ValDt>', '')
  const [entry] = (await readStatement(file)).entries
  expect([entry?.bookingDate, entry?.valueDate]).toEqual(['2026-11-27', null])
})

test.each(['true', '1', ' true ', '\n1\n'])('RvslInd %j is a reversal', async (indicator) => {
  expect((await readEntry({ facts: `<RvslInd>${indicator}</RvslInd>` }))[0]?.isReversal).toBe(true)
})

test.each(['false', '0', ''])('RvslInd %j is none', async (indicator) => {
  expect((await readEntry({ facts: `<RvslInd>${indicator}</RvslInd>` }))[0]?.isReversal).toBe(false)
})

test('references are those of the transaction, else of its batch, else of the entry', async () => {
  const all = '<MsgId>M</MsgId><AcctSvcrRef>A</AcctSvcrRef><PmtInfId>G</PmtInfId><InstrId>I</InstrId>'
  const [own] = await readEntry({
    facts: '<AcctSvcrRef>ENTRY</AcctSvcrRef>',
    details: `<TxDtls><Refs>${all}<EndToEndId>E</EndToEndId></Refs></TxDtls>`,
  })
  expect(own?.references).toEqual({
    endToEndId: 'E',
    instructionId: 'I',
    messageId: 'M',
    groupId: 'G',
    bank: 'A',
  })
  const [ofBatch] = await readEntry({
    facts: '<AcctSvcrRef>ENTRY</AcctSvcrRef>',
    details: `<Btch><MsgId>BM</MsgId><PmtInfId>BG</PmtInfId><NbOfTxs>1</NbOfTxs></Btch>${transactionXml('E')}`,
  })
  expect(ofBatch?.references).toEqual({
    endToEndId: 'E',
    instructionId: null,
    messageId: 'BM',
    groupId: 'BG',
    bank: 'ENTRY',
  })
})

test('NtryRef is the reference of the bank only where it is no number within the statement', async () => {
  const bank = async (reference: string) =>
    (await readEntry({ facts: `<NtryRef>${reference}</NtryRef>` }))[0]?.references.bank
  expect([await bank('17'), await bank('2026112700017')]).toEqual([null, '2026112700017'])
})

test.each(['NOTPROVIDED', 'notprovided', 'NOT PROVIDED', ' '])('the end-to-end id %j is none', async (id) => {
  expect((await readEntry({ details: transactionXml(id) }))[0]?.references.endToEndId).toBeNull()
})

test.each([
  ['Amt', '<Amt Ccy="EUR">60.00</Amt>', '<Amt Ccy="EUR">40.00</Amt>'],
  [
    'AmtDtls/TxAmt',
    '<AmtDtls><TxAmt><Amt Ccy="EUR">60.00</Amt></TxAmt></AmtDtls>',
    '<AmtDtls><TxAmt><Amt Ccy="EUR">40.00</Amt></TxAmt></AmtDtls>',
  ],
  [
    'AmtDtls/CntrValAmt',
    '<AmtDtls><InstdAmt><Amt Ccy="USD">66.00</Amt></InstdAmt><CntrValAmt><Amt Ccy="EUR">60.00</Amt></CntrValAmt></AmtDtls>',
    '<AmtDtls><InstdAmt><Amt Ccy="USD">44.00</Amt></InstdAmt><CntrValAmt><Amt Ccy="EUR">40.00</Amt></CntrValAmt></AmtDtls>',
  ],
  [
    'AmtDtls/InstdAmt',
    '<AmtDtls><InstdAmt><Amt Ccy="EUR">60.00</Amt></InstdAmt></AmtDtls>',
    '<AmtDtls><InstdAmt><Amt Ccy="EUR">40.00</Amt></InstdAmt></AmtDtls>',
  ],
])('transactions of an entry have their amounts in %s', async (_, first, second) => {
  const entries = await readEntry({ details: transactionXml('A', first) + transactionXml('B', second) })
  expect(amounts(entries)).toEqual(['debit 60 EUR', 'debit 40 EUR'])
  expect(entries.map(({ position, references }) => [position, references.endToEndId])).toEqual([
    [1, 'A'],
    [2, 'B'],
  ])
})

test('transactions in the opposite direction count against the entry', async () => {
  const back = '<Amt Ccy="EUR">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>'
  const entries = await readEntry({
    details: transactionXml('A', '<Amt Ccy="EUR">120.00</Amt>') + transactionXml('B', back),
  })
  expect(amounts(entries)).toEqual(['debit 120 EUR', 'credit 20 EUR'])
})

test('transactions that all go against their entry have its direction', async () => {
  const way = (amount: string) => `<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>`
  const reversal = { direction: 'CRDT', facts: '<RvslInd>true</RvslInd>' } as const
  expect(amounts(await readEntry({ ...reversal, details: transactionXml('A', way('100.00')) }))).toEqual([
    'credit 100 EUR',
  ])
  const details = transactionXml('A', way('60.00')) + transactionXml('B', way('40.00'))
  expect(amounts(await readEntry({ ...reversal, details }))).toEqual(['credit 60 EUR', 'credit 40 EUR'])
})

test('what transactions leave of their entry is a transaction that says so', async () => {
  const details =
    transactionXml('A', '<Amt Ccy="EUR">60.00</Amt>') + transactionXml('B', '<Amt Ccy="EUR">30.00</Amt>')
  const less = await readEntry({ details })
  expect(amounts(less)).toEqual(['debit 60 EUR', 'debit 30 EUR', 'debit 10 EUR'])
  expect(less[2]?.text).toBe(
    'Difference between the entry of 100 EUR and its transactions, which the bank does not explain',
  )
  expect(less[2]?.references.endToEndId).toBeNull()
  const more = await readEntry({ details, amount: '<Amt Ccy="EUR">85.00</Amt>' })
  expect(amounts(more)).toEqual(['debit 60 EUR', 'debit 30 EUR', 'credit 5 EUR'])
})

test('charges of an entry with several transactions are a transaction', async () => {
  const entries = await readEntry({
    amount: '<Amt Ccy="EUR">95.00</Amt>',
    facts: '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">5.00</TtlChrgsAndTaxAmt></Chrgs>',
    details:
      transactionXml('A', '<Amt Ccy="EUR">60.00</Amt>') + transactionXml('B', '<Amt Ccy="EUR">30.00</Amt>'),
  })
  expect(amounts(entries)).toEqual(['debit 60 EUR', 'debit 30 EUR', 'debit 5 EUR'])
  expect(entries[2]).toMatchObject({
    text: 'Charges of the entry',
    charges: { amount: '5', currency: 'EUR' },
  })
})

test('charges that the entry holds beside the amount of its transaction are part of what was booked', async () => {
  const charges = '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">26.00</TtlChrgsAndTaxAmt></Chrgs>'
  const stated = {
    charges: { amount: '26', currency: 'EUR' },
    instructed: { amount: '244.44', currency: 'EUR' },
  }
  const sent = transactionXml('A', '<Amt Ccy="EUR">244.44</Amt>')
  const paid = await readEntry({ amount: '<Amt Ccy="EUR">270.44</Amt>', facts: charges, details: sent })
  expect(amounts(paid)).toEqual(['debit 270.44 EUR'])
  expect(paid[0]).toMatchObject(stated)
  const received = await readEntry({
    amount: '<Amt Ccy="EUR">218.44</Amt>',
    direction: 'CRDT',
    facts: charges,
    details: sent,
  })
  expect(amounts(received)).toEqual(['credit 218.44 EUR'])
  expect(received[0]).toMatchObject(stated)
})

test.each([
  ['a total', '<TtlChrgsAndTaxAmt Ccy="EUR">7.50</TtlChrgsAndTaxAmt>', '7.5'],
  ['an amount (version 2)', '<Amt Ccy="EUR">7.50</Amt>', '7.5'],
  [
    'records',
    '<Rcrd><Amt Ccy="EUR">5.00</Amt></Rcrd><Rcrd><Amt Ccy="EUR">2.50</Amt><ChrgInclInd> 1 </ChrgInclInd></Rcrd>',
    '7.5',
  ],
  [
    'a record that is booked apart',
    '<TtlChrgsAndTaxAmt Ccy="EUR">7.50</TtlChrgsAndTaxAmt><Rcrd><Amt Ccy="EUR">5.00</Amt></Rcrd><Rcrd><Amt Ccy="EUR">2.50</Amt><ChrgInclInd>false</ChrgInclInd></Rcrd>',
    '5',
  ],
  [
    'a record that the bank gives back',
    '<Rcrd><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd><Rcrd><Amt Ccy="EUR">2.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></Rcrd>',
    '2.5',
  ],
  [
    'nothing but records booked apart',
    '<Rcrd><Amt Ccy="EUR">5.00</Amt><ChrgInclInd>0</ChrgInclInd></Rcrd>',
    null,
  ],
  ['zero', '<TtlChrgsAndTaxAmt Ccy="EUR">0.00</TtlChrgsAndTaxAmt>', null],
])('charges are %s', async (_, charges, expected) => {
  const entry = { facts: `<Chrgs>${charges}</Chrgs>`, details: transactionXml('A') }
  const own = { details: transactionXml('A', `<Chrgs>${charges}</Chrgs>`) }
  for (const [read] of [await readEntry(entry), await readEntry(own)])
    expect(read?.charges).toEqual(expected === null ? null : { amount: expected, currency: 'EUR' })
})

test('what was instructed is stated where it is not what was booked, with the rate', async () => {
  const converted =
    '<AmtDtls><InstdAmt><Amt Ccy="USD">116.00</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">100.00</Amt><CcyXchg><SrcCcy>USD</SrcCcy><XchgRate>1.16</XchgRate></CcyXchg></TxAmt></AmtDtls>'
  const expected = { instructed: { amount: '116', currency: 'USD' }, exchangeRate: '1.16' }
  expect((await readEntry({ details: transactionXml('A', converted) }))[0]).toMatchObject(expected)
  expect((await readEntry({ facts: converted, details: transactionXml('A') }))[0]).toMatchObject(expected)
  const same = '<AmtDtls><InstdAmt><Amt Ccy="EUR">100.00</Amt></InstdAmt></AmtDtls>'
  expect((await readEntry({ details: transactionXml('A', same) }))[0]).toMatchObject({
    instructed: null,
    exchangeRate: null,
  })
})

test('the amount of a transaction in another currency is what was instructed', async () => {
  const [entry] = await readEntry({ details: transactionXml('A', '<Amt Ccy="USD">116.00</Amt>') })
  expect(entry).toMatchObject({
    booked: { amount: '100', currency: 'EUR' },
    instructed: { amount: '116', currency: 'USD' },
  })
})

test('the only transaction without an amount has the rest of its entry', async () => {
  const details = transactionXml('A', '<Amt Ccy="EUR">60.00</Amt>') + transactionXml('B')
  const entries = await readEntry({ details })
  expect(amounts(entries)).toEqual(['debit 60 EUR', 'debit 40 EUR'])
  expect(entries[1]?.references.endToEndId).toBe('B')
})

test('several transactions without amounts are one, which lists their ids', async () => {
  const unpriced = (id: string) =>
    `<TxDtls><Refs><PmtInfId>G</PmtInfId><EndToEndId>${id}</EndToEndId></Refs></TxDtls>`
  const details = transactionXml('A', '<Amt Ccy="EUR">60.00</Amt>') + unpriced('B') + unpriced('C')
  const entries = await readEntry({ details })
  expect(amounts(entries)).toEqual(['debit 60 EUR', 'debit 40 EUR'])
  expect(entries[1]).toMatchObject({
    batch: { payments: 2, total: null },
    references: { endToEndId: null, groupId: 'G' },
    text: '2 payments for which the bank states no amounts: B, C',
  })
})

test('a batch that is not itemised is one transaction', async () => {
  const batch = '<Btch><PmtInfId>G</PmtInfId><NbOfTxs>2</NbOfTxs><TtlAmt Ccy="EUR">100.00</TtlAmt></Btch>'
  expect(await readEntry({ details: batch })).toMatchObject([
    {
      booked: { amount: '100', currency: 'EUR' },
      batch: { payments: 2, total: { amount: '100', currency: 'EUR' } },
      references: { groupId: 'G', endToEndId: null },
    },
  ])
})

test('the entry of a batch with another total keeps both', async () => {
  const batch = '<Btch><PmtInfId>G</PmtInfId><NbOfTxs>2</NbOfTxs><TtlAmt Ccy="EUR">90.00</TtlAmt></Btch>'
  expect(await readEntry({ details: batch })).toMatchObject([
    { booked: { amount: '100' }, batch: { total: { amount: '90' } } },
  ])
})

test('several batches of one entry are several transactions', async () => {
  const batch = (id: string, amount: string) =>
    `<Btch><PmtInfId>${id}</PmtInfId><NbOfTxs>2</NbOfTxs><TtlAmt Ccy="EUR">${amount}</TtlAmt></Btch>`
  const entries = await readEntry({
    details: `${batch('G', '70.00')}</NtryDtls><NtryDtls>${batch('H', '30.00')}`,
  })
  expect(amounts(entries)).toEqual(['debit 70 EUR', 'debit 30 EUR'])
  expect(entries.map(({ references }) => references.groupId)).toEqual(['G', 'H'])
})

test('one transaction for a batch represents all of its payments', async () => {
  const details = '<Btch><NbOfTxs>3</NbOfTxs></Btch><TxDtls><Refs><PmtInfId>G</PmtInfId></Refs></TxDtls>'
  expect(await readEntry({ details })).toMatchObject([
    { batch: { payments: 3, total: null }, references: { groupId: 'G' } },
  ])
})

test.each([
  ['version 2', '<Nm>NAME</Nm>'],
  ['version 8', '<Pty><Nm>NAME</Nm></Pty>'],
  ['a bank', '<Agt><FinInstnId><Nm>NAME</Nm></FinInstnId></Agt>'],
])('the counterparty is the creditor of a debit and the debtor of a credit (%s)', async (_, party) => {
  const of = (role: string, name: string, account: string) =>
    `<${role}>${party.replace('NAME', name)}</${role}><${role}Acct><Id>${account}</Id></${role}Acct>`
  const parties = `<RltdPties>${of('Dbtr', 'Payer', '<Othr><Id>12 34</Id></Othr>')}${of('Cdtr', 'Payee', '<IBAN>de89370400440532013000</IBAN>')}</RltdPties>`
  const details = transactionXml('A', parties)
  const [debit] = await readEntry({ details })
  expect(debit?.counterparty).toEqual({ name: 'Payee', account: 'DE89370400440532013000' })
  const [credit] = await readEntry({ details, direction: 'CRDT' })
  expect(credit?.counterparty).toEqual({ name: 'Payer', account: '1234' })
  const [returned] = await readEntry({
    details: transactionXml('A', `${parties}<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`),
    direction: 'CRDT',
  })
  expect(returned?.counterparty.name).toBe('Payee')
})

test('without a name of the party its ultimate party is named', async () => {
  const parties = '<RltdPties><UltmtDbtr><Nm>Group</Nm></UltmtDbtr></RltdPties>'
  const [entry] = await readEntry({ details: transactionXml('A', parties), direction: 'CRDT' })
  expect(entry?.counterparty.name).toBe('Group')
})

test('the text is the remittance information, the bank’s text of the transaction and that of the entry', async () => {
  const remittance =
    '<RmtInf><Ustrd>Invoice 1</Ustrd><Ustrd>and 2</Ustrd><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf><AddtlRmtInf>thanks</AddtlRmtInf></Strd></RmtInf>'
  const [entry] = await readEntry({
    details: transactionXml('A', `${remittance}<AddtlTxInf>SEPA</AddtlTxInf>`),
    text: '<AddtlNtryInf>Transfer</AddtlNtryInf>',
  })
  expect(entry?.text).toBe('Invoice 1 and 2 / RF18539007547034 / thanks / SEPA / Transfer')
  const [twice] = await readEntry({
    details: transactionXml('A', '<RmtInf><Ustrd>Transfer</Ustrd></RmtInf>'),
    text: '<AddtlNtryInf>Transfer</AddtlNtryInf>',
  })
  expect(twice?.text).toBe('Transfer')
})

test.each([
  ['<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>', { code: 'AC04', text: '' }],
  [
    '<RtrInf><Rsn><Prtry>X9</Prtry></Rsn><AddtlInf>No such</AddtlInf><AddtlInf>account</AddtlInf></RtrInf>',
    { code: 'X9', text: 'No such account' },
  ],
  ['<RtrInf><OrgnlBkTxCd/></RtrInf>', { code: '', text: '' }],
  [
    '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>',
    { code: '', text: '' },
  ],
])('%s is a return', async (facts, returned) => {
  const [entry] = await readEntry({ details: transactionXml('A', facts), direction: 'CRDT' })
  expect(entry?.returned).toEqual(returned)
})

test.each(['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13'])(
  'camt.052, 053 and 054 of version %s are read',
  async (version) => {
    for (const kind of ['camt.052', 'camt.053', 'camt.054'] as const) {
      const status = Number(version) < 7 ? 'BOOK' : '<Cd>BOOK</Cd>'
      const [entry] = await readEntry({ status, details: transactionXml('A') }, { kind, version })
      expect(entry).toMatchObject({ status: 'booked', references: { endToEndId: 'A' } })
    }
  },
)
