import fc from 'fast-check'
import { IBAN, read } from 'tests/support/areas/payments/bank-messages'
import { expect, test } from 'vitest'
import type { BankEntry, BankStatement } from '~/areas/payments/bank-files/bank-document'
import { Big, plain, sum } from '~/platform/values/decimal'

/** What a bank means, before it is written in one of many notations. */
type Transaction = Pick<
  BankEntry,
  'booked' | 'direction' | 'counterparty' | 'text' | 'references' | 'returned'
>
interface Entry extends Pick<BankEntry, 'status' | 'bookingDate' | 'valueDate' | 'isReversal' | 'direction'> {
  transactions: Transaction[]
}

/** How numbers, names and absent values are written; each of them is right. */
interface Notation {
  prefix: string
  isOld: boolean
  zeros: number
  plus: boolean
  comma: boolean
  place: 'Amt' | 'TxAmt' | 'InstdAmt'
  /** The only transaction of an entry leaves out its amount. */
  isSilent: boolean
  trueAs: string
  noId: string | null
  blank: string
}

const word = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-&<é€'),
  minLength: 1,
  maxLength: 30,
})
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: null })
const amount = fc.integer({ min: 1, max: 1_000_000_000 }).map((cents) => plain(new Big(cents).div(100)))
const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-11-${String(date).padStart(2, '0')}`)
const direction = fc.constantFrom('debit' as const, 'credit' as const)

const transaction = fc.record({
  amount,
  name: word,
  text: word,
  endToEndId: maybe(word),
  instructionId: maybe(word),
  messageId: maybe(word),
  groupId: maybe(word),
  bank: maybe(word),
  reason: maybe(fc.record({ code: fc.constantFrom('AC04', 'AM05'), text: word })),
})

const entry = fc
  .record({
    status: fc.constantFrom('booked' as const, 'pending' as const, 'information' as const),
    bookingDate: maybe(day),
    valueDate: maybe(day),
    isReversal: fc.boolean(),
    direction,
    transactions: fc.array(transaction, { minLength: 1, maxLength: 4 }),
  })
  .map(
    (drawn): Entry => ({
      ...drawn,
      transactions: drawn.transactions.map((each) => ({
        booked: { amount: each.amount, currency: 'EUR' },
        direction: drawn.direction,
        counterparty: { name: each.name, account: 'DE89370400440532013000' },
        text: each.text,
        references: {
          endToEndId: each.endToEndId,
          instructionId: each.instructionId,
          messageId: each.messageId,
          groupId: each.groupId,
          bank: each.bank,
        },
        returned: each.reason,
      })),
    }),
  )

const notation: fc.Arbitrary<Notation> = fc.record({
  prefix: fc.constantFrom('', 'ns2:'),
  isOld: fc.boolean(),
  zeros: fc.integer({ min: 0, max: 9 }),
  plus: fc.boolean(),
  comma: fc.boolean(),
  place: fc.constantFrom('Amt' as const, 'TxAmt' as const, 'InstdAmt' as const),
  isSilent: fc.boolean(),
  trueAs: fc.constantFrom('true', '1', ' true '),
  noId: fc.constantFrom(null, 'NOTPROVIDED'),
  blank: fc.constantFrom('', '\n  ', '\r\n\t'),
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const STATUS = { booked: 'BOOK', pending: 'PDNG', information: 'INFO' }

function written(statements: readonly Entry[][], its: Notation): string {
  const tag = (name: string, content: string | null, attributes = '') =>
    content === null
      ? ''
      : `<${its.prefix}${name}${attributes}>${its.blank}${content}${its.blank}</${its.prefix}${name}>`
  const text = (name: string, value: string | null) => tag(name, value === null ? null : escaped(value))
  const number = (value: string) =>
    `${its.plus ? '+' : ''}${'0'.repeat(its.zeros)}${its.comma ? value.replace('.', ',') : value}`
  const money = (value: string) => tag('Amt', number(value), ' Ccy="EUR"')
  const date = (name: string, value: string | null) => (value === null ? '' : tag(name, tag('Dt', value)))

  const transactionXml = (of: Transaction, { isReversal }: Entry, isOnly: boolean) => {
    const { references, booked, counterparty, returned } = of
    // Of money that comes back the bank names the parties of the payment that it undoes.
    const isBack = isReversal || returned !== null
    const role = (of.direction === 'debit') !== isBack ? 'Cdtr' : 'Dbtr'
    const name = text('Nm', counterparty.name)
    const party = tag(role, its.isOld ? name : tag('Pty', name))
    const account = tag(`${role}Acct`, tag('Id', tag('IBAN', counterparty.account)))
    const own =
      its.place === 'Amt' ? money(booked.amount) : tag('AmtDtls', tag(its.place, money(booked.amount)))
    return tag(
      'TxDtls',
      [
        tag(
          'Refs',
          [
            text('MsgId', references.messageId),
            text('AcctSvcrRef', references.bank),
            text('PmtInfId', references.groupId),
            text('InstrId', references.instructionId),
            text('EndToEndId', references.endToEndId ?? its.noId),
          ].join(''),
        ),
        isOnly && its.isSilent ? '' : own,
        tag('RltdPties', party + account),
        tag('RmtInf', text('Ustrd', of.text)),
        returned === null
          ? ''
          : tag('RtrInf', tag('Rsn', tag('Cd', returned.code)) + text('AddtlInf', returned.text)),
      ].join(its.blank),
    )
  }
  const entryXml = (of: Entry) =>
    tag(
      'Ntry',
      [
        money(plain(sum(of.transactions.map(({ booked }) => booked.amount)))),
        tag('CdtDbtInd', of.direction === 'debit' ? 'DBIT' : 'CRDT'),
        of.isReversal ? tag('RvslInd', its.trueAs) : '',
        its.isOld ? tag('Sts', STATUS[of.status]) : tag('Sts', tag('Cd', STATUS[of.status])),
        date('BookgDt', of.bookingDate),
        date('ValDt', of.valueDate),
        tag(
          'NtryDtls',
          of.transactions
            .map((each) => transactionXml(each, of, of.transactions.length === 1))
            .join(its.blank),
        ),
      ].join(its.blank),
    )
  const account = tag('Acct', tag('Id', tag('IBAN', IBAN)) + tag('Ccy', 'EUR'))
  const all = statements.map((entries) => tag('Stmt', account + entries.map(entryXml).join(its.blank)))
  return tag('Document', tag('BkToCstmrStmt', tag('GrpHdr', tag('MsgId', 'S1')) + all.join(its.blank)))
}

function meant(statements: readonly Entry[][]): BankStatement[] {
  let position = 0
  return statements.map((entries) => ({
    account: IBAN,
    currency: 'EUR',
    number: null,
    opening: null,
    closing: null,
    entryCount: entries.length,
    entries: entries.flatMap(({ transactions, ...common }) =>
      transactions.map((each) => {
        position += 1
        return {
          position,
          ...common,
          ...each,
          instructed: null,
          exchangeRate: null,
          charges: null,
          batch: null,
        }
      }),
    ),
  }))
}

test('a message says the same in every notation', async () => {
  const statements = fc.array(fc.array(entry, { maxLength: 4 }), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(statements, notation, async (drawn, its) => {
      const [document] = await read(written(drawn, its))
      expect(document?.statements).toEqual(meant(drawn))
    }),
    { numRuns: 300 },
  )
})

test('whatever amounts a bank states, the transactions of an entry add up to it', async () => {
  const stated = fc.record({
    amount: maybe(amount),
    currency: fc.constantFrom('EUR', 'USD'),
    direction: maybe(fc.constantFrom('DBIT', 'CRDT')),
    charges: maybe(amount),
  })
  const details = fc.array(stated, { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(amount, details, maybe(amount), async (whole, transactions, charges) => {
      const chargesXml = (of: string | null) =>
        of === null ? '' : `<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">${of}</TtlChrgsAndTaxAmt></Chrgs>`
      const inside = transactions.map((each, at) => {
        const own = each.amount === null ? '' : `<Amt Ccy="${each.currency}">${each.amount}</Amt>`
        const way = each.direction === null ? '' : `<CdtDbtInd>${each.direction}</CdtDbtInd>`
        return `<TxDtls><Refs><EndToEndId>ID${at}</EndToEndId></Refs>${own}${way}${chargesXml(each.charges)}</TxDtls>`
      })
      const xml = `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">${whole}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>${chargesXml(charges)}<NtryDtls>${inside.join('')}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
      const entries = (await read(xml))[0]?.statements[0]?.entries ?? []
      const signed = entries.map(({ direction: way, booked }) =>
        way === 'debit' ? booked.amount : plain(new Big(booked.amount).times(-1)),
      )
      expect(plain(sum(signed))).toBe(whole)
      const said = JSON.stringify(entries)
      for (const at of transactions.keys()) expect(said).toContain(`ID${at}`)
    }),
    { numRuns: 500 },
  )
})
