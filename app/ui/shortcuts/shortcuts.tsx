import { useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

export type Shortcut = { keys: string; label: string; run: () => void }

/** The shortcuts in force, latest first: the part of the page that was opened last gets the key. */
const inForce = new Set<Shortcut>()
let first = ''
let firstAt = 0

/** The shortcuts in force, each once. */
export function shortcuts(): Shortcut[] {
  const known = new Map([...inForce].map((one) => [one.keys, one]))
  return [...known.values()]
}

/**
 * Runs a function on a key ("/", "?") or on two keys within a second ("g n"). Never inside fields, never with Ctrl, Alt
 * or Meta, and not while <html data-shortcuts="off">. Nothing when `run` is null.
 */
export function useShortcut(keys: string, label: string, run: (() => void) | null) {
  const latest = useRef(run)
  latest.current = run
  const active = run !== null
  useEffect(() => {
    if (!active) return
    const shortcut = { keys, label, run: () => latest.current?.() }
    if (inForce.size === 0) document.addEventListener('keydown', onKeyDown)
    inForce.add(shortcut)
    return () => {
      inForce.delete(shortcut)
      if (inForce.size === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [keys, label, active])
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return
  // A list that is chosen from while the user types gets the keys of the field, too.
  const typesIn = [event.target, document.activeElement]
  if (
    typesIn.some((one) => one instanceof Element && one.closest('input, select, textarea, [contenteditable]'))
  )
    return
  if (document.documentElement.dataset.shortcuts === 'off') return
  const two = event.timeStamp - firstAt < 1000 ? `${first} ${event.key}` : ''
  first = event.key
  firstAt = event.timeStamp
  const known = shortcuts()
  const shortcut = known.find((one) => one.keys === two) ?? known.find((one) => one.keys === event.key)
  if (!shortcut) return
  event.preventDefault()
  first = ''
  shortcut.run()
}

/** `g` and then this letter goes to a page. */
export type GoTo = { letter: string; label: string; href: string }

/** Shortcuts of every page: `?` lists those in force, `g` and a letter goes to a page. */
export function Shortcuts({ goTo }: { goTo: GoTo[] }) {
  const [listed, setListed] = useState<Shortcut[] | null>(null)
  useShortcut('?', 'List the shortcuts', () => setListed(shortcuts()))
  useMainButton()
  return (
    <>
      {goTo.map((one) => (
        <GoToShortcut key={one.letter} {...one} />
      ))}
      {listed && <ShortcutList listed={listed} onClose={() => setListed(null)} />}
    </>
  )
}

/**
 * `Ctrl+Enter` presses the main button of the form that has the focus, else that of the popup or of the next step. While
 * that waits for fields, it leads to the first of them; from a form that is saved ("data-saved"), to the next step.
 */
function useMainButton() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key !== 'Enter' ||
        !(event.ctrlKey || event.metaKey) ||
        event.defaultPrevented ||
        event.repeat
      )
        return
      const target = event.target instanceof Element ? event.target : null
      const step = target?.closest('[data-saved]')
        ? mainButton(document.querySelector('.next-step form'))
        : null
      if (step && !step.disabled) {
        event.preventDefault()
        return step.focus()
      }
      const around = target?.closest('form[method=post]')
      const form =
        around ??
        document.querySelector(
          document.querySelector('dialog:modal') ? 'dialog:modal form[method=post]' : '.next-step form',
        )
      const button = mainButton(form)
      if (!button) return
      event.preventDefault()
      if (button.disabled) form?.querySelector<HTMLElement>(MISSING)?.focus()
      else button.click()
    }
    // A button of React Aria takes Enter for its own press, whatever is held beside it: it is asked after us.
    const isTaken = ({ target }: KeyboardEvent) =>
      target instanceof Element && target.closest('button[data-rac]') !== null
    const ahead = (event: KeyboardEvent) => {
      if (!isTaken(event)) return
      onKeyDown(event)
      if (event.defaultPrevented) event.stopPropagation()
    }
    const after = (event: KeyboardEvent) => {
      if (!isTaken(event)) onKeyDown(event)
    }
    document.addEventListener('keydown', ahead, true)
    document.addEventListener('keydown', after)
    return () => {
      document.removeEventListener('keydown', ahead, true)
      document.removeEventListener('keydown', after)
    }
  }, [])
}

/** The button that leads on, never one that cancels or deletes. */
function mainButton(form: Element | null | undefined): HTMLButtonElement | undefined {
  const looks = ['.button--primary', '.button--plain']
  return looks.flatMap((look) => form?.querySelector<HTMLButtonElement>(`${look}[type=submit]`) ?? [])[0]
}

const MISSING = ':is(input, select, textarea):invalid'

function GoToShortcut({ letter, label, href }: GoTo) {
  const navigate = useNavigate()
  useShortcut(`g ${letter}`, `Go to ${label}`, () => navigate(href))
  return null
}

/** Keys that work everywhere in a grid or drawer, and are not shortcuts of their own. */
const FIXED = [
  { keys: 'Ctrl+K', label: 'Search and commands' },
  { keys: '↑ ↓ ← →', label: 'Move over the cells of a grid; ↓ from a filter to the rows' },
  { keys: 'Home End', label: 'First and last cell; with Ctrl of the page' },
  { keys: 'PgUp PgDn', label: 'Ten rows up and down' },
  { keys: '→ ←', label: 'Open or close a group' },
  { keys: 'Enter', label: 'Open the row; from a filter the only row that is left' },
  { keys: 'Space', label: 'Mark, expand or open the row' },
  { keys: 'Ctrl+Enter', label: 'The main button of the form, or of the next step' },
  { keys: 'Ctrl+C', label: 'Copy the cell, or the marked rows as a table' },
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
