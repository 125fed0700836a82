import type { ReactNode } from 'react'

interface HeadlineFact {
  term: string
  value: ReactNode
  /** Below the value: the previous value, a deadline. */
  note?: ReactNode
}

interface HeadlineProps {
  /** The object's full name: the fund, the supplier; if it is not beside the title. */
  name?: ReactNode
  /** The few figures that the decision is based on. */
  facts: HeadlineFact[]
  /** Below them: a table, the object's progress. */
  children?: ReactNode
}

/** The top of an object: its full name, and the figures for the decision. */
export function Headline({ name, facts, children }: HeadlineProps) {
  return (
    <section className="headline" aria-label="Headline">
      {name && <p className="headline__name">{name}</p>}
      <Facts facts={facts} />
      {children}
    </section>
  )
}

/** The figures of a decision, each below what it is. */
export function Facts({ facts }: { facts: readonly HeadlineFact[] }) {
  return (
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
  )
}

/** Everything above the next step. Next to a list it scrolls separately, so that the step stays in view below. */
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
