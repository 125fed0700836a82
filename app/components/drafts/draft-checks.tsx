import { Link } from '@remix-run/react'
import type { Duplicate } from '~/domain/drafts/draft'
import { Note } from '~/ui/message/message'

export interface Checks {
  duplicates: Duplicate[]
  missing: { field: string; label: string }[]
  /** What is odd, but may be meant so: sentences. */
  notices: string[]
}

interface DraftChecksProps {
  checks: Checks
  /** Is there a form with the fields to go to? */
  editable: boolean
}

/** What may be a duplicate, what is odd, and what "Send to check" still needs. Repeated on the server with every step. */
export function DraftChecks({ checks: { duplicates, missing, notices }, editable }: DraftChecksProps) {
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
      {notices.map((notice) => (
        <Note key={notice} kind="warning">
          {notice}
        </Note>
      ))}
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
