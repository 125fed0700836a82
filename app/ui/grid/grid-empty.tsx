import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { filterWords } from './filter-words'
import { type GridView, isFiltered } from './grid-view'

/** In place of rows: that nothing matches and how to widen, or that there is nothing yet. */
export function GridEmpty<Row>({ view, children }: { view: GridView<Row>; children?: ReactNode }) {
  if (view.total > 0) {
    return (
      <p className="grid__empty">
        There are no rows on this page any more. <Link to={view.href({ page: 1 })}>Show the first page</Link>
      </p>
    )
  }
  if (!isFiltered(view)) return <div className="grid__empty">{children ?? 'There is nothing here yet.'}</div>
  const words = filterWords(view.query, view.columns)
  return (
    <p className="grid__empty">
      Nothing found{words.length > 0 && ` where ${words.join(' and ')}`}.{' '}
      <Link to={view.href({ filters: [], search: '' })} preventScrollReset>
        Clear filters
      </Link>
    </p>
  )
}
