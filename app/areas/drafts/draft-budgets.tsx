import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { BudgetCheck } from '~/areas/budgets/budget'
import { gaugeOfCheck } from '~/areas/budgets/gauge-of'
import { useTimeZone } from '~/platform/page/use-site'
import { Big } from '~/platform/values/decimal'
import { showAmount, showInstant } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import { Gauge } from '~/ui/gauge/gauge'
import { Note } from '~/ui/message/message'

interface DraftBudgetsProps {
  checks: BudgetCheck[]
  /** Budgets that are like it but for its routine or expense type, where none counts it: sentences. */
  passed: string[]
  /** Budgets of which a refusal below says it all. */
  told?: string[]
  /** May this person open Budgets? */
  mayOpen: boolean
  /** What stands below a budget that is exceeded and not allowed to be: the form that allows it, or who may. */
  below?: (check: BudgetCheck) => ReactNode
}

/** How a draft stands to each budget in force that counts it: drawn, in figures, and what it means. */
export function DraftBudgets({ checks, passed, told = [], mayOpen, below }: DraftBudgetsProps) {
  if (checks.length === 0 && passed.length > 0)
    return (
      <Note kind="warning">
        {passed.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>Is its routine and expense type right? Otherwise choose that of the budget.</p>
      </Note>
    )
  if (checks.length === 0)
    return (
      <p className="muted">
        No budget in force counts this draft. One is found by settling entity, supplier, routine, expense
        type, currency and invoice date.
      </p>
    )
  return (
    <ul className="draft-budgets">
      {checks.map((check) => (
        <li key={check.budgetId}>
          <p>{mayOpen ? <Link to={`/budgets/${check.budgetId}?page=1`}>{check.name}</Link> : check.name}</p>
          {check.counted !== null && <Gauge {...gaugeOfCheck(check, check.counted)} />}
          <Description items={figuresOf(check)} />
          {!told.some((line) => line.startsWith(check.name)) && <Meaning check={check} />}
          {check.state === 'exceeded' && !check.override?.covers && below?.(check)}
        </li>
      ))}
    </ul>
  )
}

function Meaning({ check: { name, message, state, override } }: { check: BudgetCheck }) {
  const timeZone = useTimeZone()
  if (message === null) return null
  const exceeded = override?.covers ? 'info' : 'failed'
  return (
    <Note kind={state === 'exceeded' ? exceeded : 'warning'}>
      <p>{withoutName(message, name)}</p>
      {override && (
        <p>
          {override.by} allowed it on {showInstant(override.at, timeZone)}
          {override.covers ? '.' : `, for less: ${override.comment}`}
        </p>
      )}
    </Note>
  )
}

/** A message below the name that it begins with: "is exceeded by …" goes on from it, what stands behind a colon by itself. */
function withoutName(message: string, name: string): string {
  if (!message.startsWith(name)) return message
  const rest = message.slice(name.length)
  const alone = rest.startsWith(': ') ? rest.slice(2) : `it${rest}`
  return alone.charAt(0).toUpperCase() + alone.slice(1)
}

const COUNTS = { gross: 'Gross', net: 'Net', taxes: 'Taxes' } as const

function figuresOf({ currency, amountType, budget, others, counted, excess }: BudgetCheck) {
  return [
    { term: `Budget (${currency})`, value: showAmount(budget) },
    { term: 'Of others', value: showAmount(others) },
    {
      term: `This draft (${COUNTS[amountType]})`,
      value: counted === null ? 'no exchange rate' : showAmount(counted),
    },
    ...(new Big(excess).gt(0) ? [{ term: 'Beyond it', value: showAmount(excess) }] : []),
  ]
}
