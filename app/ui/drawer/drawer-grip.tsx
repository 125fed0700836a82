import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'

const LEAST = 400
const STEP = 32
const STORE = 'drawer-width'

/** The edge that makes a drawer wider: dragged, or moved with the arrow keys. The width is remembered by the browser. */
export function DrawerGrip() {
  const [width, setWidth] = useState<number | null>(null)
  const [most, setMost] = useState(0)

  useEffect(() => {
    setMost(Math.max(LEAST, window.innerWidth - 160))
    const kept = Number(read())
    if (kept >= LEAST) setWidth(kept)
  }, [])

  useEffect(() => {
    if (width === null || most === 0) return
    document.documentElement.style.setProperty('--drawer', `${Math.min(most, width)}px`)
  }, [width, most])

  function resize(wanted: number) {
    const next = Math.round(Math.min(most, Math.max(LEAST, wanted)))
    setWidth(next)
    keep(String(next))
  }

  function onKeyDown(event: KeyboardEvent<HTMLHRElement>) {
    const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key]
    if (!step) return
    event.preventDefault()
    resize((event.currentTarget.parentElement?.offsetWidth ?? LEAST) + step)
  }

  function onPointerMove(event: PointerEvent<HTMLHRElement>) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) resize(window.innerWidth - event.clientX)
  }

  if (most === 0) return null
  return (
    <hr
      className="drawer__grip screen-only"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the drawer in pixels"
      aria-valuemin={LEAST}
      aria-valuemax={most}
      aria-valuenow={width ?? Math.min(720, Math.round(window.innerWidth * 0.6))}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  )
}

/** Browsers may refuse storage; the width is then not remembered. */
function read(): string | null {
  try {
    return localStorage.getItem(STORE)
  } catch {
    return null
  }
}

function keep(width: string) {
  try {
    localStorage.setItem(STORE, width)
  } catch {
    // Nothing is lost but the width.
  }
}
