import { type Day, type DueIn as Due, isLate } from '~/platform/values/day'
import { counted, dueText, showDay } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import { shownCount } from '~/ui/grid/query'
import { Link } from '~/ui/open-close/close-link'

/** How many business days something is late: since the last of them it is new, and red. */
export function Late({ days, text }: { days: number; text: string }) {
  return <span className={days <= 1 ? 'late late--new' : 'late'}>{text}</span>
}

/** "in 2 days", "today"; marked when late. */
export function DueIn({ due }: { due: Due }) {
  return isLate(due) ? <Late days={-due.days} text={dueText(due)} /> : dueText(due)
}

/** A row that may be late: by how many business days, 0 if due earlier today; null if not late. */
export interface MaybeLate {
  days_late: number | null
}

/**
 * The column of business days late.
 * @param title the deadline that it counts from
 * @param due the day of a row's deadline, shown on hover
 */
export function lateColumn<Row extends MaybeLate>(
  title: string,
  due: (row: Row) => Day | null,
): GridColumn<Row, 'days_late'> {
  return {
    id: 'days_late',
    header: 'Late',
    size: 95,
    meta: {
      kind: 'number',
      decimals: 0,
      align: 'start',
      title,
      cellTitle: (row) => (row.days_late === null ? undefined : `Due ${showDay(due(row))}`),
    },
    cell: ({ row }) => {
      const { days_late: days } = row.original
      return days !== null && <Late days={days} text={days === 0 ? 'today' : counted(days, 'day')} />
    },
  }
}

/** The query that selects the late rows of a list with this column. */
const LATE_ROWS = `?${new URLSearchParams({ 'filter.days_late': '<>' })}`

interface ListCountProps {
  /** Rows of the filtered list. */
  total: number
  /** How many of all rows are late. */
  late: number
  /** Address of the list. */
  path: string
  /** The query that selects the late rows, if not that of `lateColumn`. */
  search?: string
}

/** Next to the title of a list: its number of rows, and a link to those that are late. */
export function ListCount({ total, late, path, search = LATE_ROWS }: ListCountProps) {
  return (
    <>
      <span className="muted">{shownCount(total)}</span>
      {late > 0 && (
        <Link className="late-link" to={`${path}${search}`}>
          {shownCount(late)} late
        </Link>
      )}
    </>
  )
}
