import { Link } from '@remix-run/react'
import type { GridView } from './grid-view'

type MarkProps<Row> = { view: GridView<Row>; label: string }

/** Marks a row, or takes its mark away. */
export function MarkLink<Row>({ view, rowKey, label }: MarkProps<Row> & { rowKey: string }) {
  const { selected } = view.query
  const marked = selected.includes(rowKey)
  const then = marked ? selected.filter((key) => key !== rowKey) : [...selected, rowKey]
  return <Mark view={view} state={marked} label={`Mark ${label}`} selected={then} />
}

/** Marks all rows of the page, or takes all their marks away. */
export function MarkAllLink<Row>({ view, keys, label }: MarkProps<Row> & { keys: string[] }) {
  const { selected } = view.query
  const marked = keys.filter((key) => selected.includes(key)).length
  const all = marked === keys.length
  const others = selected.filter((key) => !keys.includes(key))
  return (
    <Mark
      view={view}
      state={all || (marked > 0 && 'mixed')}
      label={label}
      selected={all ? others : [...others, ...keys]}
    />
  )
}

type StateProps<Row> = MarkProps<Row> & { state: boolean | 'mixed'; selected: string[] }

function Mark<Row>({ view, state, label, selected }: StateProps<Row>) {
  return (
    <Link
      className="grid__mark"
      role="checkbox"
      aria-checked={state}
      aria-label={label}
      to={view.href({ selected })}
      replace
      discover="none"
      preventScrollReset
    />
  )
}
