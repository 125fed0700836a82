import XMLBuilder from 'fast-xml-builder'
import { isIban, readClearing } from '~/platform/values/accounts'
import { decimalsOf } from '~/platform/values/currency-decimals'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import type { CreditShare } from '../credits'
import type { Account, Payee, Payment } from '../payment'
import { bankText, foreignLetters, wholeBankText } from './bank-text'
import { type Address, isWhole } from './postal-address'
import { chargeBearerOf, MAX_NAME_LENGTHS, referenceOf } from './reach'

/** The file that a bank gets: ISO 20022 Customer Credit Transfer Initiation, pain.001.001.09. */

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

/** Longest text to the payee, in characters. */
const MAX_REMITTANCE = 140

/** What a file says of a party besides its name. */
interface Party {
  address: Address
  /** Legal entity identifier; null where none is entered. */
  lei: string | null
}

export interface FilePayment
  extends Pick<
    Payment,
    | 'endToEndId'
    | 'amount'
    | 'currency'
    | 'debtor'
    | 'creditor'
    | 'invoiceRef'
    | 'paymentReference'
    | 'chargeBearer'
  > {
  /** What is taken off for credits of the payee. */
  credits: readonly CreditShare[]
  /** Of the payee. */
  party: Party
}

export interface PaymentFile {
  messageId: string
  createdAt: Date
  executionDate: Day
  /** The entity that pays, and its account. */
  debtor: Account
  party: Party
  /** All in one currency. */
  currency: string
  payments: readonly FilePayment[]
}

interface Group {
  id: string
  isSepa: boolean
  chargeBearer: string
  payments: readonly FilePayment[]
}

/** How the groups of a file end, by who pays the charges: SEPA payments, and the others. */
const GROUP_ENDS: Readonly<Record<string, string>> = { SLEV: 'S', SHAR: 'X', DEBT: 'D', CRED: 'C' }

/** The groups of a file (PmtInf): SEPA payments, and those that cross a border or have another currency. */
export function groupsOf({ messageId, payments }: PaymentFile): Group[] {
  const byBearer = groupedBy(payments, chargeBearerOf)
  return Object.entries(GROUP_ENDS).flatMap(([chargeBearer, end]): Group[] => {
    const own = byBearer.get(chargeBearer)
    return own
      ? [{ id: `${messageId}-${end}`, isSepa: chargeBearer === 'SLEV', chargeBearer, payments: own }]
      : []
  })
}

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true })

/** The same bytes for the same payments. */
export function paymentFileXml(file: PaymentFile, groups: readonly Group[] = groupsOf(file)): string {
  const { messageId, createdAt, debtor, payments } = file
  // The shorter name where a SEPA payment is among them.
  const longest = groups.some((group) => group.isSepa) ? MAX_NAME_LENGTHS.sepa : MAX_NAME_LENGTHS.other
  const body = {
    Document: {
      '@_xmlns': NAMESPACE,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: messageId,
          CreDtTm: createdAt.toISOString().replace(/\.\d+Z$/, 'Z'),
          ...countOf(payments),
          InitgPty: { Nm: bankText(debtor.name, longest) },
        },
        PmtInf: groups.map((group) => groupXml(file, group)),
      },
    },
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(body)}`
}

const countOf = (payments: readonly Pick<Payment, 'amount' | 'currency'>[]) => ({
  NbOfTxs: String(payments.length),
  CtrlSum: sum(payments.map(({ amount }) => amount)).toFixed(
    Math.max(0, ...payments.map(({ currency }) => decimalsOf(currency))),
  ),
})

function groupXml(file: PaymentFile, { id, isSepa: inSepa, chargeBearer, payments }: Group) {
  const { debtor, party, currency, executionDate } = file
  return {
    PmtInfId: id,
    PmtMtd: 'TRF',
    // One entry of the statement for each payment: each can be answered.
    BtchBookg: 'false',
    ...countOf(payments),
    ...(inSepa ? { PmtTpInf: { SvcLvl: { Cd: 'SEPA' } } } : {}),
    ReqdExctnDt: { Dt: executionDate },
    Dbtr: partyXml(debtor.name, party, inSepa),
    DbtrAcct: { Id: accountXml(debtor.iban), Ccy: currency },
    // A bank that is known by the IBAN alone is named so (EPC132-08).
    DbtrAgt: agentXml(debtor) ?? { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } },
    ChrgBr: chargeBearer,
    CdtTrfTxInf: payments.map((payment) => paymentXml(payment, inSepa)),
  }
}

function paymentXml(payment: FilePayment, inSepa: boolean) {
  const { endToEndId, amount, currency, creditor, party } = payment
  const agent = agentXml(creditor)
  return {
    PmtId: { InstrId: endToEndId, EndToEndId: endToEndId },
    Amt: { InstdAmt: { '@_Ccy': currency, '#text': amountText(amount, currency) } },
    ...(agent === null ? {} : { CdtrAgt: agent }),
    Cdtr: partyXml(creditor.name, party, inSepa),
    CdtrAcct: { Id: accountXml(creditor.iban) },
    ...remittance(payment),
  }
}

/** With the decimals of its currency. @throws Error where it has more: such a payment is held */
function amountText(amount: Decimal, currency: string): string {
  const exact = new Big(amount)
  const decimals = decimalsOf(currency)
  if (!exact.round(decimals, 0).eq(exact)) throw new Error(`${amount} is no amount in ${currency}`)
  return exact.toFixed(decimals)
}

const accountXml = (number: string) => (isIban(number) ? { IBAN: number } : { Othr: { Id: number } })

/** The bank by its BIC, by its number in a clearing system, or by both; null where the IBAN alone names it. */
function agentXml({ bic, clearing }: Pick<Account, 'bic'> & Partial<Pick<Payee, 'clearing'>>) {
  const member = readClearing(clearing ?? null)
  if (bic === '' && member === null) return null
  return {
    FinInstnId: {
      ...(bic === '' ? {} : { BICFI: bic }),
      ...(member === null ? {} : { ClrSysMmbId: { ClrSysId: { Cd: member.system }, MmbId: member.code } }),
    },
  }
}

function partyXml(name: string, { address, lei }: Party, inSepa: boolean) {
  return {
    Nm: bankText(name, inSepa ? MAX_NAME_LENGTHS.sepa : MAX_NAME_LENGTHS.other),
    ...(isWhole(address) ? { PstlAdr: addressXml(address) } : {}),
    ...(lei === null ? {} : { Id: { OrgId: { LEI: lei } } }),
  }
}

/** Longest parts of an address, in characters. */
const MAX_ADDRESS = { street: 70, number: 16, postCode: 16, town: 35 }

function addressXml({ street, buildingNumber, postCode, town, country }: Address) {
  const parts = {
    StrtNm: bankText(street ?? '', MAX_ADDRESS.street),
    BldgNb: bankText(buildingNumber ?? '', MAX_ADDRESS.number),
    PstCd: bankText(postCode ?? '', MAX_ADDRESS.postCode),
    TwnNm: bankText(town ?? '', MAX_ADDRESS.town),
    Ctry: country ?? '',
  }
  return Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== ''))
}

/**
 * What the payee knows it by: structured where the supplier's reference is, else as text. A payment that takes credits
 * off names them, which a structured reference has no place for.
 */
function remittance(payment: FilePayment) {
  if (payment.credits.length > 0) return { RmtInf: { Ustrd: textWithCredits(payment) } }
  const found = referenceOf(payment)
  if (found !== null)
    return { RmtInf: { Strd: { CdtrRefInf: { Tp: TYPES[found.kind], Ref: found.reference } } } }
  const text = bankText(payment.paymentReference || payment.invoiceRef, MAX_REMITTANCE)
  return text === '' ? {} : { RmtInf: { Ustrd: text } }
}

/** "INV-7, less credit CN-1 585.00, CN-2 10.00"; the number of the credits and their sum where they are too long. */
export function textWithCredits({
  paymentReference,
  invoiceRef,
  credits,
  currency,
}: Pick<FilePayment, 'paymentReference' | 'invoiceRef' | 'credits' | 'currency'>): string {
  const reference = paymentReference || invoiceRef
  const named = credits.map((credit) => `${nameOfCredit(credit)} ${amountText(credit.amount, currency)}`)
  const whole = wholeBankText(`${reference}, less credit ${named.join(', ')}`)
  if (whole.length <= MAX_REMITTANCE) return whole
  const total = sum(credits.map(({ amount }) => amount)).toFixed(2)
  const count = credits.length === 1 ? '1 credit' : `${credits.length} credits`
  return bankText(`Less ${count} ${amountText(total, currency)}: ${reference}`, MAX_REMITTANCE)
}

/** Its reference, or its number here where banks do not take the letters of its reference. */
const nameOfCredit = ({ invoiceId, invoiceRef }: CreditShare) =>
  invoiceRef === '' || foreignLetters(invoiceRef) !== '' ? String(invoiceId) : invoiceRef

/** The types of structured references: ISO 11649, Swiss payment standards, and the rules of the Belgian banks. */
const TYPES = {
  SCOR: { CdOrPrtry: { Cd: 'SCOR' }, Issr: 'ISO' },
  QRR: { CdOrPrtry: { Prtry: 'QRR' } },
  BBA: { CdOrPrtry: { Cd: 'SCOR' }, Issr: 'BBA' },
}
