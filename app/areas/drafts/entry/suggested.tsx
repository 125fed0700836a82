import { useSearchParams } from '@remix-run/react'
import type { Draft } from '~/areas/expenses/expense'
import { Link } from '~/ui/open-close/close-link'
import type { Suggested, Suggestion } from './suggested.server'

const PARAM = 'suggested'
const FIELDS = ['expenseType', 'routineType'] as const
type Field = (typeof FIELDS)[number]

/** How many of the supplier's last invoices have it. */
const partOf = ({ times, of }: Suggestion) => (of === 1 ? 'last invoice' : `${times} of last ${of} invoices`)

/**
 * A draft with the suggestions that were taken, which the address names, and the line under the label of an empty field:
 * what is suggested, and the link that takes it. Both work without scripts; with them what was typed elsewhere stays.
 */
export function useSuggested(draft: Draft, suggested: Suggested, mayEdit: boolean) {
  const [params] = useSearchParams()
  const nameOf = (field: Field) => `${draft.id}.${field}`
  const taken = params.getAll(PARAM)
  const open = FIELDS.filter((field) => mayEdit && draft[field] === null && suggested[field] !== undefined)
  const shown = { ...draft }
  for (const field of open) if (taken.includes(nameOf(field))) shown[field] = Number(suggested[field]?.value)
  const line = (field: string) => {
    const its = open.find((each) => each === field)
    const suggestion = its && suggested[its]
    if (!its || !suggestion) return null
    if (shown[its] !== null) return `Suggested: ${partOf(suggestion)}. Confirm to keep it.`
    const next = new URLSearchParams(params)
    next.append(PARAM, nameOf(its))
    return (
      <>
        Suggested: {suggestion.label} ({partOf(suggestion)}). {suggestion.budgets}{' '}
        <Link to={`/drafts/${draft.id}/edit?${next}`} replace preventScrollReset>
          Use<span className="hidden-text"> for {suggestion.label}</span>
        </Link>
        <span className="without-scripts"> (confirm what you typed first)</span>
      </>
    )
  }
  return { shown, line }
}

/** "Suggested: 3 of last 5 invoices", for a choice that is filled in already. */
export const suggestedHint = (suggestion: Suggestion | undefined) =>
  suggestion && `Suggested: ${partOf(suggestion)}`
