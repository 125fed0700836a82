import { Link } from '@remix-run/react'
import { type GridGroup, type GridSums, type GridView, groupValue, shownValue } from './grid-view'
import { nextToggled } from './href'
import { shownCount } from './paging'
import { textOfPath } from './path-text'

type GroupRowProps<Row> = { view: GridView<Row>; group: GridGroup; before: number; after: number }

/** The head of a group: what it is of, how many rows, what they add up to; opens and closes by its link. */
export function GroupRow<Row>({ view, group, before, after }: GroupRowProps<Row>) {
  const { path, level, open, continued } = group
  const column = view.columns.find(({ id }) => id === view.query.groups[level])
  if (!column) return null
  const value = shownValue(column, groupValue(path))
  const toggled = nextToggled(view.query.toggled, [...path])
  // Opening a group keeps the page: what stands before it stays as it is.
  const to = view.href({ toggled, page: view.query.page })
  return (
    <tr className="grid__group" data-key={`group ${textOfPath([...path])}`} data-level={level}>
      <td colSpan={before + labelSpan(view)}>
        <Link
          className="grid__expand grid__toggle"
          to={to}
          replace
          discover="none"
          preventScrollReset
          aria-expanded={open}
        >
          {column.label}: {value}
        </Link>{' '}
        <span className="muted">
          {shownCount(group.count)}
          {continued && ', continued'}
        </span>
      </td>
      <SumCells view={view} sums={group.sums} />
      {after > 0 && <td colSpan={after} />}
    </tr>
  )
}

type TotalsProps<Row> = { view: GridView<Row>; before: number; after: number }

/** The last line: what all rows that were found add up to. */
export function TotalsRow<Row>({ view, before, after }: TotalsProps<Row>) {
  if (!view.sums || !view.shown.some(({ id }) => view.sums?.[id]?.length)) return null
  return (
    <tfoot>
      <tr className="grid__totals">
        <th scope="row" colSpan={before + labelSpan(view)}>
          Total of {shownCount(view.total)}
        </th>
        <SumCells view={view} sums={view.sums} />
        {after > 0 && <td colSpan={after} />}
      </tr>
    </tfoot>
  )
}

/** The label takes the columns before the first that adds up. */
function labelSpan<Row>(view: GridView<Row>): number {
  const first = view.shown.findIndex(({ id }) => view.sums?.[id] !== undefined)
  return first < 0 ? view.shown.length : Math.max(1, first)
}

function SumCells<Row>({ view, sums }: { view: GridView<Row>; sums: GridSums }) {
  return view.shown.slice(labelSpan(view)).map((column) => (
    <td key={column.id} className={sums[column.id] ? 'end' : undefined}>
      {sums[column.id]?.map(({ unit, sum }) => (
        <div key={unit}>
          {column.show?.(sum) ?? sum}
          {unit !== null && ` ${unit}`}
        </div>
      ))}
    </td>
  ))
}
