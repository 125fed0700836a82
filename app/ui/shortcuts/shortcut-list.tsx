import { useEffect, useRef } from 'react'

/** Keys that work everywhere in a grid or drawer, and are not registered shortcuts. */
const FIXED = [
  { keys: 'Ctrl+K', label: 'Search and commands' },
  { keys: '↑ ↓ ← →', label: 'Move over the cells of a grid; ↓ from a filter to the rows' },
  { keys: 'Home End', label: 'First/last cell (Ctrl: of the page)' },
  { keys: 'PgUp PgDn', label: 'Ten rows up and down' },
  { keys: '→ ←', label: 'Open or close a group' },
  { keys: 'Enter', label: 'Open the row; from a filter the only row that is left' },
  { keys: 'Space', label: 'Mark, expand or open the row' },
  { keys: 'Ctrl+Enter', label: 'The main button of the form, or of the next step' },
  { keys: 'Shift+↑ ↓ ← →', label: 'Select cells: their count and sum stand below the grid' },
  { keys: 'Ctrl+C', label: 'Copy the cell; the selected cells or marked rows as a table' },
  { keys: 'Escape', label: 'Close the drawer, popup or menu' },
]

/** The active shortcuts, and the keys that always work. */
export function ShortcutList({
  listed,
  onClose,
}: {
  listed: readonly { keys: string; label: string }[]
  onClose: () => void
}) {
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
