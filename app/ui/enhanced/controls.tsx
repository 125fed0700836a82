import { type ChangeEventHandler, useEffect, useRef, useState } from 'react'
import { Field, type FieldProps } from '../form/field'
import { native, type OnValue, type SelectInputProps, type SelectOption } from '../form/inputs'
import { type NativeField, underneath, useOver } from './over'

/** Lists with more options than this are searched by text. */
export const MANY = 12

interface ControlProps {
  id: string
  name: string
  /** Its initial value; another one resets it. */
  defaultValue: string
  label: string
  /** The id of its form, if it is outside that form. */
  form?: string
  required?: boolean
  disabled?: boolean
  readOnly?: boolean
  autoFocus?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  onChange?: ChangeEventHandler<NativeField>
  onOver?: (over: boolean) => void
}

/** Properties shared with the native control. */
const shared = (props: ControlProps) => ({
  id: props.id,
  label: props.label,
  shown: props.defaultValue,
  describedBy: props['aria-describedby'],
  isInvalid: props['aria-invalid'],
  isRequired: props.required,
  autoFocus: props.autoFocus,
  isOff: Boolean(props.disabled || props.readOnly),
  onOver: props.onOver,
})

const loadDay = () => import('./day-over').then((code) => code.default)
const loadChoice = () => import('./choice-over').then((code) => code.default)

/** 30/10/2026 */
const written = (day: string) => (day === '' ? 'dd/mm/yyyy' : day.split('-').reverse().join('/'))

/**
 * The browser's date field; with scripts a text field, dd/mm/yyyy, and a calendar over it. Until these have loaded the
 * page shows the day as they do, not as the browser's country writes it.
 */
export function DayControl(props: ControlProps & { min?: string; max?: string }) {
  const { label, onOver, min, max = '9999-12-31', ...native } = props
  const ref = useRef<HTMLInputElement>(null)
  const Over = useOver(loadDay, ref, false)
  const [day, setDay] = useState(native.defaultValue)
  // A browser puts back what was typed before the page was loaded again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another value it is another element
  useEffect(() => setDay(ref.current?.value ?? ''), [native.defaultValue])
  return (
    <span className="over" data-day={Over ? undefined : written(day)}>
      <input
        key={native.defaultValue}
        ref={ref}
        {...native}
        onInput={(event) => setDay(event.currentTarget.value)}
        type="date"
        min={min}
        max={max}
        {...(Over && underneath(native.id))}
      />
      {Over && <Over native={ref} {...shared(props)} min={min} max={max} />}
    </span>
  )
}

interface ChoiceControlProps extends ControlProps {
  /** All options; only those chosen earlier if `search` finds the others. */
  options: readonly SelectOption[]
  /** Address that returns the options for a text: the control then holds and sends the text itself. */
  search?: string
  /** The label of the empty option; undefined if there is none. */
  blank?: string
}

/** The browser's list, or a text field if `search` finds the options; with scripts a combo box over it. */
export function ChoiceControl(props: ChoiceControlProps) {
  const { label, onOver, options, search, blank, readOnly, ...native } = props
  const ref = useRef<NativeField>(null)
  const Over = useOver(loadChoice, ref, Boolean(native.disabled || readOnly))
  const under = Over && underneath(native.id)
  if (search !== undefined) {
    const text = options.find(({ value }) => value === native.defaultValue)?.label ?? native.defaultValue
    return (
      <span className="over">
        <input
          key={text}
          ref={ref as React.RefObject<HTMLInputElement>}
          {...native}
          type="text"
          maxLength={300}
          autoComplete="off"
          defaultValue={text}
          {...under}
        />
        {Over && <Over native={ref} {...shared(props)} shown={text} options={options} search={search} />}
      </span>
    )
  }
  return (
    <span className="over">
      <select
        key={native.defaultValue}
        ref={ref as React.RefObject<HTMLSelectElement>}
        {...native}
        {...under}
      >
        {blank !== undefined && <option value="">{blank}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {Over && <Over native={ref} {...shared(props)} options={options} />}
    </span>
  )
}

/** A day, yyyy-MM-dd; `min` and `max` are inclusive. */
export function DateInput({
  min,
  max,
  onValue,
  ...field
}: FieldProps & OnValue & { min?: string; max?: string }) {
  return (
    <Field {...field}>
      {(control) => (
        <DayControl
          {...native(control, { ...field, onValue })}
          label={field.label}
          onOver={control.onOver}
          min={min}
          max={max}
        />
      )}
    </Field>
  )
}

/**
 * A choice among many: suppliers, entities, validators. Searched by text with scripts; without scripts a list, or if
 * the page does not have all options, the text itself, which the server looks up.
 */
export function ChoiceInput({
  options,
  search,
  blank = '',
  onValue,
  ...field
}: SelectInputProps & { search?: string }) {
  return (
    <Field {...field}>
      {(control) => (
        <ChoiceControl
          {...native(control, { onValue })}
          label={field.label}
          onOver={control.onOver}
          options={options}
          search={search}
          blank={field.required && control.value !== '' ? undefined : blank}
        />
      )}
    </Field>
  )
}

type DecimalInputProps = FieldProps &
  OnValue & {
    /** The error of a text, as a sentence; shown once the user left the field, until it is corrected. */
    faultIn?: (text: string) => string | null
    /** How the text is read, digit by digit; shown when the user leaves the field. Null if it stays unchanged. */
    readAs?: (text: string) => string | null
  }

/** An amount or other figure as text, so that no digit is lost; right-aligned. The server parses it. */
export function DecimalInput({ onValue, faultIn, readAs, ...field }: DecimalInputProps) {
  // Looked at again when what makes it an error changes: the currency of an amount.
  const [left, setLeft] = useState<string | null>(null)
  const fault = left === null ? null : (faultIn?.(left) ?? null)
  return (
    <Field {...field} wrong={fault ?? undefined}>
      {(control) => (
        <input
          key={control.value}
          {...native(control, field)}
          className="field__decimal"
          inputMode="decimal"
          maxLength={40}
          autoComplete="off"
          onChange={(event) => {
            if (fault !== null) setLeft(event.currentTarget.value)
            onValue?.(event.currentTarget.value)
          }}
          onBlur={(event) => {
            // A line appearing now would move the button from under the pointer; the response shows the same error.
            if (!isPressed(event.relatedTarget)) setLeft(event.currentTarget.value)
            const read = readAs?.(event.currentTarget.value) ?? null
            if (read === null) return
            event.currentTarget.value = read
            onValue?.(read)
          }}
        />
      )}
    </Field>
  )
}

/** Whether this is a form's button with the pointer down on it. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof HTMLButtonElement && target.type === 'submit' && target.matches(':active')
}
