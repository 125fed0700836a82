import type { XmlElement } from '~/platform/einvoices/xml-tree'
import type { BankBalance, BankEntry, BankStatement } from './bank-document'
import { BankFileFault, type WhereInFile } from './bank-file-fault'
import { type EntryPart, entriesOf, entryPart, partsOfDetails } from './camt-entry'
import {
  accountAt,
  childrenOf,
  dayAt,
  elementAt,
  type MessageReader,
  moneyAt,
  textAt,
} from './message-elements'

/** The statement, report or notification of an account in camt.053, 052 and 054. */
const STATEMENTS = new Set(['Stmt', 'Rpt', 'Ntfctn'])

/** Reads the statements of a message entry by entry. */
export function statementReader(count: () => void): MessageReader {
  const statements: BankStatement[] = []
  let position = 0
  let entries: BankEntry[] = []
  let entryCount = 0
  /** Of the open entry, and of its open <NtryDtls>. */
  let parts: EntryPart[] = []
  let transactions: EntryPart[] = []

  const inStatement: WhereInFile = () =>
    statements.length === 0 ? '' : ` of statement ${statements.length + 1}`
  const inEntry: WhereInFile = () => `entry ${entryCount + 1}${inStatement()}`
  const inTransaction: WhereInFile = () => `transaction ${transactions.length + 1} of ${inEntry()}`

  function addEntry(entry: XmlElement): void {
    for (const found of entriesOf(entry, parts, inEntry)) {
      count()
      position += 1
      entries.push({ position, ...found })
    }
    entryCount += 1
    parts = []
  }

  function addStatement(statement: XmlElement): void {
    count()
    statements.push({ ...statementOf(statement, `statement ${statements.length + 1}`), entries, entryCount })
    entries = []
    entryCount = 0
  }

  return {
    close(element, parent) {
      const { name } = element
      if (name === 'TxDtls' && (parent.name === 'NtryDtls' || parent.name === 'Ntry')) {
        transactions.push(entryPart(element, inTransaction))
        // In the first versions transactions are directly in their entry.
        if (parent.name === 'Ntry') parts.push(...transactions.splice(0))
        return true
      }
      if (name === 'NtryDtls' && parent.name === 'Ntry') {
        parts.push(...partsOfDetails(element, transactions, inEntry))
        transactions = []
        return true
      }
      if (name === 'Ntry' && STATEMENTS.has(parent.name)) {
        addEntry(element)
        return true
      }
      if (!STATEMENTS.has(name)) return false
      addStatement(element)
      return true
    },
    end: () => ({ statements, statuses: [] }),
  }
}

function statementOf(statement: XmlElement, name: string): Omit<BankStatement, 'entries' | 'entryCount'> {
  const account = accountAt(statement, 'Acct')
  if (account === '') throw new BankFileFault(`names no account in ${name}.`)
  const balances = childrenOf(statement, 'Bal').flatMap((balance) => balanceOf(balance, name))
  const currency = textAt(statement, 'Acct', 'Ccy')
  const own = currency === null ? balances : balances.filter((each) => each.currency === currency)
  const opening = first(own, 'OPBD') ?? first(own, 'PRCD')
  const closing = last(own, 'CLBD')
  return {
    account,
    currency: currency ?? closing?.currency ?? opening?.currency ?? null,
    number: textAt(statement, 'ElctrncSeqNb') ?? textAt(statement, 'LglSeqNb'),
    opening,
    closing,
  }
}

interface TypedBalance extends BankBalance {
  type: string
}

/** Those of a page in between (INTM) neither open nor close a statement. */
function balanceOf(balance: XmlElement, name: string): TypedBalance[] {
  const kind = elementAt(balance, 'Tp')
  const type = kind && (textAt(kind, 'CdOrPrtry', 'Cd') ?? textAt(kind, 'Cd'))
  const isWanted = type === 'OPBD' || type === 'PRCD' || type === 'CLBD'
  if (!isWanted || (kind && textAt(kind, 'SubTp', 'Cd') === 'INTM')) return []
  const place = () => `the balance ${type} of ${name}`
  const money = moneyAt(balance, place, 'Amt')
  const day = dayAt(balance, 'Dt', place)
  if (!money || day === null) throw new BankFileFault(`has no amount or day for ${place()}.`)
  const isOverdrawn = textAt(balance, 'CdtDbtInd') === 'DBIT' && money.amount !== '0'
  return [{ type, day, amount: isOverdrawn ? `-${money.amount}` : money.amount, currency: money.currency }]
}

function first(balances: readonly TypedBalance[], type: string): BankBalance | null {
  const [found] = byDay(balances, type)
  return found ?? null
}

const last = (balances: readonly TypedBalance[], type: string): BankBalance | null =>
  byDay(balances, type).at(-1) ?? null

const byDay = (balances: readonly TypedBalance[], wanted: string): BankBalance[] =>
  balances
    .filter(({ type }) => type === wanted)
    .map(({ type: _, ...balance }) => balance)
    .sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
