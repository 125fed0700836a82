import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { OpenLink } from '../open-close/open-link'
import type { GridColumn } from './columns'
import { alignment } from './grid-head'
import type { GridView } from './grid-view'

export type GridRows<Row> = {
  rows: Row[]
  rowKey: (row: Row) => string
  /** Address of what a row stands for: the first cell links to it, a click on the row and Enter follow that link. */
  rowHref?: (row: Row) => string
  /** Key of the row that is open beside the grid. */
  openKey?: string
  /** What is shown below a row when it is expanded; rows can be expanded when this is given. */
  detail?: (row: Row) => ReactNode
  /** Names a row in the words of assistive technology; its key otherwise. */
  rowLabel?: (row: Row) => string
  /** Last cell of each row: links, buttons, small forms. */
  actions?: { label: string; render: (row: Row) => ReactNode }
}

/** The rows, each followed by its detail when it is expanded. */
export function GridBody<Row>({ view, rows, ...parts }: GridRows<Row> & { view: GridView<Row> }) {
  return (
    <tbody>
      {rows.map((row) => (
        <BodyRow key={parts.rowKey(row)} view={view} row={row} {...parts} />
      ))}
    </tbody>
  )
}

type BodyRowProps<Row> = Omit<GridRows<Row>, 'rows'> & { view: GridView<Row>; row: Row }

function BodyRow<Row>({ view, row, rowKey, rowHref, openKey, detail, rowLabel, actions }: BodyRowProps<Row>) {
  const key = rowKey(row)
  const expanded = detail !== undefined && view.query.expanded === key
  const href = rowHref?.(row)
  const cells = view.shown.length + (detail ? 1 : 0) + (actions ? 1 : 0)
  return (
    <>
      <tr data-key={key} aria-current={openKey === key || undefined}>
        {detail && (
          <td>
            <Link
              className="grid__expand"
              to={view.href({ expanded: expanded ? null : key })}
              discover="none"
              preventScrollReset
              aria-expanded={expanded}
              aria-label={`Details of ${rowLabel?.(row) ?? key}`}
            />
          </td>
        )}
        {view.shown.map((column, at) => (
          <Cell key={column.id} column={column} row={row} href={at === 0 ? href : undefined} />
        ))}
        {actions && <td className="grid__actions">{actions.render(row)}</td>}
      </tr>
      {expanded && (
        <tr className="grid__detail">
          <td colSpan={cells}>{detail(row)}</td>
        </tr>
      )}
    </>
  )
}

type CellProps<Row> = { column: GridColumn<Row>; row: Row; href?: string }

function Cell<Row>({ column, row, href }: CellProps<Row>) {
  const content = column.render(row)
  const classes = [alignment(column), column.wrap && 'wrap'].filter(Boolean).join(' ') || undefined
  return (
    <td className={classes} title={column.cellTitle?.(row)}>
      {href === undefined ? (
        content
      ) : (
        <OpenLink className="grid__open" to={href}>
          {content || '(blank)'}
        </OpenLink>
      )}
    </td>
  )
}
