import { Link } from '@remix-run/react'
import { showInstant } from '~/platform/values/show'
import { Note } from '~/ui/message/message'

interface AuditReachNoteProps {
  /** Events at most that a text is looked for in. */
  most: number
  reach: { events: number; searched: number; back: { at: Date } | null } | null
  /** The event before which it looks; null when it looks from the newest on. */
  before: { at: Date } | null
  timeZone: string
  /** Addresses of the same search in the events before those that were looked through, and from the newest on. */
  earlier: string
  newest: string
}

/** How far back a search goes: always said before one searches, and what it came to after. */
export function AuditReachNote({ most, reach, before, timeZone, earlier, newest }: AuditReachNoteProps) {
  const count = (events: number) => events.toLocaleString('en-GB')
  const since = before === null ? '' : ` before ${showInstant(before.at, timeZone)}`
  const anew = before !== null && <Link to={newest}>Look from the newest on</Link>
  if (reach?.back)
    return (
      <Note kind="warning">
        Looked through the newest {count(reach.searched)} of {count(reach.events)} events{since}, back to{' '}
        {showInstant(reach.back.at, timeZone)}. <Link to={earlier}>Look in those before</Link>, or name days,
        a person, a kind or an object to look further. {anew}
      </Note>
    )
  if (before !== null)
    return (
      <Note>
        {reach === null ? 'Only' : 'Looked through all'} events{since}
        {reach === null && ' are shown'}. {anew}
      </Note>
    )
  return (
    <p className="toolbar muted">
      Days, people, kinds and objects are found in all events. Anything else is looked for in the newest{' '}
      {count(most)} events that these leave.
    </p>
  )
}
