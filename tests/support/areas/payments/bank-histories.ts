import type { BankFile } from '~/areas/payments/bank-files/read-bank-file'
import { addDays, type Day } from '~/platform/values/day'
import { zipOf } from '../../workbooks/zip'
import { bytesOf, camtXml, entryXml, painXml, statementXml, transactionXml } from './bank-messages'

/** Random histories of payments and banks, and a small model of what must come of them. */

/** Numbers from 0 to 1 that depend on a seed only. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A payment of a history, as its file names it. */
export interface Sent {
  id: number
  invoiceId: number
  endToEndId: string
  messageId: string
  amount: string
  currency: string
  account: string
}

/** What really happened at the bank. */
export type Fact =
  | { what: 'debit' | 'return'; payment: Sent; ref: string; day: string }
  | { what: 'rejection'; payment: Sent }
  | { what: 'other'; account: string; amount: string; ref: string; day: string }

export type Booked = Extract<Fact, { ref: string }>
export const isBooked = (fact: Fact): fact is Booked => fact.what !== 'rejection'

/** How a bank writes a message. */
interface Notation {
  /** Of the message: "08" of camt.053.001.08. */
  version: string
  prefix: string
  wrapping: 'none' | 'AppHdr' | 'zip'
}

/** How a file reports facts. */
export interface Report {
  kind: 'camt.053' | 'camt.054' | 'pain.002'
  facts: Fact[]
  /** Whether the entries have the bank's numbers. */
  hasRefs: boolean
  notation: Notation
}

let files = 0

/** The file of a report, as a bank of that notation sends it; no other file equals it. */
export function fileOf({ kind, facts, hasRefs, notation }: Report): BankFile {
  files += 1
  const { version, prefix, wrapping } = notation
  const id = `M${files}`
  const message =
    kind === 'pain.002' ? statusXml(facts, { version, id }) : bookedXml(facts, { kind, version, id, hasRefs })
  const prefixed =
    prefix === ''
      ? message
      : message.replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`).replace('xmlns=', `xmlns:${prefix}=`)
  const bare = prefixed.replace(/^<\?xml.*?\?>\s*/, '')
  const xml =
    wrapping === 'AppHdr'
      ? `<Envelope><AppHdr><BizMsgIdr>${id}</BizMsgIdr></AppHdr>${bare}</Envelope>`
      : prefixed
  return wrapping === 'zip'
    ? { name: `history-${files}.zip`, bytes: zipOf({ 'message.xml': xml }) }
    : { name: `history-${files}.xml`, bytes: bytesOf(xml) }
}

/** The beginning of a file whose transfer broke off. */
export const cutOf = ({ name, bytes }: BankFile, share: number): BankFile => ({
  name,
  bytes: bytes.slice(0, Math.floor(bytes.length * share)),
})

function statusXml(facts: readonly Fact[], { version, id }: { version: string; id: string }): string {
  const groups = facts.flatMap((fact) =>
    fact.what === 'rejection'
      ? [
          `<OrgnlGrpInfAndSts><OrgnlMsgId>${fact.payment.messageId}</OrgnlMsgId></OrgnlGrpInfAndSts>`,
          `<OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>${fact.payment.endToEndId}</OrgnlEndToEndId><TxSts>RJCT</TxSts>`,
          '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts>',
        ]
      : [],
  )
  return painXml(groups.join(''), version, id)
}

interface Writing {
  kind: 'camt.053' | 'camt.054'
  version: string
  id: string
  hasRefs: boolean
}

function bookedXml(facts: readonly Fact[], { kind, version, id, hasRefs }: Writing): string {
  const byAccount = new Map<string, string[]>()
  for (const fact of facts.filter(isBooked)) {
    const account = fact.what === 'other' ? fact.account : fact.payment.account
    byAccount.set(account, [...(byAccount.get(account) ?? []), entryOf(fact, version, hasRefs)])
  }
  const statements = [...byAccount].map(([account, entries]) =>
    statementXml(entries.join(''), kind, `<IBAN>${account}</IBAN>`),
  )
  return camtXml(statements.join(''), { kind, version, id })
}

/** Until version 6 the status of an entry is a text. */
const LAST_PLAIN_STATUS = 6

function entryOf(fact: Booked, version: string, hasRefs: boolean): string {
  const isOther = fact.what === 'other'
  const facts = isOther
    ? `<RmtInf><Ustrd>OTHER ${fact.ref}</Ustrd></RmtInf>`
    : fact.what === 'return'
      ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'
      : ''
  return entryXml({
    amount: `<Amt Ccy="EUR">${isOther ? fact.amount : fact.payment.amount}</Amt>`,
    direction: fact.what === 'return' ? 'CRDT' : 'DBIT',
    status: Number(version) <= LAST_PLAIN_STATUS ? 'BOOK' : '<Cd>BOOK</Cd>',
    day: fact.day,
    facts: hasRefs ? `<AcctSvcrRef>${fact.ref}</AcctSvcrRef>` : '',
    details: transactionXml(isOther ? 'NOTPROVIDED' : fact.payment.endToEndId, facts),
  })
}

type State = 'sent' | 'paid' | 'rejected' | 'returned'

/** What the model knows of a payment. */
interface Standing {
  state: State
  /** A bank booked it: paid by hand is not enough. */
  isBooked: boolean
  /** Debits that were one too many and did not come back. */
  surplus: number
  /** Returns that came before anything was paid, or after it came back. */
  waiting: number
}

/** The model: what each payment is, and which invoices are in dispute, by counting alone. */
export class Model {
  readonly standings = new Map<number, Standing>()
  readonly payments = new Map<number, Sent>()
  readonly disputes = new Set<number>()
  readonly reported = new Set<string>()

  send(payment: Sent): void {
    this.payments.set(payment.id, payment)
    this.standings.set(payment.id, { state: 'sent', isBooked: false, surplus: 0, waiting: 0 })
  }

  of(payment: Pick<Sent, 'id'>): Standing {
    const found = this.standings.get(payment.id)
    if (!found) throw new Error(`Payment ${payment.id} was not sent`)
    return found
  }

  payByHand(payment: Sent): void {
    this.of(payment).state = 'paid'
  }

  /** A file: what was reported before is nothing new. */
  report({ facts }: Report): void {
    for (const fact of facts) if (fact.what === 'rejection') this.#reject(fact.payment)
    const fresh = facts.filter(isBooked).filter(({ ref }) => !this.reported.has(ref))
    for (const { ref } of fresh) this.reported.add(ref)
    const named = new Map(
      fresh.flatMap((fact) => (fact.what === 'other' ? [] : [[fact.payment.id, fact.payment] as const])),
    )
    const isOpen = ({ id }: Sent) => ['sent', 'paid'].includes(this.of({ id }).state)
    const inOrder = [...named.values()].sort((a, b) => Number(!isOpen(a)) - Number(!isOpen(b)) || a.id - b.id)
    for (const payment of inOrder) {
      const count = (what: Fact['what']) =>
        fresh.filter((fact) => fact.what === what && 'payment' in fact && fact.payment.id === payment.id)
          .length
      this.#book(payment, count('debit'), count('return'))
    }
  }

  #reject(payment: Sent): void {
    const standing = this.of(payment)
    if (standing.state === 'sent') standing.state = 'rejected'
    else if (standing.state === 'paid') this.disputes.add(payment.invoiceId)
  }

  #book(payment: Sent, debits: number, returns: number): void {
    const standing = this.of(payment)
    let [out, back] = [debits, returns]
    const isOpen = standing.state === 'sent' || (standing.state === 'paid' && !standing.isBooked)
    let wasPaid = standing.state === 'paid'
    if (isOpen && out > 0) {
      standing.state = 'paid'
      standing.isBooked = true
      wasPaid = true
      out -= 1
      if (standing.waiting > 0) {
        standing.state = 'returned'
        standing.waiting -= 1
      }
    }
    const isPaidElsewhere = [...this.payments.values()].some(
      (other) =>
        other.invoiceId === payment.invoiceId && other.id !== payment.id && this.of(other).state === 'paid',
    )
    if (wasPaid || isPaidElsewhere) standing.surplus += out
    else {
      const nothing = Math.min(out, back)
      back -= nothing
      if (out > nothing) this.disputes.add(payment.invoiceId)
    }
    const taken = Math.min(standing.surplus, back)
    standing.surplus -= taken
    back -= taken
    if (back > 0 && standing.state === 'paid') {
      standing.state = 'returned'
      back -= 1
    }
    standing.waiting += back
  }
}

export interface Made {
  reports: Report[]
  /** Paid by hand before the report of this index. */
  byHand: { before: number; payment: Sent }[]
}

interface World {
  random: () => number
  /** The day on which the payments are sent: what the bank books comes in the days after it. */
  sentOn: Day
  /** Where the other bookings are. */
  account: string
  /** Payments that failed before: the bank may book them all the same. */
  failed: readonly Sent[]
}

function factsOf(payments: readonly Sent[], { random, sentOn, account, failed }: World): Fact[] {
  const facts: Fact[] = []
  const [first, second, late] = [addDays(sentOn, 1), addDays(sentOn, 2), addDays(sentOn, 3)]
  for (const payment of payments) {
    const ref = (what: string) => `R${payment.id}-${what}`
    const chance = random()
    if (chance < 0.85) facts.push({ what: 'debit', payment, ref: ref('d1'), day: first })
    if (chance < 0.12) facts.push({ what: 'debit', payment, ref: ref('d2'), day: second })
    if (random() < 0.25) facts.push({ what: 'return', payment, ref: ref('r1'), day: first })
    if (random() < 0.05) facts.push({ what: 'return', payment, ref: ref('r2'), day: second })
    if (random() < 0.2) facts.push({ what: 'rejection', payment })
    if (random() < 0.3)
      facts.push({
        what: 'other',
        account,
        amount: `${1 + Math.floor(random() * 900)}.17`,
        ref: ref('other'),
        day: first,
      })
  }
  for (const payment of failed)
    if (random() < 0.2) facts.push({ what: 'debit', payment, ref: `R${payment.id}-late-${late}`, day: late })
  return facts
}

/** Random facts of some payments, reported in any order, twice, or cut. */
export function historyOf(payments: readonly Sent[], world: World): Made {
  const { random } = world
  const oneOf = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)] as One
  const aReport = (kind: Report['kind'], facts: Fact[]): Report => ({
    kind,
    facts,
    hasRefs: random() < 0.8,
    notation: {
      version: oneOf(kind === 'pain.002' ? ['03', '10', '12'] : ['02', '04', '06', '08', '10']),
      prefix: oneOf(['', '', 'ns2']),
      wrapping: oneOf(['none', 'none', 'none', 'AppHdr', 'zip']),
    },
  })
  const ofBooked = (facts: Fact[]) => aReport(random() < 0.5 ? 'camt.053' : 'camt.054', facts)
  const reports: Report[] = []
  const left = factsOf(payments, world)
    .map((fact) => ({ fact, at: random() }))
    .sort((a, b) => a.at - b.at)
  while (left.length > 0) {
    const part = left.splice(0, 1 + Math.floor(random() * 4)).map(({ fact }) => fact)
    const booked = part.filter(isBooked)
    for (const fact of part) if (fact.what === 'rejection') reports.push(aReport('pain.002', [fact]))
    if (booked.length > 0) reports.push(ofBooked(booked))
  }
  // A statement repeats what notifications said, all of it or a part, in another order.
  for (let again = Math.floor(random() * 3); again > 0; again--) {
    const known = reports.flatMap((report) => report.facts.filter(isBooked))
    const some = known.filter(() => random() < 0.7).map((fact) => ({ fact, at: random() }))
    const shuffled = some.sort((a, b) => a.at - b.at).map(({ fact }) => fact)
    const unique = [...new Map(shuffled.map((fact) => [fact.ref, fact])).values()]
    if (unique.length > 0) reports.push(ofBooked(unique))
  }
  const byHand = payments
    .filter(() => random() < 0.1)
    .map((payment) => ({ before: Math.floor(random() * reports.length), payment }))
  return { reports, byHand }
}
