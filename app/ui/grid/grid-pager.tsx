import { useNavigate } from '@remix-run/react'
import type { FormEvent, RefObject } from 'react'
import { lazily } from '../enhanced/later'
import { Link } from '../open-close/close-link'
import type { CellRange as CellRangeOf } from './cell-range'
import { HiddenState } from './grid-form'
import type { GridView } from './grid-view'
import { rowRange, SIZES, shownCount } from './query'

const CellRange: typeof CellRangeOf = lazily(() => import('./cell-range').then((code) => code.CellRange))

type GridPagerProps<Row> = {
  view: GridView<Row>
  title: string
  table: RefObject<HTMLTableElement>
  rows: readonly Row[]
}

/** "26–50 of 1,234", links to the first, previous, next and last page, a field for any other; and the selected cells. */
export function GridPager<Row>({ view, title, table, rows }: GridPagerProps<Row>) {
  const pages = Math.max(1, view.table.getPageCount())
  const page = Math.min(view.query.page, pages)
  return (
    <nav className="grid__pager" aria-label={`Pages of ${title}`}>
      <span>
        {rowRange({ ...view.query, page }, view.lines)}
        {view.lines !== view.total && ` lines, ${shownCount(view.total)} rows`}
      </span>
      {pages > 1 && (
        <span className="grid__pages screen-only">
          <PageLink view={view} page={1} off={page === 1} label="First" />
          <PageLink view={view} page={page - 1} off={page === 1} label="Previous" />
          <PageField key={page} view={view} page={page} pages={pages} />
          <PageLink view={view} page={page + 1} off={page === pages} label="Next" />
          <PageLink view={view} page={pages} off={page === pages} label="Last" />
        </span>
      )}
      {view.lines > Math.min(...SIZES, view.query.size) && <SizeField key={view.query.size} view={view} />}
      <CellRange table={table} view={view} rows={rows} />
    </nav>
  )
}

type PageLinkProps<Row> = { view: GridView<Row>; page: number; off: boolean; label: string }

function PageLink<Row>({ view, page, off, label }: PageLinkProps<Row>) {
  if (off) return <span>{label}</span>
  return (
    <Link to={view.href({ page })} preventScrollReset>
      {label}
    </Link>
  )
}

function PageField<Row>({ view, page, pages }: { view: GridView<Row>; page: number; pages: number }) {
  const navigate = useNavigate()

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const requested = Number(new FormData(event.currentTarget).get(view.param('page'))) || page
    navigate(view.href({ page: Math.min(pages, Math.max(1, requested)) }), {
      preventScrollReset: true,
    })
  }

  return (
    <form method="get" action={view.at.pathname} onSubmit={onSubmit}>
      <HiddenState view={view} without={{}} />
      <label>
        Page{' '}
        <input
          className="grid__number"
          type="number"
          name={view.param('page')}
          min={1}
          max={pages}
          defaultValue={page}
          size={5}
          required
        />
      </label>{' '}
      of {shownCount(pages)}{' '}
      <button type="submit" className="button without-scripts">
        Go
      </button>
    </form>
  )
}

/** The number of rows per page; without scripts it is sent with its button. */
function SizeField<Row>({ view }: { view: GridView<Row> }) {
  const navigate = useNavigate()
  const { size: usual = 25 } = view.options
  const sizes = [...new Set([...SIZES, usual, view.query.size])].sort((a, b) => a - b)
  const show = (size: number) =>
    navigate(
      view.after((table) => table.setPageSize(size)),
      { preventScrollReset: true },
    )
  return (
    <form className="screen-only" method="get" action={view.at.pathname}>
      <HiddenState view={view} without={{ size: usual }} />
      <label>
        Rows a page{' '}
        <select
          name={view.param('size')}
          defaultValue={view.query.size}
          onChange={(event) => show(Number(event.currentTarget.value))}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>{' '}
      <button type="submit" className="button without-scripts">
        Apply
      </button>
    </form>
  )
}
