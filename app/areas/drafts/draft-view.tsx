import { useLocation } from '@remix-run/react'
import type { WhoMaySign as Signing } from '~/areas/authorisation-matrix/who-may-sign.server'
import { proofRequirement } from '~/areas/budgets/budget-rules'
import { DocumentsPanel, type PanelOfDocuments } from '~/areas/documents/documents-panel'
import type { NextSteps } from '~/platform/objects/take-step.server'
import { EventSection } from '~/platform/page/event-grid'
import { useTimeZone } from '~/platform/page/use-site'
import type { DueIn } from '~/platform/values/day'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { refusedStep, StepForm } from '~/platform/workflow/step-form'
import type { WorkflowProgress } from '~/platform/workflow/workflow-progress'
import { BeforeStep, NextStep } from '~/ui/decision/headline'
import type { Refused } from '~/ui/form/error-summary'
import type { Listed } from '~/ui/grid/grid-view'
import { Note } from '~/ui/message/message'
import { NoteList, type RankedNote } from '~/ui/message/note-list'
import { OpenLink } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { BudgetSection } from './budget-section'
import { checkNotes } from './draft-checks'
import { DraftHeadline, MissingToSend, supplierOf } from './draft-headline'
import {
  bankNotes,
  type DraftBank,
  duplicateNotes,
  relatedNotes,
  returnedNote,
  totalsNote,
  unallocatedNotes,
} from './draft-notices'
import { DraftPapers, type Papers, WhoMaySign } from './draft-papers'
import type { DraftView as View } from './draft-view.server'
import type { DraftChoices } from './entry/choices.server'
import { DraftFacts } from './entry/draft-facts'
import type { AcceptedDuplicates } from './upload/confirm-duplicates.server'

interface DraftViewProps {
  view: Omit<View, 'history' | 'proofs' | 'attachments' | 'file' | 'flags'>
  choices: DraftChoices
  papers: Papers
  signing: Signing | null
  steps: NextSteps
  documents: PanelOfDocuments
  progress: WorkflowProgress
  /** Days until it is due; null without a due date, or where it has ended. */
  due: DueIn | null
  events: Listed<HistoryEvent>
  /** One for each form. */
  keys: { totals: string; step: string; override: string; accept: string }
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

/** A draft: its fields next to its documents, what holds it up, and its next steps. */
export function DraftView({ view, choices, papers, signing, steps, events, keys, ...props }: DraftViewProps) {
  const { draft, instance, editing, eInvoice, lines, checks } = view
  const base = `/drafts/${draft.id}`
  const refusedIn = (intent: string) => (props.refused?.typed.intent === intent ? props.refused : undefined)
  const mayEdit = editing.may === 'all'
  // The popup over the page has papers and budgets of its own.
  const isEdited = useLocation().pathname === `${base}/edit`
  const stepRefused = refusedStep(refusedIn('step'))
  const notes: RankedNote[] = [
    ...(view.returned ? [returnedNote(view.returned)] : []),
    ...unallocatedNotes({ draft, lines, total: view.total }),
    ...(eInvoice?.fault
      ? [
          totalsNote({
            fault: eInvoice.fault,
            confirmed: eInvoice.confirmedAt && {
              by: eInvoice.confirmedBy ?? '',
              at: eInvoice.confirmedAt,
              comment: eInvoice.confirmComment ?? '',
            },
            mayConfirm: mayEdit,
            idempotencyKey: keys.totals,
            refused: refusedIn('confirm totals'),
          }),
        ]
      : []),
    ...bankNotes(draft.id, props.bank),
    ...duplicateNotes({
      duplicates: checks.duplicates,
      ...props.accept,
      idempotencyKey: keys.accept,
      refused: refusedIn('accept duplicate'),
    }),
    // Those that block it are said by the notes before.
    ...checkNotes({ ...checks, duplicates: checks.duplicates.filter(({ blocks }) => !blocks) }),
    ...relatedNotes({ invoices: view.invoices, recreatedFrom: draft.recreatedFrom }),
    ...(editing.may === 'nothing'
      ? [{ key: 'editing', kind: 'info' as const, note: <Note>{editing.reason}</Note> }]
      : []),
  ]
  return (
    <>
      <BeforeStep>
        <DraftHeadline
          draft={draft}
          supplier={supplierOf(draft, choices)}
          budgets={checks.budgets}
          due={props.due}
          progress={props.progress}
        />
        <div className="draft beside-file">
          <div className="draft__entry">
            <PageSection>
              <NoteList key={draft.revision} notes={notes} />
              {editing.may !== 'nothing' && (
                <p className="screen-only">
                  <OpenLink className="button" to={`${base}/edit`}>
                    Edit
                  </OpenLink>
                </p>
              )}
              <div className="draft__facts">
                <DraftFacts
                  draft={draft}
                  choices={choices}
                  eInvoice={eInvoice?.fields ?? null}
                  allocations={
                    lines.length > 0 && <OpenLink to={`${base}/allocations`}>Show allocations</OpenLink>
                  }
                />
              </div>
            </PageSection>
            {!isEdited && (
              <PageSection title="Budgets">
                <BudgetSection
                  checks={checks.budgets}
                  passed={checks.passed}
                  alreadyShown={stepRefused?.refusal.list}
                  {...props.budgets}
                  decided={instance.queue === 'TEAM LEADER'}
                  seenEventId={instance.lastEventId}
                  idempotencyKey={keys.override}
                  refused={refusedIn('override budget')}
                />
              </PageSection>
            )}
          </div>
          {!isEdited && <DraftPapers {...papers} />}
        </div>
        <PageSection title="Signatures of the client">
          <WhoMaySign signing={signing} />
          {instance.queue !== 'SYSTEM' && <p className="muted">{proofRequirement(checks.budgets).why}</p>}
        </PageSection>
        <PageSection title="Documents">
          <div className="stack draft__documents">
            {(props.add.proof || props.add.backup) && (
              <div className="toolbar screen-only">
                {props.add.proof && (
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
        {mayEdit && <MissingToSend draftId={draft.id} missing={checks.missing} />}
        <StepForm
          key={instance.lastEventId}
          {...steps}
          timeZone={useTimeZone()}
          seenEventId={instance.lastEventId}
          idempotencyKey={keys.step}
          confirmed={[{ name: 'cancel', to: `${base}/cancel`, label: 'Cancel this draft…' }]}
          queue={instance.queue}
          none={instance.queue === 'SYSTEM' ? 'No further steps.' : undefined}
          refused={stepRefused}
        >
          <input type="hidden" name="revision" value={draft.revision} />
        </StepForm>
      </NextStep>
    </>
  )
}

/** A short list needs no filter row. */
const FEW = 5
