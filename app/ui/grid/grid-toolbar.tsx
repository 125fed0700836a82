import { useLocation } from '@remix-run/react'
import type { ReactNode, RefObject } from 'react'
import { lazily } from '../enhanced/later'
import { FILTERS_ICON, SEARCH_ICON, SLIDERS_ICON } from '../icon/frame-icons'
import { Icon } from '../icon/icon'
import { useSavedLayout } from '../layouts/use-saved-layout'
import { Link } from '../open-close/close-link'
import type { ColumnsPanel as ColumnsPanelOf, GroupPanel as GroupPanelOf } from './columns-panel'
import { HiddenFilters, TextField } from './filter-cell'
import type { FilterPanel as FilterPanelOf } from './filter-panel'
import { HiddenState, panelAt } from './grid-form'
import { describeFilters, type GridLayout, type GridView, isFiltered, UNFILTERED } from './grid-view'
import { gridHref, stateParams } from './href'
import { otherParams, shownCount } from './query'
import { focusFilterRow } from './use-grid-keys'

const ColumnsPanel: typeof ColumnsPanelOf = lazily(() =>
  import('./columns-panel').then((code) => code.ColumnsPanel),
)
const FilterPanel: typeof FilterPanelOf = lazily(() =>
  import('./filter-panel').then((code) => code.FilterPanel),
)
const GroupPanel: typeof GroupPanelOf = lazily(() =>
  import('./columns-panel').then((code) => code.GroupPanel),
)
const ViewsPanel = lazily(() => import('../layouts/views-panel').then((code) => code.ViewsPanel))
const ExportMenu = lazily(() => import('../export/export-menu').then((code) => code.ExportMenu))

/** The link to the page for the marked rows of a grid. */
export type MarkedLink = {
  /** "Take a step…" */
  label: string
  /** @param keys of the marked rows */
  href: (keys: string[]) => string
}

type GridToolbarProps<Row> = {
  view: GridView<Row>
  search: boolean
  /** Whether the grid has a row of filters, and whether it is shown. */
  hasFilters: boolean
  filterRow: boolean
  /** Views and export, if the grid has them. */
  children?: ReactNode
  formRef: RefObject<HTMLFormElement>
  marked?: MarkedLink
}

/** One line: the filter form with the search box, then group, columns, views and export. */
function GridToolbar<Row>(props: GridToolbarProps<Row>) {
  const { view, search, hasFilters, filterRow, children, formRef, marked } = props
  const onScreen = filterRow ? view.shown.map((column) => column.id) : []
  const unseen = view.columns.map((column) => column.id).filter((id) => !onScreen.includes(id))
  const { selected } = view.query
  return (
    <div className="grid__toolbar screen-only">
      <form
        ref={formRef}
        id={view.formId}
        hidden={!search && !filterRow}
        method="get"
        action={view.at.pathname}
        data-page={view.param('page')}
      >
        <HiddenState view={view} without={{ search: '', filters: [] }} />
        <HiddenFilters view={view} columns={unseen} />
        {search && <Icon path={SEARCH_ICON} />}
        {search && (
          <TextField
            type="search"
            name={view.param('search')}
            form={view.formId}
            aria-label="Search all columns"
            placeholder="Search"
            text={view.query.search}
          />
        )}
        <button type="submit" className="button without-scripts">
          Apply
        </button>
      </form>
      {/* On a phone it shows what follows. */}
      <label className="grid__show">
        <input type="checkbox" className="hidden-text" />
        <Icon path={SLIDERS_ICON} />
        Show
      </label>
      {hasFilters && <FiltersLink view={view} shown={filterRow} />}
      {hasFilters && <FilterPanel view={view} />}
      {view.groups !== undefined && <GroupPanel view={view} />}
      <ColumnsPanel view={view} />
      {children}
      <FilterChips view={view} inRow={onScreen} />
      {isFiltered(view) && (
        <Link to={view.href(UNFILTERED)} preventScrollReset>
          Clear filters
        </Link>
      )}
      {selected.length > 0 && (
        <span>
          {shownCount(selected.length)} marked{' '}
          {marked && (
            <Link className="button button--primary" to={marked.href(selected)}>
              {marked.label}
            </Link>
          )}{' '}
          <Link to={view.href({ selected: [] })} replace preventScrollReset>
            Clear marks
          </Link>
        </span>
      )}
    </div>
  )
}

/** Shows the row of filters. While a filter is set it stays, and this leads into it. */
function FiltersLink<Row>({ view, shown }: { view: GridView<Row>; shown: boolean }) {
  const count = view.query.filters.length + Object.keys(view.refused).length
  const isSet = shown && count > 0
  return (
    <Link
      className="grid__filters-link"
      to={view.href({ filterRow: isSet || !shown })}
      replace
      preventScrollReset
      aria-expanded={shown}
      onClick={(event) => {
        if (!isSet || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        focusFilterRow(event.currentTarget.closest('.grid'))
      }}
    >
      <Icon path={FILTERS_ICON} />
      {count > 0 ? `Filters (${count})` : 'Filters'}
    </Link>
  )
}

/** The filters that the row does not show: of hidden columns, and on a phone all. Each can be cleared. */
function FilterChips<Row>({ view, inRow }: { view: GridView<Row>; inRow: readonly string[] }) {
  const { query, columns } = view
  return query.filters.map((filter) => {
    const [words] = describeFilters({ ...query, search: '', any: [], filters: [filter] }, columns)
    if (words === undefined) return null
    const isInRow = inRow.includes(filter.column)
    return (
      <span
        key={`${filter.column} ${filter.operator}`}
        className={isInRow ? 'grid__chip grid__chip--in-row' : 'grid__chip'}
      >
        <span>{words}</span>
        <Link
          className="grid__clear"
          to={view.href({ filters: query.filters.filter((one) => one !== filter) })}
          preventScrollReset
          aria-label={`Clear: ${words}`}
        >
          ×
        </Link>
      </span>
    )
  })
}

type GridToolsProps<Row> = {
  view: GridView<Row>
  search: boolean
  hasFilters: boolean
  filterRow: boolean
  formRef: RefObject<HTMLFormElement>
  exportTo?: string
  marked?: MarkedLink
}

/** The toolbar with the user's saved views and the exports. */
export function GridTools<Row>({ exportTo, ...props }: GridToolsProps<Row>) {
  const { view } = props
  return (
    <GridToolbar {...props}>
      {view.layout?.earlier && <EarlierFilters view={view} {...view.layout.earlier} />}
      {view.layout && <GridViews view={view} layout={view.layout} />}
      {exportTo !== undefined && view.total > 0 && <GridExports view={view} to={exportTo} />}
    </GridToolbar>
  )
}

/** Restores the filters that the list had when the user left it. */
function EarlierFilters<Row>({ view, query, count }: { view: GridView<Row>; query: string; count: number }) {
  const params = otherParams(view.at.search, view.options.prefix)
  for (const [name, value] of new URLSearchParams(query)) params.append(view.param(name), value)
  return (
    <Link to={`${view.at.pathname}?${params}`} preventScrollReset>
      {count === 1 ? '1 filter' : `${count} filters`} from last time
    </Link>
  )
}

/** The user's views of the grid; its current layout is saved automatically. */
function GridViews<Row>({ view, layout }: { view: GridView<Row>; layout: GridLayout }) {
  const { pathname, search } = useLocation()
  const { key, idempotencyKey, saved, views, shared, teams } = layout
  const linked = <View extends { id: number }>(each: View) => ({ ...each, href: viewHref(each.id) })
  const query = stateParams(view.query, view.columns, { ...view.options, prefix: undefined }).toString()
  useSavedLayout({ key, query, saved })
  const named = layout.view ? `&${view.param('view')}=${layout.view.id}` : ''
  const at = panelAt(view, 'views', 'Open and save views')
  const viewHref = (id: number) => {
    const params = otherParams(view.at.search, view.options.prefix)
    params.set(view.param('view'), String(id))
    return `${view.at.pathname}?${params}`
  }
  return (
    <ViewsPanel
      action={`/layouts/${key}`}
      idempotencyKey={idempotencyKey}
      query={query}
      back={at.open ? view.href({ panel: null }) + named : pathname + search}
      link={view.href({})}
      views={views.map(linked)}
      shared={shared.map(linked)}
      teams={teams}
      current={layout.view ?? undefined}
      hasLayout={saved !== null && saved !== ''}
      at={{ ...at, href: at.href + named }}
    />
  )
}

const FORMATS = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
  ['pdf', 'PDF'],
] as const

/** All rows found, on whatever page; or the marked rows. */
function GridExports<Row>({ view, to }: { view: GridView<Row>; to: string }) {
  const { at, query, columns, options } = view
  const href = (format: string) =>
    gridHref({ pathname: `${to}.${format}`, search: at.search }, query, {}, columns, options)
  return <ExportMenu links={FORMATS.map(([format, label]) => ({ format, label, href: href(format) }))} />
}
