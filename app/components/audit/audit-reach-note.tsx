import { Link } from '@remix-run/react'
import { showInstant } from '~/domain/values/show'
import { Note } from '~/ui/message/message'

interface AuditReachNoteProps {
  /** Events at most that a text is looked for in. */
  most: number
  reach: { events: number; searched: number; back: Date | null } | null
  timeZone: string
  /** Address of the same search in the events before these. */
  earlier: string
}

/** How far back a search goes: always said before one searches, and what it came to after. */
export function AuditReachNote({ most, reach, timeZone, earlier }: AuditReachNoteProps) {
  const count = (events: number) => events.toLocaleString('en-GB')
  if (!reach || reach.back === null)
    return (
      <p className="toolbar muted">
        Days, people, kinds and objects are found in all events. Anything else is looked for in the newest{' '}
        {count(most)} events that these leave.
      </p>
    )
  const back = showInstant(reach.back, timeZone)
  return (
    <Note kind="warning">
      Looked through the newest {count(reach.searched)} of {count(reach.events)} events, back to {back}.{' '}
      <Link to={earlier}>Look in those before</Link>, or name days, a person, a kind or an object to look
      further.
    </Note>
  )
}
