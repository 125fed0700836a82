import { Link } from '@remix-run/react'
import { StoredAccounts } from '~/areas/bank-accounts/stored-accounts'
import { showIban } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import type { GridColumn } from '~/ui/grid/columns'
import { Note } from '~/ui/message/message'

/** The bank details that an e-invoice names. */
export interface NamedBank {
  /** Without spaces. */
  iban: string | null
  /** Are country, length, structure and check digits those of an IBAN? */
  valid: boolean
  bic: string | null
  /** Where in the e-invoice they stand. */
  source: string
}

interface Account {
  id: number
  iso3Currency: string
  bic: string
  iban: string
}

/** Where the supplier of a draft is paid. */
export interface SupplierBank {
  named: NamedBank | null
  /** Null while the draft names no supplier. */
  supplier: string | null
  accounts: Account[]
  /** Their page; null for who may not open it. */
  href: string | null
}

/** Where the supplier wants to be paid: what the e-invoice names, checked, beside what is stored of the supplier. */
export function Ssi({
  named,
  supplier,
  accounts,
  href,
  hasEInvoice,
}: SupplierBank & { hasEInvoice: boolean }) {
  const iban = named?.iban ?? null
  const known = accounts.some((account) => account.iban === iban)
  return (
    <section className="stack" aria-label="SSI">
      <h2>Bank details that the e-invoice names</h2>
      {named ? (
        <Description
          items={[
            { term: 'IBAN', value: iban === null ? '' : showIban(iban) },
            { term: 'BIC', value: named.bic ?? '' },
          ]}
        />
      ) : (
        <p className="muted">
          {hasEInvoice
            ? 'The e-invoice names none.'
            : 'The invoice came without an e-invoice: read them on the invoice.'}
        </p>
      )}
      {named && iban !== null && !named.valid && (
        <Note kind="warning">
          This is no IBAN: its country, length or check digits are wrong. Ask the supplier, by a way that you
          know and not one that the invoice names.
        </Note>
      )}
      {named && (
        <details>
          <summary className="muted">Where it stands in the e-invoice</summary>
          <p className="muted">{named.source}</p>
        </details>
      )}
      {named?.valid && <p>Country, length and check digits are those of an IBAN.</p>}
      {named?.valid && known && <p>It is one of the accounts stored of {supplier}.</p>}
      {named?.valid && !known && accounts.length > 0 && (
        <Note kind="warning">
          It is none of the accounts stored of {supplier}. Ask the supplier, by a way that you know and not
          one that the invoice names.
        </Note>
      )}
      <h2>Stored bank accounts</h2>
      {supplier === null ? (
        <p className="muted">Choose the supplier: the accounts are theirs.</p>
      ) : (
        <StoredAccounts entity={supplier} accounts={accounts} more={[namedColumn(iban)]} />
      )}
      {href !== null && (
        <p>
          <Link to={href}>Bank Accounts of {supplier}</Link>
        </p>
      )}
    </section>
  )
}

const namedColumn = (named: string | null): GridColumn<Account> => ({
  id: 'named',
  label: 'E-invoice',
  kind: 'text',
  render: ({ iban }) => (iban === named ? 'names this one' : ''),
})
