import { dayOfElement, textOf, type XmlElement } from '~/platform/einvoices/xml-tree'
import { checkAccountNumber } from '~/platform/values/accounts'
import type { Day } from '~/platform/values/day'
import { amountOfText, currencyOfText } from './bank-amounts'
import type { BankDocument, BankReason, Money } from './bank-document'
import { BankFileFault, type WhereInFile } from './bank-file-fault'

/** Collects what a message says while its elements end. */
export interface MessageReader {
  /** @returns true if the element was used, and its parent need not hold it */
  close(element: XmlElement, parent: XmlElement): boolean
  /** All of the message was read. @param body its element, without those that were used */
  end(body: XmlElement): Pick<BankDocument, 'statements' | 'statuses'>
}

// Values of messages, by the path of their elements.

export const childrenOf = ({ children }: XmlElement, name: string) =>
  children.filter((child) => child.name === name)

/** The first element along a path. */
export function elementAt(from: XmlElement, ...path: string[]): XmlElement | null {
  let found: XmlElement | undefined = from
  for (const name of path) found = found?.children.find((child) => child.name === name)
  return found ?? null
}

/** Null where there is none, or an empty one. */
export function textAt(from: XmlElement, ...path: string[]): string | null {
  const found = elementAt(from, ...path)
  return found && textOf(found)
}

/** A value that versions of a message hold as text, or as a code or a bank's own word in an element below. */
export const codeAt = (from: XmlElement, name: string): string | null =>
  textAt(from, name) ?? textAt(from, name, 'Cd') ?? textAt(from, name, 'Prtry')

/** @throws BankFileFault when it is no day */
export function dayAt(from: XmlElement, name: string, place: WhereInFile): Day | null {
  const holder = elementAt(from, name)
  if (!holder) return null
  const day = dayOfElement(holder)
  if (day === null) throw new BankFileFault(`has a date that is none (${name}) in ${place()}.`)
  return day
}

/** @throws BankFileFault when it is there, but no amount of its currency */
export function moneyAt(from: XmlElement, place: WhereInFile, ...path: string[]): Money | null {
  const found = elementAt(from, ...path)
  return found && moneyOf(found, place)
}

export function moneyOf({ text, attributes }: XmlElement, place: WhereInFile): Money {
  const currency = currencyOfText(attributes.Ccy, place)
  return { amount: amountOfText(text, currency, place), currency }
}

/** An xs:boolean. */
export const isTrue = (text: string | null): boolean => text === 'true' || text === '1'

/** What banks write where a payment has no id. */
const NO_ID = /^(NOT ?PROVIDED|NONREF)$/i

/** The first that is an id. */
export const idOf = (...texts: (string | null)[]): string | null =>
  texts.find((text) => text !== null && !NO_ID.test(text)) ?? null

/** An account by its IBAN, or by the number that the bank gives it, as bank accounts are stored; '' where it has none. */
export function accountAt(from: XmlElement, name: string): string {
  const id = elementAt(from, name, 'Id')
  if (!id) return ''
  const number =
    textAt(id, 'IBAN') ??
    textAt(id, 'Othr', 'Id') ??
    textAt(id, 'BBAN') ??
    textAt(id, 'PrtryAcct', 'Id') ??
    ''
  return checkAccountNumber(number).electronic
}

/** A reason with its code and the bank's words. */
export function reasonOf(information: XmlElement): BankReason {
  const words = [...childrenOf(information, 'AddtlInf'), ...childrenOf(information, 'AddtlStsRsnInf')]
  return {
    code: codeAt(information, 'Rsn') ?? codeAt(information, 'StsRsn') ?? '',
    text: words.flatMap((each) => textOf(each) ?? []).join(' '),
  }
}
