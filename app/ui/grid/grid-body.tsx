import type { ReactNode } from 'react'
import { Link, OpenLink } from '../open-close/close-link'
import type { GridColumn } from './columns'
import { GroupRow, groupKey } from './grid-group'
import { MarkLink } from './grid-head'
import type { MarkedLink } from './grid-toolbar'
import type { GridView, ShownColumn } from './grid-view'
import { partsOfName } from './name-text'

export type GridRows<Row> = {
  rows: Row[]
  rowKey: (row: Row) => string
  /** Address of a row's object, if any: the first cell links to it, and a click on the row or Enter follows it. */
  rowHref?: (row: Row) => string | undefined
  /** Key of the row that is open next to the grid. */
  openKey?: string
  /** The content below an expanded row; makes rows expandable. */
  detail?: (row: Row) => ReactNode
  /** The row's name for assistive technology; its key by default. */
  rowLabel?: (row: Row) => string
  /** Last cell of each row: links, buttons, small forms. */
  actions?: {
    label: string
    render: (row: Row) => ReactNode
    /** Its width in px, if the usual one is too narrow for one line. */
    size?: number
  }
  /** Rows can be marked, to export or change only those. */
  selectable?: boolean
  /** The link to the page for the marked rows. */
  marked?: MarkedLink
  /**
   * The row with this key is edited in place: fields instead of values where `cell` returns some, and buttons to
   * finish.
   */
  editing?: {
    key: string
    cell: (column: GridColumn<Row>, row: Row) => ReactNode | undefined
    actions: ReactNode
  }
}

/** The rows under the heads of their groups, each followed by its detail if expanded. */
export function GridBody<Row>({ view, rows, ...parts }: GridRows<Row> & { view: GridView<Row> }) {
  const sides = { before: (parts.selectable ? 1 : 0) + (parts.detail ? 1 : 0), after: parts.actions ? 1 : 0 }
  const heads = (at: number) =>
    (view.groups ?? [])
      .filter((group) => group.before === at)
      .map((group) => {
        const key = groupKey(group.path)
        return (
          <GroupRow
            key={key}
            rowKey={key}
            view={view}
            group={group}
            markable={parts.selectable === true && parts.marked !== undefined}
            {...sides}
          />
        )
      })
  // As siblings, so that a head remains the same element, and keeps focus, when its group opens.
  const lines = rows.flatMap((row, at) => [
    ...heads(at),
    <BodyRow key={parts.rowKey(row)} view={view} row={row} {...parts} />,
  ])
  return <tbody>{[...lines, ...heads(rows.length)]}</tbody>
}

type BodyRowProps<Row> = Omit<GridRows<Row>, 'rows'> & { view: GridView<Row>; row: Row }

function BodyRow<Row>({ view, row, ...props }: BodyRowProps<Row>) {
  const { rowKey, rowHref, openKey, detail, rowLabel, actions, selectable } = props
  const key = rowKey(row)
  const line = view.table.getRow(key)
  const expanded = detail !== undefined && line.getIsExpanded()
  const marked = selectable === true && line.getIsSelected()
  const editing = props.editing?.key === key ? props.editing : null
  const href = editing ? undefined : rowHref?.(row)
  const cells = view.shown.length + (selectable ? 1 : 0) + (detail ? 1 : 0) + (actions ? 1 : 0)
  const label = rowLabel?.(row) ?? key
  return (
    <>
      <tr
        data-key={key}
        data-marked={marked || undefined}
        data-editing={editing ? true : undefined}
        aria-current={openKey === key || undefined}
      >
        {selectable && (
          <td>
            <MarkLink
              label={`Mark ${label}`}
              state={marked}
              to={view.after(() => line.toggleSelected(!marked))}
            />
          </td>
        )}
        {detail && (
          <td>
            <Link
              className="grid__expand"
              to={view.after(() => line.toggleExpanded(!expanded))}
              replace
              preventScrollReset
              aria-expanded={expanded}
              aria-label={`Details of ${label}`}
            />
          </td>
        )}
        {view.shown.map((column, at) => (
          <Cell
            key={column.id}
            column={column}
            row={row}
            field={editing?.cell(column, row)}
            href={at === 0 ? href : undefined}
          />
        ))}
        {actions && <td className="grid__actions">{editing ? editing.actions : actions.render(row)}</td>}
      </tr>
      {expanded && (
        <tr className="grid__detail">
          <td colSpan={cells}>
            <div className="grid__below">{detail(row)}</div>
          </td>
        </tr>
      )}
    </>
  )
}

type CellProps<Row> = { column: ShownColumn<Row>; row: Row; field?: ReactNode; href?: string }

function Cell<Row>({ column, row, field, href }: CellProps<Row>) {
  const { className, style } = column.cellPlace
  if (field !== undefined)
    return (
      <td className={className} style={style} data-label={column.header}>
        {field}
      </td>
    )
  const content = column.cell({ row: { original: row } })
  const name = typeof content === 'string' && column.beginnings ? content : null
  const shown =
    name !== null && column.beginnings ? <Name name={name} beginnings={column.beginnings} /> : content
  return (
    <td className={className} style={style} title={column.meta.cellTitle?.(row) ?? name ?? undefined}>
      {href === undefined ? (
        shown
      ) : (
        <OpenLink className="grid__open" to={href}>
          {shown || '(blank)'}
        </OpenLink>
      )}
    </td>
  )
}

/** A name among others that begin alike: what differs stays readable in a narrow column. */
function Name({ name, beginnings }: { name: string; beginnings: ReadonlySet<string> }) {
  const { shared, middle, end } = partsOfName(name, beginnings)
  if (shared === '' && middle === '') return name
  return (
    <span className="name">
      {shared !== '' && <span className="name__shared">{shared} </span>}
      <span className="name__own">
        {middle !== '' && <span className="name__middle">{middle} </span>}
        <span className="name__end">{end}</span>
      </span>
    </span>
  )
}
