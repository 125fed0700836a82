import { fieldColumns } from '~/platform/page/shown-columns'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import { columnsOf } from '~/ui/grid/columns'
import type { GridQueryOptions } from '~/ui/grid/query'
import { SUBSTITUTION_STATES, type SubstitutionRow, type SubstitutionState } from './substitution'

const KINDS: Record<SubstitutionState, BadgeKind> = {
  PLANNED: 'new',
  'IN FORCE': 'success',
  ENDED: 'invalidated',
}

const { day, instant, slim, text } = fieldColumns<SubstitutionRow>()

/** Columns of substitutions: who acts for whom, and when. */
export const SUBSTITUTION_COLUMNS = columnsOf<SubstitutionRow>()([
  text('absent', 'Away', { meta: { phone: 'object' } }),
  text('substitute', 'Substitute', { meta: { phone: 'name' } }),
  day('first_day', 'From', { meta: { phone: 'due' } }),
  day('last_day', 'To', { meta: { title: 'The last day' } }),
  {
    id: 'state',
    header: 'State',
    size: 110,
    meta: {
      kind: 'badge',
      filter: 'select',
      options: SUBSTITUTION_STATES.map((value) => ({ value, label: value })),
      phone: 'status',
    },
    cell: ({ row }) => <Badge kind={KINDS[row.original.state]} status={row.original.state} />,
  },
  slim('queues', 'Queues', { meta: { title: 'The queues that were handed over' } }),
  text('set_by', 'Set by'),
  instant('set_at', 'Set'),
])

export const SUBSTITUTION_GRID: GridQueryOptions = {
  layout: 'substitutes',
  defaultSort: [{ column: 'first_day', descending: true }],
}
