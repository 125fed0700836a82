import {
  camtXml,
  entryXml,
  IBAN,
  oneStatement,
  readOne,
  readStatement,
  refusalOf,
  statementXml,
  transactionXml,
} from 'tests/support/areas/payments/bank-messages'
import { expect, test } from 'vitest'

const balance = (
  type: string,
  amount: string,
  { day = '2026-11-27', direction = 'CRDT', currency = 'EUR' } = {},
) =>
  `<Bal><Tp>${type}</Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
const code = (type: string) => `<CdOrPrtry><Cd>${type}</Cd></CdOrPrtry>`

test('a statement has its account, number and balances', async () => {
  const file = oneStatement(
    `<ElctrncSeqNb>231</ElctrncSeqNb>${balance(code('OPBD'), '1000.00')}${balance(code('CLBD'), '12.50', { direction: 'DBIT' })}`,
  )
  expect(await readOne(file)).toMatchObject({
    kind: 'camt.053',
    messageId: 'S1',
    createdOn: '2026-11-28',
    statuses: [],
  })
  expect(await readStatement(file)).toEqual({
    account: IBAN,
    currency: 'EUR',
    number: '231',
    entries: [],
    entryCount: 0,
    opening: { day: '2026-11-27', amount: '1000', currency: 'EUR' },
    closing: { day: '2026-11-27', amount: '-12.5', currency: 'EUR' },
  })
})

test.each([
  ['intermediate', code('ITBD')],
  ['available', code('CLAV')],
  ['forward', code('FWAV')],
  ['the bank’s own', '<CdOrPrtry><Prtry>CLBD</Prtry></CdOrPrtry>'],
  ['of a page', `${code('CLBD')}<SubTp><Cd>INTM</Cd></SubTp>`],
])('a balance that is %s does not close a statement', async (_, type) => {
  expect((await readStatement(oneStatement(balance(type, '555.00')))).closing).toBeNull()
})

test('the balance before opens a statement that has no opening balance', async () => {
  const before = balance(code('PRCD'), '7.00', { day: '2026-11-26' })
  expect((await readStatement(oneStatement(before))).opening?.amount).toBe('7')
  expect((await readStatement(oneStatement(before + balance(code('OPBD'), '8.00')))).opening?.amount).toBe(
    '8',
  )
})

test('of several days the first opens and the last closes, in the currency of the account', async () => {
  const balances = [
    balance(code('CLBD'), '3.00', { day: '2026-11-27' }),
    balance(code('OPBD'), '2.00', { day: '2026-11-27' }),
    balance(code('OPBD'), '1.00', { day: '2026-11-26' }),
    balance(code('CLBD'), '2.00', { day: '2026-11-26' }),
    balance(code('CLBD'), '9.00', { day: '2026-11-28', currency: 'USD' }),
  ]
  expect(await readStatement(oneStatement(balances.join('')))).toMatchObject({
    opening: { day: '2026-11-26', amount: '1' },
    closing: { day: '2026-11-27', amount: '3' },
  })
})

test.each([
  ['<IBAN>lu28 0019 4006 4475 0000</IBAN>', IBAN],
  ['<Othr><Id>123 456 789</Id></Othr>', '123456789'],
  ['<BBAN>0019400644750000</BBAN>', '0019400644750000'],
])('an account is identified by %s', async (id, account) => {
  expect((await readStatement(camtXml(statementXml('', 'camt.053', id)))).account).toBe(account)
})

test('a statement without an account is refused', async () => {
  const file = camtXml(statementXml('') + statementXml('', 'camt.053', ''))
  expect(await refusalOf(file)).toBe(
    '“answer.xml” names no account in statement 2. Ask the bank for a corrected file.',
  )
})

test('a balance that cannot be read is refused', async () => {
  expect(await refusalOf(oneStatement(balance(code('CLBD'), '1.005')))).toBe(
    '“answer.xml” has the amount 1.005 EUR in the balance CLBD of statement 1, but EUR has two decimals. Ask the bank for a corrected file.',
  )
  const without = oneStatement(balance(code('OPBD'), '1.00')).replace('<Dt><Dt>2026-11-27</Dt></Dt>', '')
  expect(await refusalOf(without)).toBe(
    '“answer.xml” has no amount or day for the balance OPBD of statement 1. Ask the bank for a corrected file.',
  )
})

test('several statements are read apart, and their transactions are numbered through the document', async () => {
  const several =
    transactionXml('A', '<Amt Ccy="EUR">60.00</Amt>') + transactionXml('B', '<Amt Ccy="EUR">40.00</Amt>')
  const { statements } = await readOne(
    camtXml(statementXml(entryXml() + entryXml({ details: several })) + statementXml(entryXml())),
  )
  expect(
    statements.map(({ entryCount, entries }) => [entryCount, entries.map(({ position }) => position)]),
  ).toEqual([
    [2, [1, 2, 3]],
    [1, [4]],
  ])
})

test('a fault names the entry and transaction of the second statement', async () => {
  const wrong = entryXml({ details: transactionXml('A') + transactionXml('B', '<Amt Ccy="EUR">x</Amt>') })
  expect(await refusalOf(camtXml(statementXml('') + statementXml(entryXml() + wrong)))).toBe(
    '“answer.xml” has “x” as an amount in transaction 2 of entry 2 of statement 2. Ask the bank for a corrected file.',
  )
})

test('the first versions, whose transactions are directly in their entries, are read', async () => {
  const file = oneStatement(entryXml().replace('</Ntry>', `${transactionXml('A')}</Ntry>`), {
    version: '01',
  }).replaceAll('BkToCstmrStmt', 'BkToCstmrStmtV01')
  expect((await readStatement(file)).entries[0]?.references.endToEndId).toBe('A')
})
