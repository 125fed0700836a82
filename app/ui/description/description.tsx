import type { ReactNode } from 'react'

export type DescriptionItem = { term: string; value: ReactNode }

/** Terms and their values, in as many columns as there is room for; an empty value stays empty. */
export function Description({ items }: { items: DescriptionItem[] }) {
  return (
    <dl className="description">
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
