import type { ReactNode } from 'react'
import { type BadgeKind, BadgeShape } from '../badge/badge'

interface ExceptionsProps {
  /** Links that count them lead to it. */
  id: string
  /** "3 to check before Second approval" */
  title: string
  /** Beside the title: a link that deals with several. */
  more?: ReactNode
  /** What their figures are: "Impact in bp of previous NAV". */
  unit?: ReactNode
  children: ReactNode
}

/** What is not OK in an object, first of all that it shows: a list of `Exception`. */
export function Exceptions({ id, title, more, unit, children }: ExceptionsProps) {
  return (
    <section className="exceptions" id={id} aria-labelledby={`${id}-title`}>
      <header className="exceptions__head">
        <h2 id={`${id}-title`}>{title}</h2>
        {more}
        {unit && <span className="exceptions__unit">{unit}</span>}
      </header>
      <ul>{children}</ul>
    </section>
  )
}

interface ExceptionProps {
  kind: BadgeKind
  name: ReactNode
  /** Small, beside the name: "Blocks Submit". */
  note?: string
  figure?: ReactNode
  /** Small, after the figure. */
  unit?: string
  /** What is wrong, in a sentence. */
  what: ReactNode
  /** Where: a cell of a file. */
  where?: ReactNode
  /** What to do about it. */
  children?: ReactNode
}

/** One of them, with its figure and what to do about it. */
export function Exception({ kind, name, note, figure, unit, what, where, children }: ExceptionProps) {
  return (
    <li className="exception">
      <ExceptionMark kind={kind} />
      <p className="exception__name">
        {name} {note && <small>{note}</small>}
      </p>
      {figure && (
        <p className="exception__figure">
          {figure} <small>{unit}</small>
        </p>
      )}
      <p className="exception__what">{what}</p>
      {where && <p className="exception__where">{where}</p>}
      {children && <p className="exception__acts screen-only">{children}</p>}
    </li>
  )
}

/** The shape of a kind, in its colour. */
export function ExceptionMark({ kind }: { kind: BadgeKind }) {
  return (
    <svg className={`exception__mark exception__mark--${kind}`} viewBox="0 0 10 10" aria-hidden="true">
      <BadgeShape kind={kind} />
    </svg>
  )
}
