import { Link } from '@remix-run/react'
import { Instant } from '~/platform/page/instant'
import { useRefreshed } from '~/platform/page/use-refreshed'
import { counted, showNavDate } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note, StatusLine } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'
import { countsKind } from '../control/control-columns'
import { okOfTotal, summaryOf } from '../nav'
import { type ExpectedFund, fundLabel, outcomeOf, type UmbrellaFund, type UmbrellaRun } from './umbrella'

/** In the form of an upload: the funds of its files, and the button that controls all of them. */
export function FundsOfFiles({ funds }: { funds: readonly ExpectedFund[] }) {
  const able = funds.filter(({ note }) => note === '').length
  return (
    <div className="umbrella">
      <ul className="umbrella__funds" aria-label="Funds of the files">
        {funds.map((fund, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fund may have no code
          <li key={at}>
            <strong>{fundLabel(fund)}</strong> {fund.fundName}
            {fund.navDate !== null && `, NAV of ${showNavDate(fund.navDate)}`}
            {fund.note !== '' && <span className="umbrella__why">{fund.note}</span>}
          </li>
        ))}
      </ul>
      <SubmitButton
        name="all"
        value="1"
        busyText="Reading the files…"
        off={able === 0 ? 'None of these funds can be controlled.' : null}
      >
        {able === funds.length
          ? `Control all ${funds.length} funds`
          : `Control ${able} of ${funds.length} funds`}
      </SubmitButton>
    </div>
  )
}

type ShownRun = Omit<UmbrellaRun, 'requestedAt' | 'beatAt'> & { requestedAt: Date | string }

interface UmbrellaStateProps {
  run: ShownRun
  funds: readonly UmbrellaFund[]
  /** Null for those who may not stop it, and when it has ended. */
  stopKey: string | null
}

/** How far the controls of the funds are, or what became of them; with scripts the page follows it. */
export function UmbrellaState({ run, funds, stopKey }: UmbrellaStateProps) {
  const waiting = run.status === 'WAITING'
  const underWay = waiting || run.status === 'RUNNING'
  useRefreshed(underWay)
  return (
    <PageSection>
      <p className="muted">
        {run.fileNames.join(', ')} · sent by {run.requester}, <Instant at={run.requestedAt} />
      </p>
      <p>
        {run.reason}: {run.comment}
      </p>
      {waiting && (
        <p role="status">
          Waiting for its turn: the funds of other files are being controlled. <Link to=".">Refresh</Link>
        </p>
      )}
      {run.status === 'RUNNING' && (
        <p role="status">
          <progress max={Math.max(1, run.total)} value={run.done} aria-label="Funds controlled" /> {run.done}{' '}
          of {counted(run.total, 'fund')}. <Link to=".">Refresh</Link>
        </p>
      )}
      {underWay && stopKey !== null && (
        <Form prefix="stop" idempotencyKey={stopKey}>
          <SubmitButton name="intent" value="stop" look="plain">
            Stop
          </SubmitButton>
        </Form>
      )}
      {!underWay && <StatusLine>{outcomeOf(funds)}</StatusLine>}
      {run.note !== '' && <Note kind="warning">{run.note}</Note>}
    </PageSection>
  )
}

const columns = (isUnderWay: boolean): GridColumn<UmbrellaFund>[] => [
  {
    id: 'fundCode',
    header: 'Fund',
    size: 110,
    meta: { kind: 'link', phone: 'object' },
    cell: ({ row: { original } }) =>
      original.controlId === null ? (
        fundLabel(original)
      ) : (
        <Link to={`/nav-controls/${original.fundNavId}?control=${original.controlId}`}>
          {original.fundCode}
        </Link>
      ),
  },
  {
    id: 'fundName',
    header: 'Name',
    size: 200,
    meta: { kind: 'text', phone: 'name' },
    cell: ({ row }) => row.original.fundName ?? '',
  },
  {
    id: 'navDate',
    header: 'NAV date',
    size: 100,
    meta: { kind: 'day', phone: 'amount' },
    cell: ({ row: { original } }) => (original.navDate === null ? '' : showNavDate(original.navDate)),
  },
  {
    id: 'result',
    header: 'Control',
    meta: { kind: 'text', wrap: true, phone: 'status' },
    cell: ({ row: { original } }) => <FundResult fund={original} isUnderWay={isUnderWay} />,
  },
]

function FundResult({ fund: { counts, refusal }, isUnderWay }: { fund: UmbrellaFund; isUnderWay: boolean }) {
  if (counts)
    return (
      <>
        <Badge kind={countsKind(counts)} status={okOfTotal(counts)} />{' '}
        <span className="muted">{summaryOf(counts)}</span>
      </>
    )
  if (refusal !== '')
    return (
      <>
        <Badge kind="failed" status="Refused" /> <span className="umbrella__refusal">{refusal}</span>
      </>
    )
  return isUnderWay ? (
    <Badge kind="new" status="Waits" />
  ) : (
    <Badge kind="invalidated" status="Not controlled" />
  )
}

/** One line a fund: its control, or why it has none. */
export function UmbrellaFunds({ run, funds }: { run: ShownRun; funds: readonly UmbrellaFund[] }) {
  return (
    <Grid
      title="Funds"
      panel
      columns={columns(run.status === 'WAITING' || run.status === 'RUNNING')}
      rows={[...funds]}
      total={funds.length}
      rowKey={({ position }) => String(position)}
    />
  )
}
