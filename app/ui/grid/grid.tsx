import { useLocation, useNavigate } from '@remix-run/react'
import {
  type CSSProperties,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { lazily } from '../enhanced/later'
import { Link } from '../open-close/close-link'
import { useShortcut } from '../shortcuts/shortcuts'
import { columnsBesideDrawer, type GridColumn, withChoices } from './columns'
import { GridBody, type GridRows } from './grid-body'
import { useGridSubmit } from './grid-form'
import { TotalsRow } from './grid-group'
import { GridHead, markAllHref } from './grid-head'
import { GridPager } from './grid-pager'
import { GridTools, type MarkedLink } from './grid-toolbar'
import {
  describeFilters,
  type GridFacts,
  type GridView,
  gridView,
  isFiltered,
  longestTexts,
  UNFILTERED,
} from './grid-view'
import { shownQuery } from './parse-query'
import type { GridQuery, GridQueryOptions, ParsedGridQuery } from './query'
import { shownCount } from './query'
import { useCutFigures } from './use-cut-figures'
import { focusFilter, useFilterKeys, useGridFocus, useGridKeys } from './use-grid-keys'
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
 * The widths of a grid's columns: declared, usual for their kind, or chosen by the user. Texts share the rest of the
 * line as they need it. A grid without pages is laid out by its rows.
 */
function GridCols<Row>({ view, before, after, plain, actionsWidth }: ColsProps<Row>) {
  const shares = textWidths(view, before * NARROW + after * actionsWidth, sharingColumns(view, after))
  return (
    // A new element for other widths: while a user drags one, it is written into the elements themselves.
    <colgroup key={JSON.stringify(view.query.widths)}>
      {Array.from({ length: before }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identified by their position
        <col key={at} width={NARROW} />
      ))}
      {view.shown.map(({ id, size, width }) => {
        const share = plain ? undefined : shares.get(id)
        if (share) return <col key={id} style={share} />
        return <col key={id} width={plain ? size : width} />
      })}
      {after > 0 && <col width={plain || isFixed(view) ? undefined : actionsWidth} />}
    </colgroup>
  )
}

/**
 * The widths of the columns that share a line: each as wide as its texts, and narrower in proportion where there is
 * less room. The widest takes what the others leave.
 */
function textWidths<Row>(
  { shown }: GridView<Row>,
  beside: number,
  ids: readonly string[],
): ReadonlyMap<string, CSSProperties> {
  const sharing = shown.filter(({ id }) => ids.includes(id))
  const others = shown.filter(({ id }) => !ids.includes(id))
  const taken = others.reduce((sum, { width }) => sum + width, beside)
  const wishes = sharing.map(({ width, wish }) => Math.max(width, wish ?? 0))
  const all = wishes.reduce((sum, wish) => sum + wish, 0)
  const widest = wishes.indexOf(Math.max(...wishes))
  const isKnown = sharing.every(({ wish }) => wish !== null)
  return new Map(
    sharing.map(({ id, width }, at) => {
      const wish = wishes[at] ?? width
      if (at === widest || !isKnown) return [id, {}]
      const part = (wish / all).toFixed(3)
      return [id, { width: `max(${width}px, min(${wish}px, (var(--wide) - ${taken}px) * ${part}))` }]
    }),
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
    <div className="grid__empty">
      <p>{noResults(view)}</p>
      <Link className="button" to={view.href(UNFILTERED)} preventScrollReset>
        Clear filters
      </Link>
    </div>
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
  filterRow: false,
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
  const longest = useLongestTexts(title, columns, rows)
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
    longest,
    rowKey: props.rowKey,
    refused: parsed?.refused ?? {},
    at: { pathname: props.path ?? location.pathname, search: location.search },
  })
  useCutFigures(table, rows, JSON.stringify(view.shown.map(({ id, pinned, width }) => [id, pinned, width])))
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
  const hasFilters = parsed !== undefined && narrows && props.filterRow !== false
  const filterRow = hasFilters && (query.filterRow || live.isUsed || isSetInRow(view))
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
  const markAll = () => navigate(markAllHref(view), { replace: true, preventScrollReset: true })
  useShortcut('a', 'Mark all rows of this page', marked && selectable && rows.length > 0 ? markAll : null)
  const showFilters = () => {
    if (hasFilters && !filterRow)
      navigate(view.href({ filterRow: true }), { replace: true, preventScrollReset: true })
    focusFilter(grid.current, filterRow)
  }
  useShortcut('/', `Filter ${title}`, parsed ? showFilters : null)

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
          hasFilters={hasFilters}
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
      {parsed && total > 0 && <GridPager view={view} title={title} table={table} rows={rows} />}
      <p className="hidden-text" role="status">
        {title}: {total === 1 ? '1 row' : `${shownCount(total)} rows`}
        {lines > query.size && `, page ${shownCount(query.page)}`}
      </p>
    </div>
  )
}

function tableClass<Row>(view: GridView<Row>, plain: boolean): string {
  // The first one has the link of the row.
  const hasPhoneRows =
    view.shown[0]?.meta.phone !== undefined && view.shown.some(({ meta }) => meta.phone === 'object')
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

/** Whether a column that is shown has a filter, or a text that could not be read as one. */
function isSetInRow<Row>({ shown, query, refused }: GridView<Row>): boolean {
  return shown.some(
    ({ id }) => refused[id] !== undefined || query.filters.some(({ column }) => column === id),
  )
}

/** Of the rows that were shown first: columns keep their places from page to page. */
function useLongestTexts<Row>(title: string, columns: GridColumn<Row>[], rows: readonly Row[]) {
  const kept = useRef<{ title: string; longest: ReadonlyMap<string, number> } | null>(null)
  if (rows.length > 0 && kept.current?.title !== title)
    kept.current = { title, longest: longestTexts(columns, rows) }
  return kept.current?.longest ?? NO_TEXTS
}

const NO_TEXTS: ReadonlyMap<string, number> = new Map()

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
  const [isUsed, setUsed] = useState(false)

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
      if (field.closest('.grid__filters')) setUsed(true)
      const wait = field instanceof HTMLSelectElement ? 0 : TYPING_MS
      timer.current = setTimeout(() => form.current?.requestSubmit(), wait)
    },
    /** Whether the row of filters is typed into: it stays when its last field is emptied. */
    isUsed,
    /** Discards typed text that is not yet sent, as a link was followed. */
    forget() {
      clearTimeout(timer.current)
      setUsed(false)
    },
  }
}
