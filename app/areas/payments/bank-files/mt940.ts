import { composeIBAN } from 'ibantools'
import { checkAccountNumber, checkIban } from '~/platform/values/accounts'
import { type Day, dayOf, daysBetween } from '~/platform/values/day'
import { amountOfText, currencyOfText } from './bank-amounts'
import type { BankBalance, BankEntry, BankStatement } from './bank-document'
import { BankFileFault } from './bank-file-fault'
import { BANK_FILE_LIMITS } from './bank-file-limits'
import { idOf } from './message-elements'
import { entryInformation } from './mt940-information'
import type { Message } from './read-messages'

/** A field of a message (":61:"), with its lines. */
interface Field {
  tag: string
  lines: string[]
  /** Of the file, from 1. */
  line: number
}

/** MT940, or one of the messages that look like it. */
export type SwiftKind = 'MT940' | 'MT941' | 'MT942'

const FIRST_BYTES = 8 * 1024

/** What SWIFT message a file begins with; null where it is none. */
export function swiftKindOf(bytes: Uint8Array): SwiftKind | null {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, FIRST_BYTES))
  const envelope = /^\s*\{1:[^}]*\}\s*\{2:[IO](940|941|942)/.exec(start)?.[1]
  if (envelope !== undefined) return `MT${envelope}` as SwiftKind
  if (!/^:20:/m.test(start) || !/^:25P?:/m.test(start)) return null
  if (/^:34F:/m.test(start)) return 'MT942'
  return /^:6[0-2][FM]:/m.test(start) ? 'MT940' : null
}

/**
 * The statements of an MT940 file; pages of one statement are one.
 * @param count called for each entry, and throws where there are too many
 * @throws BankFileFault naming the line that cannot be read
 */
export function readMt940(text: string, count: () => void): Message {
  const statements: OpenStatement[] = []
  let messageId: string | null = null
  let current: OpenStatement | null = null
  let position = 0
  for (const field of fieldsOf(text)) {
    const { tag, lines } = field
    const value = lines[0]?.trim() ?? ''
    if (tag === '20') {
      current = null
      messageId ??= value
    } else if (tag === '25' || tag === '25P') {
      current = openStatement(value)
      statements.push(current)
    } else if (current === null) {
      if (MEANT_FOR_STATEMENTS.has(tag))
        throw new BankFileFault(`has the field :${tag}: in line ${field.line} before it names an account.`)
    } else if (tag === '28C' || tag === '28') current.number = value.split('/')[0]?.trim() || null
    else if (tag === '60F' || tag === '60M') openBalance(current, field)
    else if (tag === '62F' || tag === '62M') closeBalance(current, field)
    else if (tag === '61') {
      count()
      position += 1
      current.entries.push(entryOf(current, field, position))
    } else if (tag === '86') addInformation(current, field)
    if (tag === '60M' && current) current = joined(statements)
  }
  const open = statements.find(({ closing, goesOn }) => closing === null && !goesOn)
  if (open)
    throw new BankFileFault(
      `has no closing balance (:62F:) for the account ${open.account}: it may be cut off.`,
      'Download it from the bank again.',
    )
  return {
    kind: 'MT940',
    messageId: messageId ?? '',
    createdOn: null,
    statements: statements.map(statementOf),
    statuses: [],
  }
}

const MEANT_FOR_STATEMENTS = new Set(['60F', '60M', '61', '62F', '62M'])

interface OpenEntry {
  entry: Omit<
    BankEntry,
    'text' | 'references' | 'counterparty' | 'returned' | 'instructed' | 'exchangeRate' | 'charges'
  >
  /** Customer's and bank's reference of :61:. */
  reference: string | null
  bank: string | null
  isReturn: boolean
  supplement: string
  information: Field | null
}

interface OpenStatement extends Omit<BankStatement, 'entries' | 'entryCount'> {
  entries: OpenEntry[]
  /** It goes on on another page, which begins with :60M:. */
  goesOn: boolean
}

/** ":61:" at the beginning of a line begins a field. */
const TAG = /^:(\d{2}[A-Z]?):(.*)$/s
/** The envelope of SWIFT: {1:…}{2:…}{4: before the text of a message, -}{5:…} or a lone hyphen after it. */
const ENVELOPE = /^(-\s*$|-\}|\{\d:)/
const TEXT_BLOCK = '{4:'
/** Some programs write control characters between messages. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu

function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  let open: Field | null = null
  for (const [at, whole] of text
    .replaceAll(CONTROLS, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const isEnvelope = ENVELOPE.test(whole)
    if (isEnvelope) open = null
    const block = isEnvelope ? whole.indexOf(TEXT_BLOCK) : -1
    const line = block === -1 ? whole : whole.slice(block + TEXT_BLOCK.length)
    const [, tag, value] = TAG.exec(line) ?? []
    if (tag !== undefined && value !== undefined) {
      open = { tag, lines: [value], line: at + 1 }
      fields.push(open)
    } else if (open && line !== '') open.lines.push(line)
  }
  return fields
}

const openStatement = (value: string): OpenStatement => ({
  ...accountOf(value),
  number: null,
  entries: [],
  opening: null,
  closing: null,
  goesOn: false,
})

/** "LU28…", "BGLLLULL/LU28…", "37040044/0532013000", each with or without a currency behind it. */
function accountOf(value: string): Pick<OpenStatement, 'account' | 'currency'> {
  const plain = value.replace(/\s/g, '').toUpperCase()
  const parts = plain.split('/')
  for (const part of [plain, ...parts])
    for (const [text, currency] of [
      [part, null],
      [part.slice(0, -3), part.slice(-3)],
    ] as const)
      if (checkIban(text).valid && (currency === null || /^[A-Z]{3}$/.test(currency)))
        return { account: checkIban(text).electronic, currency }
  const [bank = '', number] = parts
  const german = number === undefined ? null : germanAccount(bank, number)
  return german ?? { account: checkAccountNumber(number ?? plain).electronic, currency: null }
}

/** The IBAN that a German bank code and an account number make. */
function germanAccount(bank: string, number: string): Pick<OpenStatement, 'account' | 'currency'> | null {
  const [, digits, currency] = /^(\d{1,10})([A-Z]{3})?$/.exec(number) ?? []
  if (!/^\d{8}$/.test(bank) || digits === undefined) return null
  const iban = composeIBAN({ countryCode: 'DE', bban: `${bank}${digits.padStart(10, '0')}` })
  return iban === null ? null : { account: iban, currency: currency ?? null }
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d.,]+)$/

function balanceOf({ tag, lines, line }: Field): BankBalance {
  const [, mark, date = '', code, text = ''] = BALANCE.exec(lines[0]?.replace(/\s/g, '') ?? '') ?? []
  const day = dayOfDigits(date)
  const place = () => `line ${line}`
  if (mark === undefined || day === null)
    throw new BankFileFault(`has a balance that cannot be read in line ${line} (:${tag}:).`)
  const currency = currencyOfText(code, place)
  const amount = amountOfText(text, currency, place)
  return { day, amount: mark === 'D' && amount !== '0' ? `-${amount}` : amount, currency }
}

function openBalance(statement: OpenStatement, field: Field): void {
  const balance = balanceOf(field)
  statement.currency = balance.currency
  if (field.tag === '60F') statement.opening = balance
}

function closeBalance(statement: OpenStatement, field: Field): void {
  const balance = balanceOf(field)
  statement.currency ??= balance.currency
  if (field.tag === '62F') statement.closing = balance
  statement.goesOn = field.tag === '62M'
}

/** The newest statement; a page of the one before it is added to that. */
function joined(statements: OpenStatement[]): OpenStatement {
  const [before, page] = statements.slice(-2)
  if (!before) throw new Error('There is no statement')
  if (!page) return before
  if (!before.goesOn || before.account !== page.account || before.currency !== page.currency) return page
  before.goesOn = false
  statements.pop()
  return before
}

/** Value date, entry date, mark, funds code, amount, type, references. */
const ENTRY = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d[\d.,]*|[.,]\d+)([A-Z])([A-Z0-9]{3})(.*)$/s

/** The type of a payment that comes back. */
const RETURNED_ITEM = 'RTI'

/** What banks write where the reference is in :86:, or nowhere. */
const NO_REFERENCE = /^(NONREF|(EREF|PREF|KREF|MARF|MREF)\+?)$/

function entryOf({ currency }: OpenStatement, { lines, line }: Field, position: number): OpenEntry {
  const [first = '', ...supplement] = lines
  const [, valueText = '', entryText, mark = '', , amount = '', , type, references = ''] =
    ENTRY.exec(first.trim()) ?? []
  const valueDate = dayOfDigits(valueText)
  if (valueDate === null) throw new BankFileFault(`has an entry that cannot be read in line ${line} (:61:).`)
  if (currency === null)
    throw new BankFileFault(
      `names no currency for the entry in line ${line}: it has no opening balance (:60F:).`,
    )
  const [reference = '', bank = ''] = references.split('//')
  const isReversal = mark.startsWith('R')
  return {
    entry: {
      position,
      status: 'booked',
      direction: mark.endsWith('D') === isReversal ? 'credit' : 'debit',
      booked: { amount: amountOfText(amount, currency, () => `line ${line}`), currency },
      bookingDate: entryText === undefined ? null : dayNear(entryText, valueDate),
      valueDate,
      batch: null,
      isReversal,
    },
    reference: NO_REFERENCE.test(reference.trim()) ? null : reference.trim() || null,
    bank: idOf(bank.trim() || null),
    isReturn: type === RETURNED_ITEM,
    supplement: supplement.join('').trim(),
    information: null,
  }
}

/** That of the newest entry; after the closing balance, or before any entry, it is about the statement. */
function addInformation(statement: OpenStatement, field: Field): void {
  const entry = statement.entries.at(-1)
  if (entry && entry.information === null && statement.closing === null && !statement.goesOn)
    entry.information = field
}

/** Six digits, YYMMDD: from 1980 to 2079. */
function dayOfDigits(digits: string): Day | null {
  if (!/^\d{6}$/.test(digits)) return null
  const [year = 0, month = 0, day = 0] = digits.match(/\d\d/g)?.map(Number) ?? []
  return dayOf(year < 80 ? 2000 + year : 1900 + year, month, day)
}

/** The day with this month and day of month that is nearest to another day: around the end of a year, of the next one or the one before. */
function dayNear(digits: string, day: Day): Day | null {
  const year = Number(day.slice(0, 4))
  const [month, date] = [Number(digits.slice(0, 2)), Number(digits.slice(2))]
  const [nearest] = [year - 1, year, year + 1]
    .flatMap((each) => dayOf(each, month, date) ?? [])
    .sort((a, b) => Math.abs(daysBetween(a, day)) - Math.abs(daysBetween(b, day)))
  return nearest ?? null
}

const statementOf = ({ goesOn: _, entries, ...statement }: OpenStatement): BankStatement => ({
  ...statement,
  entries: entries.map(finished),
  entryCount: entries.length,
})

function finished({ entry, reference, bank, isReturn, supplement, information }: OpenEntry): BankEntry {
  const { references, ...facts } = entryInformation(information?.lines ?? [], supplement)
  return {
    ...entry,
    ...facts,
    text: facts.text.slice(0, BANK_FILE_LIMITS.text),
    references: {
      ...references,
      instructionId: references.instructionId ?? reference,
      bank: bank ?? references.bank,
    },
    returned: facts.returned ?? (isReturn ? { code: '', text: '' } : null),
  }
}
