import { useRef, useState } from 'react'
import type { WhoMaySign as Signing } from '~/areas/authorisation-matrix/who-may-sign.server'
import { proofRequirement } from '~/areas/budgets/budget-rules'
import { DocumentsPanel, type PanelOfDocuments } from '~/areas/documents/documents-panel'
import type { NextSteps } from '~/platform/objects/take-step.server'
import { EventSection } from '~/platform/page/event-grid'
import { useTimeZone } from '~/platform/page/use-site'
import { ConfirmLeaving, useUnsaved } from '~/platform/page/use-unsaved'
import type { DueIn } from '~/platform/values/day'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { refusedStep, StepForm } from '~/platform/workflow/step-form'
import type { WorkflowProgress } from '~/platform/workflow/workflow-progress'
import { BeforeStep, NextStep } from '~/ui/decision/headline'
import type { Refused } from '~/ui/form/error-summary'
import { usePreservedFocus } from '~/ui/form/use-preserved-focus'
import type { Listed } from '~/ui/grid/grid-view'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { BudgetSection } from './budget-section'
import { useLiveChecks } from './draft-checks'
import { DraftHeadline, MissingToSend, supplierOf } from './draft-headline'
import {
  AcceptDuplicates,
  BankNotice,
  type DraftBank,
  DraftReturned,
  RelatedRecords,
  TotalsFault,
  UnallocatedAmount,
} from './draft-notices'
import { DraftPapers, type Papers, WhoMaySign } from './draft-papers'
import type { DraftView as View } from './draft-view.server'
import type { DraftChoices } from './entry/choices.server'
import { DraftForm } from './entry/draft-form'
import type { Suggested } from './entry/suggested.server'
import type { AcceptedDuplicates } from './upload/confirm-duplicates.server'

interface DraftViewProps {
  view: Omit<View, 'history' | 'proofs' | 'attachments' | 'file' | 'flags'>
  choices: DraftChoices
  suggested: Suggested
  papers: Papers
  signing: Signing | null
  steps: NextSteps
  documents: PanelOfDocuments
  progress: WorkflowProgress
  /** Days until it is due; null without a due date, or where it has ended. */
  due: DueIn | null
  events: Listed<HistoryEvent>
  /** One for each form. */
  keys: { save: string; totals: string; step: string; override: string; accept: string }
  /** What team leaders accepted as no duplicate, and why this person may not. */
  accept: { accepted: AcceptedDuplicates[]; whyNot: string | null }
  /** May the client's validation, and backups, be added? */
  add: { proof: boolean; backup: boolean }
  /** Null without a supplier, or where the draft has ended. */
  bank: DraftBank | null
  /** May this person open Budgets, and why they may not let this draft exceed one. */
  budgets: { mayOpen: boolean; whyNot: string | null }
  refused?: Refused
}

/** A draft: its form next to its documents, what holds it up, and its next steps. */
export function DraftView({ view, choices, papers, signing, steps, events, keys, ...props }: DraftViewProps) {
  const { draft, instance, editing, eInvoice, lines, checks } = view
  const base = `/drafts/${draft.id}`
  const refusedIn = (intent: string) => (props.refused?.typed.intent === intent ? props.refused : undefined)
  const mayEdit = editing.may === 'all'
  // Next to the validation that it proves.
  const proofInForm = props.add.proof && editing.may === 'validation'
  const saveRefused = refusedIn('save')
  const entry = useRef<HTMLDivElement>(null)
  // A step's refusal disappears once the form is used again: its cause may be corrected.
  const [past, setPast] = useState<Refused>()
  const stepRefused = refusedStep(props.refused === past ? undefined : refusedIn('step'))
  usePreservedFocus(entry)
  const [changed, look] = useUnsaved(entry, `${draft.id} ${draft.revision} ${keys.save}`)
  const live = useLiveChecks(draft.id, checks)
  const unsaved = editing.may !== 'nothing' && (changed || saveRefused !== undefined)
  return (
    <>
      <ConfirmLeaving base={base} unsaved={unsaved} />
      <BeforeStep>
        <DraftHeadline
          draft={draft}
          supplier={supplierOf(draft, choices)}
          budgets={live.checks.budgets}
          due={props.due}
          progress={props.progress}
        />
        <div className="draft beside-file">
          <div className="draft__entry">
            <PageSection>
              {view.returned && <DraftReturned {...view.returned} />}
              <RelatedRecords invoices={view.invoices} recreatedFrom={draft.recreatedFrom} />
              {props.bank && <BankNotice draftId={draft.id} bank={props.bank} />}
              <UnallocatedAmount draft={draft} lines={lines} total={view.total} />
              {eInvoice?.fault && (
                <TotalsFault
                  key={draft.revision}
                  fault={eInvoice.fault}
                  confirmed={
                    eInvoice.confirmedAt && {
                      by: eInvoice.confirmedBy ?? '',
                      at: eInvoice.confirmedAt,
                      comment: eInvoice.confirmComment ?? '',
                    }
                  }
                  mayConfirm={mayEdit}
                  idempotencyKey={keys.totals}
                  refused={refusedIn('confirm totals')}
                />
              )}
              <AcceptDuplicates
                key={`duplicates ${draft.revision}`}
                duplicates={checks.duplicates}
                {...props.accept}
                idempotencyKey={keys.accept}
                refused={refusedIn('accept duplicate')}
              />
              <div
                ref={entry}
                data-saved={!unsaved || undefined}
                onInput={(event) => {
                  look()
                  setPast(props.refused)
                  if (mayEdit) live.onInput(event)
                }}
              >
                <DraftForm
                  key={`${draft.id} ${saveRefused ? 'refused' : ''}`}
                  draft={draft}
                  choices={choices}
                  suggested={props.suggested}
                  editing={editing}
                  eInvoice={eInvoice?.fields ?? null}
                  hasLines={lines.length > 0}
                  checks={live.checks}
                  mayAddProof={proofInForm}
                  idempotencyKey={keys.save}
                  refused={saveRefused}
                />
              </div>
            </PageSection>
            <PageSection title="Budgets">
              <BudgetSection
                checks={live.checks.budgets}
                passed={live.checks.passed}
                told={stepRefused?.refusal.list}
                shown={live.shown}
                {...props.budgets}
                decided={instance.queue === 'TEAM LEADER'}
                seenEventId={instance.lastEventId}
                idempotencyKey={keys.override}
                refused={refusedIn('override budget')}
              />
            </PageSection>
          </div>
          <DraftPapers {...papers} />
        </div>
        <PageSection title="Signatures of the client">
          <WhoMaySign signing={signing} />
          {instance.queue !== 'SYSTEM' && <p className="muted">{proofRequirement(checks.budgets).why}</p>}
        </PageSection>
        <PageSection title="Documents">
          <div className="stack draft__documents">
            {((props.add.proof && !proofInForm) || props.add.backup) && (
              <div className="toolbar screen-only">
                {props.add.proof && !proofInForm && (
                  <OpenLink className="button" to={`${base}/add/client-validation`}>
                    Add Client Validation
                  </OpenLink>
                )}
                {props.add.backup && (
                  <OpenLink className="button" to={`${base}/add/backup`}>
                    Add Backup
                  </OpenLink>
                )}
              </div>
            )}
            <DocumentsPanel panel={props.documents} />
          </div>
        </PageSection>
        <EventSection events={events} round={instance.round} path={base} filtered={events.total > FEW} />
      </BeforeStep>
      <NextStep title="Actions">
        {unsaved && <Note>Save your changes first.</Note>}
        {/* After a refusal they are of the stored values, not of those in the form, until one is typed. */}
        {mayEdit && !(saveRefused && live.shown === 'stored') && (
          <MissingToSend missing={live.checks.missing} />
        )}
        <fieldset className="draft__actions" disabled={unsaved}>
          <StepForm
            key={instance.lastEventId}
            {...steps}
            timeZone={useTimeZone()}
            seenEventId={instance.lastEventId}
            idempotencyKey={keys.step}
            asked={{ name: 'cancel', to: `${base}/cancel`, label: 'Cancel this draft…' }}
            queue={instance.queue}
            none={instance.queue === 'SYSTEM' ? 'No further steps.' : undefined}
            refused={stepRefused}
          >
            <input type="hidden" name="revision" value={draft.revision} />
          </StepForm>
        </fieldset>
      </NextStep>
    </>
  )
}

/** A short list needs no filter row. */
const FEW = 5
