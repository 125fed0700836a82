import { useSearchParams } from '@remix-run/react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { DRAFT_LABELS, type Draft } from '~/areas/expenses/expense'
import { typedAmount } from '~/platform/page/use-unsaved'
import { formatList } from '~/platform/values/show'
import { type NativeField, writeNative } from '~/ui/enhanced/over'
import { overId } from '~/ui/form/field'
import { Link } from '~/ui/open-close/close-link'
import { siteJson } from '~/ui/session/site-fetch'
import {
  SUGGESTED_FIELDS,
  type Suggested,
  type SuggestedField,
  type Suggestion,
  suggestedValue,
  TAKEN,
  takenName,
} from './suggested-fields'

/** How many of the supplier's last invoices have it. */
const partOf = ({ times, of }: Suggestion) => (of === 1 ? 'last invoice' : `${times} of last ${of} invoices`)

/** At the label of a field that holds a suggestion, until the form is confirmed. */
const mark = (suggestion: Suggestion) => (
  <span className="draft-form__suggested" title={partOf(suggestion)}>
    Suggested
    <span className="draft-form__part">
      {suggestion.of === 1 ? ' (last one)' : ` (${suggestion.times} of last ${suggestion.of})`}
    </span>
  </span>
)

/**
 * A draft with the suggestions that were taken, which the address names, and the line under the label of an empty field:
 * what is suggested, and the link that takes it. Both work without scripts; with them what was typed elsewhere stays.
 */
export function useSuggested(draft: Draft, suggested: Suggested, mayEdit: boolean) {
  const [params] = useSearchParams()
  const taken = params.getAll(TAKEN)
  const suggestedIn = (field: SuggestedField) => {
    const suggestion = suggested[field]
    return suggestion ? suggestedValue(field, suggestion, draft) : null
  }
  const open = SUGGESTED_FIELDS.filter(
    (field) => mayEdit && draft[field] === null && suggestedIn(field) !== null,
  )
  const isTaken = (field: SuggestedField) => taken.includes(takenName(draft.id, field))
  const shown: Draft = Object.assign(
    { ...draft },
    ...open.filter(isTaken).map((field) => ({ [field]: suggestedIn(field) })),
  )
  const line = (field: string): ReactNode => {
    const its = open.find((each) => each === field)
    const suggestion = its && suggested[its]
    if (!its || !suggestion) return null
    if (isTaken(its)) return mark(suggestion)
    const next = new URLSearchParams(params)
    next.append(TAKEN, takenName(draft.id, its))
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

const SUPPLIER = ['isSupplierFund', 'invoicedLegalEntity', 'invoicedFundLegalEntity']
/** Taxes follow from these. */
const AMOUNTS = ['grossAmount', 'currency']
const WAIT_MS = 150

/**
 * Fills the blank fields of a draft's form from the last invoices of the supplier that the user chooses in it. What was
 * typed stays; a suggestion that the user left as it is follows the next supplier.
 * @returns the mark at the label of a filled field, what was filled for screen readers, and what listens to the form
 */
export function useSupplierSuggestions(draftId: number) {
  const [marked, setMarked] = useState<Suggested>({})
  /** What this wrote into the fields. */
  const written = useRef(new Map<SuggestedField, string>())
  const found = useRef<Suggested>({})
  const supplier = useRef<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const request = useRef<AbortController>()
  const stop = () => {
    clearTimeout(timer.current)
    request.current?.abort()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form goes
  useEffect(() => stop, [])

  function fill(form: HTMLFormElement, field: SuggestedField) {
    const control = form.elements.namedItem(field)
    if (!isNative(control) || control.disabled || isUsed(control)) return
    if (control.value !== '' && control.value !== written.current.get(field)) return
    const suggestion = found.current[field]
    const text = suggestion ? textOf(field, suggestion, control, amountsIn(form)) : ''
    written.current.set(field, text)
    writeNative(control, text)
    const isFilled = text !== '' && control.value === text
    setMarked((before) => ({ ...before, [field]: isFilled ? suggestion : undefined }))
  }

  async function ask(form: HTMLFormElement) {
    const typed = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && value !== '' && [...SUPPLIER, 'receivedDate'].includes(name))
        typed.set(name, value)
    if (String(typed) === supplier.current) return
    supplier.current = String(typed)
    const controller = new AbortController()
    request.current = controller
    const answer = await siteJson<Suggested>(`/drafts/${draftId}/suggested?${typed}`, controller.signal)
    if (!answer || controller.signal.aborted) return
    found.current = answer
    for (const field of SUGGESTED_FIELDS) fill(form, field)
  }

  function onInput({ target }: FormEvent<HTMLElement>) {
    if (!isNative(target) || !target.form) return
    const { form, name, value } = target
    if (SUPPLIER.includes(name)) {
      stop()
      timer.current = setTimeout(() => void ask(form), WAIT_MS)
    }
    if (AMOUNTS.includes(name) && found.current.taxes) fill(form, 'taxes')
    const field = SUGGESTED_FIELDS.find((each) => each === name)
    if (field && marked[field] && value !== written.current.get(field))
      setMarked((before) => ({ ...before, [field]: undefined }))
  }

  const filled = SUGGESTED_FIELDS.filter((field) => marked[field])
  return {
    onInput,
    said: filled.length > 0 ? `Suggested: ${formatList(filled.map((field) => DRAFT_LABELS[field]))}` : '',
    line: (field: string): ReactNode => {
      const its = filled.find((each) => each === field)
      const suggestion = its && marked[its]
      return suggestion ? mark(suggestion) : null
    },
  }
}

const isNative = (control: unknown): control is NativeField =>
  control instanceof HTMLSelectElement || control instanceof HTMLInputElement

/** The user is typing in it, though nothing is chosen yet. */
function isUsed({ id }: NativeField): boolean {
  const { activeElement } = document
  return (
    activeElement instanceof HTMLInputElement && activeElement.id === overId(id) && activeElement.value !== ''
  )
}

function amountsIn(form: HTMLFormElement) {
  const typed = new FormData(form)
  return {
    grossAmount: typedAmount(String(typed.get('grossAmount') ?? '')) ?? null,
    currency: String(typed.get('currency') ?? '') || null,
  }
}

/** As the field holds it: an entity by its name where not all are offered. */
function textOf(
  field: SuggestedField,
  suggestion: Suggestion,
  control: NativeField,
  amounts: ReturnType<typeof amountsIn>,
): string {
  const isNamed = control instanceof HTMLInputElement && field !== 'taxes'
  return isNamed ? suggestion.label : String(suggestedValue(field, suggestion, amounts) ?? '')
}

/** "Suggested: 3 of last 5 invoices", for a choice that is filled in already. */
export const suggestedHint = (suggestion: Suggestion | undefined) =>
  suggestion && `Suggested: ${partOf(suggestion)}`
