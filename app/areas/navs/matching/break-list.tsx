import { useTimeZone } from '~/platform/page/use-site'
import { counted, showAmount, showDay, showExact, showFixed, showInstant } from '~/platform/values/show'
import { RefusedAway } from '~/platform/workflow/step-form'
import { Badge } from '~/ui/badge/badge'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { BREAK_KINDS, type BreakRow, type BreakState, OPEN_STATES } from './breaks'

const BADGES: Record<BreakState, 'failed' | 'warning' | 'invalidated'> = {
  OPEN: 'failed',
  EXPLAINED: 'warning',
  CLOSED: 'invalidated',
}

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Columns of the breaks of a NAV's newest matching. */
export function breakColumns(timeZone: string): GridColumn<BreakRow>[] {
  return [
    {
      id: 'kind',
      label: 'Break',
      kind: 'text',
      width: 150,
      wrap: true,
      filter: 'select',
      options: choices(BREAK_KINDS),
      render: (row) => row.kind,
    },
    {
      id: 'instrumentName',
      label: 'Instrument',
      kind: 'text',
      wrap: true,
      render: (row) => row.instrumentName,
    },
    {
      id: 'instrumentCode',
      label: 'Code',
      kind: 'text',
      hiddenByDefault: true,
      render: (row) => row.instrumentCode,
    },
    { id: 'isin', label: 'ISIN', kind: 'text', hiddenByDefault: true, render: (row) => row.isin ?? '' },
    {
      id: 'currency',
      label: 'Ccy',
      kind: 'text',
      width: 60,
      hiddenByDefault: true,
      render: (row) => row.currency,
    },
    {
      id: 'quantityDifference',
      label: 'Quantity difference',
      kind: 'number',
      render: (row) => showExact(row.quantityDifference),
    },
    {
      id: 'priceDifference',
      label: 'Price difference',
      kind: 'number',
      render: (row) => showExact(row.priceDifference),
    },
    {
      id: 'valueDifference',
      label: 'Value difference',
      kind: 'number',
      decimals: 2,
      title: 'Manager less administrator, in fund currency',
      render: (row) => showAmount(row.valueDifference),
    },
    {
      id: 'basisPoints',
      label: 'bp of TNA',
      kind: 'number',
      decimals: 2,
      render: (row) => showFixed(row.basisPoints, 2),
    },
    {
      id: 'firstSeen',
      label: 'First seen',
      kind: 'day',
      hiddenByDefault: true,
      show: showDay,
      render: (row) => showDay(row.firstSeen),
    },
    {
      id: 'age',
      label: 'Age, days',
      kind: 'number',
      width: 60,
      title: 'From the NAV date that it was first seen on to this one',
      render: (row) => row.age,
    },
    {
      id: 'ownerName',
      label: 'Owner',
      kind: 'text',
      wrap: true,
      render: (row) => row.ownerName ?? row.owner ?? '',
    },
    {
      id: 'state',
      label: 'State',
      kind: 'badge',
      width: 100,
      filter: 'select',
      options: choices([...OPEN_STATES, 'CLOSED']),
      render: (row) => <Badge kind={BADGES[row.state]} status={row.state} />,
    },
    {
      id: 'comment',
      label: 'Comment',
      kind: 'text',
      wrap: true,
      values: false,
      render: (row) => row.comment,
    },
    {
      id: 'changedByName',
      label: 'Changed by',
      kind: 'text',
      hiddenByDefault: true,
      render: (row) => row.changedByName ?? '',
    },
    {
      id: 'changedAt',
      label: 'Changed',
      kind: 'instant',
      hiddenByDefault: true,
      show: showDay,
      render: (row) => showInstant(row.changedAt, timeZone),
    },
  ]
}

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
      {!hasForm && <RefusedAway refused={form.refused} field="comment" label="Your comment, not saved" />}
      <Grid
        title="Matching breaks"
        columns={breakColumns(useTimeZone())}
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
  const left = row.owner !== null && owners.every(({ userName }) => userName !== row.owner)
  const others = left ? [{ userName: row.owner ?? '', name: row.ownerName }] : []
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
        blank="Nobody"
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
