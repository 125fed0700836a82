import { Link, Form as RemixForm, useNavigate, useNavigation } from '@remix-run/react'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useRef } from 'react'
import { ChoiceControl, DayControl, MANY } from '../enhanced/controls'
import type { Refused } from '../form/error-summary'
import type { SelectOption } from '../form/inputs'

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
  } | null
  /** The same page with no row edited. */
  cancelHref: string
  /** The grid with the row: its fields refer to the form, which is beside the table. */
  children: ReactNode
}

/** A form over the cells of one row. Works without scripts: its fields belong to it by name, Cancel is a link. */
export function InlineForm({ form, cancelHref, children }: InlineFormProps) {
  const navigation = useNavigation()
  const sent = useRef(false)
  const { id = '', idempotencyKey = '', hidden = {}, refused } = form ?? {}
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
      {children}
    </Context.Provider>
  )
}

/** Around the cells of the row: Escape cancels, Enter saves where the browser would not. */
export function InlineKeys({ className, children }: { className?: string; children: ReactNode }) {
  const { cancelHref } = useInlineForm()
  const navigate = useNavigate()
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      navigate(cancelHref, { replace: true, preventScrollReset: true })
    } else if (event.key === 'Enter' && event.target instanceof HTMLSelectElement) {
      event.preventDefault()
      event.target.form?.requestSubmit()
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields inside, which have their own roles
    <span className={className} onKeyDown={onKeyDown}>
      {children}
    </span>
  )
}

/** Save and Cancel, for the last cell of the row. */
export function InlineActions() {
  const { formId, busy, cancelHref } = useInlineForm()
  return (
    <InlineKeys className="inline-actions">
      <button
        type="submit"
        form={formId}
        className="button button--primary"
        aria-disabled={busy || undefined}
      >
        {busy ? 'Saving…' : 'Save'}
      </button>
      <Link to={cancelHref} replace discover="none" preventScrollReset>
        Cancel
      </Link>
    </InlineKeys>
  )
}

type InlineInputProps = {
  name: string
  /** Heading of its column: there is no other label beside it. */
  label: string
  kind: 'text' | 'decimal' | 'day' | 'boolean' | 'choice'
  /** Its initial value; the value from a refused form takes precedence. 'true' for a ticked box. */
  value: string
  options?: SelectOption[]
  required?: boolean
  maxLength?: number
  /** The first field of the row takes focus. */
  first?: boolean
}

/** A field in a cell of a row that is edited in place, with its error below. */
export function InlineInput({ first, ...props }: InlineInputProps) {
  const { formId, refused } = useInlineForm()
  const { name, label, required } = props
  const error = refused?.refusal.fields?.[name]
  const id = `${formId}-${name}`
  const shared = {
    id,
    name,
    form: formId,
    required: required || undefined,
    autoFocus: first || undefined,
    'aria-label': label,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  return (
    <InlineKeys className="inline-field">
      <Control {...props} shared={shared} typed={refused?.typed} />
      {error && (
        <span className="field__error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </InlineKeys>
  )
}

type ControlProps = Omit<InlineInputProps, 'first'> & {
  shared: { id: string } & Record<string, unknown>
  typed: Record<string, string> | undefined
}

function Control({
  name,
  label,
  kind,
  value,
  options = [],
  maxLength,
  required,
  shared,
  typed,
}: ControlProps) {
  if (kind === 'boolean') {
    const ticked = typed ? typed[name] === 'on' : value === 'true'
    return (
      <input key={String(ticked)} type="checkbox" defaultChecked={ticked} {...shared} required={undefined} />
    )
  }
  const text = typed?.[name] ?? value
  const over = { ...shared, id: shared.id, name, label, required: required || undefined, defaultValue: text }
  if (kind === 'day') return <DayControl {...over} />
  if (kind === 'choice' && options.length > MANY)
    return <ChoiceControl {...over} options={options} blank={required && text !== '' ? undefined : ''} />
  if (kind === 'choice')
    return (
      <select key={text} defaultValue={text} {...shared}>
        {!(required && text !== '') && <option value="" />}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  return (
    <input
      key={text}
      type="text"
      inputMode={kind === 'decimal' ? 'decimal' : undefined}
      className={kind === 'decimal' ? 'inline-decimal' : undefined}
      maxLength={maxLength}
      autoComplete="off"
      defaultValue={text}
      {...shared}
    />
  )
}
