import fc from 'fast-check'
import { schemaFaults } from 'tests/support/areas/payments/payment-schema'
import { expect, test } from 'vitest'
import { type BankFault, bankFault, bankWarnings } from '~/areas/payments/bank-files/bank-rules'
import { bankText, foreignLetters } from '~/areas/payments/bank-files/bank-text'
import { type FilePayment, type PaymentFile, paymentFileXml } from '~/areas/payments/bank-files/payment-file'
import { chargeBearerOf, isSepa, referenceOf } from '~/areas/payments/bank-files/reach'
import { readXmlTree, type XmlElement } from '~/platform/einvoices/xml-tree'
import { sum } from '~/platform/values/decimal'

const NOWHERE = { street: null, buildingNumber: null, postCode: null, town: null, country: null }
const FRANKFURT = {
  street: 'Große Straße',
  buildingNumber: '12 a',
  postCode: '60311',
  town: 'Frankfurt',
  country: 'DE',
}
const DEBTOR = { name: 'Hespéris Management SA', iban: 'LU280019400644750000', bic: 'BGLLLULL' }
const GERMAN = {
  name: 'Kanzlei Groß & Söhne',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFF',
  clearing: null,
}
const GULF = { name: 'Gulf Data FZE', iban: 'AE070331234567890123456', bic: 'EBILAEAD', clearing: null }
const AMERICAN = { name: 'Prices Inc.', iban: '000123456789', bic: '', clearing: 'USABA 021000021' }
const QR = { name: 'Helvetia Druck AG', iban: 'CH4431999123000889012', bic: '', clearing: null }
const QR_REFERENCE = '21 00000 00003 13947 14300 09017'
const BELGIAN = { name: 'Bureau SA', iban: 'BE68539007547034', bic: '', clearing: null }

const payment = (at: number, more: Partial<FilePayment> = {}): FilePayment => ({
  endToEndId: `INV${1000 + at}-RUN9`,
  amount: `${at}.10`,
  currency: 'EUR',
  invoiceRef: `Réf. ${at}/É`,
  paymentReference: '',
  chargeBearer: '',
  credits: [],
  debtor: DEBTOR,
  creditor: GERMAN,
  party: { address: NOWHERE, lei: null },
  ...more,
})

const fileOf = (payments: PaymentFile['payments'], more: Partial<PaymentFile> = {}): PaymentFile => ({
  messageId: 'FD-RUN9-1-1',
  createdAt: new Date('2026-11-02T09:00:00.500Z'),
  executionDate: '2026-11-03',
  debtor: DEBTOR,
  party: { address: NOWHERE, lei: null },
  currency: payments[0]?.currency ?? 'EUR',
  payments,
  ...more,
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
const paymentsIn = (file: PaymentFile) => under(treeOf(file), 'PmtInf', 'CdtTrfTxInf')

/** Valid by the profile of all payments, and its SEPA payments by that of SEPA; its sums are those of its payments. */
function validate(file: PaymentFile): void {
  expect(schemaFaults(paymentFileXml(file), 'CGI')).toEqual([])
  const inSepa = file.payments.filter(isSepa)
  if (inSepa.length > 0)
    expect(schemaFaults(paymentFileXml({ ...file, payments: inSepa }), 'EPC')).toEqual([])
  const body = treeOf(file)
  const all = paymentsIn(file)
  const amounts = (of: XmlElement[]) => sum(of.map((each) => textAt(each, 'Amt', 'InstdAmt') ?? '0'))
  for (const [part, own] of [
    [under(body, 'GrpHdr')[0], all],
    ...under(body, 'PmtInf').map((group) => [group, under(group, 'CdtTrfTxInf')] as const),
  ] as const) {
    expect(textAt(part, 'NbOfTxs')).toBe(String(own.length))
    expect(amounts(own).eq(textAt(part, 'CtrlSum') ?? '')).toBe(true)
  }
  expect(amounts(all).eq(sum(file.payments.map(({ amount }) => amount)))).toBe(true)
}

test('a file of SEPA and other payments is valid by both profiles, and reads back the same', () => {
  const file = fileOf([
    payment(1),
    payment(2, { invoiceRef: 'RF18 5390 0754 7034' }),
    payment(3, {
      creditor: GULF,
      party: { address: { ...NOWHERE, town: 'Dubai', country: 'AE' }, lei: null },
    }),
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

test('the schemas refuse what banks refuse', () => {
  const xml = paymentFileXml(fileOf([payment(1)]))
  const faults = (from: string | RegExp, to: string) => schemaFaults(xml.replace(from, to), 'EPC')
  expect(faults('Kanzlei Gross + Sohne', 'Kanzlei Groß')).not.toEqual([])
  expect(faults('Kanzlei Gross + Sohne', 'A'.repeat(71))).not.toEqual([])
  expect(faults(/<ChrgBr>SLEV<\/ChrgBr>/, '<ChrgBr>SHAR</ChrgBr>')).not.toEqual([])
  expect(faults(/<ReqdExctnDt>[\s\S]*?<\/ReqdExctnDt>/, '')).not.toEqual([])
  expect(faults('INV1001-RUN9', '/INV1001')).not.toEqual([])
  expect(faults('1.10</InstdAmt>', '1.105</InstdAmt>')).not.toEqual([])
  expect(schemaFaults(xml, 'EPC')).toEqual([])
})

test('any run that the rules let through is valid, with its sums and with characters that banks take', () => {
  const letter = fc.constantFrom(...'aZ5éßŁøœЩюЙїΨάς&/-#@%,.;:…"“»<½ﬁ\n 😀')
  const text = fc.oneof(
    { weight: 9, arbitrary: fc.string({ unit: letter, minLength: 1, maxLength: 200 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }) },
  )
  const currencies = fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'CLP', 'CHF')
  const creditor = fc.constantFrom(GERMAN, GULF, AMERICAN, QR, BELGIAN)
  const address = fc.record({
    street: fc.option(fc.string({ unit: letter, minLength: 1, maxLength: 70 })),
    buildingNumber: fc.option(fc.string({ maxLength: 16 })),
    postCode: fc.option(fc.string({ maxLength: 16 })),
    town: fc.constantFrom('Łódź', 'София', 'Αθήνα', 'New York'),
    country: fc.constantFrom('PL', 'BG', 'GR', 'US'),
  })
  const one = fc.record({
    cents: fc.integer({ min: 1, max: 99_999_999 }),
    creditor,
    name: text,
    invoiceRef: fc.oneof(text, fc.constantFrom('RF18539007547034', QR_REFERENCE, '+++090/9337/55493+++')),
    address: fc.option(address),
    lei: fc.constantFrom(null, '529900T8BM49AURSDO55'),
    chargeBearer: fc.constantFrom('' as const, 'SHAR' as const, 'DEBT' as const, 'CRED' as const),
  })
  let written = 0
  fc.assert(
    fc.property(currencies, fc.array(one, { minLength: 1, maxLength: 8 }), (currency, all) => {
      const payments = all
        .map(({ cents, name, address: its, lei, ...each }, at) =>
          payment(at, {
            ...each,
            currency,
            amount: `${Math.floor(cents / 100)}.${currency === 'JPY' || currency === 'CLP' ? '00' : String(cents % 100).padStart(2, '0')}`,
            creditor: { ...each.creditor, name: `A${name}` },
            party: { address: its ?? NOWHERE, lei },
          }),
        )
        .filter(({ amount }) => Number(amount) > 0)
        .filter((each) => faultOf(each) === null)
      written += payments.length
      if (payments.length > 0) validate(fileOf(payments))
    }),
    { numRuns: 300 },
  )
  expect(written).toBeGreaterThan(300)
})

const faultOf = (each: FilePayment, debtorAddress = NOWHERE): BankFault | null =>
  bankFault({ ...each, address: each.party.address, debtorAddress })

test('Cyrillic and Greek are transliterated, other scripts are refused with the field that has them', () => {
  expect(bankText('Щербаков Юрий ЕООД, София', 140)).toBe('Shterbakov Yuriy EOOD, Sofiya')
  expect(bankText('Ελληνική Τράπεζα ΑΕ, Ψυχικό', 140)).toBe('Elliniki Trapeza AE, Psychiko')
  expect(bankText('Ђорђевић, Žižka, Łódź, Ørsted, ΘΕΟΣ', 140)).toBe('Djordjevic, Zizka, Lodz, Orsted, THEOS')
  expect(bankText('№ 12 «A» – Größe & Œuvre\n€ 5 //x/', 140)).toBe("No 12 'A' - Grosse + Oeuvre EUR 5 /x")
  expect(bankText('x'.repeat(200), 35)).toHaveLength(35)
  expect([foreignLetters('日本 Prices 日'), foreignLetters('Kanzlei Groß')]).toEqual(['日本', ''])
  expect(faultOf(payment(1, { creditor: { ...GERMAN, name: '日本 Prices' } }))).toEqual({
    reason:
      'The name “日本 Prices” has letters that banks do not take (日本). Enter it in Latin letters on Legal entities.',
    party: 'creditor',
  })
  const town = { ...FRANKFURT, town: 'القاهرة' }
  expect(faultOf(payment(1, { party: { address: town, lei: null } }))?.reason).toContain(
    'The town of Kanzlei Groß & Söhne has letters that banks do not take',
  )
  expect(faultOf(payment(1, { invoiceRef: '請求書 12' }))).toMatchObject({ party: null })
  expect(faultOf(payment(1, { creditor: { ...GERMAN, name: '***' } }))?.reason).toContain('has no letter')
})

test('names are cut where the bank takes less, which is said before', () => {
  const name = `${'Gesellschaft für Wertpapierverwaltung und Treuhand '.repeat(3)}mbH`
  const sepa = payment(1, { creditor: { ...GERMAN, name } })
  const warnings = bankWarnings({ ...sepa, creditorCurrency: '' })
  expect(warnings).toEqual([
    `The name “${name}” is longer than 70 characters: the bank gets “${bankText(name, 70)}”.`,
  ])
  expect(textAt(paymentsIn(fileOf([sepa]))[0], 'Cdtr', 'Nm')).toBe(bankText(name, 70))
  const other = payment(1, { currency: 'USD', creditor: { ...GERMAN, name } })
  expect(bankWarnings({ ...other, creditorCurrency: '' })[0]).toContain('longer than 140 characters')
  expect(bankWarnings({ ...payment(1, { currency: 'USD' }), creditorCurrency: 'EUR' })).toEqual([
    'USD go to an account of Kanzlei Groß & Söhne in EUR: the bank converts them.',
  ])
})

test('a reference is structured where the account takes it, else it is a text', () => {
  const kindOf = (more: Partial<FilePayment>) => referenceOf(payment(1, more))?.kind ?? null
  expect(kindOf({ creditor: QR, invoiceRef: QR_REFERENCE })).toBe('QRR')
  expect(kindOf({ invoiceRef: QR_REFERENCE })).toBeNull()
  expect(kindOf({ creditor: BELGIAN, paymentReference: '090933755493' })).toBe('BBA')
  expect(kindOf({ invoiceRef: '+++090/9337/55493+++' })).toBeNull()
  expect(kindOf({ creditor: BELGIAN, paymentReference: '090933755494' })).toBeNull()
  const [belgian] = paymentsIn(
    fileOf([payment(1, { creditor: BELGIAN, invoiceRef: '+++090/9337/55493+++' })]),
  )
  expect(textAt(belgian, 'RmtInf', 'Strd', 'CdtrRefInf', 'Tp', 'Issr')).toBe('BBA')
  expect(textAt(belgian, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')).toBe('090933755493')
})

test('a QR-IBAN is paid with a QR reference only, and a QR reference to a QR-IBAN only', () => {
  const address = { ...NOWHERE, town: 'Bern', country: 'CH' }
  const party = { address, lei: null }
  const swiss = { creditor: { ...QR, bic: 'POFICHBE' }, currency: 'CHF', party }
  expect(faultOf(payment(1, swiss))?.reason).toContain('takes payments with a QR reference only')
  const paid = payment(1, { ...swiss, paymentReference: QR_REFERENCE })
  expect(faultOf(paid)).toBeNull()
  expect(
    textAt(paymentsIn(fileOf([paid]))[0], 'RmtInf', 'Strd', 'CdtrRefInf', 'Tp', 'CdOrPrtry', 'Prtry'),
  ).toBe('QRR')
  expect(faultOf(payment(1, { paymentReference: QR_REFERENCE }))?.reason).toContain('needs the QR-IBAN')
  // The rulebook of SEPA has no place for the reference.
  expect([isSepa(payment(1, { creditor: QR })), isSepa({ ...paid, currency: 'EUR' })]).toEqual([true, false])
})

test('payees outside SEPA need town and country and their bank; addresses are structured, with the LEI', () => {
  expect(faultOf(payment(1, { creditor: GULF }))).toEqual({
    reason:
      'Outside SEPA banks need the postal address of Gulf Data FZE, town and country at least. Enter it on Legal entities.',
    party: 'creditor',
  })
  const dollars = { currency: 'USD', party: { address: FRANKFURT, lei: '529900T8BM49AURSDO55' } }
  expect(faultOf(payment(1, { ...dollars, creditor: { ...GERMAN, bic: '' } }))?.reason).toContain(
    'need the BIC',
  )
  expect(faultOf(payment(1, { creditor: { ...GERMAN, bic: '' } }))).toBeNull()
  const file = fileOf([payment(1, dollars)], { party: { address: FRANKFURT, lei: null } })
  validate(file)
  const [written] = paymentsIn(file)
  expect(under(written, 'Cdtr', 'PstlAdr')[0]?.children.map(({ name, text }) => `${name} ${text}`)).toEqual([
    'StrtNm Grosse Strasse',
    'BldgNb 12 a',
    'PstCd 60311',
    'TwnNm Frankfurt',
    'Ctry DE',
  ])
  expect(textAt(written, 'Cdtr', 'Id', 'OrgId', 'LEI')).toBe('529900T8BM49AURSDO55')
  expect(textAt(treeOf(file), 'PmtInf', 'Dbtr', 'PstlAdr', 'TwnNm')).toBe('Frankfurt')
})

test('accounts without IBAN are named by number and clearing code, and banks without BIC by nothing else', () => {
  const file = fileOf([payment(1, { currency: 'USD', creditor: AMERICAN })], {
    debtor: { ...DEBTOR, bic: '' },
  })
  expect(schemaFaults(paymentFileXml(file), 'CGI')).toEqual([])
  const [written] = paymentsIn(file)
  expect(textAt(written, 'CdtrAcct', 'Id', 'Othr', 'Id')).toBe('000123456789')
  const institution = under(written, 'CdtrAgt', 'FinInstnId')[0]
  expect(textAt(institution, 'ClrSysMmbId', 'ClrSysId', 'Cd')).toBe('USABA')
  expect([textAt(institution, 'ClrSysMmbId', 'MmbId'), textAt(institution, 'BICFI')]).toEqual([
    '021000021',
    undefined,
  ])
  expect(textAt(treeOf(file), 'PmtInf', 'DbtrAgt', 'FinInstnId', 'Othr', 'Id')).toBe('NOTPROVIDED')
  const [sepa] = paymentsIn(fileOf([payment(1, { creditor: { ...GERMAN, bic: '' } })]))
  expect(under(sepa, 'CdtrAgt')).toEqual([])
})

test('amounts have the decimals of their currency, and one with more is refused', () => {
  const amountIn = (currency: string, amount: string) =>
    textAt(paymentsIn(fileOf([payment(1, { currency, amount })]))[0], 'Amt', 'InstdAmt')
  expect([amountIn('EUR', '5'), amountIn('JPY', '18000.00'), amountIn('KWD', '12.34')]).toEqual([
    '5.00',
    '18000',
    '12.340',
  ])
  expect(faultOf(payment(1, { currency: 'JPY', amount: '10.50' }))?.reason).toBe(
    '10.50: JPY has no decimals. Enter a whole amount.',
  )
  expect(() => amountIn('JPY', '10.50')).toThrow('no amount in JPY')
})

test('charges are those of SEPA, else as set, and payments of each kind are a group', () => {
  expect(chargeBearerOf(payment(1, { chargeBearer: 'DEBT' }))).toBe('SLEV')
  const party = { address: FRANKFURT, lei: null }
  const file = fileOf(
    (['', 'DEBT', 'CRED', 'SHAR'] as const).map((chargeBearer, at) =>
      payment(at + 1, { currency: 'USD', chargeBearer, party }),
    ),
  )
  validate(file)
  expect(
    under(treeOf(file), 'PmtInf').map((group) => [
      textAt(group, 'PmtInfId')?.at(-1),
      textAt(group, 'ChrgBr'),
      textAt(group, 'NbOfTxs'),
    ]),
  ).toEqual([
    ['X', 'SHAR', '2'],
    ['D', 'DEBT', '1'],
    ['C', 'CRED', '1'],
  ])
})
