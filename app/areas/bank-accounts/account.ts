import {
  CellFault,
  type Column,
  column,
  currency,
  optionalChoice,
  text,
  yesNo,
} from '~/platform/tables/column'
import {
  CLEARING_CODES,
  checkAccountNumber,
  checkBic,
  checkClearing,
  checkIban,
  clearingCountry,
  hasIbans,
  isIban,
  isSepaIban,
  readClearing,
} from '~/platform/values/accounts'
import { showIban } from '~/platform/values/show'

/** A bank identifier code in any notation; '' where the bank is known without it. */
const bic: Column<string> = column(
  'Bic',
  (cell) => {
    const { electronic, valid } = checkBic(cell.code())
    return valid ? electronic : new CellFault('is not a BIC (8 or 11 letters and digits of ISO 9362)')
  },
  { synonyms: ['Swift'], blank: '' },
)

/** An account number in any notation; the check digits of an IBAN reveal a mistyped one. */
const iban: Column<string> = column(
  'IBAN',
  (cell) => {
    const { electronic, valid } = checkIban(cell.code())
    if (valid) return electronic
    const number = checkAccountNumber(cell.code())
    if (number.valid) return number.electronic
    return new CellFault('is not an IBAN: country, length or check digits are wrong (ISO 13616)')
  },
  { synonyms: ['Account number'] },
)

/** The number of the payee's bank in the clearing system of its country. */
const clearing: Column<string | null> = column<string | null>(
  'Clearing code',
  (cell) => {
    const { electronic, valid } = checkClearing(cell.code())
    return valid
      ? electronic
      : new CellFault(
          `is not a system and a bank’s number in it, such as USABA 021000021 (${CLEARING_CODES.join(', ')})`,
        )
  },
  { blank: null },
)

/** Who pays the charges outside SEPA: the payer, the payee, or each those of their own bank (ISO 20022). */
export const CHARGE_BEARERS = ['SHAR', 'DEBT', 'CRED'] as const
export type ChargeBearer = (typeof CHARGE_BEARERS)[number]

/** The fields of a bank account that people enter. */
export const ACCOUNT_FIELDS = {
  iso3Currency: currency('Ccy'),
  bic,
  iban,
  clearing,
  anyCurrency: yesNo('Any currency', { blank: false }),
  chargeBearer: optionalChoice('Charges', CHARGE_BEARERS),
}

/** The sheet "Bank accounts": entity, currency and number identify an account; another number is another account. */
export const ACCOUNT_SHEET = {
  legalEntity: text('Entity', { key: true, synonyms: ['Legal entity', 'Supplier'] }),
  iso3Currency: { ...ACCOUNT_FIELDS.iso3Currency, key: true, synonyms: ['Currency'] },
  bic: ACCOUNT_FIELDS.bic,
  iban: { ...ACCOUNT_FIELDS.iban, key: true },
  clearing: ACCOUNT_FIELDS.clearing,
  anyCurrency: ACCOUNT_FIELDS.anyCurrency,
  chargeBearer: ACCOUNT_FIELDS.chargeBearer,
} as const

/** The fields that identify a bank account, and those that can change (specification, section 3). */
export interface Account {
  /** ISO 4217. */
  iso3Currency: string
  /** ISO 9362, without spaces; '' for none. */
  bic: string
  /** ISO 13616, without spaces; the account number where the country has no IBANs. */
  iban: string
  /** The bank's number in a clearing system, "USABA 021000021"; null for none. */
  clearing: string | null
  /** It takes payments in any currency, not only in its own. */
  anyCurrency: boolean
  /** Who pays the charges outside SEPA; null: shared. */
  chargeBearer: ChargeBearer | null
}

/** An account in a recorded change: a field that it does not use is left out, as in changes from before the field existed. */
export type RecordedAccount = Pick<Account, 'iso3Currency' | 'bic' | 'iban'> & Partial<Account>

export function recordedAccount(account: RecordedAccount): RecordedAccount {
  const { iso3Currency, bic, iban, clearing, anyCurrency, chargeBearer } = account
  const recorded: RecordedAccount = { iso3Currency, bic, iban }
  if (clearing) recorded.clearing = clearing
  if (anyCurrency) recorded.anyCurrency = true
  if (chargeBearer) recorded.chargeBearer = chargeBearer
  return recorded
}

/** The account that a change records, with all fields. */
export function wholeAccount(recorded: RecordedAccount): Account {
  const { iso3Currency, bic, iban, clearing = null, anyCurrency = false, chargeBearer = null } = recorded
  return { iso3Currency, bic, iban, clearing, anyCurrency, chargeBearer }
}

/** Fields that do not go together, each with a sentence; empty where all do. */
export function accountFaults({
  bic,
  iban,
  clearing,
}: Pick<Account, 'bic' | 'iban' | 'clearing'>): Partial<Record<'bic' | 'iban' | 'clearing', string>> {
  if (isIban(iban)) {
    if (clearing !== null) return { clearing: 'Clearing code: leave it blank, an IBAN names the bank.' }
    if (bic === '' && !isSepaIban(iban))
      return { bic: `Bic: enter it, accounts in ${iban.slice(0, 2)} are not reached without.` }
    return {}
  }
  const system = readClearing(clearing)?.system
  if (system === undefined && bic === '')
    return { clearing: 'Enter the clearing code or the Bic: an account number alone does not name the bank.' }
  const country = system === undefined ? bic.slice(4, 6) : clearingCountry(system)
  if (hasIbans(country))
    return { iban: `IBAN: accounts in ${country} have one. Enter the IBAN of this account.` }
  return {}
}

/** The kind of change that waits for a second person. */
export const BANK_ACCOUNT = 'bank account'

/** "EUR LU28 0019 4006 4475 0000" */
export function accountLabel({ iso3Currency, iban }: Pick<Account, 'iso3Currency' | 'iban'>): string {
  return `${iso3Currency} ${showIban(iban)}`
}

/** The currency and number of an account, which no two of an entity share. */
export function accountNumber({ iso3Currency, iban }: Pick<Account, 'iso3Currency' | 'iban'>): string {
  return `${iso3Currency} ${iban}`
}

/** The key of an account among waiting changes; of a new one by its number. */
export function accountTarget(
  entityId: number,
  accountId: number | null,
  account: Pick<Account, 'iso3Currency' | 'iban'>,
): string {
  return `${entityId}/${accountId ?? accountNumber(account)}`
}

/** Which account a waiting change is about. */
export interface AccountTarget {
  entityId: number
  /** Null for a new one. */
  accountId: number | null
}

export function readAccountTarget(target: string): AccountTarget {
  const [entity = '', account = ''] = target.split('/')
  return { entityId: Number(entity), accountId: /^\d+$/.test(account) ? Number(account) : null }
}

/** The prefix of every target of an entity. */
export const targetsOf = (entityId: number) => `${entityId}/`

/** How its bank is named: "BIC BGLLLULL", "USABA 021000021". */
export function bankLabel({ bic, clearing }: Pick<RecordedAccount, 'bic' | 'clearing'>): string {
  const names = [bic === '' ? null : `BIC ${bic}`, clearing ?? null].filter((name) => name !== null)
  return names.length > 0 ? names.join(', ') : 'without BIC'
}

/**
 * A bank of another country than its account is worth a check, but not a fault: banks serve several countries, and some
 * territories share the account numbers of another one. Null when both are of one country, or only one is known.
 */
export function countryNote({ bic, iban }: Pick<Account, 'bic' | 'iban'>): string | null {
  if (bic === '' || !isIban(iban)) return null
  const [bank, account] = [bic.slice(4, 6), iban.slice(0, 2)]
  return bank === account ? null : `the bank is in ${bank}, the account in ${account}`
}
