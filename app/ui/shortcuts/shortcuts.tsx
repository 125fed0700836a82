import { useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { type Shortcut, shortcuts, useShortcut } from './use-shortcut'

/** `g` and then this letter goes to a page. */
export type GoTo = { letter: string; label: string; href: string }

/** Shortcuts of every page: `?` lists those in force, `g` and a letter goes to a page. */
export function Shortcuts({ goTo }: { goTo: GoTo[] }) {
  const [listed, setListed] = useState<Shortcut[] | null>(null)
  useShortcut('?', 'List the shortcuts', () => setListed(shortcuts()))
  return (
    <>
      {goTo.map((one) => (
        <GoToShortcut key={one.letter} {...one} />
      ))}
      {listed && <ShortcutList listed={listed} onClose={() => setListed(null)} />}
    </>
  )
}

function GoToShortcut({ letter, label, href }: GoTo) {
  const navigate = useNavigate()
  useShortcut(`g ${letter}`, `Go to ${label}`, () => navigate(href))
  return null
}

/** Keys that work everywhere in a grid or drawer, and are no shortcuts of their own. */
const FIXED = [
  { keys: '↑ ↓ ← →', label: 'Move over the cells of a grid' },
  { keys: 'Home End', label: 'First and last cell; with Ctrl of the page' },
  { keys: 'PgUp PgDn', label: 'Ten rows up and down' },
  { keys: '→ ←', label: 'Open or close a group' },
  { keys: 'Enter', label: 'Open the row' },
  { keys: 'Space', label: 'Mark, expand or open the row' },
  { keys: 'Escape', label: 'Close the drawer, popup or menu' },
]

function ShortcutList({ listed, onClose }: { listed: Shortcut[]; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog ref={ref} className="dialog" aria-labelledby="shortcuts-title" onClose={onClose}>
      <form method="dialog" className="dialog__head">
        <h2 id="shortcuts-title">Shortcuts</h2>
        <button type="submit" className="button">
          Close
        </button>
      </form>
      <dl className="dialog__body shortcuts">
        {[...listed, ...FIXED].map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  )
}
