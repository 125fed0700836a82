import { Big, type Decimal } from '~/platform/values/decimal'
import { formatList, showAmount, showDay, showNavDate, showNavValue } from '~/platform/values/show'
import { Badge, BadgeShape } from '~/ui/badge/badge'
import { LineChart } from '~/ui/chart/line-chart'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'
import type { FundHistory, RuleHistory } from './fund-history.server'
import { resultKind, showResult } from './nav-labels'

/** The most dates of the heat map: more could not be distinguished. */
const MAX_MARKS = 24
/** The most dates that a sentence names. */
const MAX_NAMED = 6

/** A fund over its NAV dates: NAV per share next to the benchmark, net assets, and the rules that needed attention. */
export function FundHistoryView({ history }: { history: FundHistory }) {
  const { dates, tna, classes, benchmark, currency } = history
  if (dates.length === 0)
    return (
      <PageSection>
        <Note>No control of this fund has run yet. Its figures appear here from the first one on.</Note>
      </PageSection>
    )
  const shownDates = dates.map(showNavDate)
  const lines = [
    ...classes.map(({ code, perShare }) => ({ label: code, values: rebased(perShare) })),
    ...(benchmark ? [{ label: benchmark.name, values: rebased(benchmark.levels) }] : []),
  ].filter(({ values }) => values.some((value) => value !== null))
  return (
    <>
      <PageSection title="NAV per share and net assets">
        {dates.length === 1 && <p className="muted">A line needs two NAV dates; there is one.</p>}
        {dates.length > 1 && (
          <div className="stack">
            <LineChart
              title="NAV per share"
              summary={`${periodOf(dates)}; the first figure of each line is 100, distributions are not added.`}
              dates={shownDates}
              lines={lines}
              shown={(value) => String(Number(value.toFixed(2)))}
            />
            <LineChart
              title="Total net assets"
              summary={`In millions of ${currency}: ${changeOf(tna)}.`}
              dates={shownDates}
              lines={[{ label: 'Total net assets', values: tna.map(millions) }]}
              shown={(value) => String(Number(value.toFixed(3)))}
            />
            {byCurrency(history).map(({ ccy, of }) => (
              <LineChart
                key={ccy}
                title={`Net assets by class, ${ccy}`}
                summary={`In millions of ${ccy}: ${of.map(({ code, tna }) => `${code} ${changeOf(tna)}`).join(', ')}.`}
                dates={shownDates}
                lines={of.map(({ code, tna }) => ({ label: code, values: tna.map(millions) }))}
                shown={(value) => String(Number(value.toFixed(3)))}
              />
            ))}
          </div>
        )}
      </PageSection>
      <Grid
        title="Figures by date"
        panel
        columns={figureColumns(history)}
        rows={dates.map((date, at) => ({ date, at })).reverse()}
        total={dates.length}
        rowKey={({ date }) => date}
      />
      <RulesByDate history={history} />
    </>
  )
}

/** The rules that were not OK, justified or changed by a person, each with a mark for every date. */
function RulesByDate({ history: { dates, missing, rules, quietRules } }: { history: FundHistory }) {
  const shown = dates.slice(-MAX_MARKS)
  const from = dates.length - shown.length
  const found = [...new Set(rules.flatMap(({ results }) => results.slice(from)))].filter(isResult).sort()
  return (
    <PageSection title="Rules by date">
      <p className="muted">
        {rules.length === 0 ? 'All rules' : `${quietRules} other rules`} were OK or did not apply on every
        date{missing.length > 0 && ' with a control'}.
        {missing.length > 0 && ` No control has run for ${namesOf(missing, dates)}.`}
      </p>
      {rules.length > 0 && (
        <>
          <ul className="chart-legend chart-legend--above" aria-label="Legend">
            {found.map((result) => (
              <li key={result}>
                <Badge kind={resultKind(result)} status={showResult(result)} />
              </li>
            ))}
          </ul>
          <Grid
            title="Rules by date"
            panel
            columns={[
              {
                id: 'name',
                header: 'Rule',
                size: 210,
                meta: { kind: 'text', pinned: 'start' },
                cell: ({ row }) => row.original.name,
              },
              ...shown.map(
                (date, at): GridColumn<RuleHistory> => ({
                  id: date,
                  header: showNavDate(date),
                  size: 76,
                  meta: { kind: 'text', align: 'centre', title: showDay(date) },
                  cell: ({ row }) =>
                    missing.includes(date) ? (
                      <span className="muted">missing</span>
                    ) : (
                      <ResultMark result={row.original.results[from + at] ?? null} />
                    ),
                }),
              ),
            ]}
            rows={rules}
            total={rules.length}
            rowKey={({ name }) => name}
          />
        </>
      )}
    </PageSection>
  )
}

/** "15.10.26 and 30.10.26", "12 of 60 dates" */
const namesOf = (missing: readonly string[], dates: readonly string[]) =>
  missing.length > MAX_NAMED
    ? `${missing.length} of ${dates.length} dates`
    : formatList(missing.map(showNavDate))

const isResult = (result: string | null) => result !== null

/** A result as its symbol alone, with its text as a tooltip and for screen readers. */
function ResultMark({ result }: { result: string | null }) {
  if (result === null) return <span className="hidden-text">not in this control</span>
  const kind = resultKind(result)
  const words = showResult(result)
  return (
    <span className={`badge badge--${kind}`} title={words}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <BadgeShape kind={kind} />
      </svg>
      <span className="hidden-text">{words}</span>
    </span>
  )
}

function figureColumns({
  missing,
  currency,
  tna,
  classes,
  benchmark,
}: FundHistory): GridColumn<{ date: string; at: number }>[] {
  const figure = (id: string, header: string, of: (at: number) => string, title?: string) => ({
    id,
    header,
    size: 130,
    meta: { kind: 'number' as const, title },
    cell: ({ row }: { row: { original: { at: number } } }) => of(row.original.at),
  })
  return [
    {
      id: 'date',
      header: 'NAV date',
      size: 90,
      meta: { kind: 'text' },
      cell: ({ row }) => showNavDate(row.original.date),
    },
    {
      ...figure('tna', `Net assets ${currency}`, (at) => showAmount(tna[at])),
      cell: ({ row: { original } }) =>
        missing.includes(original.date) ? (
          <span className="muted">missing</span>
        ) : (
          showAmount(tna[original.at])
        ),
    },
    ...classes.flatMap(({ code, name, currency: ccy, perShare, tna: classTna }) => [
      figure(
        `share ${code}`,
        `${code} ${ccy}`,
        (at) => showNavValue(perShare[at]),
        `NAV per share of ${name}`,
      ),
      figure(
        `tna ${code}`,
        `${code} assets`,
        (at) => showAmount(classTna[at]),
        `Net assets of ${name}, in ${ccy}`,
      ),
    ]),
    ...(benchmark ? [figure('benchmark', benchmark.name, (at) => benchmark.levels[at] ?? '')] : []),
  ]
}

/** Classes whose net assets can share a scale; none where the only class has all of the fund's. */
function byCurrency({ classes, currency }: FundHistory) {
  const shown = classes.filter(({ tna }) => tna.some((value) => value !== null))
  if (shown.length === 1 && shown[0]?.currency === currency) return []
  return [...new Set(shown.map((each) => each.currency))].map((ccy) => ({
    ccy,
    of: shown.filter((each) => each.currency === ccy),
  }))
}

/** The figures relative to the first one, which is 100; only drawn, not calculated with. */
function rebased(values: readonly (Decimal | null)[]): (number | null)[] {
  const first = values.find((value) => value !== null && !new Big(value).eq(0))
  return values.map((value) =>
    value === null || first == null ? null : Number(new Big(value).div(first).times(100).toFixed(6)),
  )
}

const millions = (value: Decimal | null) =>
  value === null ? null : Number(new Big(value).div(1_000_000).toFixed(6))

const periodOf = (dates: readonly string[]) => `${showDay(dates[0])} to ${showDay(dates.at(-1))}`

/** "from 12.3 to 14.1" */
function changeOf(values: readonly (Decimal | null)[]): string {
  const numbers = values.map(millions).filter((value) => value !== null)
  return `from ${numbers[0]?.toFixed(2) ?? '–'} to ${numbers.at(-1)?.toFixed(2) ?? '–'}`
}
