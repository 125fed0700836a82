import { useTimeZone } from '~/components/site/site'
import type { PendingChange } from '~/domain/access/pending-changes.server'
import { showInstant } from '~/domain/values/show'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { ErrorBanner } from '~/ui/message/message'

function columns(timeZone: string): GridColumn<PendingChange>[] {
  return [
    { id: 'description', label: 'What', kind: 'text', render: (change) => change.description },
    { id: 'change', label: 'Change', kind: 'text', wrap: true, render: changeWords },
    { id: 'requester', label: 'Requested by', kind: 'text', render: (change) => change.requester },
    {
      id: 'requestedAt',
      label: 'Requested',
      kind: 'instant',
      render: (change) => showInstant(change.requestedAt, timeZone),
    },
  ]
}

const text = (value: unknown) =>
  value === null || value === undefined || value === '' ? '(blank)' : String(value)

function changeWords({ before, after }: PendingChange): string {
  return Object.entries(after)
    .filter(([field, value]) => before === null || text(before[field]) !== text(value))
    .map(([field, value]) =>
      before === null ? `${field}: ${text(value)}` : `${field}: ${text(before[field])} → ${text(value)}`,
    )
    .join('; ')
}

interface PendingChangesProps {
  changes: PendingChange[]
  /** Nobody decides on what they requested themselves. */
  me: number
  refused?: Refused
}

/** The changes that wait, each with its two decisions. */
export function PendingChanges({ changes, me, refused }: PendingChangesProps) {
  return (
    <>
      {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
      <Grid
        title="Changes that wait"
        columns={columns(useTimeZone())}
        rows={changes}
        total={changes.length}
        rowKey={(change) => String(change.id)}
        empty="No change waits. Users and authorisations that are imported appear here until another person approves them."
        actions={{
          label: 'Decision',
          render: (change) =>
            change.requestedBy === me ? (
              <span className="muted">Needs another person</span>
            ) : (
              <Form prefix={`change-${change.id}`}>
                <input type="hidden" name="id" value={change.id} />
                <SubmitButton name="decision" value="approve" look="plain">
                  Approve
                </SubmitButton>
                <SubmitButton name="decision" value="refuse" look="danger">
                  Refuse
                </SubmitButton>
              </Form>
            ),
        }}
      />
    </>
  )
}
