import type { ReactNode } from 'react'

type Sign = 'negative' | 'positive' | 'zero'

type FigureProps = {
  /** Formatted already; a negative one has its minus sign. */
  children: string
  /** Colour by sign: a figure that begins with a minus as failed, another that is not zero as success. */
  coloured?: boolean
  /** For a figure shown without its sign: shown by an arrow, and by colour. */
  sign?: Sign
  /** Up is neither good nor bad: the arrow alone. */
  neutral?: boolean
}

const ARROWS: Record<Sign, string> = { negative: '▼ ', positive: '▲ ', zero: '' }
const WORDS: Record<Sign, string> = { negative: 'down ', positive: 'up ', zero: '' }

/** A figure: digits of equal width, so that figures below each other can be compared. */
export function Figure({ children, coloured = false, sign, neutral = false }: FigureProps) {
  const shown = sign ?? (/^[-−]/.test(children) ? 'negative' : /[1-9]/.test(children) ? 'positive' : 'zero')
  return (
    <span className={(coloured || sign) && !neutral ? `figure figure--${shown}` : 'figure'}>
      {sign && ARROWS[sign] && (
        <>
          <span aria-hidden="true">{ARROWS[sign]}</span>
          <span className="hidden-text">{WORDS[sign]}</span>
        </>
      )}
      {children}
    </span>
  )
}

export type DescriptionItem = { term: string; value: ReactNode }

type DescriptionProps = {
  items: DescriptionItem[]
  /** One below the other, for values that are sentences. */
  stacked?: boolean
}

/** Terms and their values, in as many columns as there is room for; an empty value stays empty. */
export function Description({ items, stacked = false }: DescriptionProps) {
  return (
    <dl className={stacked ? 'description description--stacked' : 'description'}>
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A text that is shown once and copied from here: a click selects all of it. */
export function Secret({ label, children }: { label: string; children: string }) {
  return (
    <p className="secret">
      <span className="secret__label">{label}</span>
      <code className="secret__text">{children}</code>
    </p>
  )
}
