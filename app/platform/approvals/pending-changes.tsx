import { useTimeZone } from '~/platform/page/use-site'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import type { GridQueryOptions } from '~/ui/grid/query'
import { ErrorBanner } from '~/ui/message/message'
import { pendingColumns, type WaitingChange } from './pending-columns'

/** Idempotency keys: of the form that approves or withdraws a change, and of the one that refuses it. */
export type DecisionKeys = readonly [string, string] | string[]

interface DecisionFormsProps {
  id: number
  /** Undefined where there is nothing that the user can do. */
  keys: DecisionKeys | undefined
  /** Why the current user cannot decide; undefined when they can. */
  whyNot: string | undefined
  isOwn: boolean
  refused?: Refused
}

/** The actions on one change that waits: approve, refuse with a reason, or withdraw one's own. */
export function DecisionForms({ id, keys = [], whyNot, isOwn, refused }: DecisionFormsProps) {
  const refusing = refused?.typed.intent === 'refuse'
  const form = (decision: string) => ({
    prefix: `${decision}-${id}`,
    idempotencyKey: keys[decision === 'refuse' ? 1 : 0],
    ...(refused?.typed.intent === decision && { refusal: refused.refusal, typed: refused.typed }),
  })
  if (whyNot !== undefined)
    return (
      <div className="choices">
        <span className="muted">{whyNot}</span>
        {isOwn && (
          <Form {...form('withdraw')}>
            <input type="hidden" name="id" value={id} />
            <SubmitButton name="intent" value="withdraw" look="plain">
              Withdraw
            </SubmitButton>
          </Form>
        )}
      </div>
    )
  return (
    <div className="choices">
      <Form {...form('approve')}>
        <input type="hidden" name="id" value={id} />
        <SubmitButton name="intent" value="approve">
          Approve
        </SubmitButton>
      </Form>
      <details open={refusing || undefined}>
        <summary className="button">Refuse…</summary>
        <Form {...form('refuse')}>
          <input type="hidden" name="id" value={id} />
          <TextArea
            name="comment"
            label="Reason"
            hint="Shown to the person who requested it."
            maxLength={1000}
            required
          />
          <SubmitButton name="intent" value="refuse" look="danger">
            Refuse
          </SubmitButton>
        </Form>
      </details>
    </div>
  )
}

interface PendingChangesProps {
  grid: Listed<WaitingChange>
  options: GridQueryOptions
  /** Why the current user cannot decide, by id of the change; they can decide the changes that are missing here. */
  whyNot: Readonly<Record<number, string>>
  /** Ids of the changes that the current user requested: they may withdraw them. */
  own: readonly number[]
  /** By id of each change that the current user can decide or withdraw. */
  keys: Readonly<Record<number, DecisionKeys>>
  exportTo: string
  empty: string
  refused?: Refused
}

/** The changes that wait, each with its two decisions. */
export function PendingChanges({
  grid,
  options,
  whyNot,
  own,
  keys,
  exportTo,
  empty,
  refused,
}: PendingChangesProps) {
  const about = Number(refused?.typed.id)
  const isShown = grid.rows.some(({ id }) => id === about)
  return (
    <>
      {refused && !isShown && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
      <Grid
        title="Pending second approval"
        columns={pendingColumns(useTimeZone())}
        {...grid}
        options={options}
        exportTo={exportTo}
        rowLabel={(change) => change.description}
        rowKey={(change) => String(change.id)}
        empty={empty}
        actions={{
          label: 'Decision',
          render: ({ id }) => (
            <DecisionForms
              id={id}
              keys={keys[id]}
              whyNot={whyNot[id]}
              isOwn={own.includes(id)}
              refused={id === about ? refused : undefined}
            />
          ),
        }}
      />
    </>
  )
}
