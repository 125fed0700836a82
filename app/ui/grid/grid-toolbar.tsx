import { Link } from '@remix-run/react'
import type { ReactNode, RefObject } from 'react'
import { HiddenFilters, TextField } from './filter-cell'
import { type GridView, isFiltered } from './grid-view'
import { otherParams, toSearchParams } from './href'

type GridToolbarProps<Row> = {
  view: GridView<Row>
  search: boolean
  filterRow: boolean
  children?: ReactNode
  formRef: RefObject<HTMLFormElement>
}

/** The filter form with the search box; behind it what the page adds (group, columns, views, export). */
export function GridToolbar<Row>({ view, search, filterRow, children, formRef }: GridToolbarProps<Row>) {
  const onScreen = filterRow ? view.shown.map((column) => column.id) : []
  const unseen = view.columns.map((column) => column.id).filter((id) => !onScreen.includes(id))
  const bare = { ...view.query, page: 1, expanded: null, search: '', filters: [] }
  const kept = [
    ...otherParams(view.at.search, view.options.prefix),
    ...toSearchParams(bare, view.columns, view.options),
  ]
  return (
    <div className="grid__toolbar screen-only">
      <form ref={formRef} id={view.formId} method="get" action={view.at.pathname}>
        {kept.map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list has no other order
          <input key={at} type="hidden" name={name} value={value} />
        ))}
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
      {isFiltered(view) && (
        <Link to={view.href({ filters: [], search: '' })} discover="none" preventScrollReset>
          Clear filters
        </Link>
      )}
      {children}
    </div>
  )
}
