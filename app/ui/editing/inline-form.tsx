import { Form as RemixForm, useNavigation } from '@remix-run/react'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { lazily } from '../enhanced/later'
import type { Refused } from '../form/error-summary'

type InlineState = {
  formId: string
  refused: Refused | undefined
  busy: boolean
  cancelHref: string
}

const Context = createContext<InlineState>({ formId: '', refused: undefined, busy: false, cancelHref: '' })

/** The state of its form that the fields of a row edited in place need. */
export function useInlineForm(): InlineState {
  return useContext(Context)
}

export type InlineFormProps = {
  /** The form of the row that is edited; null while no row is. */
  form: {
    id: string
    /** Makes sure that a form sent twice takes effect once. */
    idempotencyKey: string
    /** Its hidden fields. */
    hidden: Readonly<Record<string, string>>
    refused?: Refused
    /** The name under which the tab keeps what is typed in it until it is sent. */
    keptAs?: string
  } | null
  /** The same page with no row edited. */
  cancelHref: string
  /** The grid with the row: its fields refer to the form, which is beside the table. */
  children: ReactNode
}

/** Its code comes when a row is edited. */
const TypedBefore = lazily(() => import('../session/typed-before').then((code) => code.TypedBefore), 'shown')

/** A form over the cells of one row. Works without scripts: its fields belong to it by name, Cancel is a link. */
export function InlineForm({ form, cancelHref, children }: InlineFormProps) {
  const navigation = useNavigation()
  const sent = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  const { id = '', idempotencyKey = '', hidden = {}, refused, keptAs } = form ?? {}
  const busy =
    navigation.formMethod === 'POST' && navigation.formData?.get('idempotencyKey') === idempotencyKey
  useEffect(() => {
    sent.current = busy
  }, [busy])
  useEffect(() => {
    if (refused) document.querySelector<HTMLElement>(`[form="${id}"][aria-invalid]`)?.focus()
  }, [refused, id])
  return (
    <Context.Provider value={{ formId: id, refused, busy, cancelHref }}>
      {form && (
        <RemixForm
          ref={element}
          method="post"
          id={id}
          hidden
          preventScrollReset
          aria-busy={busy || undefined}
          onSubmit={(event) => {
            if (sent.current) return event.preventDefault()
            sent.current = true
          }}
        >
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        </RemixForm>
      )}
      {keptAs && (
        <TypedBefore key={keptAs} form={element} name={keptAs} busy={busy} refused={refused !== undefined} />
      )}
      {children}
    </Context.Provider>
  )
}
