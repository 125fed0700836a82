import type { WithDeclared } from '~/platform/lists/list-fields.server'
import { lazily } from '~/ui/enhanced/later'
import type { Refused } from '~/ui/form/error-summary'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import type { GridQueryOptions } from '~/ui/grid/query'
import { ErrorBanner } from '~/ui/message/message'
import type { DecisionKeys } from './decision-forms'
import { pendingColumns } from './pending-columns'
import type { WaitingChange } from './pending-fields.server'

/** The forms work without this code, which is loaded at the user's first interaction. */
const DecisionForms = lazily(() => import('./decision-forms').then((code) => code.DecisionForms))

interface PendingChangesProps {
  grid: Listed<WaitingChange> & WithDeclared
  options: GridQueryOptions
  /** Why the current user cannot decide, by id of the change; an absent id can be decided. */
  whyNot: Readonly<Record<number, string>>
  /** Ids of changes that the current user requested, and may withdraw. */
  own: readonly number[]
  /** By id of each change that the current user can decide or withdraw. */
  keys: Readonly<Record<number, DecisionKeys>>
  exportTo: string
  empty: string
  refused?: Refused
}

/** The waiting changes, each with its two decisions. */
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
        columns={pendingColumns(grid.declared)}
        {...grid}
        options={options}
        exportTo={exportTo}
        rowLabel={(change) => change.description}
        rowKey={(change) => String(change.id)}
        empty={empty}
        actions={{
          label: 'Decision',
          size: 240,
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
