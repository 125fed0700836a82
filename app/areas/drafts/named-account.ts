import type { EInvoiceFields } from '~/platform/einvoices/einvoice'
import { checkIban } from '~/platform/values/accounts'

/** The bank details that an e-invoice names. */
export interface NamedBank {
  /** Without spaces. */
  iban: string | null
  /** Are country, length, structure and check digits those of an IBAN? */
  valid: boolean
  bic: string | null
  /** Their places in the e-invoice. */
  source: string
}

/** The bank details in an e-invoice; null where it has none. */
export function namedBank({ iban, bic }: EInvoiceFields): NamedBank | null {
  if (!iban && !bic) return null
  const checked = iban ? checkIban(iban.value) : null
  return {
    iban: checked?.electronic ?? null,
    valid: checked?.valid ?? false,
    bic: bic?.value ?? null,
    source: [iban?.source, bic?.source].filter(Boolean).join(', '),
  }
}

/** The account that an e-invoice names, where it is a real one that its supplier, who has others, does not have. */
export function unknownIban(named: NamedBank | null, accounts: readonly { iban: string }[]): string | null {
  if (!named?.valid || accounts.length === 0) return null
  return accounts.some(({ iban }) => iban === named.iban) ? null : named.iban
}
