import type { SelectOption } from '../form/inputs'
import { InlineKeys, useInlineForm } from './inline-form'

type InlineInputProps = {
  name: string
  /** Heading of its column: there is no other label beside it. */
  label: string
  kind: 'text' | 'decimal' | 'day' | 'boolean' | 'choice'
  /** What stands in it at first; what was typed in a refused form comes before it. 'true' for a ticked box. */
  value: string
  options?: SelectOption[]
  required?: boolean
  maxLength?: number
  /** The first field of the row takes focus. */
  first?: boolean
}

/** A field in a cell of a row that is edited in place, with what is wrong with it below. */
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
  shared: Record<string, unknown>
  typed: Record<string, string> | undefined
}

function Control({ name, kind, value, options = [], maxLength, required, shared, typed }: ControlProps) {
  if (kind === 'boolean') {
    const ticked = typed ? typed[name] === 'on' : value === 'true'
    return (
      <input key={String(ticked)} type="checkbox" defaultChecked={ticked} {...shared} required={undefined} />
    )
  }
  const text = typed?.[name] ?? value
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
      type={kind === 'day' ? 'date' : 'text'}
      inputMode={kind === 'decimal' ? 'decimal' : undefined}
      className={kind === 'decimal' ? 'inline-decimal' : undefined}
      max={kind === 'day' ? '9999-12-31' : undefined}
      maxLength={maxLength}
      autoComplete="off"
      defaultValue={text}
      {...shared}
    />
  )
}
