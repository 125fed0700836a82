import { decimalsOf, storedDecimalsOf } from '~/platform/values/currency-decimals'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { isTooLarge } from '~/platform/values/numerals'
import { BankFileFault, type WhereInFile } from './bank-file-fault'

/** Digits with a point or a comma before the decimals, never both; leading zeros and a plus sign are harmless. */
const NUMBER = /^\+?(\d*)(?:[.,](\d*))?$/
const MAX_LENGTH = 40

/** @returns null where it is no number: a negative one, too, as banks state the direction apart */
export function decimalOfText(text: string): Decimal | null {
  const [, whole = '', decimals = ''] = (text.length <= MAX_LENGTH && NUMBER.exec(text)) || []
  return whole === '' && decimals === '' ? null : plain(new Big(`${whole || '0'}.${decimals || '0'}`))
}

/** @throws BankFileFault when it is no amount of the currency (yen have no decimals), or cannot be stored exactly */
export function amountOfText(text: string, currency: string, place: WhereInFile): Decimal {
  const amount = decimalOfText(text)
  if (amount === null)
    throw new BankFileFault(`has “${text.slice(0, MAX_LENGTH)}” as an amount in ${place()}.`)
  const most = decimalsOf(currency)
  if (decimalsIn(amount) > most)
    throw new BankFileFault(
      `has the amount ${amount} ${currency} in ${place()}, but ${currency} has ${DECIMALS_IN_WORDS[most]}.`,
    )
  if (decimalsIn(amount) > storedDecimalsOf(currency))
    throw new BankFileFault(
      `has the amount ${amount} ${currency} in ${place()}, but amounts are kept with ${DECIMALS_IN_WORDS[storedDecimalsOf(currency)]}.`,
      `Ask the bank for a file without accounts and payments in ${currency}, and book those by hand.`,
    )
  if (isTooLarge(amount))
    throw new BankFileFault(`has an amount in ${place()} that is larger than any account holds.`)
  return amount
}

const DECIMALS_IN_WORDS = ['no decimals', 'one decimal', 'two decimals', 'three decimals', 'four decimals']

const decimalsIn = (amount: Decimal) => (amount.includes('.') ? amount.length - amount.indexOf('.') - 1 : 0)

/** A currency in capital letters. @throws BankFileFault when there is none */
export function currencyOfText(text: string | undefined, place: WhereInFile): string {
  const code = text?.trim().toUpperCase() ?? ''
  if (!/^[A-Z]{3}$/.test(code)) throw new BankFileFault(`names no currency for an amount in ${place()}.`)
  return code
}
