import { useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { lazily } from '../enhanced/later'

const ShortcutList = lazily(() => import('./shortcut-list').then((code) => code.ShortcutList), 'shown')

export type Shortcut = { keys: string; label: string; run: () => void }

/** The active shortcuts, latest first: the part of the page that was opened last gets the key. */
const inForce = new Set<Shortcut>()
let first = ''
let firstAt = 0

/** The active shortcuts without duplicates. */
function shortcuts(): Shortcut[] {
  const known = new Map([...inForce].map((one) => [one.keys, one]))
  return [...known.values()]
}

/**
 * Runs a function on a key ("/", "?") or on two keys within a second ("g n"). Never inside fields, never with Ctrl, Alt
 * or Meta, and not while <html data-shortcuts="off">. Does nothing if `run` is null.
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
  // While the user types in a combo box, its list also receives the keys of the field.
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

/** `g` followed by this letter goes to a page. */
export type GoTo = { letter: string; label: string; href: string }

/** Shortcuts of every page: `?` lists the active ones, `g` and a letter goes to a page. */
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
 * `Ctrl+Enter` presses the main button of the focused form, else that of the popup or of the next step; a step with
 * a question only opens it. If fields must be filled in first, it moves to the first of them; from a saved
 * form ("data-saved"), to the next step.
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
      const step = target?.closest('[data-saved]') ? mainButton(document.querySelector('.next-step')) : null
      if (step && !isOff(step)) {
        event.preventDefault()
        return step.focus()
      }
      const around = target?.closest('form[method=post]')
      const form =
        around ??
        document.querySelector(
          document.querySelector('dialog:modal') ? 'dialog:modal form[method=post]' : '.next-step',
        )
      const button = mainButton(form)
      if (!button) return
      event.preventDefault()
      if (isOff(button)) form?.querySelector<HTMLElement>(MISSING)?.focus()
      else button.click()
    }
    // React Aria buttons treat Enter as a press, even with modifier keys, and handle it after us.
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

/** The button that continues, or the link to its question; never one that cancels or deletes. */
function mainButton(scope: Element | null | undefined): HTMLElement | undefined {
  const looks = ['.button--primary:is(a, [type=submit])', '.button--plain[type=submit]']
  return looks.flatMap((look) => scope?.querySelector<HTMLElement>(look) ?? [])[0]
}

const isOff = (button: HTMLElement) => button instanceof HTMLButtonElement && button.disabled

const MISSING = ':is(input, select, textarea):invalid'

function GoToShortcut({ letter, label, href }: GoTo) {
  const navigate = useNavigate()
  useShortcut(`g ${letter}`, `Go to ${label}`, () => navigate(href))
  return null
}
