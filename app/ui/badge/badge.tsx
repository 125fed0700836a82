import type { ReactNode } from 'react'

export const BADGE_KINDS = [
  'new',
  'pending',
  'warning',
  'success',
  'validated',
  'failed',
  'invalidated',
] as const

/** The style classes of a status (specification section 4). */
export type BadgeKind = (typeof BADGE_KINDS)[number]

/** A shape for each kind, on a 10 x 10 field, so that kinds differ in print and for users who cannot see colours. */
const SHAPES: Record<BadgeKind, ReactNode> = {
  new: <circle cx="5" cy="5" r="3.5" fill="none" />,
  pending: (
    <>
      <circle cx="5" cy="5" r="3.5" fill="none" />
      <path d="M5 1.5a3.5 3.5 0 0 1 0 7z" />
    </>
  ),
  warning: <path d="M5 1.5 9 8.5H1z" fill="none" />,
  success: <path d="m1.5 5.5 2.5 2.5 4.5-6" fill="none" />,
  validated: <path d="m.5 5.5 2 2.5 3.5-6M4.5 7l.8 1L9.5 2" fill="none" />,
  failed: <path d="m2 2 6 6M8 2 2 8" fill="none" />,
  invalidated: <path d="M1.5 5h7" fill="none" />,
}

/** Only the shape of a kind, on a 10 x 10 field, for use within another drawing. */
export function BadgeShape({ kind }: { kind: BadgeKind }) {
  return SHAPES[kind]
}

type BadgeProps = {
  kind: BadgeKind
  /** The status word. */
  status: string
  /** Shown in brackets after it. */
  queue?: string | null
  /** The status is still being saved. */
  ahead?: boolean
}

/** The word of a status, and the queue in brackets that a list may have with it: "SUBMITTED (TEAM LEADER)". */
const QUEUED = /^([^()]+) \(([^()]+)\)$/

/** A status with word, queue in brackets and shape. */
export function Badge({ kind, status, queue = null, ahead = false }: BadgeProps) {
  const [, word = status, whose = queue] = queue === null ? (QUEUED.exec(status) ?? []) : []
  return (
    <span
      className={ahead ? `badge badge--${kind} badge--ahead` : `badge badge--${kind}`}
      title={ahead ? 'Saving…' : undefined}
    >
      <svg viewBox="0 0 10 10" aria-hidden="true">
        {SHAPES[kind]}
      </svg>
      {whose ? `${word} ` : word}
      {whose && <span className="badge__queue">{`(${whose})`}</span>}
    </span>
  )
}

/** The kind for a style class in data; `invalidated` for an unknown one. */
export function badgeKind(text: string): BadgeKind {
  return BADGE_KINDS.find((kind) => kind === text) ?? 'invalidated'
}
