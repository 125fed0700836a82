import { Link } from '@remix-run/react'
import type { ReactNode, RefObject } from 'react'
import { ColumnsPanel } from './columns-panel'
import { HiddenFilters, TextField } from './filter-cell'
import { KeptState } from './grid-form'
import { type GridView, isFiltered } from './grid-view'
import { GroupPanel } from './group-panel'
import { shownCount } from './paging'

type GridToolbarProps<Row> = {
  view: GridView<Row>
  search: boolean
  filterRow: boolean
  /** Views and export, where the grid has them. */
  children?: ReactNode
  formRef: RefObject<HTMLFormElement>
}

/** One line: the filter form with the search box, then group, columns, views and export. */
export function GridToolbar<Row>({ view, search, filterRow, children, formRef }: GridToolbarProps<Row>) {
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
        <KeptState view={view} without={{ search: '', filters: [] }} />
        <HiddenFilters view={view} columns={unseen} />
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
      {view.groups !== undefined && <GroupPanel view={view} />}
      <ColumnsPanel view={view} />
      {children}
      {isFiltered(view) && (
        <Link to={view.href({ filters: [], search: '' })} discover="none" preventScrollReset>
          Clear filters
        </Link>
      )}
      {selected.length > 0 && (
        <span>
          {shownCount(selected.length)} marked{' '}
          <Link to={view.href({ selected: [] })} replace discover="none" preventScrollReset>
            Clear marks
          </Link>
        </span>
      )}
    </div>
  )
}
