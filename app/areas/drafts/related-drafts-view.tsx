import { Link } from '@remix-run/react'
import { useTimeZone } from '~/platform/page/use-site'
import { showInstant } from '~/platform/values/show'
import { Note } from '~/ui/message/message'

/** At the top of a draft that was returned: why, by whom, and when. */
export function DraftReturned({ by, at, comment }: { by: string; at: Date; comment: string }) {
  const timeZone = useTimeZone()
  return (
    <Note kind="warning">
      <p>
        <strong>
          Returned by {by} on {showInstant(at, timeZone)}
        </strong>
      </p>
      <p className="draft__said">{comment || 'No comment was given.'}</p>
    </Note>
  )
}

interface DraftKinProps {
  /** The invoices that it became. */
  invoices: number[]
  /** The cancelled invoice that it was made of again. */
  recreatedFrom: number | null
}

/** Where a draft came from, and what it became. */
export function DraftKin({ invoices, recreatedFrom }: DraftKinProps) {
  if (invoices.length === 0 && recreatedFrom === null) return null
  return (
    <Note>
      {recreatedFrom !== null && (
        <p>
          Made again of the cancelled <Link to={`/invoices/${recreatedFrom}`}>invoice {recreatedFrom}</Link>.
        </p>
      )}
      {invoices.length > 0 && (
        <p>
          Became{' '}
          {invoices.map((id, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link to={`/drafts/invoices/${id}`}>invoice {id}</Link>
            </span>
          ))}
          .
        </p>
      )}
    </Note>
  )
}
