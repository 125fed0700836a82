import { Link } from '@remix-run/react'
import { RULES } from '~/areas/navs/rules/catalogue'
import { useTimeZone } from '~/platform/page/use-site'
import { showAmount, showExact, showInstant, showNavDate } from '~/platform/values/show'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import { Headline } from '~/ui/decision/headline'
import { columnsOf } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'
import {
  amountOfBp,
  CELL_STATES,
  type CellState,
  cellState,
  closedAt,
  type DetectedFund,
  type DetectionCell,
  describeAlone,
  describeWorth,
  ERROR_LABELS,
  type FirstBreach,
  worthOfSources,
} from './detection'

/** A floor as the card of its fund shows it. */
interface CardRow extends DetectionCell {
  state: CellState
  amount: string | null
}

const BADGES: Readonly<Record<CellState, BadgeKind>> = {
  blind: 'failed',
  found: 'success',
  small: 'new',
  impossible: 'invalidated',
}

const ruleWords = (id: string) => `${id} ${RULES.find((rule) => rule.id === id)?.title ?? ''}`

function describeFirstBreach({ file, sheet, cell, label, subject }: FirstBreach): string {
  const of = subject.replace(/^Fund /, '')
  return `${file}, ${sheet}!${cell}: ${label}${label.includes(of) ? '' : ` of ${of}`}`
}

const columnsIn = (currency: string) =>
  columnsOf<CardRow>()([
    {
      id: 'error',
      header: 'Error',
      size: 260,
      meta: { kind: 'text', wrap: true },
      cell: ({ row: { original } }) => {
        const [label, about] = ERROR_LABELS[original.error]
        return (
          <>
            <strong>{label}</strong>
            <br />
            <span className="muted">{about}</span>
          </>
        )
      },
    },
    {
      id: 'state',
      header: 'State',
      size: 150,
      meta: { kind: 'text' },
      cell: ({ row: { original } }) => (
        <Badge kind={BADGES[original.state]} status={CELL_STATES[original.state]} />
      ),
    },
    {
      id: 'bp',
      header: 'Floor, bp',
      size: 90,
      meta: { kind: 'number' },
      cell: ({ row: { original } }) => original.bp ?? '',
    },
    {
      id: 'amount',
      header: `Floor, ${currency}`,
      size: 140,
      meta: { kind: 'number' },
      cell: ({ row: { original } }) => original.amount && showAmount(original.amount),
    },
    {
      id: 'alone',
      header: 'Without sources',
      size: 120,
      meta: { kind: 'text', title: 'The floor by the files alone' },
      cell: ({ row: { original } }) => describeAlone(original),
    },
    {
      id: 'rules',
      header: 'Found by',
      size: 200,
      meta: { kind: 'text', wrap: true },
      cell: ({ row: { original } }) => foundBy(original),
    },
    {
      id: 'seen',
      header: 'Seen in',
      meta: { kind: 'text', wrap: true },
      cell: ({ row: { original } }) => original.seen && describeFirstBreach(original.seen),
    },
  ])

function foundBy({ rules, bp, most }: CardRow): string {
  if (most === null) return 'The books of this fund have nothing that it could happen to'
  if (bp === null) return most < 500 ? `No rule, up to ${most} bp (all that the books hold)` : 'No rule'
  return rules.map(ruleWords).join(', ')
}

const ORDER: readonly CellState[] = ['blind', 'found', 'small', 'impossible']

function rowsOf({ cells, threshold, tna }: DetectedFund): CardRow[] {
  return cells
    .map((cell) => ({
      ...cell,
      state: cellState(cell, threshold),
      amount: cell.bp === null ? null : amountOfBp(cell.bp, tna),
    }))
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || (b.bp ?? 0) - (a.bp ?? 0))
}

/** How large each error must be in one fund before a rule finds it, and what would close its blind spots. */
export function FundCard({
  found,
  mayAdmin,
}: {
  found: Omit<DetectedFund, 'computedAt'> & { computedAt: Date | string }
  mayAdmin: boolean
}) {
  const timeZone = useTimeZone()
  const { currency, tna, threshold, navId, navDate, blind, cells } = found
  const rows = rowsOf(found as DetectedFund)
  const spots = rows.filter(({ state }) => state === 'blind')
  return (
    <>
      <Headline
        name={found.name}
        facts={[
          { term: 'Blind spots', value: `${blind} of ${cells.length} errors` },
          {
            term: 'Error threshold',
            value: `${showExact(threshold)} bp`,
            note: `${showAmount(amountOfBp(threshold, tna))} ${currency}`,
          },
          { term: 'FUND TNA', value: `${showAmount(tna)} ${currency}` },
          {
            term: 'NAV date',
            value: <Link to={`/nav-controls/${navId}`}>{showNavDate(navDate)}</Link>,
            note: `Computed ${showInstant(found.computedAt, timeZone)}`,
          },
        ]}
      />
      {!found.isCurrent && (
        <PageSection>
          <Note kind="warning">
            Another control of this NAV has run since. Compute again to see the floors of its figures.
          </Note>
        </PageSection>
      )}
      <PageSection title="Blind spots">
        {spots.length === 0 ? (
          <p>None. Every error as large as the threshold is found.</p>
        ) : (
          spots.map((spot) => <BlindSpot key={spot.error} spot={spot} navId={navId} mayAdmin={mayAdmin} />)
        )}
      </PageSection>
      <SourcesWorth funds={[found as DetectedFund]} />
      <Grid
        title="Errors"
        panel
        columns={columnsIn(currency)}
        rows={rows}
        total={rows.length}
        rowKey={({ error }) => error}
        rowLabel={({ error }) => ERROR_LABELS[error][0]}
        empty="No floor."
      />
    </>
  )
}

function BlindSpot({ spot, ...where }: { spot: CardRow; navId: number; mayAdmin: boolean }) {
  return (
    <>
      <h3>
        {ERROR_LABELS[spot.error][0]}: {spot.bp === null ? 'not found' : `found from ${spot.bp} bp only`}
      </h3>
      {spot.closes.length === 0 ? (
        <p>No data and no lower tolerance that was tried would find it at the threshold. Check it by hand.</p>
      ) : (
        <ul>
          {spot.closes.map((sentence) => {
            const at = closedAt(sentence, where)
            return (
              <li key={sentence}>
                {sentence} {at && <Link to={at.href}>{at.label}</Link>}
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

/** What each second source buys, in a line; nothing where no fund has or lacks one. */
export function SourcesWorth({ funds }: { funds: readonly DetectedFund[] }) {
  const lines = worthOfSources(funds).flatMap((each) => {
    const words = describeWorth(each)
    return words === null ? [] : [{ ...each, words }]
  })
  if (lines.length === 0) return null
  return (
    <PageSection title="What second sources buy">
      <ul>
        {lines.map(({ source, words, fewer }) => (
          <li key={source}>
            {words}
            {fewer.length > 0 && (
              <span className="muted">
                {' '}
                ({[...new Set(fewer)].map((error) => ERROR_LABELS[error][0]).join(', ')})
              </span>
            )}
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
