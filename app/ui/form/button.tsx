import { type ReactNode, useId } from 'react'
import { useFormState } from './form'

type SubmitButtonProps = {
  children: ReactNode
  /** The button's text while the form is sent. */
  busyText?: string
  /** Sent with the form, to distinguish several buttons. */
  name?: string
  value?: string
  /** One primary action per form. */
  look?: 'primary' | 'plain' | 'danger'
  /** Why it cannot be pressed now; the button is then disabled. */
  off?: string | null
  /** For pages that are opened to press it. */
  autoFocus?: boolean
  /** It needs no more of the form than what is filled in. */
  needsNothing?: boolean
}

/** Submits the surrounding form. Shows "Saving…" immediately and cannot be pressed again meanwhile. */
export function SubmitButton({
  children,
  busyText = 'Saving…',
  name,
  value,
  look = 'primary',
  off,
  autoFocus,
  needsNothing,
}: SubmitButtonProps) {
  const { busy, data } = useFormState()
  const pressed = busy && (!name || !data || data.get(name) === (value ?? ''))
  const id = useId()
  return (
    <>
      <button
        type="submit"
        name={name}
        value={value}
        className={`button button--${look}`}
        // biome-ignore lint/a11y/noAutofocus: the page is opened to press it
        autoFocus={autoFocus}
        formNoValidate={needsNothing}
        // Disabling it would remove its value from the form, and its focus.
        aria-disabled={busy || undefined}
        disabled={Boolean(off)}
        aria-describedby={off ? id : undefined}
      >
        {pressed ? busyText : children}
      </button>
      {off && (
        <span className="form__why" id={id}>
          {off}
        </span>
      )}
    </>
  )
}

/**
 * A submit button that scripts enable once the form is complete: disabled from the first HTML on. Pages without scripts
 * have one that is always enabled, as nothing would enable it.
 */
export function CompleteFormButton({ off, ...button }: SubmitButtonProps) {
  return (
    <>
      <span className="with-scripts">
        <SubmitButton {...button} off={off} />
      </span>
      <noscript>
        <SubmitButton {...button} />
      </noscript>
    </>
  )
}
