import { Link } from '@remix-run/react'
import type { Duplicate } from '~/domain/drafts/draft'
import { Note } from '~/ui/message/message'

export interface Checks {
  duplicates: Duplicate[]
  missing: { field: string; label: string }[]
}

interface DraftChecksProps {
  checks: Checks
  /** Is there a form with the fields to go to? */
  editable: boolean
}

/** What may be a duplicate, and what "Send to check" still needs. Repeated on the server with every step. */
export function DraftChecks({ checks: { duplicates, missing }, editable }: DraftChecksProps) {
  return (
    <div role="status" className="draft-checks">
      {duplicates.length > 0 && (
        <Note kind="warning">
          <strong>This may be a duplicate.</strong>
          <ul>
            {duplicates.map(({ kind, id, why, text }) => (
              <li key={`${kind} ${id} ${why}`}>
                {capital(why)}: <Link to={`/${kind}s/${id}`}>{text}</Link>
              </li>
            ))}
          </ul>
        </Note>
      )}
      {missing.length > 0 && editable && (
        <Note>
          “Send to check” still needs{' '}
          {missing.map(({ field, label }, at) => (
            <span key={field}>
              {at > 0 && (at === missing.length - 1 ? ' and ' : ', ')}
              <a href={`#${field}`}>{label}</a>
            </span>
          ))}
          .
        </Note>
      )}
    </div>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
