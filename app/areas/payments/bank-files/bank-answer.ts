import {
  currencyOf,
  dayOfElement,
  decimalOf,
  readXmlTree,
  textOf,
  type XmlElement,
  XmlRefusal,
} from '~/platform/einvoices/xml-tree'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'

/** What banks send back: ISO 20022 pain.002 (status), camt.054 (booked), camt.053 (statement), of any version. */

type AnswerKind = 'pain.002' | 'camt.054' | 'camt.053'

/** What a bank says of one payment, or of all of a group or file that it names. */
export interface Said {
  /** Which payments: ours by its end-to-end id, or all of a group (PmtInfId) or a file (MsgId). */
  of: { endToEndId: string } | { groupId: string } | { messageId: string }
  outcome: 'accepted' | 'rejected' | 'paid' | 'returned'
  /** Null where the answer names none. */
  amount: Decimal | null
  currency: string | null
  /** Of paid ones. */
  valueDate: Day | null
  /** "AC04: account closed"; '' for none. */
  reason: string
  bankReference: string | null
}

interface Balance {
  iban: string
  currency: string
  day: Day
  balance: Decimal
}

export interface BankAnswer {
  kind: AnswerKind
  messageId: string
  said: Said[]
  /** Closing balances of statements. */
  balances: Balance[]
}

const ROOTS: Readonly<Record<string, AnswerKind>> = {
  CstmrPmtStsRpt: 'pain.002',
  BkToCstmrDbtCdtNtfctn: 'camt.054',
  BkToCstmrStmt: 'camt.053',
}

const TITLE = 'File cannot be integrated, see error.'

/** @throws DomainError invalid: not XML, or none of the three messages */
export function readBankAnswer(fileName: string, bytes: Uint8Array): BankAnswer {
  const root = treeOf(fileName, bytes)
  const [body] = root.children.filter(({ name }) => name in ROOTS)
  const kind = body && ROOTS[body.name]
  if (!body || !kind)
    throw refused(fileName, 'is not a pain.002, camt.054 or camt.053. Choose the file that the bank sent.')
  const messageId = text(body, 'GrpHdr', 'MsgId') ?? ''
  if (kind === 'pain.002') return { kind, messageId, said: statusesOf(body), balances: [] }
  const reports = all(body, kind === 'camt.053' ? 'Stmt' : 'Ntfctn')
  return {
    kind,
    messageId,
    said: reports.flatMap((report) => all(report, 'Ntry').flatMap(saidOfEntry)),
    balances: kind === 'camt.053' ? reports.flatMap(closingOf) : [],
  }
}

function treeOf(fileName: string, bytes: Uint8Array): XmlElement {
  try {
    return readXmlTree(bytes)
  } catch (error) {
    if (error instanceof XmlRefusal) throw refused(fileName, error.message)
    throw error
  }
}

const refused = (fileName: string, why: string) =>
  new DomainError('invalid', `“${fileName}” ${why}`, { title: TITLE, fields: { files: `The file ${why}` } })

const all = ({ children }: XmlElement, name: string) => children.filter((child) => child.name === name)

function at(from: XmlElement, ...path: string[]): XmlElement | null {
  let found: XmlElement | undefined = from
  for (const name of path) found = found?.children.find((child) => child.name === name)
  return found ?? null
}

function text(from: XmlElement, ...path: string[]): string | null {
  const found = at(from, ...path)
  return found && textOf(found)
}

/** ISO 20022 statuses: accepted ones are on their way, and only the account statement says that they are paid. */
const ACCEPTED = new Set(['ACCP', 'ACSP', 'ACSC', 'ACWC', 'ACTC', 'ACCC', 'ACFC'])

function outcomeOf(status: string | null): 'accepted' | 'rejected' | null {
  if (status === 'RJCT' || status === 'CANC') return 'rejected'
  return status !== null && ACCEPTED.has(status) ? 'accepted' : null
}

function reasonOf(from: XmlElement, name = 'StsRsnInf'): string {
  return all(from, name)
    .map((info) => {
      const code = text(info, 'Rsn', 'Cd') ?? text(info, 'Rsn', 'Prtry')
      const words = all(info, 'AddtlInf').flatMap((each) => textOf(each) ?? [])
      return [code, words.join(' ')].filter(Boolean).join(': ')
    })
    .filter((each) => each !== '')
    .join('; ')
}

const NOTHING = { amount: null, currency: null, valueDate: null, bankReference: null }

/** The most specific status in a report: of a payment, else of its group, else of the file. */
function statusesOf(body: XmlElement): Said[] {
  const original = at(body, 'OrgnlGrpInfAndSts')
  const groups = all(body, 'OrgnlPmtInfAndSts')
  const file = original && outcomeOf(text(original, 'GrpSts'))
  const messageId = original && text(original, 'OrgnlMsgId')
  const found = groups.flatMap((group): Said[] => {
    const single = all(group, 'TxInfAndSts').flatMap(statusOfPayment)
    const outcome = outcomeOf(text(group, 'PmtInfSts'))
    const groupId = text(group, 'OrgnlPmtInfId')
    const whole =
      outcome && groupId !== null ? [{ of: { groupId }, outcome, ...NOTHING, reason: reasonOf(group) }] : []
    // The status of a single payment comes first: that of its group is for the others.
    return [...single, ...whole]
  })
  if (!file || !original || messageId === null) return found
  return [...found, { of: { messageId }, outcome: file, ...NOTHING, reason: reasonOf(original) }]
}

function statusOfPayment(info: XmlElement): Said[] {
  const endToEndId = text(info, 'OrgnlEndToEndId')
  const outcome = outcomeOf(text(info, 'TxSts'))
  if (endToEndId === null || outcome === null) return []
  const sent = at(info, 'OrgnlTxRef', 'Amt', 'InstdAmt')
  return [
    {
      of: { endToEndId },
      outcome,
      ...moneyOf(sent),
      valueDate: null,
      reason: reasonOf(info),
      bankReference: text(info, 'AcctSvcrRef'),
    },
  ]
}

function moneyOf(amount: XmlElement | null): { amount: Decimal | null; currency: string | null } {
  if (!amount) return { amount: null, currency: null }
  const currency = currencyOf({ ...amount, text: amount.attributes.Ccy ?? '' })
  return { amount: decimalOf(amount), currency }
}

const dayAt = (from: XmlElement, name: string): Day | null => {
  const holder = at(from, name)
  return holder && dayOfElement(holder)
}

/** A booked entry of an account: each payment in it, or the whole of a group that was booked as one. */
function saidOfEntry(entry: XmlElement): Said[] {
  const status = text(entry, 'Sts', 'Cd') ?? text(entry, 'Sts')
  if (status !== 'BOOK') return []
  const valueDate = dayAt(entry, 'ValDt') ?? dayAt(entry, 'BookgDt')
  const reversed = text(entry, 'RvslInd') === 'true'
  const entryReference = text(entry, 'AcctSvcrRef')
  const direction = text(entry, 'CdtDbtInd')
  const details = all(entry, 'NtryDtls')
  const payments = details.flatMap((detail) => all(detail, 'TxDtls'))
  const single = payments.flatMap((detail): Said[] => {
    const endToEndId = text(detail, 'Refs', 'EndToEndId')
    if (endToEndId === null || endToEndId === 'NOTPROVIDED') return []
    const isBack =
      reversed || at(detail, 'RtrInf') !== null || (text(detail, 'CdtDbtInd') ?? direction) === 'CRDT'
    const own = at(detail, 'AmtDtls', 'InstdAmt', 'Amt') ?? at(detail, 'Amt')
    const money = moneyOf(own ?? (payments.length === 1 ? at(entry, 'Amt') : null))
    return [
      {
        of: { endToEndId },
        outcome: isBack ? 'returned' : 'paid',
        ...money,
        valueDate,
        reason: reasonOf(detail, 'RtrInf'),
        bankReference: text(detail, 'Refs', 'AcctSvcrRef') ?? entryReference,
      },
    ]
  })
  if (single.length > 0 || direction !== 'DBIT' || reversed) return single
  return details.flatMap((detail): Said[] => {
    const groupId = text(detail, 'Btch', 'PmtInfId')
    if (groupId === null) return []
    const whole = moneyOf(at(detail, 'Btch', 'TtlAmt') ?? at(entry, 'Amt'))
    return [
      { of: { groupId }, outcome: 'paid', ...whole, valueDate, reason: '', bankReference: entryReference },
    ]
  })
}

/** The closing balance of a statement, less than zero where the account is overdrawn. */
function closingOf(statement: XmlElement): Balance[] {
  const iban = text(statement, 'Acct', 'Id', 'IBAN')
  return all(statement, 'Bal').flatMap((balance): Balance[] => {
    const { amount, currency } = moneyOf(at(balance, 'Amt'))
    const day = dayAt(balance, 'Dt')
    if (text(balance, 'Tp', 'CdOrPrtry', 'Cd') !== 'CLBD' || iban === null) return []
    if (amount === null || currency === null || day === null) return []
    const sign = text(balance, 'CdtDbtInd') === 'DBIT' ? '-' : ''
    return [{ iban, currency, day, balance: `${sign}${amount}` }]
  })
}
