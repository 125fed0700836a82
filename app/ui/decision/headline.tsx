import type { ReactNode } from 'react'

interface HeadlineFact {
  term: string
  value: ReactNode
  /** Under the value: what it was before, until when. */
  note?: ReactNode
}

interface HeadlineProps {
  /** What it is, in full: the name of the fund, the supplier. */
  name: ReactNode
  /** The few figures that a decision rests on. */
  facts: HeadlineFact[]
  /** Below them: a table, the way that it took. */
  children?: ReactNode
}

/** The first thing of an object: its full name, and the figures that it is decided by. */
export function Headline({ name, facts, children }: HeadlineProps) {
  return (
    <section className="headline" aria-label="Headline">
      <p className="headline__name">{name}</p>
      <dl className="headline__facts">
        {facts.map(({ term, value, note }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              {value}
              {note && <span className="headline__note">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}

/** All of an object before its next step. Beside a list it scrolls by itself, so that the step stays in sight below. */
export function BeforeStep({ children }: { children: ReactNode }) {
  return <div className="before-step">{children}</div>
}

/** The next step of an object, at the end of its page; render it as the sibling after BeforeStep. */
export function NextStep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="next-step screen-only" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
