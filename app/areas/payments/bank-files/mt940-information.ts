import type { Decimal } from '~/platform/values/decimal'
import { decimalOfText } from './bank-amounts'
import type { BankEntry, BankReferences, Money } from './bank-document'
import { idOf } from './message-elements'

/** What the field :86: of an entry says. */
export type EntryInformation = Pick<
  BankEntry,
  'text' | 'counterparty' | 'returned' | 'instructed' | 'exchangeRate' | 'charges'
> & { references: BankReferences }

/** A line of :86: has 65 characters; a full one goes on in the next, in the middle of a word. */
const FULL_LINE = 65
/** The same of a subfield in the notation of German banks. */
const FULL_SUBFIELD = 27

/**
 * Reads :86: in the notations that banks use: subfields of German banks (?20), code words between slashes (/EREF/), code
 * words with a plus (EREF+), or plain text.
 * @param supplement the second line of :61:, which may have code words, too
 */
export function entryInformation(lines: readonly string[], supplement: string): EntryInformation {
  const subfields = germanSubfields(lines.join(''))
  const text = subfields ? subfields.remittance : joinedAt(lines, FULL_LINE)
  const words = new Map([...slashWords(supplement), ...slashWords(text), ...plusWords(text)])
  const said = (...names: string[]) =>
    names.map((name) => words.get(name)).find((value) => value !== undefined)
  const [accountOfCounterparty, , nameOfCounterparty] = said('CNTP')?.split('/') ?? []
  const remittance = said('SVWZ', 'REMI')
  const isReturn = words.has('RTRN') || subfields?.code === RETURNED_TRANSFER
  const rate = said('EXCH')
  return {
    text: [subfields?.title ?? '', remittance === undefined ? text : freeText(remittance), textOf(supplement)]
      .filter((part, at, all) => part !== '' && all.indexOf(part) === at)
      .join(' / '),
    counterparty: {
      name: subfields?.name || partyName(said('NAME', 'BENM', 'ORDP') ?? nameOfCounterparty ?? ''),
      account: (
        subfields?.account ||
        (said('IBAN', 'ACCW') ?? accountOfCounterparty ?? '').split(',')[0] ||
        ''
      ).replace(/\s/g, ''),
    },
    references: {
      endToEndId: idOf(said('EREF') ?? null),
      instructionId: idOf(said('KREF') ?? null),
      messageId: null,
      // Of a batch, the reference of the customer (KREF) is that of its group.
      groupId: idOf(said('PREF', 'KREF') ?? null),
      bank: null,
    },
    returned: isReturn ? { code: /^[A-Z]{2}\d\d/.exec(said('RTRN') ?? '')?.[0] ?? '', text: '' } : null,
    instructed: moneyIn(said('OCMT', 'OAMT')),
    exchangeRate: rateOf(rate),
    charges: moneyIn(said('CHGS')),
  }
}

interface Subfields {
  /** The code of the kind of business (Geschäftsvorfallcode). */
  code: string
  title: string
  remittance: string
  name: string
  account: string
}

/** The code for a transfer that comes back. */
const RETURNED_TRANSFER = '159'

/** "166?00Ueberweisung?20EREF+…?30COBADEFF?31DE89…?32Kanzlei"; null in other notations. */
function germanSubfields(text: string): Subfields | null {
  const [, code = '', separator = ''] = /^(\d{3})([^\w\s])\d\d/.exec(text) ?? []
  if (separator === '') return null
  const found = new Map<string, string>()
  for (const part of text.slice(4).split(separator)) {
    const [, number, value] = /^(\d\d)(.*)$/s.exec(part) ?? []
    const last = [...found.keys()].at(-1)
    if (number !== undefined && value !== undefined && !found.has(number)) found.set(number, value)
    // The separator was part of the text.
    else if (last !== undefined) found.set(last, `${found.get(last)}${separator}${part}`)
  }
  const of = (...numbers: string[]) => numbers.flatMap((number) => found.get(number) ?? [])
  const remittance = [...found].filter(([number]) => /^(2\d|6[0-3])$/.test(number)).map(([, value]) => value)
  return {
    code,
    title: of('00').join('').trim(),
    remittance: joinedAt(remittance, FULL_SUBFIELD),
    name: of('32', '33').join('').trim(),
    account: of('31').join('').trim(),
  }
}

/** Pieces of a text; one that is shorter than it may be ends with a word. */
const joinedAt = (pieces: readonly string[], full: number): string =>
  pieces
    .reduce((text, piece, at) => {
      const isCut = at === 0 || ((pieces[at - 1]?.length ?? 0) >= full && !BEGINS_WITH_PLUS_WORD.test(piece))
      return isCut ? `${text}${piece}` : `${text.trimEnd()} ${piece.trimStart()}`
    }, '')
    .trim()

const SLASH_WORDS =
  'EREF|KREF|PREF|MARF|CREF|ORDP|BENM|REMI|RTRN|IBAN|BIC|NAME|ADDR|CSID|TRTP|CNTP|ACCW|OCMT|CHGS|EXCH|ISDT|PURP|ULTC|ULTD|ULTB|ID|CRED|DEBT'
const BETWEEN_SLASHES = new RegExp(`/(${SLASH_WORDS})/`)

/** Code words between slashes, each with the text up to the next; the first of a name counts. */
function slashWords(text: string): [string, string][] {
  const [, ...parts] = text.split(BETWEEN_SLASHES)
  return pairs(parts.map((part) => part.replace(/\/+$/, '').trim()))
}

const PLUS_WORDS = 'EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|RREF|RTRN'
const BEGINS_WITH_PLUS_WORD = new RegExp(`^(${PLUS_WORDS})\\+`)
const BEFORE_PLUS = new RegExp(`(?:^|(?<=[^A-Z]))(${PLUS_WORDS})\\+`)

function plusWords(text: string): [string, string][] {
  const [, ...parts] = text.split(BEFORE_PLUS)
  return pairs(parts.map((part) => part.trim()))
}

/** Name and value by turns; in a map the last of a name counts, so that they are reversed. */
function pairs(parts: readonly string[]): [string, string][] {
  const found: [string, string][] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [name = '', value = ''] = parts.slice(at, at + 2)
    if (value !== '') found.push([name, value])
  }
  return found.reverse()
}

/** A remittance in code words: "USTD//Invoice 12" or "STRD/CUR/RF18…". */
const freeText = (text: string) => text.replace(/^(USTD\/\/|STRD\/[A-Z]+\/)/, '').trim()

/** The supplement, unless it is only code words. */
const textOf = (supplement: string) => (BETWEEN_SLASHES.test(supplement) ? '' : supplement)

const partyName = (text: string) => text.replace(/^\/?NAME\/?/, '').trim()

/** "EUR1234,50" or "USD 1234,5"; null where a text only looks like it. */
function moneyIn(text: string | undefined): Money | null {
  const [, currency, digits = ''] = /^([A-Z]{3}) ?([\d.,]+)/.exec(text ?? '') ?? []
  const amount = decimalOfText(digits)
  return currency === undefined || amount === null ? null : { amount, currency }
}

function rateOf(text: string | undefined): Decimal | null {
  const rate = decimalOfText(/^[\d.,]+/.exec(text ?? '')?.[0] ?? '')
  return rate === '0' ? null : rate
}
