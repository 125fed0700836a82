import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bankText, creditorReference, isSepa } from '~/areas/payments/bank-files/bank-text'
import { type PaymentFile, paymentFileXml } from '~/areas/payments/bank-files/payment-file'
import { readXmlTree, type XmlElement } from '~/platform/einvoices/xml-tree'
import { sum } from '~/platform/values/decimal'

const payment = (at: number, more: Partial<PaymentFile['payments'][number]> = {}) => ({
  endToEndId: `INV${1000 + at}-RUN9`,
  amount: `${at}.10`,
  currency: 'EUR',
  invoiceRef: `Réf. ${at}/É`,
  debtor: { name: 'Hespéris Management SA', iban: 'LU280019400644750000', bic: 'BGLLLULL' },
  creditor: { name: 'Kanzlei Groß & Söhne', iban: 'DE89370400440532013000', bic: 'COBADEFF' },
  ...more,
})

const fileOf = (payments: PaymentFile['payments']): PaymentFile => ({
  messageId: 'FD-RUN9-1-1',
  createdAt: new Date('2026-11-02T09:00:00.500Z'),
  executionDate: '2026-11-03',
  debtor: payment(1).debtor,
  currency: 'EUR',
  payments,
})

const under = (element: XmlElement | undefined, ...path: string[]): XmlElement[] =>
  path.reduce(
    (found, name) => found.flatMap((each) => each.children.filter((child) => child.name === name)),
    [element] as XmlElement[],
  )
const textAt = (element: XmlElement | undefined, ...path: string[]) => under(element, ...path)[0]?.text
const treeOf = (file: PaymentFile) => {
  const root = readXmlTree(new TextEncoder().encode(paymentFileXml(file)))
  return under(root, 'CstmrCdtTrfInitn')[0]
}

const CHARACTERS = /^[a-zA-Z0-9/\-?:().,'+ ]+$/

/** The requirements of pain.001.001.09: elements in order, lengths, patterns, characters. */
function validate(file: PaymentFile): void {
  const body = treeOf(file)
  expect(under(body, 'GrpHdr')[0]?.children.map(({ name }) => name)).toEqual([
    'MsgId',
    'CreDtTm',
    'NbOfTxs',
    'CtrlSum',
    'InitgPty',
  ])
  expect(textAt(body, 'GrpHdr', 'MsgId')).toMatch(/^[A-Za-z0-9-]{1,35}$/)
  expect(textAt(body, 'GrpHdr', 'CreDtTm')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const groups = under(body, 'PmtInf')
  expect(groups.length).toBeGreaterThan(0)
  const all = groups.flatMap((group) => under(group, 'CdtTrfTxInf'))
  expect(textAt(body, 'GrpHdr', 'NbOfTxs')).toBe(String(all.length))
  const amounts = (of: XmlElement[]) =>
    sum(of.map((each) => textAt(each, 'Amt', 'InstdAmt') ?? '0')).toFixed(2)
  expect(textAt(body, 'GrpHdr', 'CtrlSum')).toBe(amounts(all))
  for (const group of groups) {
    const own = under(group, 'CdtTrfTxInf')
    const isSepaGroup = textAt(group, 'ChrgBr') === 'SLEV'
    expect(group.children.map(({ name }) => name).filter((name) => name !== 'CdtTrfTxInf')).toEqual([
      'PmtInfId',
      'PmtMtd',
      'BtchBookg',
      'NbOfTxs',
      'CtrlSum',
      ...(isSepaGroup ? ['PmtTpInf'] : []),
      'ReqdExctnDt',
      'Dbtr',
      'DbtrAcct',
      'DbtrAgt',
      'ChrgBr',
    ])
    expect(textAt(group, 'PmtInfId')).toMatch(/^[A-Za-z0-9-]{1,35}$/)
    expect(textAt(group, 'PmtMtd')).toBe('TRF')
    expect([textAt(group, 'NbOfTxs'), textAt(group, 'CtrlSum')]).toEqual([String(own.length), amounts(own)])
    expect(textAt(group, 'ReqdExctnDt', 'Dt')).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(textAt(group, 'DbtrAcct', 'Id', 'IBAN')).toMatch(/^[A-Z]{2}\d\d[A-Z0-9]{1,30}$/)
    expect(textAt(group, 'DbtrAgt', 'FinInstnId', 'BICFI')).toMatch(
      /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
    )
    for (const each of own) validatePayment(each)
  }
}

function validatePayment(each: XmlElement): void {
  const names = each.children.map(({ name }) => name)
  expect(names.filter((name) => name !== 'RmtInf')).toEqual(['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct'])
  expect(names.indexOf('RmtInf') === -1 || names.at(-1) === 'RmtInf').toBe(true)
  expect(textAt(each, 'PmtId', 'EndToEndId')).toMatch(/^[A-Za-z0-9-]{1,35}$/)
  expect(textAt(each, 'Amt', 'InstdAmt')).toMatch(/^\d{1,16}\.\d{2}$/)
  expect(under(each, 'Amt', 'InstdAmt')[0]?.attributes.Ccy).toMatch(/^[A-Z]{3}$/)
  const name = textAt(each, 'Cdtr', 'Nm') ?? ''
  expect(name).toMatch(CHARACTERS)
  expect(name.length).toBeLessThanOrEqual(140)
  const text = textAt(each, 'RmtInf', 'Ustrd')
  if (text !== undefined) {
    expect(text).toMatch(CHARACTERS)
    expect(text.length).toBeLessThanOrEqual(140)
  }
}

test('a file has the elements, lengths and characters of pain.001.001.09, and reads back the same', () => {
  const file = fileOf([
    payment(1),
    payment(2, { invoiceRef: 'RF18 5390 0754 7034' }),
    payment(3, { creditor: { name: 'Gulf Data FZE', iban: 'AE070331234567890123456', bic: 'EBILAEAD' } }),
  ])
  validate(file)
  const body = treeOf(file)
  const [sepa, other] = under(body, 'PmtInf')
  expect([textAt(sepa, 'PmtInfId'), textAt(other, 'PmtInfId')]).toEqual(['FD-RUN9-1-1-S', 'FD-RUN9-1-1-X'])
  expect([textAt(sepa, 'PmtTpInf', 'SvcLvl', 'Cd'), textAt(other, 'ChrgBr')]).toEqual(['SEPA', 'SHAR'])
  const [first, second] = under(sepa, 'CdtTrfTxInf')
  expect(textAt(first, 'Cdtr', 'Nm')).toBe('Kanzlei Gross + Sohne')
  expect(textAt(first, 'RmtInf', 'Ustrd')).toBe('Ref. 1/E')
  expect(textAt(second, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')).toBe('RF18539007547034')
  expect(textAt(second, 'RmtInf', 'Strd', 'CdtrRefInf', 'Tp', 'CdOrPrtry', 'Cd')).toBe('SCOR')
  expect(paymentFileXml(file)).toBe(paymentFileXml(file))
})

test('the file is valid with any names and references', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(text, text, (name, invoiceRef) => {
      const file = fileOf([
        payment(1, { invoiceRef, creditor: { ...payment(1).creditor, name: `A${name}` } }),
      ])
      validate(file)
    }),
    { numRuns: 300 },
  )
})

test('text contains only characters that banks accept', () => {
  expect(bankText('№ 12 «A» – Größe & Œuvre\n€ 5 //x/', 140)).toBe('No 12 .A. - Grosse + OEuvre EUR 5 /x')
  expect(bankText('x'.repeat(200), 35)).toHaveLength(35)
})

test('a reference is structured only with the right check digits', () => {
  expect(creditorReference('rf18 5390 0754 7034')).toBe('RF18539007547034')
  expect(creditorReference('RF19539007547034')).toBeNull()
  expect(creditorReference('INV-2026/1')).toBeNull()
  expect([
    isSepa('EUR', 'LU28', 'DE89'),
    isSepa('USD', 'LU28', 'DE89'),
    isSepa('EUR', 'LU28', 'AE07'),
  ]).toEqual([true, false, false])
})
