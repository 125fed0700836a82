import XMLBuilder from 'fast-xml-builder'
import type { Day } from '~/platform/values/day'
import { type Decimal, sum } from '~/platform/values/decimal'
import type { Account, Payment } from '../payment'
import { bankText, creditorReference, isSepa } from './bank-text'

/** The file that a bank gets: ISO 20022 Customer Credit Transfer Initiation, pain.001.001.09. */

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

/** Longest values of the fields, in characters. */
const MAX_LENGTHS = { id: 35, name: 140, remittance: 140 }

type FilePayment = Pick<Payment, 'endToEndId' | 'amount' | 'currency' | 'debtor' | 'creditor' | 'invoiceRef'>

export interface PaymentFile {
  messageId: string
  createdAt: Date
  executionDate: Day
  /** The entity that pays, and its account. */
  debtor: Account
  /** All in one currency. */
  currency: string
  payments: readonly FilePayment[]
}

interface Group {
  id: string
  sepa: boolean
  payments: readonly FilePayment[]
}

/** The names that the groups of a file may have: of SEPA payments, and of the others. */
const groupIdsOf = (messageId: string) => [`${messageId}-S`, `${messageId}-X`]

/** The groups of a file (PmtInf): SEPA payments, and those that cross a border or have another currency. */
export function groupsOf({ messageId, debtor, currency, payments }: PaymentFile): Group[] {
  const ofReach = (sepa: boolean) =>
    payments.filter(({ creditor }) => isSepa(currency, debtor.iban, creditor.iban) === sepa)
  const [sepaId = '', otherId = ''] = groupIdsOf(messageId)
  return [
    { id: sepaId, sepa: true, payments: ofReach(true) },
    { id: otherId, sepa: false, payments: ofReach(false) },
  ].filter((group) => group.payments.length > 0)
}

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true })

/** The same bytes for the same payments. */
export function paymentFileXml(file: PaymentFile): string {
  const { messageId, createdAt, debtor, payments } = file
  const body = {
    Document: {
      '@_xmlns': NAMESPACE,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: messageId,
          CreDtTm: createdAt.toISOString().replace(/\.\d+Z$/, 'Z'),
          ...countOf(payments),
          InitgPty: { Nm: bankText(debtor.name, MAX_LENGTHS.name) },
        },
        PmtInf: groupsOf(file).map((group) => groupXml(file, group)),
      },
    },
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(body)}`
}

const countOf = (payments: readonly { amount: Decimal }[]) => ({
  NbOfTxs: String(payments.length),
  CtrlSum: sum(payments.map(({ amount }) => amount)).toFixed(2),
})

function groupXml({ debtor, currency, executionDate }: PaymentFile, { id, sepa, payments }: Group) {
  return {
    PmtInfId: id,
    PmtMtd: 'TRF',
    // One entry of the statement for each payment: each can be answered.
    BtchBookg: 'false',
    ...countOf(payments),
    ...(sepa ? { PmtTpInf: { SvcLvl: { Cd: 'SEPA' } } } : {}),
    ReqdExctnDt: { Dt: executionDate },
    Dbtr: { Nm: bankText(debtor.name, MAX_LENGTHS.name) },
    DbtrAcct: { Id: { IBAN: debtor.iban }, Ccy: currency },
    DbtrAgt: { FinInstnId: { BICFI: debtor.bic } },
    ChrgBr: sepa ? 'SLEV' : 'SHAR',
    CdtTrfTxInf: payments.map(paymentXml),
  }
}

function paymentXml({ endToEndId, amount, currency, creditor, invoiceRef }: FilePayment) {
  return {
    PmtId: { InstrId: endToEndId, EndToEndId: endToEndId },
    Amt: { InstdAmt: { '@_Ccy': currency, '#text': amount } },
    CdtrAgt: { FinInstnId: { BICFI: creditor.bic } },
    Cdtr: { Nm: bankText(creditor.name, MAX_LENGTHS.name) },
    CdtrAcct: { Id: { IBAN: creditor.iban } },
    ...remittance(invoiceRef),
  }
}

/** What the payee knows it by: structured where the supplier's reference is, else as text. */
function remittance(invoiceRef: string) {
  const reference = creditorReference(invoiceRef)
  if (reference !== null)
    return {
      RmtInf: {
        Strd: { CdtrRefInf: { Tp: { CdOrPrtry: { Cd: 'SCOR' }, Issr: 'ISO' }, Ref: reference } },
      },
    }
  const text = bankText(invoiceRef, MAX_LENGTHS.remittance)
  return text === '' ? {} : { RmtInf: { Ustrd: text } }
}
