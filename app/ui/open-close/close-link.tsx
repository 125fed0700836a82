import type { ReactNode } from 'react'
import { OpenLink } from './open-link'
import { useClose } from './use-close'

/** A link back to the page below a drawer or popup. */
export function CloseLink({
  to,
  className,
  children,
}: {
  to: string
  className?: string
  children: ReactNode
}) {
  const close = useClose(to)
  return (
    <OpenLink
      to={to}
      className={className}
      state={null}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        close()
      }}
    >
      {children}
    </OpenLink>
  )
}
