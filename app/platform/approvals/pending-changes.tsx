import { useTimeZone } from '~/platform/page/use-site'
import type { Refused } from '~/ui/form/refusal'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/listed'
import type { GridQueryOptions } from '~/ui/grid/query'
import { ErrorBanner } from '~/ui/message/message'
import { DecisionForms } from './decision-forms'
import { pendingColumns } from './list'
import type { WaitingChange } from './pending-changes.server'

interface PendingChangesProps {
  grid: Listed<WaitingChange>
  options: GridQueryOptions
  /** Why whoever looks cannot decide, by id of the change; those that are missing they can. */
  whyNot: Readonly<Record<number, string>>
  /** Ids of those that whoever looks requested: they may withdraw them. */
  own: readonly number[]
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
          render: ({ id }) => (
            <DecisionForms
              id={id}
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
