import { decimalOf, textOf, type XmlElement } from '~/platform/einvoices/xml-tree'
import { Big, type Decimal, plain, sum } from '~/platform/values/decimal'
import type { BankEntry, BankReason, BankReferences, Money } from './bank-document'
import { BankFileFault, type WhereInFile } from './bank-file-fault'
import { BANK_FILE_LIMITS } from './bank-file-limits'
import {
  accountAt,
  childrenOf,
  codeAt,
  dayAt,
  elementAt,
  idOf,
  isTrue,
  moneyAt,
  moneyOf,
  reasonOf,
  textAt,
} from './message-elements'

type Direction = BankEntry['direction']

/** Charges that are part of a booked amount; a credit of the bank is negative. */
interface Charge {
  amount: Big
  currency: string
}

type Party = BankEntry['counterparty']

/** What a transaction (TxDtls), a batch that is not itemised (Btch) or the entry itself says. */
export interface EntryPart {
  /** Null where only its entry says it. */
  direction: Direction | null
  /** Amt, or TtlAmt of a batch. */
  own: Money | null
  /** Those of AmtDtls. */
  instructed: Money | null
  transaction: Money | null
  counterValue: Money | null
  rate: Decimal | null
  charges: Charge[]
  debtor: Party
  creditor: Party
  texts: string[]
  references: BankReferences
  batch: BankEntry['batch']
  returned: BankReason | null
}

const directionOf = (from: XmlElement): Direction | null => {
  const indicator = textAt(from, 'CdtDbtInd')
  if (indicator === 'DBIT') return 'debit'
  return indicator === 'CRDT' ? 'credit' : null
}

const opposite = (direction: Direction): Direction => (direction === 'debit' ? 'credit' : 'debit')

/** The parts of a <NtryDtls>, whose transactions were read before: these, or its batch, or none. */
export function partsOfDetails(
  details: XmlElement,
  transactions: EntryPart[],
  place: WhereInFile,
): EntryPart[] {
  const batch = elementAt(details, 'Btch')
  if (!batch) return transactions
  const payments = textAt(batch, 'NbOfTxs')
  const stated = {
    payments: payments !== null && /^\d{1,9}$/.test(payments) ? Number(payments) : null,
    total: moneyAt(batch, place, 'TtlAmt'),
  }
  const messageId = idOf(textAt(batch, 'MsgId'))
  const groupId = idOf(textAt(batch, 'PmtInfId'))
  if (transactions.length === 0) {
    const whole = entryPart(details, place)
    return [
      {
        ...whole,
        direction: directionOf(batch),
        own: stated.total,
        batch: stated,
        references: { ...whole.references, messageId, groupId },
      },
    ]
  }
  const isWhole = transactions.length === 1 && (stated.payments ?? 1) > 1
  return transactions.map((each) => ({
    ...each,
    batch: isWhole ? stated : null,
    references: {
      ...each.references,
      messageId: each.references.messageId ?? messageId,
      groupId: each.references.groupId ?? groupId,
    },
  }))
}

/** What an element says of a part of an entry: a <TxDtls>, or the <Ntry> itself. */
export function entryPart(from: XmlElement, place: WhereInFile): EntryPart {
  const amounts = elementAt(from, 'AmtDtls')
  const inDetails = (name: string) => amounts && moneyAt(amounts, place, name, 'Amt')
  const returned = elementAt(from, 'RtrInf')
  return {
    direction: directionOf(from),
    own: moneyAt(from, place, 'Amt'),
    instructed: inDetails('InstdAmt'),
    transaction: inDetails('TxAmt'),
    counterValue: inDetails('CntrValAmt'),
    rate: amounts && rateOf(amounts),
    charges: childrenOf(from, 'Chrgs').flatMap((each) => chargesOf(each, place)),
    debtor: partyOf(from, 'Dbtr'),
    creditor: partyOf(from, 'Cdtr'),
    texts: textsOf(from),
    references: referencesOf(from),
    batch: null,
    returned: returned ? reasonOf(returned) : returnByCode(from),
  }
}

/** The code of transactions for a payment that comes back (external code set of bank transaction codes). */
const RETURN_FAMILY = 'RRTN'

const returnByCode = (from: XmlElement): BankReason | null =>
  textAt(from, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') === RETURN_FAMILY ? { code: '', text: '' } : null

function rateOf(amounts: XmlElement): Decimal | null {
  for (const name of ['InstdAmt', 'TxAmt', 'CntrValAmt']) {
    const stated = elementAt(amounts, name, 'CcyXchg', 'XchgRate')
    const rate = stated && decimalOf({ ...stated, text: stated.text.replace(',', '.') })
    if (rate !== null && new Big(rate).gt(0)) return rate
  }
  return null
}

/** From version 4 a total and single records, before that amounts only. */
function chargesOf(charges: XmlElement, place: WhereInFile): Charge[] {
  const records = childrenOf(charges, 'Rcrd')
  const included = records.filter((record) => !isExcluded(record))
  if (records.length > 0 && included.length === 0) return []
  const total = elementAt(charges, 'TtlChrgsAndTaxAmt')
  if (total && included.length === records.length) return [chargeOf(total, charges, place)]
  const stated = records.length > 0 ? included : [charges]
  return stated.flatMap((each) => {
    const amount = elementAt(each, 'Amt')
    return amount ? [chargeOf(amount, each, place)] : []
  })
}

/** Booked apart, so that it is no part of this amount. */
function isExcluded(record: XmlElement): boolean {
  const indicator = textAt(record, 'ChrgInclInd')
  return indicator !== null && !isTrue(indicator)
}

function chargeOf(amount: XmlElement, holder: XmlElement, place: WhereInFile): Charge {
  const money = moneyOf(amount, place)
  const sign = directionOf(holder) === 'credit' ? -1 : 1
  return { amount: new Big(money.amount).times(sign), currency: money.currency }
}

function partyOf(from: XmlElement, role: 'Dbtr' | 'Cdtr'): Party {
  const parties = elementAt(from, 'RltdPties')
  if (!parties) return { name: '', account: '' }
  const name = nameOf(parties, role) ?? nameOf(parties, `Ultmt${role}`) ?? ''
  return { name, account: accountAt(parties, `${role}Acct`) }
}

/** From version 7 the name has a separate element. */
const nameOf = (parties: XmlElement, role: string): string | null =>
  textAt(parties, role, 'Nm') ??
  textAt(parties, role, 'Pty', 'Nm') ??
  textAt(parties, role, 'Agt', 'FinInstnId', 'Nm')

function textsOf(from: XmlElement): string[] {
  const remittance = elementAt(from, 'RmtInf')
  const lines = remittance ? childrenOf(remittance, 'Ustrd').flatMap((each) => textOf(each) ?? []) : []
  const structured = remittance
    ? childrenOf(remittance, 'Strd').flatMap((each) =>
        [textAt(each, 'CdtrRefInf', 'Ref'), ...childrenOf(each, 'AddtlRmtInf').map(textOf)].filter(
          (text) => text !== null,
        ),
      )
    : []
  return [lines.join(' '), ...structured, textAt(from, 'AddtlTxInf') ?? '']
}

function referencesOf(from: XmlElement): BankReferences {
  const references = elementAt(from, 'Refs')
  const of = (name: string) => idOf(references && textAt(references, name))
  return {
    endToEndId: of('EndToEndId'),
    instructionId: of('InstrId'),
    messageId: of('MsgId'),
    groupId: of('PmtInfId'),
    bank: of('AcctSvcrRef') ?? idOf(textAt(from, 'AcctSvcrRef')) ?? referenceOfEntry(from),
  }
}

/** Shorter ones, zeros in front aside, number the entries within their statement, and name nothing outside it. */
const MIN_ENTRY_REFERENCE = 8

function referenceOfEntry(from: XmlElement): string | null {
  const reference = idOf(textAt(from, 'NtryRef'))
  return reference !== null && reference.replace(/^0+/, '').length >= MIN_ENTRY_REFERENCE ? reference : null
}

type BookedPart = Omit<BankEntry, 'position'>

const STATUSES = new Map<string, BankEntry['status']>([
  ['BOOK', 'booked'],
  ['PDNG', 'pending'],
  ['FUTR', 'pending'],
  ['INFO', 'information'],
])

/** What all transactions of an entry have in common. */
interface Entry extends Pick<BankEntry, 'status' | 'direction' | 'bookingDate' | 'valueDate' | 'isReversal'> {
  booked: Money
  own: EntryPart
  /** The bank's text of the entry. */
  text: string
}

/**
 * The transactions of an entry, whose amounts add up to its own: where the bank's do not, the difference is one more.
 * @throws BankFileFault when it has no amount, direction or status
 */
export function entriesOf(entry: XmlElement, parts: readonly EntryPart[], place: WhereInFile): BookedPart[] {
  const given = entryOf(entry, place)
  const { own } = given
  if (parts.length === 0) return [transaction(given, own, { booked: given.booked, charges: own.charges })]
  const isOnly = parts.length === 1
  // Of a reversal some banks state the direction of what it undoes: all parts cannot go against their entry.
  const isContrary = parts.every(({ direction }) => direction === opposite(given.direction))
  const inherited = parts
    .map((part) => (isContrary ? { ...part, direction: null } : part))
    .map((part) => (isOnly ? ofOnlyPart(part, own) : ofOneOfSeveral(part, own)))
  const unpriced = inherited.filter((part) => amountIn(part, given.booked.currency) === null)
  const priced = inherited.filter((part) => !unpriced.includes(part))
  if (unpriced.length > 0) return withUnpriced(given, priced, unpriced)
  if (isOnly && inherited[0]?.batch) return [transaction(given, inherited[0], { booked: given.booked })]
  return withDifference(given, priced)
}

function entryOf(entry: XmlElement, place: WhereInFile): Entry {
  const own = entryPart(entry, place)
  const status = codeAt(entry, 'Sts')
  const { direction, own: booked } = own
  if (!booked) throw new BankFileFault(`has no amount in ${place()}.`)
  if (!direction) throw new BankFileFault(`does not say whether ${place()} is a credit or a debit.`)
  if (status === null) throw new BankFileFault(`does not say whether ${place()} is booked.`)
  return {
    own,
    booked,
    direction,
    status: STATUSES.get(status) ?? 'information',
    bookingDate: dayAt(entry, 'BookgDt', place),
    valueDate: dayAt(entry, 'ValDt', place),
    isReversal: isTrue(textAt(entry, 'RvslInd')),
    text: textAt(entry, 'AddtlNtryInf') ?? '',
  }
}

/** What an entry says of each of its transactions. */
function ofOneOfSeveral(part: EntryPart, entry: EntryPart): EntryPart {
  return {
    ...part,
    returned: part.returned ?? entry.returned,
    references: {
      ...part.references,
      messageId: part.references.messageId ?? entry.references.messageId,
      groupId: part.references.groupId ?? entry.references.groupId,
      bank: part.references.bank ?? entry.references.bank,
    },
  }
}

/** What an entry says is also said of its only transaction. */
function ofOnlyPart(part: EntryPart, entry: EntryPart): EntryPart {
  const inherited = ofOneOfSeveral(part, entry)
  const isSilent = part.instructed === null && part.transaction === null && part.counterValue === null
  const { instructed, transaction: sent, counterValue } = isSilent ? entry : part
  return {
    ...inherited,
    instructed,
    transaction: sent,
    counterValue,
    rate: part.rate ?? entry.rate,
    charges: part.charges.length > 0 ? part.charges : entry.charges,
    references: {
      ...inherited.references,
      endToEndId: part.references.endToEndId ?? entry.references.endToEndId,
      instructionId: part.references.instructionId ?? entry.references.instructionId,
    },
  }
}

/** The amount of a part in the currency of the account. */
function amountIn(part: EntryPart, currency: string): Money | null {
  const amounts = [part.own, part.transaction, part.counterValue, part.instructed]
  return amounts.find((money) => money?.currency === currency) ?? null
}

/** An amount as it changes what its entry comes to: negative where it goes the other way. */
const signed = ({ direction: whole }: Entry, direction: Direction, amount: Big | Decimal) =>
  new Big(amount).times(direction === whole ? 1 : -1)

function totalOf(entry: Entry, amounts: readonly { part: EntryPart; amount: Decimal }[]): Big {
  return amounts.reduce(
    (total, { part, amount }) => total.plus(signed(entry, part.direction ?? entry.direction, amount)),
    new Big(0),
  )
}

function amountsOf(entry: Entry, parts: readonly EntryPart[]) {
  const { currency } = entry.booked
  return parts.flatMap((part) => {
    const money = amountIn(part, currency)
    return money ? [{ part, amount: money.amount }] : []
  })
}

/** Transactions without an amount in the currency of the account: together they are the rest of the entry. */
function withUnpriced(
  entry: Entry,
  priced: readonly EntryPart[],
  unpriced: readonly EntryPart[],
): BookedPart[] {
  const amounts = amountsOf(entry, priced)
  const rest = new Big(entry.booked.amount).minus(totalOf(entry, amounts))
  const direction = rest.lt(0) ? opposite(entry.direction) : entry.direction
  const booked = { amount: plain(rest.abs()), currency: entry.booked.currency }
  const found = amounts.map(({ part, amount }) => transaction(entry, part, { booked: { ...booked, amount } }))
  const [only] = unpriced
  if (only && unpriced.length === 1) return [...found, transaction(entry, { ...only, direction }, { booked })]
  return [...found, transaction(entry, { ...togetherOf(unpriced), direction }, { booked })]
}

/** Several transactions as one: the ids that they share, and all ids in its text. */
function togetherOf(parts: readonly EntryPart[]): EntryPart {
  const shared = (name: keyof BankReferences) => {
    const ids = new Set(parts.map(({ references }) => references[name]))
    return ids.size === 1 ? ([...ids][0] ?? null) : null
  }
  const payments = parts.reduce((count, { batch }) => count + (batch?.payments ?? 1), 0)
  const named = parts.map(({ references, instructed }) => {
    const amount = instructed ? ` ${instructed.amount} ${instructed.currency}` : ''
    return `${references.endToEndId ?? references.instructionId ?? 'without an id'}${amount}`
  })
  return {
    ...NOTHING_STATED,
    references: {
      endToEndId: null,
      instructionId: null,
      messageId: shared('messageId'),
      groupId: shared('groupId'),
      bank: shared('bank'),
    },
    batch: { payments, total: null },
    texts: [`${payments} payments for which the bank states no amounts: ${named.join(', ')}`],
  }
}

const NO_PARTY: Party = { name: '', account: '' }

const NOTHING_STATED: EntryPart = {
  direction: null,
  own: null,
  instructed: null,
  transaction: null,
  counterValue: null,
  rate: null,
  charges: [],
  debtor: NO_PARTY,
  creditor: NO_PARTY,
  texts: [],
  references: { endToEndId: null, instructionId: null, messageId: null, groupId: null, bank: null },
  batch: null,
  returned: null,
}

/** Transactions that have amounts; what they and their charges do not explain of the entry is one more. */
function withDifference(entry: Entry, parts: readonly EntryPart[]): BookedPart[] {
  const { currency } = entry.booked
  const amounts = amountsOf(entry, parts)
  const plainly = amounts.map(({ part, amount }) =>
    transaction(entry, part, { booked: { amount, currency } }),
  )
  const difference = new Big(entry.booked.amount).minus(totalOf(entry, amounts))
  if (difference.eq(0)) return plainly
  const charged = amounts.map(({ part, amount }) => ({
    part,
    sent: amount,
    amount: withCharges(entry, part, amount),
  }))
  if (totalOf(entry, charged).eq(entry.booked.amount))
    return charged.map(({ part, sent, amount }) =>
      transaction(
        entry,
        { ...part, instructed: part.instructed ?? { amount: sent, currency } },
        {
          booked: { amount, currency },
        },
      ),
    )
  return [...plainly, differenceOf(entry, difference)]
}

/** What is booked for an amount that its charges are added to, or taken from. */
function withCharges(entry: Entry, part: EntryPart, amount: Decimal): Decimal {
  const charges = chargesIn(part.charges, entry.booked.currency)
  const isDebit = (part.direction ?? entry.direction) === 'debit'
  return plain(isDebit ? charges.plus(amount) : new Big(amount).minus(charges))
}

const chargesIn = (charges: readonly Charge[], currency: string): Big =>
  sum(charges.filter((each) => each.currency === currency).map(({ amount }) => plain(amount)))

function differenceOf(entry: Entry, difference: Big): BookedPart {
  const { booked, own } = entry
  const amount = plain(difference.abs())
  const isCharge =
    difference.gt(0) && entry.direction === 'debit' && chargesIn(own.charges, booked.currency).eq(amount)
  const text = isCharge
    ? 'Charges of the entry'
    : `Difference between the entry of ${booked.amount} ${booked.currency} and its transactions, which the bank does not explain`
  const direction = difference.lt(0) ? opposite(entry.direction) : entry.direction
  const references = { ...NOTHING_STATED.references, bank: own.references.bank }
  return transaction(
    entry,
    { ...NOTHING_STATED, direction, references, texts: [text], charges: isCharge ? own.charges : [] },
    { booked: { amount, currency: booked.currency } },
  )
}

function transaction(
  entry: Entry,
  part: EntryPart,
  { booked, charges = part.charges }: { booked: Money; charges?: readonly Charge[] },
): BookedPart {
  const { status, bookingDate, valueDate, isReversal } = entry
  const direction = part.direction ?? entry.direction
  const instructed = instructedOf(part, booked)
  return {
    status,
    direction,
    booked,
    instructed,
    exchangeRate: instructed && instructed.currency !== booked.currency ? part.rate : null,
    charges: chargesStated(charges, booked.currency),
    bookingDate,
    valueDate,
    counterparty: counterpartyOf(part, direction, isReversal),
    text: joinedText([...part.texts, entry.text]),
    references: part.references,
    batch: part.batch,
    isReversal,
    returned: part.returned,
  }
}

/** What was instructed, if not what was booked. */
function instructedOf(
  { instructed, transaction: sent, own, counterValue }: EntryPart,
  booked: Money,
): Money | null {
  if (instructed) {
    const isSame = instructed.currency === booked.currency && instructed.amount === booked.amount
    return isSame ? null : instructed
  }
  return [sent, own, counterValue].find((money) => money && money.currency !== booked.currency) ?? null
}

/** In the currency of the account where there are any, else in the first that is named. */
function chargesStated(charges: readonly Charge[], booked: string): Money | null {
  const currency = charges.some((each) => each.currency === booked) ? booked : charges[0]?.currency
  if (currency === undefined) return null
  const total = chargesIn(charges, currency)
  return total.gt(0) ? { amount: plain(total), currency } : null
}

/** Of money that comes back the bank names debtor and creditor of the payment that it undoes. */
function counterpartyOf(
  { debtor, creditor, returned }: EntryPart,
  direction: Direction,
  isReversal: boolean,
): Party {
  const isBack = isReversal || returned !== null
  const [other, own] = (direction === 'debit') !== isBack ? [creditor, debtor] : [debtor, creditor]
  return isBack && other.name === '' && other.account === '' ? own : other
}

function joinedText(texts: readonly string[]): string {
  const different = new Set(texts.filter((text) => text !== ''))
  return [...different].join(' / ').slice(0, BANK_FILE_LIMITS.text)
}
