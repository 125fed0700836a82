import type { BankReason } from '../bank-files/bank-document'

/** The reasons that banks give most often, in words (ISO 20022 external code sets). */
const WORDS: Readonly<Record<string, string>> = {
  AC01: 'account number is wrong',
  AC02: 'account number of the debtor is wrong',
  AC03: 'account number of the creditor is wrong',
  AC04: 'account is closed',
  AC06: 'account is blocked',
  AC07: 'account of the creditor is closed',
  AC13: 'kind of account is wrong',
  AG01: 'payment is not allowed on this account',
  AG02: 'bank operation code is wrong',
  AM01: 'amount is zero',
  AM02: 'amount is above the limit',
  AM03: 'currency is not accepted',
  AM04: 'funds are not sufficient',
  AM05: 'duplicate payment',
  AM09: 'amount is wrong',
  AM10: 'control sum is wrong',
  BE01: 'name does not match the account',
  BE04: 'address of the creditor is missing',
  BE05: 'creditor is not recognised',
  BE06: 'customer is not known',
  BE07: 'address of the debtor is missing',
  CNOR: 'bank of the creditor is not reachable',
  CUST: 'requested by the customer',
  DNOR: 'bank of the debtor is not reachable',
  DT01: 'date is wrong',
  DT06: 'execution date was changed',
  DUPL: 'duplicate payment',
  ED05: 'settlement failed',
  FF01: 'file format is wrong',
  FOCR: 'returned after a request to cancel it',
  FRAD: 'suspected fraud',
  MD06: 'refund requested by the customer',
  MD07: 'creditor has died',
  MS02: 'refused by the customer, no reason given',
  MS03: 'refused by the bank, no reason given',
  NARR: 'see the bank’s words',
  NOAS: 'no answer from the creditor',
  RC01: 'BIC is wrong',
  RC04: 'BIC of the creditor’s bank is wrong',
  RR01: 'account of the debtor is missing',
  RR02: 'name or address of the debtor is missing',
  RR03: 'name or address of the creditor is missing',
  RR04: 'regulatory reason',
  SL01: 'service of the debtor’s bank forbids it',
  TM01: 'received after the cut-off time',
  UPAY: 'payment is not due',
}

/** Statuses of payments, in words. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  ACTC: 'the bank checked the format',
  PART: 'the bank accepted a part',
  PDNG: 'the bank has not decided yet',
  RCVD: 'the bank received it',
  RVCM: 'the verification of payees is complete',
  RVMC: 'the name of the payee almost matches the account',
  RVNA: 'the name of the payee could not be verified',
  RVNM: 'the name of the payee does not match the account',
}

/** "AC04 (account is closed): Compte soldé"; '' for no reason. */
export function reasonWords(reasons: readonly BankReason[]): string {
  return reasons.map(oneReason).filter(Boolean).join('; ')
}

function oneReason({ code, text }: BankReason): string {
  const known = WORDS[code]
  const named = known === undefined ? code : `${code} (${known})`
  return [named, text].filter(Boolean).join(': ')
}

/** "RVNM: the name of the payee does not match the account" */
export function statusWords(code: string): string {
  const words = STATUS_WORDS[code]
  return words === undefined ? code : `${code}: ${words}`
}
