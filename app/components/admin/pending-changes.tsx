import { useTimeZone } from '~/components/site/site'
import type { PendingChange } from '~/domain/access/pending-changes.server'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/listed'
import type { GridQueryOptions } from '~/ui/grid/query'
import { ErrorBanner } from '~/ui/message/message'
import { pendingColumns } from './pending-columns'

interface PendingChangesProps {
  grid: Listed<PendingChange>
  options: GridQueryOptions
  /** Why whoever looks cannot decide, by id of the change; those that are missing they can. */
  whyNot: Readonly<Record<number, string>>
  exportTo: string
  empty: string
  refused?: Refused
}

/** The changes that wait, each with its two decisions. */
export function PendingChanges({ grid, options, whyNot, exportTo, empty, refused }: PendingChangesProps) {
  return (
    <>
      {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
      <Grid
        title="Changes that wait"
        columns={pendingColumns(useTimeZone())}
        {...grid}
        options={options}
        exportTo={exportTo}
        rowLabel={(change) => change.description}
        rowKey={(change) => String(change.id)}
        empty={empty}
        actions={{
          label: 'Decision',
          render: (change) =>
            whyNot[change.id] !== undefined ? (
              <span className="muted">{whyNot[change.id]}</span>
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
