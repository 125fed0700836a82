import type { XmlElement } from '~/platform/einvoices/xml-tree'
import type { PaymentStatus } from './bank-document'
import type { WhereInFile } from './bank-file-fault'
import {
  accountAt,
  childrenOf,
  elementAt,
  idOf,
  type MessageReader,
  moneyAt,
  reasonOf,
  textAt,
} from './message-elements'

type Status = Omit<PaymentStatus, 'position'>

/** Reads the statuses of a pain.002 payment by payment. */
export function statusReader(count: () => void): MessageReader {
  /** Each group, followed by its payments. */
  const found: { group: Status | null; payments: Status[] }[] = []
  let payments: Status[] = []
  let paymentCount = 0
  const inPayment: WhereInFile = () => `payment ${paymentCount}`
  return {
    close(element) {
      if (element.name === 'TxInfAndSts') {
        count()
        paymentCount += 1
        payments.push(paymentStatus(element, inPayment))
        return true
      }
      if (element.name !== 'OrgnlPmtInfAndSts') return false
      found.push({ group: groupStatus(element), payments })
      payments = []
      return true
    },
    end(body) {
      const file = fileStatus(body)
      const groups = [...found, { group: null, payments }]
      const statuses = groups.flatMap(({ group, payments: own }) => [
        ...(group && isStated(group) ? [group] : []),
        ...own.map((each) => ({
          ...each,
          groupId: each.groupId ?? group?.groupId ?? null,
          // A payment that has no status takes the status of its group or file.
          code: each.code || group?.code || file.code,
        })),
      ])
      const all = isStated(file) ? [file, ...statuses] : statuses
      return {
        statements: [],
        statuses: all.map((each, at) => ({ position: at + 1, ...each, messageId: file.messageId })),
      }
    },
  }
}

const isStated = ({ code, reasons }: Status) => code !== '' || reasons.length > 0

const NONE = {
  messageId: null,
  groupId: null,
  endToEndId: null,
  amount: null,
  account: '',
  bankReference: null,
}

function fileStatus(body: XmlElement): Status {
  const original = elementAt(body, 'OrgnlGrpInfAndSts') ?? elementAt(body, 'OrgnlGrpRefInfAndSts')
  if (!original) return { ...NONE, level: 'file', code: '', reasons: [] }
  return {
    ...NONE,
    level: 'file',
    messageId: idOf(textAt(original, 'OrgnlMsgId')),
    code: textAt(original, 'GrpSts') ?? '',
    reasons: reasonsOf(original),
  }
}

const groupStatus = (group: XmlElement): Status => ({
  ...NONE,
  level: 'group',
  groupId: idOf(textAt(group, 'OrgnlPmtInfId')),
  code: textAt(group, 'PmtInfSts') ?? '',
  reasons: reasonsOf(group),
})

function paymentStatus(payment: XmlElement, place: WhereInFile): Status {
  const sent = elementAt(payment, 'OrgnlTxRef')
  return {
    ...NONE,
    level: 'payment',
    groupId: idOf(textAt(payment, 'OrgnlPmtInfId')),
    endToEndId: idOf(textAt(payment, 'OrgnlEndToEndId'), textAt(payment, 'OrgnlInstrId')),
    code: textAt(payment, 'TxSts') ?? '',
    reasons: reasonsOf(payment),
    amount:
      sent &&
      (moneyAt(sent, place, 'Amt', 'InstdAmt') ??
        moneyAt(sent, place, 'Amt', 'EqvtAmt', 'Amt') ??
        moneyAt(sent, place, 'IntrBkSttlmAmt')),
    account: sent ? accountAt(sent, 'DbtrAcct') : '',
    bankReference: idOf(textAt(payment, 'AcctSvcrRef')),
  }
}

const reasonsOf = (from: XmlElement) =>
  childrenOf(from, 'StsRsnInf')
    .map(reasonOf)
    .filter(({ code, text }) => code !== '' || text !== '')
