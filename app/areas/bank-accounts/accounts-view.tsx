import type { DecisionKeys } from '~/platform/approvals/decision-forms'
import { PendingChanges } from '~/platform/approvals/pending-changes'
import type { WaitingChange } from '~/platform/approvals/pending-fields.server'
import type { WithDeclared } from '~/platform/lists/list-fields.server'
import { Instant } from '~/platform/page/instant'
import { fieldColumns } from '~/platform/page/shown-columns'
import { UnprovenBanner } from '~/platform/page/unproven-banner'
import { NewRowLink, SAVE_ROW, TableGrid, type TableShown } from '~/platform/tables/table-grid'
import { showDay } from '~/platform/values/show'
import { lazily } from '~/ui/enhanced/later'
import type { Refused } from '~/ui/form/error-summary'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import type { GridQueryOptions } from '~/ui/grid/query'
import { Page, PageSection } from '~/ui/page/page'
import type { DecidedChange } from './decided-changes.server'
import type { OfferedEntities, Sought } from './entity-picker'

const { text } = fieldColumns<DecidedChange>()

export const DECIDED_GRID = { prefix: 'history', size: 10 }

const at = (id: 'requestedAt' | 'decidedAt', label: string): GridColumn<DecidedChange> => ({
  id,
  header: label,
  size: 145,
  meta: { kind: 'instant', show: showDay, phone: id === 'decidedAt' ? 'due' : undefined },
  cell: ({ row }) => <Instant at={row.original[id]} />,
})

const commentColumn = (id: 'comment' | 'decisionComment', label: string): GridColumn<DecidedChange> => ({
  id,
  header: label,
  meta: { kind: 'text', wrap: true, values: false },
  cell: ({ row }) => row.original[id],
})

/** Columns of the changes of bank accounts that were decided. */
export const DECIDED_COLUMNS: GridColumn<DecidedChange>[] = [
  at('decidedAt', 'Decided'),
  text('account', 'Account', { size: 270, meta: { phone: 'object' } }),
  text('change', 'Change', { meta: { wrap: true, values: false, phone: 'name' } }),
  text('decision', 'Decision', { size: 110, meta: { phone: 'status' } }),
  commentColumn('decisionComment', 'Why'),
  text('decider', 'Decided by', { size: 140 }),
  text('requester', 'Requested by', { size: 140 }),
  at('requestedAt', 'Requested'),
  commentColumn('comment', 'Reason given'),
]

/** The page works without this code, which is loaded at the first user interaction. */
const EntityPicker = lazily(() => import('./entity-picker').then((code) => code.EntityPicker))

interface AccountsViewProps {
  path: string
  shown: { id: number; name: string; isDefault: boolean } | null
  sought: Sought | null
  entities: OfferedEntities
  mayChange: boolean
  /** For the entity that is shown; null while there is none. */
  accounts: { table: TableShown; decided: Listed<DecidedChange> } | null
  /** Tables whose rows of it are not what was signed. */
  unproven: readonly string[]
  waiting: {
    grid: Listed<WaitingChange> & WithDeclared
    options: GridQueryOptions
    whyNot: Readonly<Record<number, string>>
    own: readonly number[]
    keys: Readonly<Record<number, DecisionKeys>>
  }
  openKey?: string
  /** Of the form that sets the default entity. */
  idempotencyKey: string
  refused?: Refused
}

/** The accounts of one entity; below them the waiting changes of all entities, and the decided ones of this entity. */
export function AccountsView({ accounts, waiting, ...props }: AccountsViewProps) {
  const { path, shown, sought, entities, mayChange, unproven, idempotencyKey, openKey, refused } = props
  const [decision, preset, row] = partsOf(refused)
  return (
    <Page
      title="Bank Accounts"
      aside={<span className="muted">{shown?.name}</span>}
      actions={accounts && <NewRowLink {...accounts.table} />}
    >
      <PageSection>
        <EntityPicker
          path={path}
          entities={entities}
          shown={shown}
          sought={sought}
          mayChange={mayChange}
          idempotencyKey={idempotencyKey}
          isDefault={shown?.isDefault ?? false}
          refused={preset}
        />
      </PageSection>
      <UnprovenBanner tables={unproven} />
      {accounts && shown ? (
        <TableGrid
          {...accounts.table}
          title={`Bank accounts of ${shown.name}`}
          openKey={openKey}
          refused={row}
        />
      ) : (
        <PageSection>
          <p>Choose a legal entity to see its bank accounts.</p>
        </PageSection>
      )}
      <PageSection title="Pending approval by a team leader, all entities">
        <PendingChanges
          {...waiting}
          exportTo={`${path}/export/pending_changes`}
          empty="No pending changes. Accounts that are added, changed, deleted or imported appear here until another member of TEAM LEADER approves them; payments to the entity are held until then."
          refused={decision}
        />
      </PageSection>
      {accounts && shown && (
        <PageSection title={`Decided changes of ${shown.name}`}>
          <Grid
            title="Decided changes"
            columns={DECIDED_COLUMNS}
            {...accounts.decided}
            options={DECIDED_GRID}
            exportTo={`${path}/export/decided_changes`}
            rowKey={({ id }) => String(id)}
            rowLabel={({ account }) => account}
            empty="No decided changes yet."
          />
        </PageSection>
      )}
    </Page>
  )
}

/** A refusal shown with its form: a decision, the default entity, or an account. */
function partsOf(refused: Refused | undefined): [Refused?, Refused?, Refused?] {
  if (!refused) return []
  const { intent } = refused.typed
  if (intent === SAVE_ROW) return [undefined, undefined, refused]
  return intent === 'default entity' ? [undefined, refused] : [refused]
}
