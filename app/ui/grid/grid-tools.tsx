import { useLocation } from '@remix-run/react'
import type { RefObject } from 'react'
import { ExportMenu } from '../export/export-menu'
import { useSavedLayout } from '../layouts/use-saved-layout'
import { ViewsPanel } from '../layouts/views-panel'
import { GridToolbar } from './grid-toolbar'
import type { GridLayout, GridView } from './grid-view'
import { gridHref, stateParams } from './href'
import { otherParams } from './query'

type GridToolsProps<Row> = {
  view: GridView<Row>
  search: boolean
  filterRow: boolean
  formRef: RefObject<HTMLFormElement>
  exportTo?: string
}

/** The toolbar with the views that the user keeps and the exports. */
export function GridTools<Row>({ exportTo, ...props }: GridToolsProps<Row>) {
  const { view } = props
  return (
    <GridToolbar {...props}>
      {view.layout && <GridViews view={view} layout={view.layout} />}
      {exportTo !== undefined && view.total > 0 && <GridExports view={view} to={exportTo} />}
    </GridToolbar>
  )
}

/** The user's views of the grid; how it is set up now is kept by itself. */
function GridViews<Row>({ view, layout }: { view: GridView<Row>; layout: GridLayout }) {
  const { pathname, search } = useLocation()
  const { key, saved, views } = layout
  const query = stateParams(view.query, view.columns, { ...view.options, prefix: undefined }).toString()
  useSavedLayout({ key, query, saved })
  const viewHref = (id: number) => {
    const params = otherParams(view.at.search, view.options.prefix)
    params.set(view.param('view'), String(id))
    return `${view.at.pathname}?${params}`
  }
  return (
    <ViewsPanel
      action={`/layouts/${key}`}
      query={query}
      back={pathname + search}
      link={view.href({})}
      views={views.map(({ id, name }) => ({ id, name, href: viewHref(id) }))}
      current={layout.view ?? undefined}
      hasLayout={saved !== null && saved !== ''}
    />
  )
}

const FORMATS = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
  ['pdf', 'PDF'],
] as const

/** All that was found, whatever page is shown; or what is marked. */
function GridExports<Row>({ view, to }: { view: GridView<Row>; to: string }) {
  const { at, query, columns, options } = view
  const href = (format: string) =>
    gridHref({ pathname: `${to}.${format}`, search: at.search }, query, {}, columns, options)
  return <ExportMenu links={FORMATS.map(([format, label]) => ({ format, label, href: href(format) }))} />
}
