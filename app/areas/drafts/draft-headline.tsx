import { useLocation } from '@remix-run/react'
import type { BudgetCheck } from '~/areas/budgets/budget'
import type { Draft } from '~/areas/expenses/expense'
import { DueIn } from '~/platform/page/lateness'
import { ProgressSteps } from '~/platform/page/progress-steps'
import type { DueIn as Due } from '~/platform/values/day'
import { sameFigure, showAmount, showDay, showMoney } from '~/platform/values/show'
import type { WorkflowProgress } from '~/platform/workflow/workflow-progress'
import { Badge } from '~/ui/badge/badge'
import { Headline } from '~/ui/decision/headline'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { TO_DO } from '~/ui/open-close/to-do'
import type { Checks } from './draft-checks'
import type { DraftChoices } from './entry/choices.server'

/** The name of a draft's supplier, company or fund; null while none is chosen. */
export function supplierOf(draft: Draft, { suppliers, supplierFunds }: DraftChoices): string | null {
  const { isSupplierFund, invoicedFundLegalEntity: fund, invoicedLegalEntity: company } = draft
  const [offered, chosen] = isSupplierFund ? [supplierFunds, fund] : [suppliers, company]
  return offered.find(({ value }) => value === chosen)?.label ?? null
}

interface DraftHeadlineProps {
  draft: Draft
  supplier: string | null
  budgets: BudgetCheck[]
  /** Days until it is due. */
  due: Due | null
  progress: WorkflowProgress
}

/** A draft's headline: who is owed how much by when, and whether the budgets allow it. */
export function DraftHeadline({ draft, supplier, budgets, due, progress }: DraftHeadlineProps) {
  const { invoiceRef, grossAmount, payableAmount, taxes, currency, invoiceDate, dueDate } = draft
  const amount = (value: string) => showMoney(value, currency)
  return (
    <Headline
      name={[supplier ?? 'No supplier yet', invoiceRef].filter(Boolean).join(', ')}
      facts={[
        {
          term: 'Gross',
          value: grossAmount === null ? '–' : amount(grossAmount),
          note: taxes !== null && `taxes ${showAmount(taxes, currency)}`,
        },
        ...(grossAmount === null || payableAmount === null || sameFigure(payableAmount, grossAmount)
          ? []
          : [{ term: 'Payable', value: amount(payableAmount) }]),
        { term: 'Inv.Date', value: showDay(invoiceDate) || '–' },
        {
          term: 'Due.Date',
          value: showDay(dueDate) || '–',
          note: due && <DueIn due={due} />,
        },
        { term: 'Budget', value: <BudgetState budgets={budgets} /> },
      ]}
    >
      <ProgressSteps progress={progress} />
    </Headline>
  )
}

const WORST = ['exceeded', 'no rate', 'warning', 'below'] as const
const SHOWN = {
  exceeded: { kind: 'failed', words: 'exceeded' },
  'no rate': { kind: 'warning', words: 'no exchange rate' },
  warning: { kind: 'warning', words: 'near its limit' },
  below: { kind: 'success', words: 'within' },
} as const

/** The budget that is hit hardest. */
function BudgetState({ budgets }: { budgets: BudgetCheck[] }) {
  const worst = WORST.flatMap((state) => budgets.filter((check) => check.state === state))[0]
  if (!worst) return <>None applies</>
  const { kind, words } = SHOWN[worst.state]
  const isAllowed = worst.state === 'exceeded' && worst.override?.covers === true
  const used = worst.counted === null ? '' : `, ${showAmount(worst.percent)} % used`
  return (
    <Badge kind={isAllowed ? 'warning' : kind} status={`${words}${isAllowed ? ', allowed' : ''}${used}`} />
  )
}

/** What "Send to check" still needs, each a link to its field in the popup. */
export function MissingToSend({ draftId, missing }: Pick<Checks, 'missing'> & { draftId: number }) {
  const { search } = useLocation()
  if (missing.length === 0) return null
  return (
    <Note>
      “Send to check” still needs{' '}
      {missing.map(({ field, label }, at) => (
        <span key={field}>
          {at > 0 && (at === missing.length - 1 ? ' and ' : ', ')}
          <OpenLink {...TO_DO} to={`/drafts/${draftId}/edit${search}#${field}`}>
            {label}
          </OpenLink>
        </span>
      ))}
      .
    </Note>
  )
}
