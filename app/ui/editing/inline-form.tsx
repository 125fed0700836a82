import { createContext, type ReactNode, useContext } from 'react'
import type { Refused } from '../form/error-summary'

type InlineState = {
  formId: string
  idempotencyKey: string
  refused: Refused | undefined
  cancelHref: string
}

const Context = createContext<InlineState>({
  formId: '',
  idempotencyKey: '',
  refused: undefined,
  cancelHref: '',
})

/** The state of the form, for the fields of a row edited in place. */
export function useInlineForm(): InlineState {
  return useContext(Context)
}

export type InlineFormProps = {
  /** The form of the row being edited; null if there is none. */
  form: {
    id: string
    /** Makes sure that a form sent twice takes effect once. */
    idempotencyKey: string
    /** Its hidden fields. */
    hidden: Readonly<Record<string, string>>
    refused?: Refused
    /** The name under which the tab keeps typed values until the form is sent. */
    keptAs?: string
  } | null
  /** The same page without a row being edited. */
  cancelHref: string
  /** The grid with the row: its fields refer to the form, which is outside the table. */
  children: ReactNode
}

/**
 * Wraps a grid with a row that may be edited, and the form of that row (EditedForm). Works without scripts: the fields
 * refer to the form by name, Cancel is a link.
 */
export function InlineForm({ form, cancelHref, children }: InlineFormProps) {
  const { id = '', idempotencyKey = '', refused } = form ?? {}
  return (
    <Context.Provider value={{ formId: id, idempotencyKey, refused, cancelHref }}>
      {children}
    </Context.Provider>
  )
}
