import { type MouseEvent, useEffect, useRef } from 'react'
import type { FormRefusal } from './refusal'

/** id of a field's control. */
export function fieldId(prefix: string, name: string): string {
  return prefix ? `${prefix}-${name}` : name
}

/** To follow the link would be a navigation, which forgets the refusal and what was typed. */
function focusField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1))
  if (!field) return
  event.preventDefault()
  field.focus()
}

/** At the top of a refused form: what is wrong, with a link to each field. Takes focus. */
export function ErrorSummary({ refusal, prefix }: { refusal: FormRefusal; prefix: string }) {
  const ref = useRef<HTMLDivElement>(null)
  const told = Object.entries(refusal.fields ?? {}).filter(([, text]) => text !== '')
  // What is wrong with two fields together is told once, and leads to the first.
  const fields = told.filter(([, text], at) => told.findIndex((other) => other[1] === text) === at)
  const { list = [] } = refusal

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form refused again takes focus again
  useEffect(() => ref.current?.focus(), [refusal])

  return (
    <div
      ref={ref}
      className="error-banner"
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: whoever has no scripts is led to what is wrong as well
      autoFocus
    >
      <strong>{refusal.title}</strong>
      {(fields.length === 0 || list.length > 0) && <p>{refusal.message}</p>}
      {list.length > 0 && (
        <ul>
          {list.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {fields.length > 0 && (
        <ul>
          {fields.map(([name, text]) => (
            <li key={name}>
              <a href={`#${fieldId(prefix, name)}`} onClick={focusField}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
