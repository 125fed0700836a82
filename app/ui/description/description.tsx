import type { ReactNode } from 'react'

type Sign = 'negative' | 'positive' | 'zero'

type FigureProps = {
  /** Already formatted; a negative figure includes its minus sign. */
  children: string
  /** Colour by sign: figures that begin with a minus as failed, others that are not zero as success. */
  coloured?: boolean
  /** For a figure without its sign: shown by an arrow and a colour. */
  sign?: Sign
  /** Up is neither good nor bad: only the arrow. */
  neutral?: boolean
}

const ARROWS: Record<Sign, string> = { negative: '▼ ', positive: '▲ ', zero: '' }
const WORDS: Record<Sign, string> = { negative: 'down ', positive: 'up ', zero: '' }

/** A figure with digits of equal width, so that figures in a column can be compared. */
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
  /** Stacked, for values that are sentences. */
  stacked?: boolean
}

/** Terms and their values, in as many columns as fit; an empty value stays empty. */
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

/** A text that is shown once, to be copied: a click selects all of it. */
export function Secret({ label, children }: { label: string; children: string }) {
  return (
    <p className="secret">
      <span className="secret__label">{label}</span>
      <code className="secret__text">{children}</code>
    </p>
  )
}
