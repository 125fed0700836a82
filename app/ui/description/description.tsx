import type { ReactNode } from 'react'

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
