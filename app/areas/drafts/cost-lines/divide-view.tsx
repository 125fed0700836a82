import { Form as GetForm } from '@remix-run/react'
import { useTimeZone } from '~/platform/page/use-site'
import { sum } from '~/platform/values/decimal'
import { showAmount, showDay, showFixed, showInstant, showMoney } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { SelectInput, type SelectOption } from '~/ui/form/inputs'
import { type ColumnMeta, columnsOf } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import { type DividedPart, RULE_LABELS } from './divide'
import type { AppliedAllocation, Division } from './divide.server'

/** The parts of a division: sub-fund, what it is weighed by, and what it bears. */
function partColumns(currency: string, byNav: boolean) {
  const shown =
    (meta: ColumnMeta<DividedPart>) =>
    <const Id extends string>(id: Id, header: string, size: number, of: (part: DividedPart) => string) => ({
      id,
      header,
      size,
      meta,
      cell: ({ row }: { row: { original: DividedPart } }) => of(row.original),
    })
  const text = shown({ kind: 'text', wrap: true })
  const figure = shown({ kind: 'number' })
  const amount = <const Id extends 'grossAmount' | 'taxes' | 'netAmount'>(id: Id, header: string) => ({
    id,
    header,
    size: 110,
    meta: { kind: 'number' as const, decimals: 2, show: (value: string) => showAmount(value, currency) },
    cell: ({ row }: { row: { original: DividedPart } }) => showAmount(row.original[id], currency),
  })
  const nav = [
    text('nav', 'NAV date', 95, ({ nav }) => showDay(nav?.date)),
    figure('tna', 'Net assets', 170, ({ nav }) => (nav ? showMoney(nav.tna, nav.currency) : '')),
    figure('weight', `In ${currency}`, 140, ({ weight }) => showAmount(weight, currency)),
  ]
  return columnsOf<DividedPart>()([
    text('fund', 'Sub-fund', 200, ({ code, name }) => `${code} ${name}`),
    ...(byNav ? nav : []),
    figure('percent', 'Part %', 90, ({ percent }) => showFixed(percent, 4)),
    amount('grossAmount', 'Gross'),
    amount('taxes', 'Taxes'),
    amount('netAmount', 'Net'),
  ])
}

function Parts({ title, currency, parts }: { title: string; currency: string; parts: DividedPart[] }) {
  const all = (field: 'grossAmount' | 'taxes' | 'netAmount') => [
    { unit: currency, sum: sum(parts.map((part) => part[field])).toFixed(2) },
  ]
  return (
    <Grid
      title={title}
      columns={partColumns(
        currency,
        parts.some(({ nav }) => nav !== null),
      )}
      rows={parts}
      total={parts.length}
      sums={{ grossAmount: all('grossAmount'), taxes: all('taxes'), netAmount: all('netAmount') }}
      rowKey={({ code }) => code}
    />
  )
}

/** What the cost lines were taken from, with the NAVs that it used, and whether they were changed since. */
export function AppliedDivisionNote({ taken, currency }: { taken: AppliedAllocation; currency: string }) {
  const timeZone = useTimeZone()
  const by = `${RULE_LABELS[taken.rule]} as of ${showDay(taken.onDay)}, taken by ${taken.takenBy}, ${showInstant(taken.takenAt, timeZone)}.`
  return (
    <>
      {taken.changedByHand ? (
        <Note kind="warning">{by} The lines were changed by hand since: they differ from these parts.</Note>
      ) : (
        <p>{by}</p>
      )}
      <details>
        <summary className="muted">The parts as they were taken</summary>
        <Parts title="Parts as taken" currency={currency} parts={taken.parts} />
      </details>
    </>
  )
}

interface DivideProps {
  /** The rules by which Fundesk divides, with their names. */
  rules: SelectOption[]
  /** The requested rule, or that of the draft. */
  rule: string
  /** Null while none is requested. */
  division: Division | null
  /** Why there is none; null otherwise. */
  whyNot: string | null
  lines: number
  fees: SelectOption[]
  /** The fees type of the present lines, else the suggested one. */
  feesType: string
  /** Where the suggested one is from. */
  feesHint?: string
  revision: number
  idempotencyKey: string
  refused?: Refused
}

/** Divides the draft among the sub-funds of its settling entity: the parts are shown before they are taken. */
export function Divide({ rules, rule, division, whyNot, lines, fees, ...props }: DivideProps) {
  return (
    <details className="stack" open={division !== null || whyNot !== null || props.refused !== undefined}>
      <summary>Divide among sub-funds</summary>
      <GetForm className="toolbar" replace preventScrollReset>
        <SelectInput name="divide" label="Divide" value={rule} options={rules} />
        <button type="submit" className="button">
          Show the parts
        </button>
      </GetForm>
      {whyNot !== null && <Note kind="warning">{whyNot}</Note>}
      {division && (
        <>
          {division.leftOut.length > 0 && (
            <Note kind="warning">
              Without a NAV that was sent by {showDay(division.onDay)}, these bear nothing:{' '}
              {division.leftOut.join(', ')}.
            </Note>
          )}
          <p>
            {RULE_LABELS[division.rule]} as of {showDay(division.onDay)}:{' '}
            {showMoney(division.grossAmount, division.currency)} gross. Cents that are left go to the largest
            fractions.
          </p>
          <Parts title="Parts" currency={division.currency} parts={division.parts} />
          <Form
            prefix="divide"
            idempotencyKey={props.idempotencyKey}
            refusal={props.refused?.refusal}
            typed={props.refused?.typed}
          >
            <input type="hidden" name="intent" value="divide" />
            <input type="hidden" name="rule" value={division.rule} />
            <input type="hidden" name="seen" value={division.hash} />
            <input type="hidden" name="revision" value={props.revision} />
            <SelectInput
              name="feesType"
              label="Fees type of the lines"
              value={props.feesType}
              hint={props.feesHint}
              blank="Choose"
              options={fees}
              required
            />
            <FormActions>
              <SubmitButton busyText="Dividing…">
                {lines === 0
                  ? 'Take these parts as cost lines'
                  : lines === 1
                    ? 'Replace the cost line by these parts'
                    : `Replace the ${lines} cost lines by these parts`}
              </SubmitButton>
            </FormActions>
          </Form>
        </>
      )}
    </details>
  )
}
