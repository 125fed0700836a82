import { useTimeZone } from '~/components/site/site'
import type { PendingChange } from '~/domain/access/pending-changes.server'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/listed'
import { ErrorBanner } from '~/ui/message/message'
import { PENDING_GRID, pendingColumns } from './pending-columns'

interface PendingChangesProps {
  grid: Listed<PendingChange>
  /** Nobody decides on what they requested themselves. */
  me: number
  refused?: Refused
}

/** The changes that wait, each with its two decisions. */
export function PendingChanges({ grid, me, refused }: PendingChangesProps) {
  return (
    <>
      {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
      <Grid
        title="Changes that wait"
        columns={pendingColumns(useTimeZone())}
        {...grid}
        options={PENDING_GRID}
        exportTo="/admin/changes/export/pending_changes"
        rowLabel={(change) => change.description}
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
