import { useEffect, useRef } from 'react'

export type Shortcut = { keys: string; label: string; run: () => void }

/** Those in force, latest first: what is open last answers. */
const inForce = new Set<Shortcut>()
let first = ''
let firstAt = 0

/** The shortcuts in force, each once. */
export function shortcuts(): Shortcut[] {
  const known = new Map([...inForce].map((one) => [one.keys, one]))
  return [...known.values()]
}

/**
 * Runs something on a key ("/", "?") or a key after another within a second ("g n"). Never inside fields, never with
 * Ctrl, Alt or Meta, and not while <html data-shortcuts="off">. Nothing when `run` is null.
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
  if (event.target instanceof Element && event.target.closest('input, select, textarea, [contenteditable]'))
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
