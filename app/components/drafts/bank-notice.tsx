import { useLocation } from '@remix-run/react'
import { showDay, showIban } from '~/domain/values/show'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/open-link'

/** What whoever handles a draft must know of its supplier's bank details. */
export interface DraftBank {
  supplier: string
  changedDaysAgo: number | null
  /** The day since which a change waits for a second person; null when none does. */
  waitingSince: string | null
  /** The account that the e-invoice names, where accounts are stored and it is none of them. */
  unknownIban: string | null
}

/** For so many days a change wants attention; later it only informs. */
const FRESH_DAYS = 30

/** Bank details that changed lately, wait to be changed, or are not those of the e-invoice: where frauds begin. */
export function BankNotice({ draftId, bank }: { draftId: number; bank: DraftBank }) {
  const { supplier, changedDaysAgo, waitingSince, unknownIban } = bank
  if (changedDaysAgo === null && waitingSince === null && unknownIban === null) return null
  const calm = waitingSince === null && unknownIban === null && (changedDaysAgo ?? 0) > FRESH_DAYS
  return (
    <Note kind={calm ? 'info' : 'warning'}>
      {changedDaysAgo !== null && (
        <p>
          {supplier}: bank details changed {daysAgo(changedDaysAgo)}.
        </p>
      )}
      {waitingSince !== null && (
        <p>
          {supplier}: a change of the bank details waits since {showDay(waitingSince)} for a team leader.
          Nothing is paid to it until that is decided.
        </p>
      )}
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

function daysAgo(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? '1 day ago' : `${days} days ago`
}
