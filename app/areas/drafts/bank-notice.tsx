import { useLocation } from '@remix-run/react'
import { type BankChanges, bankChangeWords, isCalm } from '~/areas/bank-accounts/bank-changes'
import { showIban } from '~/platform/values/show'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/open-link'

/** What whoever handles a draft must know of its supplier's bank details. */
export interface DraftBank extends BankChanges {
  /** The account that the e-invoice names, where accounts are stored and it is none of them. */
  unknownIban: string | null
}

/** Bank details that changed lately, wait to be changed, or are not those of the e-invoice: where frauds begin. */
export function BankNotice({ draftId, bank }: { draftId: number; bank: DraftBank }) {
  const { supplier, unknownIban } = bank
  const changes = bankChangeWords(bank)
  if (changes.length === 0 && unknownIban === null) return null
  return (
    <Note kind={isCalm(bank) && unknownIban === null ? 'info' : 'warning'}>
      {changes.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {unknownIban !== null && (
        <p>
          The e-invoice asks to be paid to {showIban(unknownIban)}, which is none of the accounts stored of{' '}
          {supplier}. Ask the supplier, by a way that you know and not one that the invoice names.
        </p>
      )}
      <p>
        <SsiLink draftId={draftId} />
      </p>
    </Note>
  )
}

function SsiLink({ draftId }: { draftId: number }) {
  const { search, state } = useLocation()
  const params = new URLSearchParams(search)
  params.set('doc', 'ssi')
  return (
    <OpenLink to={`/drafts/${draftId}?${params}`} replace state={state}>
      Compare the accounts
    </OpenLink>
  )
}
