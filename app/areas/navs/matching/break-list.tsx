import { Instant } from '~/platform/page/instant'
import { fieldColumns } from '~/platform/page/shown-columns'
import { useTimeZone } from '~/platform/page/use-site'
import { counted, showAmount, showDay, showExact, showFixed, showInstant } from '~/platform/values/show'
import { DetachedRefusal } from '~/platform/workflow/step-form'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { BreakBadge } from './break-badge'
import { BREAK_KINDS, type BreakRow, OPEN_STATES } from './breaks'

const { text } = fieldColumns<BreakRow>()

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Columns of the breaks of a NAV's newest matching. */
export const BREAK_COLUMNS: GridColumn<BreakRow>[] = [
  text('kind', 'Break', {
    size: 150,
    meta: { wrap: true, filter: 'select', options: choices(BREAK_KINDS) },
  }),
  text('instrumentName', 'Instrument', { meta: { wrap: true } }),
  text('instrumentCode', 'Code', { meta: { hiddenByDefault: true } }),
  text('isin', 'ISIN', { meta: { hiddenByDefault: true } }),
  text('currency', 'Ccy', { size: 60, meta: { hiddenByDefault: true } }),
  {
    id: 'quantityDifference',
    header: 'Quantity difference',
    meta: { kind: 'number' },
    cell: ({ row }) => showExact(row.original.quantityDifference),
  },
  {
    id: 'priceDifference',
    header: 'Price difference',
    meta: { kind: 'number' },
    cell: ({ row }) => showExact(row.original.priceDifference),
  },
  {
    id: 'valueDifference',
    header: 'Value difference',
    meta: { kind: 'number', decimals: 2, title: 'Manager less administrator, in fund currency' },
    cell: ({ row }) => showAmount(row.original.valueDifference),
  },
  {
    id: 'basisPoints',
    header: 'bp of TNA',
    meta: { kind: 'number', decimals: 2 },
    cell: ({ row }) => showFixed(row.original.basisPoints, 2),
  },
  {
    id: 'firstSeen',
    header: 'First seen',
    meta: { kind: 'day', hiddenByDefault: true, show: showDay },
    cell: ({ row }) => showDay(row.original.firstSeen),
  },
  {
    id: 'age',
    header: 'Age, days',
    size: 70,
    meta: { kind: 'number', title: 'From the NAV date that it was first seen on to this one' },
    cell: ({ row }) => row.original.age,
  },
  {
    id: 'ownerName',
    header: 'Owner',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.ownerName ?? row.original.owner ?? '',
  },
  {
    id: 'state',
    header: 'State',
    size: 110,
    meta: { kind: 'badge', filter: 'select', options: choices([...OPEN_STATES, 'CLOSED']) },
    cell: ({ row: { original } }) => <BreakBadge state={original.state} age={original.age} />,
  },
  text('comment', 'Comment', { meta: { wrap: true, values: false } }),
  text('changedByName', 'Changed by', { meta: { hiddenByDefault: true } }),
  {
    id: 'changedAt',
    header: 'Changed',
    meta: { kind: 'instant', hiddenByDefault: true, show: showDay },
    cell: ({ row }) => <Instant at={row.original.changedAt} />,
  },
]

export const BREAK_GRID = { prefix: 'breaks' }

interface FormProps {
  /** Members of ACCOUNTANT. */
  owners: { userName: string; name: string | null }[]
  idempotencyKey: string
  refused?: Refused
}

interface BreakListProps extends FormProps {
  grid: Listed<BreakRow>
  /** Address of the NAV. */
  base: string
  /** Why they can only be read; null when they may be edited. */
  readOnly: string | null
  /** Shown in place of rows when there are none. */
  empty: string
}

/** The breaks of the newest matching; expanded, a break is edited with a small form. */
export function BreakList({ grid, base, readOnly, empty, ...form }: BreakListProps) {
  const about = grid.rows.find(({ id }) => String(id) === form.refused?.typed.breakId)
  const whyNot = (row: BreakRow) =>
    row.state === 'CLOSED' ? 'The matching no longer has this break.' : readOnly
  const hasForm = about !== undefined && whyNot(about) === null
  return (
    <>
      {!hasForm && <DetachedRefusal refused={form.refused} field="comment" label="Your comment, not saved" />}
      <Grid
        title="Matching breaks"
        columns={BREAK_COLUMNS}
        {...grid}
        options={BREAK_GRID}
        exportTo={`${base}/export/matching_breaks`}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => `${row.kind} of ${row.instrumentName}`}
        empty={empty}
        detail={(row) => (
          <>
            <BreakFacts row={row} />
            {whyNot(row) === null ? (
              <BreakForm key={row.id} row={row} {...form} />
            ) : (
              <p className="muted">{whyNot(row)}</p>
            )}
          </>
        )}
      />
    </>
  )
}

function BreakFacts({ row }: { row: BreakRow }) {
  const timeZone = useTimeZone()
  const { changedAt, changedByName, isin, instrumentCode, currency } = row
  const name = isin === null ? instrumentCode : `${isin} (${instrumentCode})`
  const since = `First seen on the NAV of ${showDay(row.firstSeen)}, ${counted(row.age, 'day')} before this one.`
  const last = changedAt && `Last changed by ${changedByName} on ${showInstant(changedAt, timeZone)}.`
  return <p className="muted">{[`${name}, ${currency}.`, since, last].filter(Boolean).join(' ')}</p>
}

function BreakForm({ row, owners, idempotencyKey, refused }: FormProps & { row: BreakRow }) {
  const ours = refused?.typed.breakId === String(row.id) ? refused : undefined
  const hasLeft = row.owner !== null && owners.every(({ userName }) => userName !== row.owner)
  const others = hasLeft ? [{ userName: row.owner ?? '', name: row.ownerName }] : []
  return (
    <Form
      prefix={`break-${row.id}`}
      idempotencyKey={idempotencyKey}
      refusal={ours?.refusal}
      typed={ours?.typed}
    >
      <input type="hidden" name="breakId" value={row.id} />
      <input type="hidden" name="revision" value={row.revision} />
      <SelectInput
        name="owner"
        label="Owner"
        blank="None"
        defaultValue={row.owner ?? ''}
        options={[...others, ...owners].map(({ userName, name }) => ({
          value: userName,
          label: name === null ? userName : `${name} (${userName})`,
        }))}
      />
      <SelectInput
        name="state"
        label="State"
        required
        defaultValue={row.state}
        options={choices(OPEN_STATES)}
      />
      <TextArea
        name="comment"
        label="Comment"
        hint="EXPLAINED needs one. It comes along to the matchings of later NAVs."
        defaultValue={row.comment}
        maxLength={4000}
      />
      <FormActions>
        <SubmitButton>Save break</SubmitButton>
      </FormActions>
    </Form>
  )
}
