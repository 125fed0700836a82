import { CellFault, type Column, column, currency, text } from '~/platform/tables/column'
import { checkBic, checkIban } from '~/platform/values/accounts'
import { showIban } from '~/platform/values/show'

/** A bank identifier code in any notation. */
const bic: Column<string> = column(
  'Bic',
  (cell) => {
    const { electronic, valid } = checkBic(cell.code())
    return valid ? electronic : new CellFault('is not a BIC (8 or 11 letters and digits of ISO 9362)')
  },
  { synonyms: ['Swift'] },
)

/** An account number in any notation; its check digits reveal a mistyped one. */
const iban: Column<string> = column('IBAN', (cell) => {
  const { electronic, valid } = checkIban(cell.code())
  if (valid) return electronic
  return new CellFault('is not an IBAN: country, length or check digits are wrong (ISO 13616)')
})

/** The fields of a bank account that people enter. */
export const ACCOUNT_FIELDS = { iso3Currency: currency('Ccy'), bic, iban }

/** The sheet "Bank accounts": entity, currency and number identify an account; another number is another account. */
export const ACCOUNT_SHEET = {
  legalEntity: text('Entity', { key: true, synonyms: ['Legal entity', 'Supplier'] }),
  iso3Currency: { ...ACCOUNT_FIELDS.iso3Currency, key: true, synonyms: ['Currency'] },
  bic: ACCOUNT_FIELDS.bic,
  iban: { ...ACCOUNT_FIELDS.iban, key: true },
} as const

/** The fields that identify a bank account, and those that can change (specification, section 3). */
export interface Account {
  /** ISO 4217. */
  iso3Currency: string
  /** ISO 9362, without spaces. */
  bic: string
  /** ISO 13616, without spaces. */
  iban: string
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

/**
 * A bank of another country than its account is worth a check, but not a fault: banks serve several countries, and some
 * territories share the account numbers of another one. Null when both are of one country.
 */
export function countryNote({ bic, iban }: Pick<Account, 'bic' | 'iban'>): string | null {
  const [bank, account] = [bic.slice(4, 6), iban.slice(0, 2)]
  return bank === account ? null : `the bank is in ${bank}, the account in ${account}`
}
