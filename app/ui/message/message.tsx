import type { ReactNode } from 'react'

type StatusLineProps = { kind?: 'success' | 'warning'; children?: ReactNode }

/**
 * A short line that names what happened ("NAV LUX001 30.10.26 submitted to TEAM LEADER"), or what to look at all the same;
 * read out when it changes.
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
  /** What to do next: a link, a retry button. */
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

/** A remark beside the matter: `failed` holds it up, `warning` wants attention, `info` only informs. */
export function Note({
  kind = 'info',
  children,
}: {
  kind?: 'info' | 'warning' | 'failed'
  children: ReactNode
}) {
  return <div className={`note note--${kind}`}>{children}</div>
}
