import { useLocation } from '@remix-run/react'
import { type ReactNode, useId, useRef } from 'react'
import { useShortcut } from '../shortcuts/use-shortcut'
import { type GridColumn, shownColumns } from './columns'
import { filterWords } from './filter-words'
import { GridBody, type GridRows } from './grid-body'
import { GridEmpty } from './grid-empty'
import { GridHead } from './grid-head'
import { GridPager } from './grid-pager'
import { GridToolbar } from './grid-toolbar'
import { gridView, isFiltered } from './grid-view'
import { shownCount } from './paging'
import type { GridQueryOptions, ParsedGridQuery } from './query'
import { useGridKeys } from './use-grid-keys'
import { useLiveFilter } from './use-live-filter'

type GridProps<Row> = GridRows<Row> & {
  /** What the rows are ("Invoices"): caption of the table, and in the words of assistive technology. */
  title: string
  columns: GridColumn<Row>[]
  /** Rows of the whole filtered set; `rows` holds those of this page. */
  total: number
  /** As `parseGridQuery` gave it; without it the grid shows its rows as they are, with no sorting, filters and pages. */
  parsed?: ParsedGridQuery
  /** The options that the query was parsed with. */
  options?: GridQueryOptions
  /** Shown in place of rows when there are none at all: why, and the next step. */
  empty?: ReactNode
  /** Own scroll, 450 px high at most (specification section 9). */
  panel?: boolean
  /** Search box over all text columns; true unless said otherwise. */
  search?: boolean
  /** Filter row; true unless said otherwise. */
  filterRow?: boolean
  /** What the page adds to the toolbar (group, columns, views, export). */
  toolbar?: ReactNode
  /** A click on a row expands it (a double click still opens it). */
  clickExpands?: boolean
  /** Path that the grid's state is an address of; the present one unless said otherwise. */
  path?: string
}

/** The one grid of the product. Sorting, filtering and paging are the server's; all state is in the address. */
export function Grid<Row>(props: GridProps<Row>) {
  const { title, columns, total, parsed, options = {}, rows, detail, actions } = props
  const { toolbar, panel = false, clickExpands = false } = props
  const location = useLocation()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const live = useLiveFilter(form)
  const keys = useGridKeys(table, rows, clickExpands)
  const query = parsed?.query ?? { ...AS_IT_IS, size: Math.max(1, rows.length) }
  const known = parsed ? columns : columns.map((column) => ({ ...column, sortable: false }))
  const view = gridView({
    columns: known,
    shown: shownColumns(known, query.columns),
    query,
    refused: parsed?.refused ?? {},
    options,
    at: { pathname: props.path ?? location.pathname, search: location.search },
    total,
    formId,
  })
  const words = filterWords(query, columns)
  // A grid without links of its own could not be scrolled from the keyboard.
  const hasStops = parsed || (rows.length > 0 && (props.rowHref || detail || actions))
  const scroller = hasStops ? {} : { tabIndex: 0, role: 'region', 'aria-label': title }
  // There is nothing to narrow down in a grid that has nothing.
  const narrows = total > 0 || isFiltered(view)
  const search = narrows && props.search !== false
  const filterRow = narrows && props.filterRow !== false
  useShortcut('/', `Filter ${title}`, parsed ? () => focusFilter(form.current) : null)

  return (
    <div
      className={panel ? 'grid grid--panel' : 'grid'}
      onInput={live.onInput}
      onClickCapture={onLink(live.forget)}
    >
      {parsed && (search || filterRow || toolbar) && (
        <GridToolbar view={view} search={search} filterRow={filterRow} formRef={form}>
          {toolbar}
        </GridToolbar>
      )}
      {parsed && parsed.notes.length > 0 && (
        <div className="grid__notes" role="status">
          {parsed.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      {words.length > 0 && <p className="grid__words print-only">Filters: {words.join(', ')}</p>}
      <div className="grid__scroll" {...scroller}>
        <table ref={table} className="grid__table" {...keys}>
          <caption className="hidden-text">{title}</caption>
          <colgroup>
            {detail && <col width={28} />}
            {view.shown.map((column) => (
              <col key={column.id} width={column.width} />
            ))}
          </colgroup>
          <GridHead
            view={view}
            filterRow={parsed !== undefined && filterRow}
            details={detail !== undefined}
            actions={actions?.label}
          />
          <GridBody {...props} view={view} />
        </table>
        {rows.length === 0 && <GridEmpty view={view}>{props.empty}</GridEmpty>}
      </div>
      {parsed && total > 0 && <GridPager view={view} title={title} />}
      <p className="hidden-text" role="status">
        {title}: {total === 1 ? '1 row' : `${shownCount(total)} rows`}
      </p>
    </div>
  )
}

const AS_IT_IS = { page: 1, sort: [], filters: [], search: '', expanded: null, groups: [], columns: null }

function focusFilter(form: HTMLFormElement | null) {
  const field = [...(form?.elements ?? [])].find((one) => one.matches('input:not([type=hidden]), select'))
  if (field instanceof HTMLElement) field.focus()
}

function onLink(then: () => void) {
  return (event: { target: EventTarget }) => {
    if (event.target instanceof Element && event.target.closest('a')) then()
  }
}
