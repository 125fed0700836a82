import { type RefObject, useEffect, useRef, useState } from 'react'
import { DocumentsPanel, type PanelOfDocuments } from '~/areas/documents/documents-panel'
import type { WithDeclared } from '~/platform/lists/list-fields.server'
import { ProgressSteps } from '~/platform/page/progress-steps'
import { ConfirmLeaving, useUnsaved } from '~/platform/page/use-unsaved'
import { capitalised, showAmount, showMoney } from '~/platform/values/show'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { refusedStep } from '~/platform/workflow/step-form'
import { Badge } from '~/ui/badge/badge'
import { BeforeStep, Headline } from '~/ui/decision/headline'
import { Description } from '~/ui/description/description'
import type { Refused } from '~/ui/form/error-summary'
import { usePreservedFocus } from '~/ui/form/use-preserved-focus'
import type { Listed } from '~/ui/grid/grid-view'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { BUDGET_LABELS, type BudgetField } from './budget'
import { type AllocatedInvoice, type BudgetPace, usedOf } from './budget-figures'
import { BudgetForm } from './budget-form'
import { BudgetGauge, BudgetOverTime, leftOf } from './budget-gauge'
import type { BudgetView as View } from './budget-view.server'
import { BudgetActions, BudgetHistory, DraftsUnderWay, TermsInForce } from './budget-workflow'
import type { BudgetChoices } from './choices.server'
import { AllocatedInvoices } from './expanded-budget'

const GROUPS: readonly { title: string; fields: readonly BudgetField[] }[] = [
  { title: 'Budget', fields: ['supplier_id', 'settling_legal_entity_id', 'currency', 'budget'] },
  { title: 'Rule', fields: ['routine_type_id', 'expense_type_id', 'amount_type', 'client_validation'] },
  { title: 'Limits', fields: ['from_date', 'to_date', 'treshold'] },
]

/** A budget for readers: the groups of its form, with names for codes. */
function BudgetFacts({ words }: { words: Readonly<Record<BudgetField, string>> }) {
  return (
    <div className="budget-facts">
      {GROUPS.map(({ title, fields }) => (
        <section key={title}>
          <h2>{title}</h2>
          <Description
            items={fields.map((field) => ({
              term: BUDGET_LABELS[field],
              value: shown(field, words[field]),
            }))}
          />
        </section>
      ))}
    </div>
  )
}

function shown(field: BudgetField, text: string): string {
  if (field === 'expense_type_id' && text === '') return 'All expense types'
  return field === 'client_validation' ? capitalised(text) : text
}

/** All that the drawer of a budget shows. */
export interface BudgetViewProps {
  view: Omit<View, 'history'>
  /** The choices, for users who may change it. */
  choices: BudgetChoices | null
  events: Listed<HistoryEvent>
  documents: PanelOfDocuments
  invoices: Listed<AllocatedInvoice> & WithDeclared
  pace: BudgetPace[]
  may: { delete: boolean; copy: boolean; openInvoices: boolean; openDrafts: boolean }
  /** One for each form. */
  keys: { save: string; step: string }
}

/** One budget: how much of it is used, what it counts, its next steps, and its invoices and drafts. */
export function BudgetView({
  view,
  choices,
  may,
  keys,
  refused,
  ...props
}: BudgetViewProps & { refused?: Refused }) {
  const { budget, instance, totals, termInForce } = view
  const refusedIn = (intent: string) => (refused?.typed.intent === intent ? refused : undefined)
  const saveRefused = refusedIn('save')
  const entry = useRef<HTMLDivElement>(null)
  usePreservedFocus(entry)
  const [changed, look] = useUnsaved(entry, `${budget.id} ${budget.revision} ${keys.save}`)
  const unsaved = choices !== null && (changed || saveRefused !== undefined)
  // A step's refusal disappears once the form is used again: its cause may be corrected.
  const [past, setPast] = useState<Refused>()
  const stepRefused = refused === past ? undefined : refusedIn('step')
  const onUsed = () => setPast(refused)
  useFocusOnForm(entry, budget.id, choices !== null)
  const base = `/budgets/${budget.id}`
  const actions = (may.copy || may.delete) && (
    <>
      {may.copy && (
        <OpenLink className="button" to={`${base}/copy`}>
          Copy for the next period
        </OpenLink>
      )}
      {may.delete && (
        <OpenLink className="button" to={`${base}/delete`}>
          Delete this budget…
        </OpenLink>
      )}
    </>
  )
  return (
    <>
      <BeforeStep>
        <Headline name={headlineOf(view)} facts={headlineFacts(view)}>
          <ProgressSteps progress={view.progress} />
        </Headline>
        <PageSection>
          {view.whyNotEdited && <Note>{view.whyNotEdited}</Note>}
          {termInForce && instance.status !== 'ACTIVE' && (
            <TermsInForce term={termInForce} amended={view.amended} />
          )}
          {view.beside.length > 0 && (
            <Note kind="warning">
              {view.beside.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </Note>
          )}
          {choices && <ConfirmLeaving base={base} unsaved={unsaved} />}
          <div
            ref={entry}
            data-saved={!unsaved || undefined}
            onInput={() => {
              look()
              onUsed()
            }}
          >
            {choices ? (
              <BudgetForm
                key={`${budget.id} ${budget.revision} ${saveRefused ? 'refused' : ''}`}
                budgetId={budget.id}
                revision={budget.revision}
                entry={budget}
                totals={totals}
                choices={choices}
                idempotencyKey={keys.save}
                refused={saveRefused}
              >
                {actions}
              </BudgetForm>
            ) : (
              <>
                <BudgetGauge {...budget} totals={totals} />
                <BudgetFacts words={view.words} />
              </>
            )}
          </div>
          {choices === null && actions && <div className="budget-ways screen-only">{actions}</div>}
        </PageSection>
        <BudgetHistory budgetId={budget.id} round={instance.round} events={props.events} />
        <PageSection title="Budget Documents">
          <DocumentsPanel panel={props.documents} />
        </PageSection>
        {props.pace.length > 1 && (
          <PageSection title="Over its period">
            <BudgetOverTime pace={props.pace} {...budget} />
          </PageSection>
        )}
        <PageSection title="Allocated Invoices">
          <AllocatedInvoices
            budget={budget}
            invoices={props.invoices}
            place="drawer"
            path={base}
            mayOpen={may.openInvoices}
          />
        </PageSection>
        <PageSection title="Drafts under way">
          <DraftsUnderWay
            budgetId={budget.id}
            currency={budget.currency}
            parts={view.parts.filter(({ kind }) => kind === 'draft')}
            mayOpen={may.openDrafts}
          />
        </PageSection>
      </BeforeStep>
      <BudgetActions
        instance={instance}
        revision={budget.revision}
        steps={view.steps}
        blocked={view.blocked}
        idempotencyKey={keys.step}
        hasForm={choices !== null}
        unsaved={unsaved}
        refused={refusedStep(stepRefused)}
        onUsed={onUsed}
      />
    </>
  )
}

/** "Fontaine & Weis, for Alcyon SICAV" */
const headlineOf = ({ words }: Pick<View, 'words'>) =>
  [words.supplier_id || 'No supplier yet', words.settling_legal_entity_id].filter(Boolean).join(', for ')

function headlineFacts({ budget, totals, words }: Pick<View, 'budget' | 'totals' | 'words'>) {
  const amount = showMoney(budget.budget, budget.currency)
  const { percent, state } = usedOf(budget, totals)
  const kind = state === 'exceeded' ? 'failed' : state === 'warning' ? 'warning' : 'success'
  return [
    { term: 'Budget', value: amount, note: words.amount_type },
    {
      term: 'Used',
      value: <Badge kind={kind} status={`${showAmount(percent)} %`} />,
      note: `projected ${showAmount(leftOf(budget.budget, totals).projected, budget.currency)}`,
    },
    { term: 'Period', value: `${words.from_date} to ${words.to_date}` },
    { term: 'Rule', value: words.routine_type_id || '–', note: words.expense_type_id || 'All expense types' },
  ]
}

/** When a step opens the form, the keyboard focus moves into it, as the step's button disappears. */
function useFocusOnForm(within: RefObject<HTMLElement>, budgetId: number, hasForm: boolean) {
  const before = useRef({ budgetId, hasForm })
  useEffect(() => {
    const opened = hasForm && !before.current.hasForm && before.current.budgetId === budgetId
    before.current = { budgetId, hasForm }
    if (opened) within.current?.querySelector<HTMLElement>('select, input:not([type=hidden])')?.focus()
  }, [within, budgetId, hasForm])
}
