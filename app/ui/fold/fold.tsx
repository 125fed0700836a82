import { useLocation } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { RIGHT_ICON } from '../icon/frame-icons'
import { Icon } from '../icon/icon'

interface FoldProps {
  title: string
  /** The result of what is folded, in a few words at the end of its line. */
  result?: ReactNode
  /** A link to it opens it. */
  id: string
  /** Prefix of the grid inside: an address that sorts, filters or pages it shows it. */
  gridPrefix?: string
  /** From the beginning. */
  open?: boolean
  children: ReactNode
}

/** A section of a page that is folded into one line, with its result; printed whole. */
export function Fold({ title, result, id, gridPrefix, open = false, children }: FoldProps) {
  const fold = useRef<HTMLDetailsElement>(null)
  const { search, hash } = useLocation()
  const isRequested =
    gridPrefix !== undefined &&
    [...new URLSearchParams(search).keys()].some((key) => key.startsWith(`${gridPrefix}.`))
  const isOpen = open || isRequested
  useEffect(() => {
    if (fold.current && (isOpen || hash === `#${id}`)) fold.current.open = true
  }, [isOpen, hash, id])
  return (
    <details className="fold" id={id} ref={fold} open={isOpen || undefined}>
      <summary>
        <Icon path={RIGHT_ICON} />
        <h2>{title}</h2>
        {result !== undefined && <span className="fold__result">{result}</span>}
      </summary>
      <div className="fold__body">{children}</div>
    </details>
  )
}
