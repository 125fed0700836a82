import { Link } from '@remix-run/react'
import { type BankChanges, bankChangeWords, isCalm } from '~/areas/bank-accounts/bank-changes'
import type { StoredAccount } from '~/areas/bank-accounts/bank-details.server'
import { StoredAccounts } from '~/areas/bank-accounts/stored-accounts'
import { Note } from '~/ui/message/message'

/** Where the supplier of an invoice is paid, for whoever may see bank accounts. */
export interface PayeeBank extends BankChanges {
  /** In the currency of the invoice, or all of them where none is. */
  accounts: StoredAccount[]
  /** Of these accounts: an approval holds for what was shown. */
  hash: string
  /** The page of its accounts; null for who may not open it. */
  href: string | null
}

/** Whom a payment goes to: whoever releases it sees the account, and whether it changed lately. */
export function Payee({ bank }: { bank: PayeeBank }) {
  const changes = bankChangeWords(bank)
  return (
    <div className="stack">
      {changes.length > 0 && (
        <Note kind={isCalm(bank) ? 'info' : 'warning'}>
          {changes.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Note>
      )}
      <StoredAccounts entity={bank.supplier} accounts={bank.accounts} />
      {bank.href !== null && (
        <p>
          <Link to={bank.href}>Bank Accounts of {bank.supplier}</Link>
        </p>
      )}
    </div>
  )
}
