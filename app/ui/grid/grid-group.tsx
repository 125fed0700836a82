import { Link } from '../open-close/close-link'
import type { GridColumn } from './columns'
import {
  type GridGroup,
  type GridSum,
  type GridSums,
  type GridView,
  groupValue,
  shownValue,
} from './grid-view'
import { nextToggled, textOfPath } from './href'
import { MAX_MARKS, shownCount } from './query'

/** Most units whose sums may stay in view at the bottom, stacked. */
const MAX_UNITS = 3

type Sides = { before: number; after: number }
type GroupRowProps<Row> = Sides & {
  view: GridView<Row>
  rowKey: string
  group: GridGroup
  /** Its rows can be marked. */
  markable: boolean
}

/** Distinguishes the head of a group from the keys of rows. */
export function groupKey(path: readonly string[]): string {
  return `group ${textOfPath([...path])}`
}

/** The head of a group: its value, the number of its rows, and their sums; its link opens and closes it. */
export function GroupRow<Row>({ view, rowKey, group, markable, before, after }: GroupRowProps<Row>) {
  const { path, level, open, continued, page } = group
  const column = view.columns.find(({ id }) => id === view.query.groups[level])
  if (!column) return null
  const toggled = nextToggled(view.query.toggled, [...path])
  return (
    <tr className="grid__group" data-key={rowKey} data-level={level}>
      <td colSpan={before + labelSpan(view)}>
        <Link
          className="grid__expand grid__toggle"
          to={view.href({ toggled, page })}
          replace
          preventScrollReset
          aria-expanded={open}
        >
          {level > 0 && <span className="hidden-text">Level {level + 1}, </span>}
          {column.meta.bareGroups ? null : `${column.header}: `}
          {shownValue(column, groupValue(path))}
        </Link>{' '}
        <span className="muted">
          {shownCount(group.count)}
          {continued && ', continued'}
        </span>
        {markable && group.count <= MAX_MARKS && (
          <Link
            className="grid__mark-all screen-only"
            to={`${view.href({})}&${view.param('mark')}=${encodeURIComponent(textOfPath([...path]))}`}
            replace
            preventScrollReset
          >
            Mark all<span className="hidden-text"> of {shownValue(column, groupValue(path))}</span>
          </Link>
        )}
        <FirstSum view={view} sums={group.sums} />
      </td>
      <SumCells view={view} sums={group.sums} />
      {after > 0 && <td colSpan={after} />}
    </tr>
  )
}

type TotalsProps<Row> = Sides & { view: GridView<Row> }

/** The last line: the sums of all rows found. */
export function TotalsRow<Row>({ view, before, after }: TotalsProps<Row>) {
  const units = Math.max(0, ...view.shown.map(({ id }) => view.sums?.[id]?.length ?? 0))
  if (!view.sums || units === 0) return null
  const totalOf = `Total ${view.options.totalsOf ?? `of ${shownCount(view.total)}`}`
  return (
    <tfoot className={units > MAX_UNITS ? 'grid__tall' : undefined}>
      <tr className="grid__totals">
        <th scope="row" colSpan={before + labelSpan(view)}>
          {units > MAX_UNITS ? (
            <details className="grid__fold">
              <summary>
                {totalOf}, {units} currencies
              </summary>
            </details>
          ) : (
            totalOf
          )}
          <FirstSum view={view} sums={view.sums} />
        </th>
        <SumCells view={view} sums={view.sums} />
        {after > 0 && <td colSpan={after} />}
      </tr>
    </tfoot>
  )
}

type SumsProps<Row> = { view: GridView<Row>; sums: GridSums }

/** The label takes the columns before the first with a sum, at least one. */
function labelSpan<Row>(view: GridView<Row>): number {
  const first = view.shown.findIndex(({ id }) => view.sums?.[id] !== undefined)
  return first < 0 ? view.shown.length : Math.max(1, first)
}

/** The sum of the first column, which is next to the label. */
function FirstSum<Row>({ view, sums }: SumsProps<Row>) {
  const [column] = view.shown
  const first = column && sums[column.id]
  return first?.map((sum) => (
    <span key={sum.unit} className="grid__first-sum">
      {column?.header} <Sum column={column} {...sum} />
    </span>
  ))
}

function SumCells<Row>({ view, sums }: SumsProps<Row>) {
  return view.shown.slice(labelSpan(view)).map((column) => (
    <td key={column.id} {...column.place}>
      {sums[column.id]?.map((sum) => (
        <div key={sum.unit}>
          <Sum column={column} {...sum} />
        </div>
      ))}
    </td>
  ))
}

/** The unit precedes the figure, so that digits align with those of the rows. */
function Sum<Row>({ column, unit, sum }: GridSum & { column: GridColumn<Row> | undefined }) {
  return (
    <>
      {unit !== null && <span className="muted">{`${unit} `}</span>}
      {column?.meta.show?.(sum, unit) ?? sum}
    </>
  )
}
