import { Form as RemixForm, useNavigate, useNavigation } from '@remix-run/react'
import { type KeyboardEvent, type ReactNode, type SelectHTMLAttributes, useEffect, useRef } from 'react'
import { ChoiceControl, DayControl, MANY } from '../enhanced/controls'
import type { SelectOption } from '../form/inputs'
import { Link } from '../open-close/close-link'
import { TypedBefore } from '../session/typed-before'
import { type InlineFormProps, useInlineForm } from './inline-form'

/** Whether a form with this key is being sent. */
function useBusy(idempotencyKey: string): boolean {
  const { formMethod, formData } = useNavigation()
  return formMethod === 'POST' && formData?.get('idempotencyKey') === idempotencyKey
}

/** The form itself, which is invisible, and the offer to restore values typed earlier. */
export function EditedForm({ form }: { form: NonNullable<InlineFormProps['form']> }) {
  const { id, idempotencyKey, hidden, refused, keptAs } = form
  const sent = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  const busy = useBusy(idempotencyKey)
  useEffect(() => {
    sent.current = busy
  }, [busy])
  useEffect(() => {
    if (refused) document.querySelector<HTMLElement>(`[form="${id}"][aria-invalid]`)?.focus()
  }, [refused, id])
  return (
    <>
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
      {keptAs && (
        <TypedBefore key={keptAs} form={element} name={keptAs} busy={busy} refused={refused !== undefined} />
      )}
    </>
  )
}

type InlineInputProps = {
  name: string
  /** Heading of its column: there is no other visible label. */
  label: string
  kind: 'text' | 'decimal' | 'day' | 'boolean' | 'choice'
  /** Its initial value; the value from a refused form takes precedence. 'true' for a ticked box. */
  value: string
  options?: SelectOption[]
  /** Address that finds the options for a text, if only those in use are in the page. */
  search?: string
  /** The label of the empty option. */
  blank?: string
  /** A choice by pointer is saved immediately. By keyboard, where each arrow key changes the choice, Enter saves. */
  savesChoice?: true
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
      <InlineControl {...props} shared={shared} typed={refused?.typed} />
      {error && (
        <span className="field__error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </InlineKeys>
  )
}

/** For a list in a cell: saves a choice made by pointer. */
const SAVES_CHOICE: Pick<
  SelectHTMLAttributes<HTMLSelectElement>,
  'onPointerDown' | 'onKeyDown' | 'onChange'
> = {
  onPointerDown: ({ currentTarget }) => {
    currentTarget.dataset.pointed = ''
  },
  onKeyDown: ({ currentTarget }) => {
    delete currentTarget.dataset.pointed
  },
  onChange: ({ currentTarget }) => 'pointed' in currentTarget.dataset && currentTarget.form?.requestSubmit(),
}

type InlineControlProps = Omit<InlineInputProps, 'first'> & {
  shared: { id: string } & Record<string, unknown>
  typed: Record<string, string> | undefined
}

function InlineControl({
  name,
  label,
  kind,
  value,
  options = [],
  search,
  blank = '',
  savesChoice,
  maxLength,
  required,
  shared,
  typed,
}: InlineControlProps) {
  if (kind === 'boolean') {
    const ticked = typed ? typed[name] === 'on' : value === 'true'
    return (
      <input key={String(ticked)} type="checkbox" defaultChecked={ticked} {...shared} required={undefined} />
    )
  }
  const text = typed?.[name] ?? value
  const over = { ...shared, id: shared.id, name, label, required: required || undefined, defaultValue: text }
  if (kind === 'day') return <DayControl {...over} />
  const empty = required && text !== '' ? undefined : blank
  if (kind === 'choice' && (search !== undefined || options.length > MANY))
    return <ChoiceControl {...over} options={options} search={search} blank={empty} />
  if (kind === 'choice')
    return (
      <select key={text} defaultValue={text} {...shared} {...(savesChoice && SAVES_CHOICE)}>
        {empty !== undefined && <option value="">{empty}</option>}
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

/**
 * Around the cells of the row: Escape cancels, unless it closed a list or calendar; Enter saves where the browser would
 * not.
 */
function InlineKeys({ className, children }: { className?: string; children: ReactNode }) {
  const { cancelHref } = useInlineForm()
  const navigate = useNavigate()
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.defaultPrevented) return
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
  const { formId, idempotencyKey, cancelHref } = useInlineForm()
  const busy = useBusy(idempotencyKey)
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
      <Link to={cancelHref} replace preventScrollReset>
        Cancel
      </Link>
    </InlineKeys>
  )
}
