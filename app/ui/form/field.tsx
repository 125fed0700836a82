import { type ReactNode, useState } from 'react'
import { fieldId } from './error-summary'
import { useFormState } from './form'

/** The id of the control over a native one. */
export const overId = (id: string) => `${id}-over`

/** The props of all fields. */
export type FieldProps = {
  name: string
  label: string
  /** Below the label: format, where to find it. */
  hint?: ReactNode
  required?: boolean
  /** Why it cannot be changed; the field is then disabled. */
  off?: string
  /** Visible, but cannot be changed; still sent. */
  readOnly?: boolean
  /** The error found by scripts before sending; the server's error takes precedence. */
  wrong?: string
  /** Its initial value; the value from a refused form takes precedence. */
  defaultValue?: string
  /** Its initial value, even if another was typed in a refused form. */
  value?: string
}

export type Control = {
  id: string
  name: string
  value: string
  /** Tells the label that another control covers the native one. */
  onOver: (over: boolean) => void
  /** To be spread on the native control. */
  attributes: {
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
    required: boolean | undefined
    disabled: boolean | undefined
  }
}

/** Label above, hint below it, the control, and its error. */
export function Field(
  props: Omit<FieldProps, 'label'> & { label: ReactNode; children: (control: Control) => ReactNode },
) {
  const { name, label, hint, required, off, wrong, defaultValue = '' } = props
  const { refusal, typed, prefix } = useFormState()
  const id = fieldId(prefix, name)
  const [isOver, setOver] = useState(false)
  const error = refusal?.fields?.[name] ?? wrong
  const described = [hint && `${id}-hint`, error && `${id}-error`, off && `${id}-off`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="field">
      <label id={`${id}-label`} htmlFor={isOver ? overId(id) : id}>
        {label}
        {required && <Required />}
      </label>
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {props.children({
        id,
        name,
        onOver: setOver,
        value: props.value ?? typed[name] ?? defaultValue,
        attributes: {
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
          required: required || undefined,
          disabled: off ? true : undefined,
        },
      })}
      {error && (
        <p className="field__error" id={`${id}-error`} aria-live="polite">
          {error}
        </p>
      )}
      {off && (
        <p className="field__hint" id={`${id}-off`}>
          {off}
        </p>
      )}
    </div>
  )
}

/** The mark of a required field. */
export function Required() {
  return (
    <span className="field__required" title="required">
      {' '}
      *<span className="hidden-text"> required</span>
    </span>
  )
}
