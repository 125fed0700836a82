import type { ReactNode } from 'react'

type StatusLineProps = { kind?: 'success' | 'warning'; children?: ReactNode }

/**
 * A short line that says what happened ("NAV LUX001 30.10.26 submitted to TEAM LEADER"), or a warning; screen readers
 * read it when it changes.
 */
export function StatusLine({ kind = 'success', children }: StatusLineProps) {
  return (
    <p className={kind === 'warning' ? 'status-line status-line--warning' : 'status-line'} role="status">
      {children}
    </p>
  )
}

type ErrorBannerProps = {
  title: string
  text: ReactNode
  list?: string[]
  /** The next step: a link, a retry button. */
  children?: ReactNode
}

/** Something failed or was refused: what, why, and what to do. */
export function ErrorBanner({ title, text, list = [], children }: ErrorBannerProps) {
  return (
    <div className="error-banner" role="alert">
      <strong>{title}</strong>
      <p>{text}</p>
      {list.length > 0 && (
        <ul>
          {list.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}

/**
 * A remark next to the content: `failed` is for a problem that blocks the work, `warning` needs attention, `info` only
 * informs.
 */
export function Note({
  kind = 'info',
  children,
}: {
  kind?: 'info' | 'warning' | 'failed'
  children: ReactNode
}) {
  return <div className={`note note--${kind}`}>{children}</div>
}

interface EmptyProps {
  /** "No invoices yet" */
  title: string
  /** Why, in a sentence or two. */
  children: ReactNode
  /** The next act: a link that looks like a button. */
  act?: ReactNode
}

/** A list without any rows: why, and what to do next. */
export function Empty({ title, children, act }: EmptyProps) {
  return (
    <>
      <h2>{title}</h2>
      <p>{children}</p>
      {act}
    </>
  )
}
