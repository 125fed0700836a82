import { Link, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { toleranceName } from '~/areas/navs/tolerances'
import { useTimeZone } from '~/platform/page/use-site'
import { showInstant } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { columnsOf } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'
import type { CurvePoint, CurveResult } from './curve'
import { changeWords, type ReplayChange } from './replay'

/** The facts of a run that its pages show. */
export interface ShownRun {
  id: number
  kind: string
  criteria: unknown
  status: string
  total: number
  done: number
  note: string
  requester: string
  requestedAt: Date | string
}

interface Criteria {
  funds?: string[]
  from?: string | null
  to?: string | null
  changes?: ReplayChange[]
  tolerance?: string
}

/** What was asked, in words. */
export function criteriaWords({ kind, criteria }: Pick<ShownRun, 'kind' | 'criteria'>): string {
  const { funds = [], from, to, changes = [], tolerance } = criteria as Criteria
  const what =
    kind === 'curve'
      ? `Curve of ${toleranceName(tolerance ?? '')}`
      : kind === 'detection'
        ? 'Detection floor'
        : changes.map(changeWords).join('; ') || 'Nothing changed: proves that stored results are reproduced'
  const span = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ')
  return `${what} · ${funds.length === 0 ? 'all funds' : funds.join(', ')}${span && `, ${span}`}`
}

const REFRESH_MS = 1_500

/** How far a run is, or why it has no result; a page with scripts follows it. */
export function RunState({ run, cancelKey }: { run: ShownRun; cancelKey: string | null }) {
  const { revalidate } = useRevalidator()
  const running = run.status === 'RUNNING'
  useEffect(() => {
    if (!running) return
    const timer = setInterval(revalidate, REFRESH_MS)
    return () => clearInterval(timer)
  }, [running, revalidate])
  const timeZone = useTimeZone()
  return (
    <PageSection>
      <p className="muted">
        {criteriaWords(run)} · {run.requester}, {showInstant(run.requestedAt, timeZone)}
      </p>
      {running && (
        <>
          <p role="status">
            <progress max={Math.max(1, run.total)} value={run.done} aria-label="Controls replayed" />{' '}
            {run.done} of {run.total} controls. <Link to=".">Refresh</Link>
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

const CURVE_COLUMNS = columnsOf<CurvePoint>()([
  {
    ...{ id: 'factor', header: 'Tolerance', meta: { kind: 'text' } },
    cell: ({ row }) => (row.original.factor === '1' ? '× 1 (current)' : `× ${row.original.factor}`),
  },
  {
    ...{ id: 'alertsAMonth', header: 'Alerts a month', meta: { kind: 'number' } },
    cell: ({ row }) => row.original.alertsAMonth,
  },
  {
    ...{ id: 'floor', header: 'Detection floor, bp (median)', meta: { kind: 'number' } },
    cell: ({ row }) => row.original.floor ?? 'not found',
  },
  {
    ...{ id: 'found', header: 'Errors found', meta: { kind: 'text' } },
    cell: ({ row }) => `${row.original.found} of ${row.original.of}`,
  },
])

const [WIDE, HIGH, EDGE] = [560, 220, 36]

/** Alerts a month against the detection floor; the current tolerance is marked. */
export function Curve({ result }: { result: CurveResult }) {
  const drawn = result.points.filter((point) => point.floor !== null)
  const mostAlerts = Math.max(1, ...drawn.map(({ alertsAMonth }) => alertsAMonth))
  const mostFloor = Math.max(1, ...drawn.map(({ floor }) => floor ?? 0))
  const x = (floor: number | null) => EDGE + ((floor ?? 0) / mostFloor) * (WIDE - 2 * EDGE)
  const y = (alerts: number) => HIGH - EDGE - (alerts / mostAlerts) * (HIGH - 2 * EDGE)
  return (
    <PageSection title={`${toleranceName(result.tolerance)}`}>
      <svg
        viewBox={`0 0 ${WIDE} ${HIGH}`}
        role="img"
        aria-label="Alerts a month against the detection floor; the table below has its values"
        className="replay-curve"
      >
        <path d={`M${EDGE} ${EDGE} V${HIGH - EDGE} H${WIDE - EDGE}`} className="replay-curve__axis" />
        <polyline
          points={drawn.map(({ floor, alertsAMonth }) => `${x(floor)},${y(alertsAMonth)}`).join(' ')}
          className="replay-curve__line"
        />
        {drawn.map(({ factor, floor, alertsAMonth }) => (
          <circle
            key={factor}
            cx={x(floor)}
            cy={y(alertsAMonth)}
            r={factor === '1' ? 6 : 3}
            className="replay-curve__point"
          >
            <title>{`× ${factor}: ${alertsAMonth} alerts a month, ${floor} bp`}</title>
          </circle>
        ))}
        <text x={EDGE} y={EDGE - 12}>
          Alerts a month, up to {mostAlerts}
        </text>
        <text x={WIDE - EDGE} y={HIGH - 12} textAnchor="end">
          Detection floor, up to {mostFloor} bp
        </text>
      </svg>
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
    </PageSection>
  )
}
