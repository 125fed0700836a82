import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect } from 'react'
import { Instant } from '~/platform/page/instant'
import { fieldColumns } from '~/platform/page/shown-columns'
import { counted, formatList, showDay } from '~/platform/values/show'
import { DetachedRefusal } from '~/platform/workflow/step-form'
import { Badge } from '~/ui/badge/badge'
import { BeforeStep, NextStep } from '~/ui/decision/headline'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form } from '~/ui/form/form'
import { TextInput } from '~/ui/form/inputs'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { shownQuery } from '~/ui/grid/parse-query'
import { Note } from '~/ui/message/message'
import { Link } from '~/ui/open-close/close-link'
import type { NavCheckRow } from './checks.server'
import { POSITIONS_CHECK, PREPARING, signingQueue } from './nav'

const { text } = fieldColumns<NavCheckRow>()

const KINDS: Record<string, 'new' | 'success' | 'failed'> = {
  OPEN: 'new',
  DONE: 'success',
  'NOT OK': 'failed',
}

/** Columns of the NAV checks audit (specification: NAV checks audit grid). */
export const CHECK_COLUMNS: GridColumn<NavCheckRow>[] = [
  {
    id: 'isae_rank',
    header: 'Check Id',
    size: 80,
    enableColumnFilter: false,
    meta: { kind: 'number', phone: 'object' },
    cell: ({ row }) => row.original.isae_rank,
  },
  {
    id: 'isae_checkname',
    header: 'Check Name',
    size: 240,
    enableGrouping: false,
    meta: { kind: 'text', wrap: true, phone: 'name' },
    cell: ({ row: { original } }) => (
      <>
        {original.isae_checkname}
        {original.rests_on !== '' && <span className="muted"> rests on {original.rests_on}</span>}
      </>
    ),
  },
  text('queue', 'Role', { size: 112, meta: { phone: 'next' } }),
  text('full_name', 'User', { size: 100, meta: { wrap: true } }),
  {
    id: 'status',
    header: 'Status',
    size: 96,
    meta: {
      kind: 'badge',
      phone: 'status',
      filter: 'select',
      options: Object.keys(KINDS).map((value) => ({ value, label: value })),
    },
    cell: ({ row }) => <CheckStatus check={row.original} />,
  },
  {
    id: 'event_date',
    header: 'Event Date',
    size: 145,
    meta: { kind: 'instant', show: showDay },
    cell: ({ row }) => <Instant at={row.original.event_date} />,
  },
  text('event_log', 'Comment', { size: 140, meta: { wrap: true, values: false } }),
]

/** The status of a check; one that is being ticked is shown as done, and not yet saved. */
function CheckStatus({ check: { isae_rank, status } }: { check: NavCheckRow }) {
  const { formData } = useNavigation()
  const sent = String(formData?.get('rank') ?? '').split(' ')
  const ticking = status === 'OPEN' && sent.includes(String(isae_rank))
  const shown = ticking ? 'DONE' : status
  return <Badge kind={KINDS[shown] ?? 'invalidated'} status={shown} ahead={ticking} />
}

export const CHECK_GRID = { prefix: 'checks' }

/** "Check 3 ticked", "Checks 3, 5 and 7 ticked" */
export const tickedChecksText = (ranks: readonly number[]) =>
  `${ranks.length === 1 ? 'Check' : 'Checks'} ${formatList(ranks.map(String))} ticked`

interface TickFormProps {
  /** The checks that it ticks, all with one comment. */
  ranks: readonly number[]
  /** Label of the comment where it is required. */
  comment?: string
  idempotencyKey: string
  refused?: Refused
}

interface CheckListProps {
  round: number
  /** How many rounds there are. */
  rounds: number
  /** Read-only: closed, or an older round. */
  closed: boolean
  /** Queues of the reader. */
  queues: readonly string[]
  /** How many breaks of the matching are open without a comment: check 10 requires one. */
  silentBreaks: number
  grid: Listed<NavCheckRow>
  idempotencyKey: string
  refused?: Refused
}

/** The checks; those of one's own queue open by expanding the row, where they are ticked with a comment. */
export function CheckList({ round, rounds, closed, queues, silentBreaks, grid, ...form }: CheckListProps) {
  const { pathname, search } = useLocation()
  const mayTick = (row: NavCheckRow) =>
    !closed && row.status === 'OPEN' && queues.includes(signingQueue(row) ?? '')
  const columns = CHECK_COLUMNS
  const { selected } = shownQuery(grid.parsed, search, columns, CHECK_GRID.prefix)
  const marked = grid.rows.filter(({ isae_rank }) => selected.includes(String(isae_rank)))
  const ticked = marked.filter(mayTick)
  const about = form.refused?.typed.rank ?? ''
  const hasForm =
    about === ranksText(ticked.map(({ isae_rank }) => isae_rank)) ||
    grid.rows.some((row) => String(row.isae_rank) === about && mayTick(row))
  return (
    <>
      <BeforeStep>
        {!hasForm && (
          <DetachedRefusal refused={form.refused} field="comment" label="Your comment, not saved" />
        )}
        {rounds > 1 && (
          <p className="toolbar">
            Round {round} of {rounds}: each Reopen begins a new pass through the queues.{' '}
            {Array.from({ length: rounds }, (_, index) => index + 1)
              .filter((each) => each !== round)
              .map((each) => (
                <Link key={each} to={`${pathname}?round=${each}`} replace>
                  Show round {each}
                </Link>
              ))}
          </p>
        )}
        <Grid
          title="NAV checks"
          columns={columns}
          {...grid}
          options={CHECK_GRID}
          exportTo={`${pathname.replace(/\/checks$/, '')}/export/navchecks`}
          selectable={!closed}
          rowKey={(row) => String(row.isae_rank)}
          rowLabel={(row) => `check ${row.isae_rank} ${row.isae_checkname}`}
          detail={(row) => {
            const uncommented = row.isae_rank === POSITIONS_CHECK ? silentBreaks : 0
            return (
              <>
                {uncommented > 0 && <UncommentedBreaks count={uncommented} />}
                {mayTick(row) ? (
                  <TickForm
                    key={row.isae_rank}
                    ranks={[row.isae_rank]}
                    comment={reasonFor(row, uncommented)}
                    {...form}
                  />
                ) : (
                  <p className="muted">{whyNot(row, closed)}</p>
                )}
              </>
            )
          }}
        />
      </BeforeStep>
      {marked.length > 0 && !closed && (
        <NextStep title="Tick the marked checks">
          {ticked.length < marked.length && (
            <p className="muted">
              {`Not ticked by you: ${formatList(marked.filter((row) => !mayTick(row)).map(({ isae_rank }) => String(isae_rank)))}.`}
            </p>
          )}
          {ticked.length > 0 && (
            <TickForm
              ranks={ticked.map(({ isae_rank }) => isae_rank)}
              comment={ticked
                .map((row) => reasonFor(row, row.isae_rank === POSITIONS_CHECK ? silentBreaks : 0))
                .find((reason) => reason !== undefined)}
              {...form}
            />
          )}
        </NextStep>
      )}
    </>
  )
}

/** Label of the comment of a check that cannot be ticked without one. */
function reasonFor({ rests_on }: NavCheckRow, silentBreaks: number): string | undefined {
  if (silentBreaks > 0) return 'Why the positions count as reconciled'
  return rests_on === '' ? undefined : `What you checked, as ${rests_on} did not say enough`
}

/** Shown while some breaks have no comment: what check 10 depends on, and where to comment on them. */
function UncommentedBreaks({ count }: { count: number }) {
  const { pathname } = useLocation()
  const breaks = `${pathname.replace(/\/checks$/, '/reports')}?breaks.in.state=OPEN`
  return (
    <Note kind="warning">
      {`${counted(count, 'break')} of the matching ${count === 1 ? 'is' : 'are'} open without a comment. `}
      <Link to={breaks}>Show the open breaks</Link>
    </Note>
  )
}

function whyNot(row: NavCheckRow, closed: boolean): string {
  if (row.status !== 'OPEN') return row.event_log || `Ticked by ${row.full_name}.`
  if (row.rests_on !== '')
    return `Ticked by the system where ${row.rests_on} applied and were OK by themselves, else by a member of the queue ${PREPARING}.`
  if (row.queue === 'auto') return 'Ticked by the system when its rule results or its step come in.'
  return closed ? 'This round is closed.' : `Ticked by a member of the queue ${row.queue}.`
}

const ranksText = (ranks: readonly number[]) => ranks.join(' ')

function TickForm({ ranks, comment, idempotencyKey, refused }: TickFormProps) {
  const sent = ranksText(ranks)
  const ours = refused?.typed.rank === sent ? refused : undefined
  const [first] = ranks
  useEffect(() => {
    // A ticked check no longer has a form: its row takes the focus that would be lost with it.
    return () => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>(`tr[data-key="${first}"] a`)?.focus({ preventScroll: true })
    }
  }, [first])
  return (
    <Form
      prefix={`check-${ranks.join('-')}`}
      idempotencyKey={idempotencyKey}
      refusal={ours?.refusal}
      typed={ours?.typed}
    >
      <input type="hidden" name="rank" value={sent} />
      {comment ? (
        <TextInput name="comment" label={comment} required maxLength={4000} />
      ) : (
        <TextInput name="comment" label="Comment (optional)" maxLength={4000} />
      )}
      <SubmitButton busyText="Ticking…">
        {ranks.length === 1 ? `Tick check ${first}` : `Tick ${ranks.length} checks`}
      </SubmitButton>
    </Form>
  )
}
