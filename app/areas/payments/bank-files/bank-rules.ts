import { isIban, isQrIban } from '~/platform/values/accounts'
import { decimalsFault } from '~/platform/values/currencies'
import { showAmount, showIban } from '~/platform/values/show'
import type { Payment } from '../payment'
import { foreignLetters, wholeBankText } from './bank-text'
import { type Address, isWhole } from './postal-address'
import { isSepa, MAX_NAME_LENGTHS, referenceOf } from './reach'

/** What banks refuse, found before a payment goes into a file. */

type Ruled = Pick<
  Payment,
  'amount' | 'currency' | 'debtor' | 'creditor' | 'invoiceRef' | 'paymentReference'
> & {
  /** Of the payee. */
  address: Address
  /** Of the payer. */
  debtorAddress: Address
}

/** Why banks would refuse a payment, and what to do. */
export interface BankFault {
  reason: string
  /** The party whose entry on Legal entities is to be completed; null where another page is. */
  party: 'creditor' | 'debtor' | null
}

/** Why banks would refuse a payment; null where they would not. */
export function bankFault(payment: Ruled): BankFault | null {
  return decimalsWrong(payment) ?? lettersWrong(payment) ?? referenceWrong(payment) ?? payeeWrong(payment)
}

function decimalsWrong({ amount, currency }: Ruled): BankFault | null {
  const fault = decimalsFault(amount, currency)
  return fault === null ? null : { reason: `${showAmount(amount)}: ${fault}`, party: null }
}

/** Letters of other scripts than Latin, Greek and Cyrillic, and the field that has them. */
function lettersWrong(payment: Ruled): BankFault | null {
  const { creditor, debtor, address, debtorAddress, paymentReference, invoiceRef } = payment
  const fields: { of: string; text: string | null; party: BankFault['party'] }[] = [
    { of: `The name “${creditor.name}”`, text: creditor.name, party: 'creditor' },
    { of: `The name “${debtor.name}”`, text: debtor.name, party: 'debtor' },
    ...addressFields(creditor.name, address, 'creditor'),
    ...addressFields(debtor.name, debtorAddress, 'debtor'),
  ]
  for (const { of, text, party } of fields) {
    const foreign = foreignLetters(text ?? '')
    if (foreign !== '')
      return {
        reason: `${of} has letters that banks do not take (${foreign}). Enter it in Latin letters on Legal entities.`,
        party,
      }
  }
  for (const name of [creditor.name, debtor.name])
    if (wholeBankText(name) === '')
      return {
        reason: `The name “${name}” has no letter that banks take. Enter another one on Legal entities.`,
        party: name === creditor.name ? 'creditor' : 'debtor',
      }
  const reference = paymentReference || invoiceRef
  const foreign = foreignLetters(reference)
  return foreign === ''
    ? null
    : {
        reason: `The reference “${reference}” has letters that banks do not take (${foreign}). Enter it in Latin letters on the invoice.`,
        party: null,
      }
}

function addressFields(name: string, address: Address, party: BankFault['party']) {
  // An address without town or country is not in the file.
  if (!isWhole(address)) return []
  const { street, buildingNumber, postCode, town } = address
  return [
    { of: `The street of ${name}`, text: street, party },
    { of: `The number of the house of ${name}`, text: buildingNumber, party },
    { of: `The post code of ${name}`, text: postCode, party },
    { of: `The town of ${name}`, text: town, party },
  ]
}

/** Accounts of QR-bills are paid with a QR reference only, and other accounts never with one. */
function referenceWrong(payment: Ruled): BankFault | null {
  const { creditor } = payment
  const isQr = referenceOf(payment)?.kind === 'QRR'
  if (isQrIban(creditor.iban) && !isQr)
    return {
      reason: `${showIban(creditor.iban)} of ${creditor.name} is a QR-IBAN, which takes payments with a QR reference only. Enter the 27 digits of the QR-bill as the payment reference of the invoice, or another account on Bank Accounts.`,
      party: null,
    }
  if (isQr && !isQrIban(creditor.iban))
    return {
      reason: `Its QR reference needs the QR-IBAN of ${creditor.name}, and ${showIban(creditor.iban)} is none. Enter the account of the QR-bill on Bank Accounts.`,
      party: null,
    }
  return null
}

/** What banks need to know of a payee outside SEPA. */
function payeeWrong(payment: Ruled): BankFault | null {
  const { creditor, address } = payment
  if (isSepa(payment)) return null
  if (isIban(creditor.iban) && creditor.bic === '')
    return {
      reason: `Outside SEPA banks need the BIC of ${creditor.name}’s account ${showIban(creditor.iban)}. Enter it on Bank Accounts.`,
      party: null,
    }
  if (!isWhole(address))
    return {
      reason: `Outside SEPA banks need the postal address of ${creditor.name}, town and country at least. Enter it on Legal entities.`,
      party: 'creditor',
    }
  return null
}

/** What the bank will read otherwise than it is stored, and what is unusual: to be seen before the files are made. */
export function bankWarnings(
  payment: Pick<
    Payment,
    'currency' | 'debtor' | 'creditor' | 'invoiceRef' | 'paymentReference' | 'creditorCurrency'
  >,
): string[] {
  const { creditor, debtor, creditorCurrency, currency } = payment
  const longest = isSepa(payment) ? MAX_NAME_LENGTHS.sepa : MAX_NAME_LENGTHS.other
  const cut = [creditor.name, debtor.name]
    .map((name) => ({ name, written: wholeBankText(name) }))
    .filter(({ written }) => written.length > longest)
    .map(
      ({ name, written }) =>
        `The name “${name}” is longer than ${longest} characters: the bank gets “${written.slice(0, longest).trim()}”.`,
    )
  const other =
    creditorCurrency === ''
      ? []
      : [`${currency} go to an account of ${creditor.name} in ${creditorCurrency}: the bank converts them.`]
  return [...cut, ...other]
}
