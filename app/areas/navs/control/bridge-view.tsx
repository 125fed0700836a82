import { counted, showAmount, showFixed, showNavValue } from '~/platform/values/show'
import { Fold } from '~/ui/fold/fold'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { OpenLink } from '~/ui/open-close/close-link'
import type { BridgeRow, DrawnBridge, ShownBridge, ShownDriver } from './bridge.server'
import { EvidenceCells } from './rule-form'

/** A bar of the waterfall, in hundredths of its width. */
export interface Bar {
  from: number
  width: number
}

/**
 * The positions of the bars of a waterfall: the first and the last start at the base, every other one where the
 * previous one ended. The base is 0, unless the changes would be too small to be seen from there.
 */
export function waterfall(previous: number, changes: readonly number[], now: number) {
  const levels = [previous]
  for (const change of changes) levels.push((levels.at(-1) ?? 0) + change)
  const all = [...levels, now]
  const lowest = Math.min(...all)
  const highest = Math.max(...all)
  const span = highest - lowest
  const broken = lowest > 0 && span < highest / 3
  const base = broken ? Math.max(0, lowest - Math.max(span / 4, highest / 1e6)) : Math.min(0, lowest)
  const whole = Math.max(0, highest) - base || 1
  const place = (value: number) => ((value - base) / whole) * 100
  const bar = (one: number, other: number): Bar => ({
    from: Math.min(place(one), place(other)),
    width: Math.abs(place(one) - place(other)),
  })
  const foot = broken ? base : 0
  const steps = changes.map((_, at) => bar(levels[at] ?? 0, levels[at + 1] ?? 0))
  return { broken, bars: [bar(foot, previous), ...steps, bar(foot, now)] }
}

interface Drawn extends BridgeRow {
  bar: Bar
}

interface NavBridgeProps {
  bridge: ShownBridge
  /** Address of the NAV. */
  base: string
  currency: string
}

/** "NAV bridge" of a control: a waterfall whose bars are in the rows of a table; or why there is none. */
export function NavBridge({ bridge, base, currency }: NavBridgeProps) {
  const isMissing = 'missing' in bridge
  const residual = isMissing ? undefined : bridge.rows.at(-2)
  return (
    <Fold
      title="NAV bridge"
      id="nav-bridge"
      result={
        residual ? (
          <>
            residual{' '}
            <b>
              {showAmount(residual.amount)} {currency}
            </b>
            {residual.bp !== null && `, ${showFixed(residual.bp, 2)} bp`}
          </>
        ) : (
          'not computed'
        )
      }
    >
      {isMissing ? (
        <p>There is no NAV bridge. {bridge.missing}</p>
      ) : (
        <Waterfall bridge={bridge} base={base} />
      )}
    </Fold>
  )
}

function Waterfall({ bridge, base }: { bridge: DrawnBridge; base: string }) {
  const { rows, leftOut, classes, controlId } = bridge
  const amounts = rows.map(({ amount }) => Number(amount))
  const { broken, bars } = waterfall(amounts[0] ?? 0, amounts.slice(1, -1), amounts.at(-1) ?? 0)
  const below = `${base}/controls/${controlId}/bridge`
  const drawn = rows.map((row, at): Drawn => ({ ...row, bar: bars[at] ?? { from: 0, width: 0 } }))
  return (
    <>
      <p className="muted">
        The bridge leads from the previous NAV to this one, driver by driver; the residual is what no driver
        explains. Basis points (1 bp is 0.01 %) are of the previous FUND TNA
        {classes.length > 0 && '; the figures per share are in the currency of the class'}.
        {broken && ' Bars show changes only.'}
      </p>
      <Grid
        title="NAV bridge"
        panel
        columns={columns(below, classes)}
        rows={drawn}
        total={drawn.length}
        rowKey={(row) => row.label}
      />
      {leftOut.length > 0 && <p>Excluded: {leftOut.join('; ')}</p>}
      <p className="screen-only">
        <a href={`${below}.xlsx`} download>
          Download the NAV bridge
        </a>
      </p>
    </>
  )
}

function columns(below: string, classes: readonly string[]): GridColumn<Drawn>[] {
  return [
    {
      id: 'driver',
      header: 'Driver',
      meta: { kind: 'text' },
      cell: ({ row: { original } }) =>
        original.position === null ? (
          original.label
        ) : (
          <OpenLink to={`${below}/${original.position}`}>{original.label}</OpenLink>
        ),
    },
    {
      id: 'bar',
      header: 'Bar',
      size: 150,
      meta: { kind: 'text' },
      cell: ({ row }) => <BarOf {...row.original} />,
    },
    {
      id: 'amount',
      header: 'Amount',
      size: 120,
      meta: { kind: 'number' },
      cell: ({ row }) => showAmount(row.original.amount),
    },
    {
      id: 'bp',
      header: 'bp',
      size: 70,
      meta: { kind: 'number' },
      cell: ({ row }) => showFixed(row.original.bp, 2),
    },
    ...classes.map(
      (code, at): GridColumn<Drawn> => ({
        id: `share-${at}`,
        header: `Per share ${code}`,
        size: 120,
        meta: { kind: 'number' },
        cell: ({ row }) => showNavValue(row.original.perShare[at] ?? null),
      }),
    ),
  ]
}

function BarOf({ bar, total }: Drawn) {
  return (
    <svg viewBox="0 0 100 12" width="130" height="14" preserveAspectRatio="none" aria-hidden="true">
      <rect
        className={total ? 'bridge__bar bridge__bar--total' : 'bridge__bar'}
        x={bar.from.toFixed(2)}
        y="1"
        width={Math.max(bar.width, 0.3).toFixed(2)}
        height="10"
      />
    </svg>
  )
}

/** The lines of a driver with their cells, and the largest contributors of the whole bridge. */
export function DriverLines({ driver, contributors }: ShownDriver) {
  const { parts, partCount } = driver
  return (
    <>
      <p>
        {showAmount(driver.amount)}
        {driver.bp !== null && `, ${showFixed(driver.bp, 2)} bp`}.{' '}
        {parts.length < partCount
          ? `The largest ${parts.length} of ${counted(partCount, 'line')} are shown; all are counted.`
          : counted(partCount, 'line')}
      </p>
      <ul className="stack">
        {parts.map((part) => (
          <li key={`${part.subject} ${part.formula}`}>
            <strong>
              {part.name} ({part.subject})
            </strong>
            : {showAmount(part.amount)}
            {part.bp !== null && `, ${showFixed(part.bp, 2)} bp`}
            <div>{part.formula}</div>
            <EvidenceCells figures={part.figures} />
          </li>
        ))}
      </ul>
      {contributors.length > 0 && (
        <section className="stack" aria-labelledby="contributors">
          <h2 id="contributors">Largest contributors</h2>
          <ul>
            {contributors.map(({ code, name, price, fx, bp }) => (
              <li key={code}>
                {name} ({code}): price {showAmount(price)}, FX {showAmount(fx)}
                {bp !== null && `, ${showFixed(bp, 2)} bp`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
