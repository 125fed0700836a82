import { type DueIn as Due, isLate } from '~/platform/values/day'
import { counted, dueWords } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'
import { shownCount } from '~/ui/grid/query'
import { Link } from '~/ui/open-close/close-link'

/** "in 2 days", "today"; as a badge once it is late. */
export function DueIn({ due }: { due: Due }) {
  return isLate(due) ? <Badge kind="failed" status={dueWords(due)} /> : dueWords(due)
}

/** A row that may be late: by how many days, 0 since a time of today; null while it is not. */
export interface MaybeLate {
  days_late: number | null
}

/** The column of lists whose rows may be late: a badge with the days. @param title what it counts from */
export function lateColumn<Row extends MaybeLate>(title: string): GridColumn<Row, 'days_late'> {
  return {
    id: 'days_late',
    header: 'Late',
    size: 95,
    meta: { kind: 'number', decimals: 0, align: 'start', title },
    cell: ({ row }) => {
      const { days_late: days } = row.original
      return days !== null && <Badge kind="failed" status={days === 0 ? 'today' : counted(days, 'day')} />
    },
  }
}

/** The rows that are late, in the address of a list with this column. */
const LATE_ROWS = `?${new URLSearchParams({ 'filter.days_late': '<>' })}`

interface ListCountProps {
  /** Rows of the list as it is filtered. */
  total: number
  /** How many of all rows are late. */
  late: number
  /** Address of the list. */
  path: string
  /** The part of an address that selects the late rows, where it is not that of `lateColumn`. */
  search?: string
}

/** Beside the title of a list: how many rows it has, and how many are late, as a link to these. */
export function ListCount({ total, late, path, search = LATE_ROWS }: ListCountProps) {
  return (
    <>
      <span className="muted">{shownCount(total)}</span>
      {late > 0 && (
        <Link className="late-link" to={`${path}${search}`}>
          <Badge kind="failed" status={`${shownCount(late)} late`} />
        </Link>
      )}
    </>
  )
}
