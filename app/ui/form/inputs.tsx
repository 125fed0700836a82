import type { ReactNode } from 'react'
import { fieldId } from './error-summary'
import { type Control, Field, type FieldProps, Required } from './field'
import { useFormState } from './form'

export type OnValue = { onValue?: (value: string) => void }

type Changed = { currentTarget: { value: string } }

/** Attributes of every native control, from its field. */
export function native(
  { id, name, value, attributes }: Control,
  { onValue, readOnly }: OnValue & { readOnly?: boolean },
) {
  const onChange = onValue && ((event: Changed) => onValue(event.currentTarget.value))
  return { id, name, defaultValue: value, readOnly, onChange, ...attributes }
}

type TextInputProps = FieldProps &
  OnValue & {
    maxLength?: number
    autoComplete?: string
    type?: 'text' | 'email' | 'password' | 'search'
    autoFocus?: boolean
  }

/** One line of text. */
export function TextInput({
  maxLength,
  autoComplete = 'off',
  type = 'text',
  autoFocus,
  onValue,
  ...field
}: TextInputProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          key={control.value}
          {...native(control, { ...field, onValue })}
          type={type}
          // A typed password is never shown again; the page may fill one in.
          defaultValue={type === 'password' ? field.defaultValue : control.value}
          maxLength={maxLength}
          autoComplete={autoComplete}
          // biome-ignore lint/a11y/noAutofocus: the page is opened to fill it in
          autoFocus={autoFocus}
        />
      )}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({
  rows = 3,
  maxLength,
  placeholder,
  autoFocus,
  onValue,
  ...field
}: FieldProps & OnValue & { rows?: number; maxLength?: number; placeholder?: string; autoFocus?: boolean }) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          key={control.value}
          {...native(control, { ...field, onValue })}
          rows={rows}
          maxLength={maxLength}
          placeholder={placeholder}
          // biome-ignore lint/a11y/noAutofocus: the page is opened to fill it in
          autoFocus={autoFocus}
        />
      )}
    </Field>
  )
}

export type SelectOption = { value: string; label: string }

export type SelectInputProps = FieldProps &
  OnValue & {
    options: SelectOption[]
    /** The label of the empty option; omitted if the field is required and has a value. */
    blank?: string
  }

/** A choice from a list. */
export function SelectInput({ options, blank = '', onValue, ...field }: SelectInputProps) {
  return (
    <Field {...field}>
      {(control) => (
        <select key={control.value} {...native(control, { onValue })}>
          {!(field.required && control.value !== '') && <option value="">{blank}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type CheckboxProps = Omit<FieldProps, 'defaultValue' | 'hint' | 'readOnly'> & {
  defaultChecked?: boolean
  onChecked?: (checked: boolean) => void
}

/** Yes or no: sends `on` or nothing. Its label is next to it. */
export function Checkbox({ name, label, required, off, defaultChecked = false, onChecked }: CheckboxProps) {
  const { refusal, typed, prefix } = useFormState()
  const id = fieldId(prefix, name)
  const error = refusal?.fields?.[name]
  // A form does not send unticked boxes.
  const ticked = Object.keys(typed).length > 0 ? typed[name] === 'on' : defaultChecked
  return (
    <div className="field">
      <label className="field__check">
        <input
          id={id}
          name={name}
          type="checkbox"
          defaultChecked={ticked}
          required={required}
          disabled={off !== undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || off ? `${id}-note` : undefined}
          onChange={onChecked && ((event) => onChecked(event.currentTarget.checked))}
        />
        {label}
        {required && <Required />}
      </label>
      {(error ?? off) && <Explained id={`${id}-note`} wrong={error !== undefined} text={error ?? off} />}
    </div>
  )
}

function Explained({ id, wrong, text }: { id: string; wrong: boolean; text: ReactNode }) {
  return (
    <p id={id} className={wrong ? 'field__error' : 'field__hint'}>
      {text}
    </p>
  )
}
