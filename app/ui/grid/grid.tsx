import { useLocation, useNavigate } from '@remix-run/react'
import {
  type CSSProperties,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react'
import { lazily } from '../enhanced/later'
import { Link } from '../open-close/close-link'
import { useShortcut } from '../shortcuts/shortcuts'
import { columnsBesideDrawer, type GridColumn, withChoices } from './columns'
import { GridBody, type GridRows } from './grid-body'
import { useGridSubmit } from './grid-form'
import { TotalsRow } from './grid-group'
import { GridHead } from './grid-head'
import { GridPager } from './grid-pager'
import { GridTools, type MarkedLink } from './grid-toolbar'
import { describeFilters, type GridFacts, type GridView, gridView, isFiltered, UNFILTERED } from './grid-view'
import { shownQuery } from './parse-query'
import type { GridQuery, GridQueryOptions, ParsedGridQuery } from './query'
import { shownCount } from './query'
import { useFilterKeys, useGridFocus, useGridKeys } from './use-grid-keys'
import type { ValuesPanel as ValuesPanelOf } from './values-panel'

const ValuesPanel: typeof ValuesPanelOf = lazily(
  () => import('./values-panel').then((code) => code.ValuesPanel),
  'shown',
)

/** Width for a mark, and for the sign that opens details. */
const NARROW = 32
const ACTIONS = 160

type ColsProps<Row> = {
  view: GridView<Row>
  before: number
  after: number
  plain: boolean
  /** Width of the last cell. */
  actionsWidth: number
}

/**
 * The widths of a grid's columns: declared, usual for their kind, or chosen by the user, whatever the rows of a page
 * contain. Texts share the rest of the line. A grid without pages is laid out by its rows.
 */
function GridCols<Row>({ view, before, after, plain, actionsWidth }: ColsProps<Row>) {
  const shares = sharingColumns(view, after)
  return (
    // A new element for other widths: while a user drags one, it is written into the elements themselves.
    <colgroup key={JSON.stringify(view.query.widths)}>
      {Array.from({ length: before }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identified by their position
        <col key={at} width={NARROW} />
      ))}
      {view.shown.map(({ id, size, width }) => (
        <col key={id} width={plain ? size : shares.includes(id) ? undefined : width} />
      ))}
      {after > 0 && <col width={plain || isFixed(view) ? undefined : actionsWidth} />}
    </colgroup>
  )
}

/** The columns that share the remaining width: those without a width; if the user chose widths, the last one. */
function sharingColumns<Row>({ shown, ...view }: GridView<Row>, after: number): string[] {
  const free = shown.filter(({ pinned }) => !pinned)
  const texts = free.filter(({ size, meta }) => size === undefined && ['text', 'link'].includes(meta.kind))
  if (isFixed(view)) return after > 0 ? [] : free.slice(-1).map(({ id }) => id)
  return (texts.length > 0 ? texts : free.slice(-1)).map(({ id }) => id)
}

/** Whether the user chose widths. */
function isFixed({ query }: Pick<GridView<unknown>, 'query'>): boolean {
  return Object.keys(query.widths).length > 0
}

/** Minimum width of a grid; none if it is laid out by its rows. */
function leastWidth<Row>(
  { shown }: GridView<Row>,
  { before, after, plain, actionsWidth }: Omit<ColsProps<Row>, 'view'>,
) {
  if (plain) return
  const sum = shown.reduce((all, { width }) => all + width, 0)
  return { '--least': `${sum + before * NARROW + after * actionsWidth}px` } as CSSProperties
}

/** The width that pinned columns take at the start and at the end. */
function pinnedWidth<Row>({ shown }: GridView<Row>): CSSProperties {
  const sum = (side: string) =>
    shown.reduce((all, { pinned, width }) => all + (pinned === side ? width : 0), 0)
  return { '--pinned': `${sum('end')}px`, '--pinned-start': `${sum('start')}px` } as CSSProperties
}

/** Instead of rows: that nothing matches and how to widen the search, or that there is nothing yet. */
function GridEmpty<Row>({ view, children }: { view: GridView<Row>; children?: ReactNode }) {
  if (view.total > 0) {
    return (
      <p className="grid__empty">
        There are no rows on this page any more. <Link to={view.href({ page: 1 })}>Show the first page</Link>
      </p>
    )
  }
  if (!isFiltered(view)) return <div className="grid__empty">{children ?? 'There is nothing here yet.'}</div>
  return (
    <p className="grid__empty">
      {noResults(view)}{' '}
      <Link to={view.href(UNFILTERED)} preventScrollReset>
        Clear filters
      </Link>
    </p>
  )
}

/** "No results for “x”.", or with filters: "No results where Gross is above 100." */
function noResults<Row>({ query, columns }: GridView<Row>): string {
  if (query.filters.length + query.any.length === 0) return `No results for “${query.search}”.`
  return `No results where ${describeFilters(query, columns).join(' and ')}.`
}

/** The query of a grid that shows its rows unchanged. */
export const PLAIN_QUERY: GridQuery = {
  page: 1,
  size: 25,
  sort: [],
  filters: [],
  any: [],
  search: '',
  expanded: null,
  groups: [],
  openGroups: 'none',
  toggled: [],
  columns: null,
  widths: {},
  pins: {},
  selected: [],
  edit: null,
  values: null,
  find: '',
  panel: null,
}

export type GridProps<Row> = GridRows<Row> &
  GridFacts & {
    /** The name of the rows ("Invoices"): caption of the table, and for assistive technology. */
    title: string
    columns: GridColumn<Row>[]
    /** From `parseGridQuery`; without it the grid shows its rows unchanged, with no sorting, filters and pages. */
    parsed?: ParsedGridQuery
    /** The options that the query was parsed with. */
    options?: GridQueryOptions
    /** Shown if there are no rows at all: why, and the next step. */
    empty?: ReactNode
    /** Scrolls separately, at most 450 px high (specification section 9). */
    panel?: boolean
    /** Search box over all text columns; true by default. */
    search?: boolean
    /** Filter row; true by default. */
    filterRow?: boolean
    /** Address of its export without the format: "/invoices/export/invoices"; without it there is no export. */
    exportTo?: string
    /** A click on a row expands it (a double click still opens it). */
    clickExpands?: boolean
    /** The page for the marked rows: a link next to their number, and the key ".". */
    marked?: MarkedLink
    /** Path of the grid's address; by default the current one. */
    path?: string
  }

/** The only grid of the product. The server sorts, filters, groups and pages; all state is in the address. */
export function Grid<Row>(props: GridProps<Row>) {
  const { title, parsed, options = {}, rows, detail, actions, selectable = false } = props
  const { total, lines = total, groups, sums, values, layout } = props
  const offered = withChoices(props.columns, props.choices)
  const columns = props.openKey === undefined ? offered : columnsBesideDrawer(offered)
  const { panel = false, clickExpands = false } = props
  const location = useLocation()
  const navigate = useNavigate()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const live = useLiveFilter(form)
  const known = parsed ? columns : columns.map((column) => ({ ...column, enableSorting: false }))
  const query = parsed
    ? shownQuery(parsed, location.search, columns, options.prefix)
    : { ...PLAIN_QUERY, size: Math.max(1, rows.length) }
  const keys = useGridKeys(table, rows, String(query.columns), clickExpands)
  useGridFocus(grid, query)
  const view = gridView({
    title,
    query,
    options,
    formId,
    total,
    lines,
    groups,
    sums,
    values,
    layout,
    rows,
    columns: known,
    rowKey: props.rowKey,
    refused: parsed?.refused ?? {},
    at: { pathname: props.path ?? location.pathname, search: location.search },
  })
  const onFilterKey = useFilterKeys(table, form, {
    key: location.key,
    total,
    isFiltered: isFiltered(view),
  })
  const words = describeFilters(query, columns)
  // A grid without links could not be scrolled by keyboard.
  const hasStops = parsed || (rows.length > 0 && (props.rowHref || detail || actions))
  const scroller = hasStops ? {} : { tabIndex: 0, role: 'region', 'aria-label': title }
  // An empty grid has no rows to narrow down.
  const narrows = total > 0 || isFiltered(view)
  const filterRow = parsed !== undefined && narrows && props.filterRow !== false
  const chosen = values && view.columns.find(({ id }) => id === query.values)
  const sides = { before: (selectable ? 1 : 0) + (detail ? 1 : 0), after: actions ? 1 : 0 }
  const laid = { ...sides, plain: parsed === undefined, actionsWidth: actions?.size ?? ACTIONS }
  const { selected } = query
  const { marked } = props
  const goes = (keys: string[]) => keys.length > 0 && marked && navigate(marked.href(keys))
  // Without marks, the focused row. Next to an open drawer, marked rows take precedence over its steps.
  const alone = marked && selected.length === 0
  useShortcut('.', marked?.label ?? '', alone ? () => goes(focusedKey(table.current)) : null)
  useShortcut('.', marked?.label ?? '', marked && !alone ? () => goes(selected) : null)
  useShortcut('/', `Filter ${title}`, parsed ? () => focusFilter(form.current) : null)

  return (
    <div
      ref={grid}
      className={panel ? 'grid grid--panel' : 'grid'}
      onInput={live.onInput}
      onKeyDownCapture={onFilterKey}
      onClickCapture={onLink(live.forget)}
    >
      {parsed && narrows && (
        <GridTools
          view={view}
          search={props.search !== false}
          filterRow={filterRow}
          formRef={form}
          exportTo={props.exportTo}
          marked={marked}
        />
      )}
      {parsed && parsed.notes.length > 0 && (
        <div className="grid__notes" role="status">
          {parsed.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      {chosen && <ValuesPanel key={chosen.id} view={view} column={chosen} list={values} />}
      {words.length > 0 && <p className="grid__words print-only">Filters: {words.join(', ')}</p>}
      <div className="grid__scroll" style={pinnedWidth(view)} {...scroller}>
        <table ref={table} className={tableClass(view, laid.plain)} style={leastWidth(view, laid)} {...keys}>
          <caption className="hidden-text">{title}</caption>
          <GridCols view={view} {...laid} />
          <GridHead
            view={view}
            filterRow={filterRow}
            marks={selectable}
            details={detail !== undefined}
            actions={actions?.label}
          />
          <GridBody {...props} view={view} />
          {rows.length > 0 || groups?.length ? <TotalsRow view={view} {...sides} /> : null}
        </table>
        {rows.length === 0 && !groups?.length && <GridEmpty view={view}>{props.empty}</GridEmpty>}
      </div>
      {parsed && total > 0 && <GridPager view={view} title={title} />}
      <p className="hidden-text" role="status">
        {title}: {total === 1 ? '1 row' : `${shownCount(total)} rows`}
        {lines > query.size && `, page ${shownCount(query.page)}`}
      </p>
    </div>
  )
}

function tableClass<Row>(view: GridView<Row>, plain: boolean): string {
  const hasPhoneRows = view.shown[0]?.meta.phone === 'object'
  return [
    'grid__table',
    plain && 'grid__table--plain',
    isFixed(view) && 'grid__table--fixed',
    hasPhoneRows && 'grid__table--phone',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The key of the focused row; none for the head of a group. */
function focusedKey(table: HTMLTableElement | null): string[] {
  const focused = document.activeElement
  const row = focused?.closest('table') === table ? focused?.closest<HTMLElement>('tr[data-key]') : null
  return row?.dataset.key !== undefined && row.dataset.level === undefined ? [row.dataset.key] : []
}

function focusFilter(form: HTMLFormElement | null) {
  const field = [...(form?.elements ?? [])].find((one) => one.matches('input:not([type=hidden]), select'))
  if (field instanceof HTMLElement) field.focus()
}

function onLink(then: () => void) {
  return (event: { target: EventTarget }) => {
    if (event.target instanceof Element && event.target.closest('a')) then()
  }
}

const TYPING_MS = 150

/**
 * Sends a grid's filter form while the user types, 150 ms after the last key, in place: no reload, no scrolling, focus
 * and caret stay. Enter and a choice from a list send immediately. Without scripts the form does the same when
 * submitted. Put `onInput` around everything that belongs to the form.
 */
function useLiveFilter(form: RefObject<HTMLFormElement>) {
  const submit = useGridSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>()

  useEffect(() => {
    const sent = form.current
    const onSubmit = (event: Event) => {
      event.preventDefault()
      clearTimeout(timer.current)
      if (sent) submit(sent)
    }
    sent?.addEventListener('submit', onSubmit)
    return () => sent?.removeEventListener('submit', onSubmit)
  }, [form, submit])

  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    onInput(event: FormEvent<HTMLElement>) {
      const field = event.target
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return
      if (field.form !== form.current || !form.current) return
      clearTimeout(timer.current)
      const wait = field instanceof HTMLSelectElement ? 0 : TYPING_MS
      timer.current = setTimeout(() => form.current?.requestSubmit(), wait)
    },
    /** Discards typed text that is not yet sent. */
    forget: () => clearTimeout(timer.current),
  }
}
