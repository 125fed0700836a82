import { useTimeZone } from '~/platform/page/use-site'
import { EVENT_GRID, eventColumns } from '~/platform/workflow/event-columns'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import type { NextSteps } from '~/platform/workflow/next-steps.server'
import { StepForm } from '~/platform/workflow/step-form'
import type { Instance } from '~/platform/workflow/types'
import type { Refused } from '~/ui/form/refusal'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/listed'
import { Note } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'

interface BudgetWorkflowProps {
  instance: Instance
  revision: number
  steps: NextSteps
  events: Listed<HistoryEvent>
  idempotencyKey: string
  /** The fields stand above in a form. */
  hasForm: boolean
  /** The form above holds what is not stored: nothing is approved that nobody saw. */
  unsaved: boolean
  refused?: Refused
  /** Something is typed in the form of the steps. */
  onUsed: () => void
}

/** Few rows are seen at a glance and need no filter row. */
const FEW = 5

/** Where a budget stands and goes next: its actions, and what happened so far. A cancelled one has no actions. */
export function BudgetWorkflow({ instance, revision, steps, events, ...props }: BudgetWorkflowProps) {
  const { objectId, lastEventId, queue, status, round } = instance
  const base = `/budgets/${objectId}`
  const isOver = queue === 'SYSTEM' && status === 'CANCELLED'
  return (
    <>
      {!isOver && (
        <PageSection title="Actions">
          {props.unsaved && <Note>The form above holds changes that are not saved: press Save first.</Note>}
          {props.hasForm && (
            <noscript>
              <Note>A step takes what is saved: press Save first where you changed something above.</Note>
            </noscript>
          )}
          <fieldset disabled={props.unsaved} onInput={props.onUsed}>
            <StepForm
              key={lastEventId}
              {...steps}
              seenEventId={lastEventId}
              idempotencyKey={props.idempotencyKey}
              asked={{ name: 'cancel', to: `${base}/cancel`, label: 'Cancel this budget…' }}
              none="There is no step for you here now. The events below show whose turn it is."
              refused={props.refused}
            >
              <input type="hidden" name="revision" value={revision} />
            </StepForm>
          </fieldset>
        </PageSection>
      )}
      <PageSection title="Budget Workflow Audit">
        <Grid
          title={`Budget Workflow Audit of budget ${objectId}`}
          panel
          columns={eventColumns(useTimeZone(), round)}
          {...events}
          options={EVENT_GRID}
          path={base}
          exportTo={`${base}/export/budget_workflow`}
          filterRow={events.total > FEW}
          search={events.total > FEW}
          rowKey={(event) => String(event.id)}
        />
      </PageSection>
    </>
  )
}
