import { type MouseEvent, useEffect, useRef } from 'react'
import { Link } from '../open-close/close-link'

/** Why a form was refused, and the fields concerned. */
export type FormRefusal = {
  /** The kind of refusal, if the server gives it. */
  code?: string
  title: string
  message: string
  /** A sentence by field name. */
  fields?: Record<string, string>
  list?: string[]
  /** Not refused: the form waited for its user, whose session had ended. */
  kind?: 'kept'
  /** Show the message above the sentences of the fields: it has more information. */
  saysMore?: boolean
  /** Data for the form. */
  details?: Record<string, unknown>
  /** Another way on than correcting the form. */
  next?: { label: string; href: string }
}

const MAYBE_STORED = new Set(['unavailable', 'unknown', 'saved'])

/** Whether a form may have taken effect although no success was reported: sent again, it keeps its key. */
export const mayBeStored = ({ code }: FormRefusal): boolean => code !== undefined && MAYBE_STORED.has(code)

/** A refused form: the reason, and the typed values. */
export type Refused = { refusal: FormRefusal; typed: Record<string, string> }

/** id of a field's control. */
export function fieldId(prefix: string, name: string): string {
  return prefix ? `${prefix}-${name}` : name
}

/** For links to fields: following one would be a navigation, which discards the refusal and the typed values. */
function focusField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1))
  if (!field) return
  event.preventDefault()
  field.focus()
}

interface ErrorSummaryProps {
  refusal: FormRefusal
  prefix: string
  /** Whether the form is being sent. */
  busy: boolean
}

/**
 * At the top of a refused form: what is wrong, with a link to each field. Takes focus with each response, and at no
 * other time.
 */
export function ErrorSummary({ refusal, prefix, busy }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null)
  const errors = Object.entries(refusal.fields ?? {}).filter(([, text]) => text !== '')
  // An error of two fields together is shown once, and its link leads to the first.
  const fields = errors.filter(([, text], at) => errors.findIndex((other) => other[1] === text) === at)
  const { list = [], next } = refusal

  const content = JSON.stringify(refusal)
  const took = useRef(false)
  // The same text takes focus again once the form is idle. New text has already taken focus, and must not take it from
  // a user who is typing again by then.
  useEffect(() => {
    if (!busy && !took.current) ref.current?.focus()
    took.current = false
  }, [busy])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text takes focus immediately
  useEffect(() => {
    ref.current?.focus()
    took.current = true
  }, [content])

  return (
    <div
      ref={ref}
      className={refusal.kind === 'kept' ? 'error-banner error-banner--kept' : 'error-banner'}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: users without scripts are also led to the error
      autoFocus
    >
      <strong>{refusal.title}</strong>
      {(fields.length === 0 || list.length > 0 || refusal.saysMore) && <p>{refusal.message}</p>}
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
      {next && <Link to={next.href}>{next.label}</Link>}
    </div>
  )
}
