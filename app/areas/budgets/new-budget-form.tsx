import { useLocation } from '@remix-run/react'
import { useRef } from 'react'
import { AskBeforeLeaving } from '~/platform/page/ask-before-leaving'
import { useUnsaved } from '~/platform/page/use-unsaved'
import type { Refused } from '~/ui/form/refusal'
import { CloseLink } from '~/ui/open-close/close-link'
import type { BudgetTotals } from './budget'
import type { BudgetChoices } from './budget-choices.server'
import type { BudgetEntry } from './budget-entry'
import { BudgetForm } from './budget-form'

interface NewBudgetFormProps {
  entry: BudgetEntry
  choices: BudgetChoices
  idempotencyKey: string
  closeHref: string
  refused?: Refused
}

/** Nothing counts in it before it is stored. */
const NOTHING: BudgetTotals = {
  ...{ consumed: '0.00', committed: '0.00', remaining: '0.00', projected: '0.00' },
  unconverted: 0,
}

/** A budget that is not stored yet: empty, or as it was copied of another one. */
export function NewBudgetForm({ closeHref, ...form }: NewBudgetFormProps) {
  const entry = useRef<HTMLDivElement>(null)
  const [changed, look] = useUnsaved(entry, '')
  const { pathname } = useLocation()
  return (
    <div ref={entry} onInput={look}>
      <AskBeforeLeaving base={pathname} unsaved={changed || form.refused !== undefined} />
      <BudgetForm budgetId={null} revision={null} totals={NOTHING} {...form}>
        <CloseLink className="button" to={closeHref}>
          Cancel
        </CloseLink>
      </BudgetForm>
    </div>
  )
}
