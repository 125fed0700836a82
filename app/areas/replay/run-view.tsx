import { Link } from '@remix-run/react'
import { useState } from 'react'
import { toleranceName } from '~/areas/navs/tolerances'
import { Instant } from '~/platform/page/instant'
import { useRefreshed } from '~/platform/page/use-refreshed'
import { counted, showFixed } from '~/platform/values/show'
import { ChartFigure, ScaleLine } from '~/ui/chart/chart-figure'
import { scaleOf } from '~/ui/chart/line-chart'
import { round } from '~/ui/chart/round'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { columnsOf } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'
import type { CurvePoint, CurveResult } from './curve'
import type { ReplayResult } from './replay'
import { criteriaLabel, type ShownRun } from './run-label'

/** The progress of a run, or why it has no result; with scripts the page follows it. */
export function RunState({ run, cancelKey }: { run: ShownRun; cancelKey: string | null }) {
  const running = run.status === 'RUNNING'
  useRefreshed(running)
  return (
    <PageSection>
      <p className="muted">
        {criteriaLabel(run)} · {run.requester}, <Instant at={run.requestedAt} />
      </p>
      {running && (
        <>
          <p role="status">
            <progress max={Math.max(1, run.total)} value={run.done} aria-label="Controls replayed" />{' '}
            {run.total === 0 ? 'Reading the controls…' : `${run.done} of ${run.total} controls.`}{' '}
            <Link to=".">Refresh</Link>
          </p>
          {cancelKey !== null && (
            <Form prefix="cancel" idempotencyKey={cancelKey}>
              <SubmitButton name="intent" value="cancel">
                Cancel this run
              </SubmitButton>
            </Form>
          )}
        </>
      )}
      {(run.status === 'FAILED' || run.status === 'CANCELLED') && <Note kind="warning">{run.note}</Note>}
    </PageSection>
  )
}

/** Why a change did nothing to some controls, or to all: a narrower value than its own is stored for their funds. */
export function WithoutEffect({ result }: { result: Pick<ReplayResult, 'controls' | 'withoutEffect'> }) {
  return result.withoutEffect?.map(({ change, controls }) => (
    <Note key={change} kind="warning">
      {change}: no effect on {controls} of{' '}
      {result.controls === 1 ? '1 control' : `${result.controls} controls`}, as a narrower value is stored for{' '}
      {controls === 1 ? 'its fund' : 'their funds'}. Replay the change at the level of that value (fund, fund
      type or provider) to see what it does.
    </Note>
  ))
}

const CURVE_COLUMNS = columnsOf<CurvePoint>()([
  {
    id: 'factor',
    header: 'Tolerance',
    meta: { kind: 'text' },
    cell: ({ row }) => (row.original.factor === '1' ? '× 1 (current)' : `× ${row.original.factor}`),
  },
  {
    id: 'alertsAMonth',
    header: 'Alerts a month',
    meta: { kind: 'number' },
    cell: ({ row }) => showFixed(String(row.original.alertsAMonth), 2),
  },
  {
    id: 'floor',
    header: 'Detection floor, bp (median)',
    meta: { kind: 'number' },
    cell: ({ row }) => row.original.floor ?? 'not found',
  },
  {
    id: 'found',
    header: 'Errors found',
    meta: { kind: 'text' },
    cell: ({ row }) => `${row.original.found} of ${row.original.of}`,
  },
])

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BASE] = [560, 226, 44, 12, 26, 186]

/** Alerts a month against the detection floor; the current tolerance is marked. */
export function CurveChart({ result }: { result: CurveResult }) {
  const [at, read] = useState<number | null>(null)
  const drawn = result.points.flatMap(({ floor, ...point }) => (floor === null ? [] : [{ ...point, floor }]))
  const alerts = scaleOf(0, Math.max(1, ...drawn.map(({ alertsAMonth }) => alertsAMonth)))
  const floors = scaleOf(0, Math.max(1, ...drawn.map(({ floor }) => floor)))
  const x = (floor: number) => round(LEFT + (floor / floors.to) * (WIDTH - LEFT - RIGHT))
  const y = (value: number) => round(BASE - (value / alerts.to) * (BASE - TOP))
  const now = result.points.find(({ factor }) => factor === '1')
  const shown = at === null ? drawn.find(({ factor }) => factor === '1') : drawn[at]
  const summary =
    drawn.length === 0
      ? 'No known error is found by this rule alone at any of these values.'
      : `Alerts a month (upwards) against the median detection floor in bp (to the right), over ${counted(result.controls, 'control')} in ${counted(result.months, 'month')}. Now (ring): ${now?.alertsAMonth} alerts a month, ${now?.floor === null ? 'nothing found' : `floor ${now?.floor} bp`}.`
  return (
    <ChartFigure
      title={toleranceName(result.tolerance)}
      summary={summary}
      width={WIDTH}
      height={HEIGHT}
      wide
      reading={{
        points: drawn.map((point) => ({ x: x(point.floor), description: describePoint(point) })),
        at,
        onRead: read,
        top: TOP,
        base: BASE,
      }}
      legend={<p className="chart__reading">{shown && describePoint(shown)}</p>}
      figures={
        <Grid
          title="Points of the curve"
          panel
          columns={CURVE_COLUMNS}
          rows={result.points}
          total={result.points.length}
          rowKey={({ factor }) => factor}
          rowLabel={({ factor }) => `× ${factor}`}
          empty="No point."
        />
      }
    >
      {marksOf(alerts).map((value) => (
        <ScaleLine key={value} from={LEFT} to={WIDTH - RIGHT} y={y(value)} value={value} />
      ))}
      {marksOf(floors).map((value) => (
        <text key={value} x={x(value)} y={BASE + 14} textAnchor="middle">
          {value}
        </text>
      ))}
      <text x={0} y={12}>
        Alerts a month
      </text>
      <text x={WIDTH - RIGHT} y={BASE + 32} textAnchor="end">
        Detection floor, bp
      </text>
      <g className="chart__series">
        <path
          d={drawn
            .map((each, at) => `${at === 0 ? 'M' : 'L'}${x(each.floor)} ${y(each.alertsAMonth)}`)
            .join('')}
        />
        {drawn.map(({ factor, floor, alertsAMonth }) => (
          <circle
            key={factor}
            cx={x(floor)}
            cy={y(alertsAMonth)}
            r={factor === '1' ? 5 : 2.5}
            className={factor === '1' ? 'replay-curve__now' : undefined}
          >
            <title>{describePoint({ factor, floor, alertsAMonth })}</title>
          </circle>
        ))}
      </g>
    </ChartFigure>
  )
}

const describePoint = ({
  factor,
  floor,
  alertsAMonth,
}: Pick<CurvePoint, 'factor' | 'floor' | 'alertsAMonth'>) =>
  `× ${factor}: ${alertsAMonth} alerts a month, floor ${floor} bp`

/** Round values of a scale from 0 upwards. */
function marksOf({ to, step }: { to: number; step: number }): number[] {
  return Array.from({ length: Math.round(to / step) + 1 }, (_, at) => Number((at * step).toFixed(6)))
}
