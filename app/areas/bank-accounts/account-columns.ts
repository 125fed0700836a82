import { CellFault, type Column, column, currency, text } from '~/platform/tables/column'
import { checkBic, checkIban } from '~/platform/values/accounts'

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

/** The sheet "Bank accounts": entity, currency and number name an account; another number is another account. */
export const ACCOUNT_SHEET = {
  legalEntity: text('Entity', { key: true, synonyms: ['Legal entity', 'Supplier'] }),
  iso3Currency: { ...ACCOUNT_FIELDS.iso3Currency, key: true, synonyms: ['Currency'] },
  bic: ACCOUNT_FIELDS.bic,
  iban: { ...ACCOUNT_FIELDS.iban, key: true },
} as const
