import { Form as GetForm } from '@remix-run/react'
import { useState } from 'react'
import { type DecisionKeys, PendingChanges } from '~/platform/approvals/pending-changes'
import { useTimeZone } from '~/platform/page/use-site'
import { NewRowLink, SAVE_ROW, TableGrid, type TableShown } from '~/platform/tables/table-grid'
import { ChoiceControl } from '~/ui/enhanced/controls'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { overId } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import type { SelectOption } from '~/ui/form/inputs'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import type { GridQueryOptions } from '~/ui/grid/query'
import { ErrorBanner } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import type { WaitingChange } from '../../platform/approvals/pending-columns'
import { DECIDED_GRID, decidedColumns } from './decided-changes'
import type { DecidedChange } from './decided-changes.server'

/** All entities, or only the one that is shown where there are too many for a page. */
interface OfferedEntities {
  options: readonly SelectOption[]
  search: boolean
}

interface Sought {
  text: string
  message: string
}

interface EntityPickerProps {
  path: string
  entities: OfferedEntities
  /** The entity whose accounts are shown; null while none is chosen. */
  shown: { id: number; name: string } | null
  /** A name that is not in the list, and what to do. */
  sought: Sought | null
  isDefault: boolean
  mayChange: boolean
  idempotencyKey: string
  refused?: Refused
}

/** Chooses the entity whose accounts are shown: in the address, so that a link shows the same. */
export function EntityPicker({
  path,
  entities,
  shown,
  sought,
  isDefault,
  mayChange,
  idempotencyKey,
  refused,
}: EntityPickerProps) {
  const [isOver, setOver] = useState(false)
  return (
    <div className="choices">
      {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
      <GetForm
        method="get"
        action={path}
        className="toolbar"
        role="search"
        aria-label="Choice of the legal entity"
      >
        <label htmlFor={isOver ? overId('entity') : 'entity'}>Legal entity</label>
        <ChoiceControl
          id="entity"
          name="entity"
          label="Legal entity"
          defaultValue={sought?.text ?? (shown ? String(shown.id) : '')}
          options={entities.options}
          search={entities.search ? '/choices/all' : undefined}
          blank={shown === null ? 'Choose one' : undefined}
          aria-describedby={sought ? 'entity-error' : undefined}
          aria-invalid={sought ? true : undefined}
          onOver={setOver}
          required
        />
        <button type="submit" className="button">
          Show
        </button>
        {shown !== null && isDefault && (
          <span className="muted">The page opens with this entity by default.</span>
        )}
      </GetForm>
      {sought && (
        <p className="field__error" id="entity-error" role="alert">
          {sought.message}
        </p>
      )}
      {shown !== null && !isDefault && mayChange && (
        <Form prefix="default" idempotencyKey={idempotencyKey}>
          <input type="hidden" name="intent" value="default entity" />
          <input type="hidden" name="defaultEntity" value={shown.id} />
          <SubmitButton look="plain">Make it the default</SubmitButton>
        </Form>
      )}
    </div>
  )
}

interface AccountsViewProps {
  path: string
  shown: { id: number; name: string; isDefault: boolean } | null
  sought: Sought | null
  entities: OfferedEntities
  mayChange: boolean
  /** For the entity that is shown; null while there is none. */
  accounts: { table: TableShown; decided: Listed<DecidedChange> } | null
  waiting: {
    grid: Listed<WaitingChange>
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
  const { path, shown, sought, entities, mayChange, idempotencyKey, openKey, refused } = props
  const timeZone = useTimeZone()
  const [decision, preset, row] = partsOf(refused)
  return (
    <Page
      title="Bank Accounts"
      aside={<span className="muted">{shown?.name}</span>}
      actions={accounts && <NewRowLink {...accounts.table} />}
    >
      <PageSection>
        <EntityPicker
          {...{ path, entities, shown, sought, mayChange, idempotencyKey }}
          isDefault={shown?.isDefault ?? false}
          refused={preset}
        />
      </PageSection>
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
            columns={decidedColumns(timeZone)}
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

/** A refusal beside its form: a decision, the default entity, or an account. */
function partsOf(refused: Refused | undefined): [Refused?, Refused?, Refused?] {
  if (!refused) return []
  const { intent } = refused.typed
  if (intent === SAVE_ROW) return [undefined, undefined, refused]
  return intent === 'default entity' ? [undefined, refused] : [refused]
}
