import {
  type FetcherWithComponents,
  Form as RemixForm,
  useActionData,
  useLocation,
  useNavigation,
} from '@remix-run/react'
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef } from 'react'
import { typedName } from '../session/stored-in-tab'
import { TypedBefore } from '../session/typed-before'
import { ErrorSummary, type FormRefusal, mayBeStored } from './error-summary'

type FormState = {
  refusal: FormRefusal | undefined
  typed: Record<string, string>
  prefix: string
  busy: boolean
  /** The data that is being sent. */
  data: FormData | undefined
}

const Context = createContext<FormState>({
  refusal: undefined,
  typed: {},
  prefix: '',
  busy: false,
  data: undefined,
})

/** The state of a form, for its fields. */
export function useFormState(): FormState {
  return useContext(Context)
}

type FormProps = {
  /** Address that receives the form; by default the page's own. */
  action?: string
  /** Makes sure that a form sent twice takes effect once: the server creates it for each form it shows. */
  idempotencyKey?: string
  refusal?: FormRefusal
  /** The typed values of a refused form, by field name; shown again. */
  typed?: Record<string, string>
  /** Distinguishes the fields of several forms on one page. */
  prefix?: string
  /** Sends without changing the address; without it the form navigates. */
  fetcher?: FetcherWithComponents<unknown>
  multipart?: boolean
  /** Long to fill in: the tab keeps the typed values until the form is sent. */
  keeps?: boolean
  /** Whether another request for it is already running (a separate upload). */
  busy?: boolean
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** A form that posts, with and without scripts. While it is being sent, a second submit is refused. */
export function Form(props: FormProps) {
  const { action, refusal, typed = {}, prefix = '', fetcher, multipart, onSubmit } = props
  const idempotencyKey = keyOf(props)
  const navigation = useNavigation()
  const sent = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const ours = navigation.formData?.get('idempotencyKey') === (idempotencyKey ?? null)
  const sending = fetcher ? fetcher.state !== 'idle' : ours && navigation.formMethod === 'POST'
  const { answer, arrived } = useAnswer(fetcher)
  const busy = (sending && !(arrived && refusal)) || props.busy === true
  const { key: page, pathname } = useLocation()
  // A response may arrive before any render is busy: a new response also releases the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    sent.current = busy
  }, [busy, answer, idempotencyKey, page])

  const Tag = fetcher ? fetcher.Form : RemixForm
  return (
    <Context.Provider
      value={{ refusal, typed, prefix, busy, data: sending ? (fetcher ?? navigation).formData : undefined }}
    >
      <Tag
        ref={form}
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
        {refusal && <ErrorSummary refusal={refusal} prefix={prefix} busy={busy} />}
        {props.keeps && (
          <TypedBefore
            form={form}
            name={typedName(pathname, action ?? '', prefix)}
            busy={busy}
            refused={refusal !== undefined}
          />
        )}
        {idempotencyKey && <input type="hidden" name="idempotencyKey" value={idempotencyKey} />}
        {props.children}
      </Tag>
    </Context.Provider>
  )
}

/**
 * The last response, and whether it belongs to the request being sent: the page below is then reloaded, which a refused
 * user need not wait for.
 */
function useAnswer(fetcher: FetcherWithComponents<unknown> | undefined) {
  const [ofPage, navigation] = [useActionData(), useNavigation()]
  const answer = fetcher ? fetcher.data : ofPage
  const { state } = fetcher ?? navigation
  // A form mounted together with its response has no earlier one.
  const before = useRef(state === 'loading' ? undefined : answer)
  useEffect(() => {
    if (state !== 'loading') before.current = answer
  }, [state, answer])
  return { answer, arrived: state === 'loading' && answer !== before.current }
}

/** Without scripts the page of a refused form is created again, with a new key; the sent data keeps its key. */
function keyOf({ idempotencyKey, refusal, typed }: FormProps): string | undefined {
  return (refusal && mayBeStored(refusal) ? typed?.idempotencyKey : undefined) ?? idempotencyKey
}

/** The actions at the end of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="form__actions">{children}</div>
}

/** Related fields, under their own heading. */
export function FormGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="form__group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
