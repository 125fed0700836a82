import { Link } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useLater } from '~/ui/enhanced/later'

const loadPalette = () => import('./palette').then((code) => code.default)

/** Leads to the search; with scripts it opens over the page, also by Ctrl+K. */
export function SearchLink() {
  const [Palette, want] = useLater(loadPalette)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey || event.defaultPrevented) return
      event.preventDefault()
      want()
      setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [want])
  return (
    <>
      <Link
        className="topbar__link"
        to="/search"
        discover="none"
        title="Search and commands (Ctrl+K)"
        onFocus={want}
        onPointerEnter={want}
        onClick={(event) => {
          if (!Palette || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        Search
      </Link>
      {isOpen && Palette && <Palette close={() => setOpen(false)} />}
    </>
  )
}
