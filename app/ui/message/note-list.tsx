import { Fragment, type ReactNode } from 'react'

/** A note among others of the same object. */
export interface RankedNote {
  key: string
  /** That of the note, by which it is ranked. */
  kind: 'failed' | 'warning' | 'info'
  note: ReactNode
  /** It shows a refusal: the notes are not folded. */
  refused?: boolean
}

const RANKS = ['failed', 'warning', 'info'] as const

/** The most serious of several notes; the others are folded below it. */
export function NoteList({ notes }: { notes: readonly RankedNote[] }) {
  const [first, ...others] = RANKS.flatMap((rank) => notes.filter(({ kind }) => kind === rank))
  if (!first) return null
  return (
    <>
      {first.note}
      {others.length > 0 && (
        <details className="more-notes" open={others.some(({ refused }) => refused) || undefined}>
          <summary>{others.length} more</summary>
          {others.map(({ key, note }) => (
            <Fragment key={key}>{note}</Fragment>
          ))}
        </details>
      )}
    </>
  )
}
