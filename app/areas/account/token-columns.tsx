import type { ApiToken } from '~/areas/access/api-token-hash.server'
import { TOKEN_STATES, type TokenState } from '~/areas/access/token-state'
import type { RowColumns } from '~/platform/lists/row-match'
import { showDay, showInstant } from '~/platform/values/show'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import type { GridColumn } from '~/ui/grid/columns'

type Instants = 'createdAt' | 'expiresAt' | 'lastUsedAt'

/** A token and whether it opens anything now. */
export type ShownToken = ApiToken & { state: TokenState }

const KINDS: Record<TokenState, BadgeKind> = {
  'IN FORCE': 'success',
  EXPIRED: 'invalidated',
  REVOKED: 'failed',
}

const rights = ({ readOnly }: ApiToken) => (readOnly ? 'Reads only' : 'Reads and writes')

/** Columns of one's own tokens; their texts are stored nowhere. */
export function tokenColumns(timeZone: string): GridColumn<ShownToken>[] {
  return [
    { id: 'name', label: 'Name', kind: 'text', render: ({ name }) => name },
    { id: 'rights', label: 'May', kind: 'text', exported: rights, render: rights },
    {
      id: 'state',
      label: 'State',
      kind: 'badge',
      filter: 'select',
      options: TOKEN_STATES.map((value) => ({ value, label: value })),
      render: ({ state }) => <Badge kind={KINDS[state]} status={state} />,
    },
    instant('createdAt', 'Made', timeZone),
    instant('expiresAt', 'Valid until', timeZone),
    instant('lastUsedAt', 'Last used', timeZone),
  ]
}

export const TOKEN_ROW_COLUMNS: RowColumns<ShownToken> = {
  name: { kind: 'text', value: ({ name }) => name },
  rights: { kind: 'text', value: rights },
  state: { kind: 'text', value: ({ state }) => state },
  createdAt: { kind: 'instant', value: ({ createdAt }) => createdAt.toISOString() },
  expiresAt: { kind: 'instant', value: ({ expiresAt }) => expiresAt?.toISOString() ?? null },
  lastUsedAt: { kind: 'instant', value: ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? null },
}

function instant(id: Instants, label: string, timeZone: string): GridColumn<ShownToken> {
  return { id, label, kind: 'instant', show: showDay, render: (row) => showInstant(row[id], timeZone) }
}
