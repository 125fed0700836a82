import { Link } from '@remix-run/react'
import { Note } from '~/ui/message/message'

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
              <Link to={`/invoices/${id}`}>invoice {id}</Link>
            </span>
          ))}
          .
        </p>
      )}
    </Note>
  )
}
