import { useSearchParams } from '@remix-run/react'
import type { Draft } from '~/areas/expenses/expense'
import { Link } from '~/ui/open-close/close-link'
import type { Suggested, Suggestion } from './suggested.server'

const PARAM = 'suggested'
const FIELDS = ['expenseType', 'routineType'] as const
type Field = (typeof FIELDS)[number]

const partOf = ({ times, of }: Suggestion) =>
  of === 1
    ? 'the supplier’s last invoice has it'
    : `${times} of the supplier’s last ${of} invoices ${times === 1 ? 'has' : 'have'} it`

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
        Suggested: {suggestion.label}, as {partOf(suggestion)}.{' '}
        <Link to={`/drafts/${draft.id}/edit?${next}`} replace preventScrollReset>
          Take it<span className="hidden-text"> for {suggestion.label}</span>
        </Link>
        <span className="without-scripts"> (confirm what you typed first)</span>
      </>
    )
  }
  return { shown, line }
}

/** "3 of the supplier’s last 5 invoices have it", for a choice that is filled in already. */
export const suggestedHint = (suggestion: Suggestion | undefined) =>
  suggestion && `Suggested: ${partOf(suggestion)}`
