import { Link, useLocation } from '@remix-run/react'
import { RULES } from '~/areas/navs/rules/catalogue'
import { showExact } from '~/platform/values/show'
import { PageSection } from '~/ui/page/page'
import { type DetectedFund, type DetectionCell, describeCell, ERROR_LABELS, isBlindCell } from './detection'
import type { ErrorId } from './errors'

/** More funds than this are on further pages of the map. */
const FUNDS_A_PAGE = 15
/** The parameter of the address that has the page. */
const PAGE = 'funds'

/** The largest floor of each shade, in basis points; what is larger has the deepest. */
const SHADES = [1, 5, 12, 25] as const
const SHADE_WORDS = ['1 bp', '2 to 5', '6 to 12', '13 to 25', 'over 25']

const shadeOf = (bp: number) => {
  const at = SHADES.findIndex((most) => bp <= most)
  return at === -1 ? SHADES.length + 1 : at + 1
}

/** One error over the funds. */
export interface ErrorRow {
  error: ErrorId
  /** The rule that finds it first in most funds; null where none does. */
  rule: string | null
  /** Of the funds where it is found, in basis points; null for none. */
  median: number | null
  /** In how many funds it passes although it reaches the error threshold. */
  blind: number
}

/** The errors, those with most blind spots first, then the largest floors. */
export function errorRows(funds: readonly DetectedFund[]): ErrorRow[] {
  const rows = (Object.keys(ERROR_LABELS) as ErrorId[]).map((error) => {
    const cells = funds.flatMap(({ cells, threshold }) =>
      cells.filter((cell) => cell.error === error).map((cell) => ({ ...cell, threshold })),
    )
    const sizes = cells.flatMap(({ bp }) => bp ?? []).sort((a, b) => a - b)
    return {
      error,
      rule: mostFrequent(cells.flatMap(({ rules }) => rules.slice(0, 1))),
      median: medianOf(sizes),
      blind: cells.filter((cell) => isBlindCell(cell, cell.threshold)).length,
    }
  })
  return rows.sort((a, b) => b.blind - a.blind || (b.median ?? 0) - (a.median ?? 0))
}

function mostFrequent(rules: readonly string[]): string | null {
  const times = (rule: string) => rules.filter((each) => each === rule).length
  return [...new Set(rules)].sort((a, b) => times(b) - times(a))[0] ?? null
}

function medianOf(sizes: readonly number[]): number | null {
  const [low, high] = [sizes[Math.floor((sizes.length - 1) / 2)], sizes[Math.floor(sizes.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** "9 blind spots, median 6 bp" */
export function mapInShort(funds: readonly DetectedFund[]): string {
  const blind = funds.reduce((sum, fund) => sum + fund.blind, 0)
  const median = medianOf(
    funds.flatMap(({ cells }) => cells.flatMap(({ bp }) => bp ?? [])).sort((a, b) => a - b),
  )
  return [
    blind === 1 ? '1 blind spot' : `${blind} blind spots`,
    ...(median === null ? [] : [`median ${showExact(String(median))} bp`]),
  ].join(', ')
}

/**
 * Errors by funds, shaded by the smallest size that a rule detects: weak spots first. The list below it has the same as
 * rows.
 */
export function FloorMap({ funds }: { funds: readonly DetectedFund[] }) {
  const { search } = useLocation()
  const pages = Math.max(1, Math.ceil(funds.length / FUNDS_A_PAGE))
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(new URLSearchParams(search).get(PAGE))) || 1))
  const shown = funds.slice((page - 1) * FUNDS_A_PAGE, page * FUNDS_A_PAGE)
  const rows = errorRows(funds)
  const [weak, strong] = [rows.filter(({ blind }) => blind > 0), rows.filter(({ blind }) => blind === 0)]
  return (
    <PageSection>
      <ul className="heat-legend" aria-label="Legend">
        <li>
          <span>
            Smallest error that a rule detects, in <abbr title="basis points: 1 bp is 0.01 %">bp</abbr> of
            NAV:
          </span>
        </li>
        {SHADE_WORDS.map((words, at) => (
          <li key={words}>
            <i className={`heat--${at + 1}`} aria-hidden="true" />
            {words}
          </li>
        ))}
        <li>
          <i className="heat--blind" aria-hidden="true" />
          passes at the fund’s error threshold
        </li>
        <li>– not found, but too small to matter</li>
        <li>Blank: not possible in this fund</li>
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard */}
      <section className="heat__scroll" aria-label="Detection floor" tabIndex={0}>
        <table className="heat">
          <caption className="hidden-text">
            Smallest error that a rule detects, in basis points of NAV
          </caption>
          <thead>
            <tr>
              <th scope="col">Error, and the rule that finds it</th>
              <th scope="col">Median</th>
              {shown.map(({ fund, name }) => (
                <th key={fund} scope="col">
                  <Link to={`/replay/detection/${encodeURIComponent(fund)}`} title={name}>
                    {fund}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <ErrorRows title="Weak spots" rows={weak} funds={shown} />
          <ErrorRows title="Found below the error threshold" rows={strong} funds={shown} />
        </table>
      </section>
      {pages > 1 && (
        <nav className="heat__pages" aria-label="Funds of the map">
          <span>
            Funds {(page - 1) * FUNDS_A_PAGE + 1}–{(page - 1) * FUNDS_A_PAGE + shown.length} of {funds.length}
          </span>
          {page > 1 && <PageLink search={search} page={page - 1} label="Previous funds" />}
          {page < pages && <PageLink search={search} page={page + 1} label="Next funds" />}
        </nav>
      )}
    </PageSection>
  )
}

function PageLink({ search, page, label }: { search: string; page: number; label: string }) {
  const params = new URLSearchParams(search)
  params.set(PAGE, String(page))
  return (
    <Link to={`?${params}`} preventScrollReset>
      {label}
    </Link>
  )
}

interface ErrorRowsProps {
  title: string
  rows: readonly ErrorRow[]
  funds: readonly DetectedFund[]
}

function ErrorRows({ title, rows, funds }: ErrorRowsProps) {
  if (rows.length === 0) return null
  return (
    <tbody>
      <tr className="heat__group">
        <th colSpan={funds.length + 2} scope="colgroup">
          {title}
        </th>
      </tr>
      {rows.map(({ error, rule, median }) => {
        const [label, about] = ERROR_LABELS[error]
        return (
          <tr key={error}>
            <th scope="row" title={about}>
              <span className="heat__rule" title={titleOf(rule)}>
                {rule ?? '–'}
              </span>
              {label}
            </th>
            <td className="heat__median">{median === null ? '' : showExact(String(median))}</td>
            {funds.map(({ fund, threshold, cells }) => (
              <FloorCell
                key={fund}
                cell={cells.find((cell) => cell.error === error)}
                threshold={threshold}
                of={`${label} in ${fund}`}
              />
            ))}
          </tr>
        )
      })}
    </tbody>
  )
}

const titleOf = (rule: string | null) =>
  rule === null ? 'No rule finds it' : RULES.find(({ id }) => id === rule)?.title

interface FloorCellProps {
  cell: DetectionCell | undefined
  threshold: string
  /** "One price in ARV01" */
  of: string
}

function FloorCell({ cell, threshold, of }: FloorCellProps) {
  if (!cell || cell.most === null) return <td title={cell && `${of}: ${describeCell(cell)}`} />
  const isBlind = isBlindCell(cell, threshold)
  const words = `${of}: ${describeCell(cell)}${isBlind ? `, a blind spot at ${showExact(threshold)} bp` : ''}`
  const shade = isBlind ? 'blind' : cell.bp === null ? 'none' : shadeOf(cell.bp)
  return (
    <td className={`heat--${shade}`} title={words}>
      {cell.bp === null ? <span aria-hidden="true">–</span> : cell.bp}
      {cell.bp === null && <span className="hidden-text">not found</span>}
      {isBlind && <span className="hidden-text"> blind spot</span>}
    </td>
  )
}
