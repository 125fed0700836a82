import { type FetcherWithComponents, Form as RemixForm, useNavigation } from '@remix-run/react'
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef } from 'react'
import { ErrorSummary } from './error-summary'
import type { FormRefusal } from './refusal'

type FormState = {
  refusal: FormRefusal | undefined
  typed: Record<string, string>
  prefix: string
  busy: boolean
  /** What is being sent. */
  data: FormData | undefined
}

const Context = createContext<FormState>({
  refusal: undefined,
  typed: {},
  prefix: '',
  busy: false,
  data: undefined,
})

/** What the fields of a form need to know of it. */
export function useFormState(): FormState {
  return useContext(Context)
}

type FormProps = {
  /** Address that takes the form; the page's own unless said otherwise. */
  action?: string
  /** Makes sure that a form sent twice takes effect once: made by the server for each form it shows. */
  idempotencyKey?: string
  refusal?: FormRefusal
  /** What was typed when it was refused, by field name; shown again. */
  typed?: Record<string, string>
  /** Tells the fields of several forms on one page apart. */
  prefix?: string
  /** Sends without changing the address; without it the form navigates. */
  fetcher?: FetcherWithComponents<unknown>
  multipart?: boolean
  /** Is something else already under way for it (an upload of its own)? */
  busy?: boolean
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** A form that posts, with and without scripts. While it is sent, a second submit is refused. */
export function Form(props: FormProps) {
  const { action, idempotencyKey, refusal, typed = {}, prefix = '', fetcher, multipart, onSubmit } = props
  const navigation = useNavigation()
  const sent = useRef(false)
  const ours = navigation.formData?.get('idempotencyKey') === (idempotencyKey ?? null)
  const sending = fetcher ? fetcher.state !== 'idle' : ours && navigation.formMethod === 'POST'
  const busy = sending || props.busy === true
  useEffect(() => {
    sent.current = busy
  }, [busy])

  const Tag = fetcher ? fetcher.Form : RemixForm
  return (
    <Context.Provider
      value={{ refusal, typed, prefix, busy, data: sending ? (fetcher ?? navigation).formData : undefined }}
    >
      <Tag
        method="post"
        action={action}
        className="form"
        encType={multipart ? 'multipart/form-data' : undefined}
        aria-busy={busy || undefined}
        preventScrollReset
        onSubmit={(event) => {
          if (sent.current) return event.preventDefault()
          onSubmit?.(event)
          sent.current = !event.defaultPrevented
        }}
      >
        {refusal && <ErrorSummary refusal={refusal} prefix={prefix} />}
        {idempotencyKey && <input type="hidden" name="idempotencyKey" value={idempotencyKey} />}
        {props.children}
      </Tag>
    </Context.Provider>
  )
}

/** The actions at the end of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="form__actions">{children}</div>
}

/** Fields that belong together, under a heading of their own. */
export function FormGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="form__group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
