import { useLocation, useNavigate, useNavigation } from '@remix-run/react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { loadMoves, useLater } from '../enhanced/later'
import type { GripProps, Move } from '../enhanced/moves'
import { giveFocus } from '../enhanced/over'
import { CLOSE_ICON, DOWN_ICON, UP_ICON } from '../icon/frame-icons'
import { Icon } from '../icon/icon'
import { CloseLink, OpenLink, useClose, withCurrentSearch } from '../open-close/close-link'
import { firstShown, STILL_TO_DO } from '../open-close/to-do'
import { useShortcut } from '../shortcuts/shortcuts'

const LEAST = 400
const STEP = 32
const STORE = 'drawer-width'

/** The edge for resizing a drawer, by dragging or with the arrow keys. The browser remembers the width. */
function DrawerGrip() {
  const [width, setWidth] = useState<number | null>(null)
  const [most, setMost] = useState(0)
  const [Moves] = useLater(loadMoves, 'used')
  const [grip, setGrip] = useState<GripProps>({})
  const edge = useRef<HTMLHRElement>(null)
  /** The width that the grip was moved to, which may exceed the available space. */
  const at = useRef(LEAST)

  useEffect(() => {
    setMost(Math.max(LEAST, window.innerWidth - 160))
    const kept = Number(read())
    if (kept >= LEAST) setWidth(kept)
  }, [])

  useEffect(() => {
    if (width === null || most === 0) return
    document.documentElement.style.setProperty('--drawer', `${Math.min(most, width)}px`)
  }, [width, most])

  function resize(requested: number) {
    const next = Math.round(Math.min(most, Math.max(LEAST, requested)))
    setWidth(next)
    keep(String(next))
  }

  function onMove({ deltaX, isByKey }: Move) {
    at.current -= deltaX * (isByKey ? STEP : 1)
    resize(at.current)
  }

  if (most === 0) return null
  return (
    <>
      <hr
        ref={edge}
        className="drawer__grip screen-only"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label="Width of the drawer in pixels"
        aria-valuemin={LEAST}
        aria-valuemax={most}
        aria-valuenow={width ?? Math.min(720, Math.round(window.innerWidth * 0.6))}
        {...grip}
      />
      {Moves && (
        <Moves
          lend={setGrip}
          onMoveStart={() => {
            at.current = edge.current?.parentElement?.offsetWidth ?? LEAST
          }}
          onMove={onMove}
        />
      )}
    </>
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
    // Only the width is lost.
  }
}

type DrawerProps = {
  title: ReactNode
  /** Before the title. */
  badge?: ReactNode
  /** After the title, cut where it does not fit: the full name of the object. */
  name?: string
  /** The list below, with its state in the current address. */
  closeHref: string
  /** Addresses of the adjacent rows in the list; null at its ends, undefined if there is no order. */
  previousHref?: string | null
  nextHref?: string | null
  /** At the right of the header. */
  actions?: ReactNode
  /** 60 % of the window; otherwise 720 px and at most 60 %. */
  wide?: boolean
  /** Close after a second: an action is done and its result is shown. */
  done?: boolean
  children: ReactNode
}

const DONE_MS = 1000
/** A key that presses a link or a button also fires a click. */
const PRESSES = ['pointerdown', 'click'] as const

/**
 * One object next to its list: render it as the sibling after the list's Page. Under 900 px and without scripts it is
 * the page itself, with a link back to the list in its previous state.
 */
export function Drawer(props: DrawerProps) {
  const { title, badge, name, closeHref, previousHref, nextHref, actions, wide = false, done = false } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const close = useClose(closeHref)
  useDrawerFocus(heading)
  useCloseOnEscape(close, heading)

  useCloseAfterDone(done, close)
  useDrawerKeys(previousHref, nextHref)

  return (
    <section className={wide ? 'drawer drawer--wide' : 'drawer'} aria-labelledby="drawer-title">
      <DrawerGrip />
      <header className="drawer__head">
        <h1 className="drawer__title" id="drawer-title" ref={heading} tabIndex={-1}>
          {badge} {title}
        </h1>
        {name && (
          <p className="drawer__name" title={name}>
            {name}
          </p>
        )}
        {actions}
        <nav className="drawer__nav screen-only" aria-label="Rows of the list">
          <Neighbour href={previousHref} label="Previous" icon={UP_ICON} />
          <Neighbour href={nextHref} label="Next" icon={DOWN_ICON} />
          <CloseLink to={closeHref} className="drawer__button">
            <span className="drawer__as-panel">
              <Icon path={CLOSE_ICON} />
              <span className="hidden-text">Close</span>
            </span>
            <span className="drawer__as-page">Back to the list</span>
          </CloseLink>
        </nav>
      </header>
      <div className="drawer__body">{props.children}</div>
    </section>
  )
}

/** The controls of a step; the links next to them lead elsewhere. */
const STEP_CONTROLS = ':is(input:not([type=hidden]), select, textarea, button):enabled'

/** `j` and `k` go to the next and the previous row of the list, `.` to the next step of this one, or what it needs. */
function useDrawerKeys(previousHref: DrawerProps['previousHref'], nextHref: DrawerProps['nextHref']) {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const to = (href: string | null | undefined) =>
    href
      ? () => navigate(withCurrentSearch(href, search), { replace: true, state, preventScrollReset: true })
      : null
  useShortcut('j', 'Next row of the list', to(nextHref))
  useShortcut('k', 'Previous row of the list', to(previousHref))
  useShortcut('.', 'Go to the next step', () => {
    const step = document.querySelector('.next-step')
    const control = firstShown(step, STILL_TO_DO, STEP_CONTROLS, 'a.button', 'a')
    if (control) giveFocus(control)
  })
}

interface NeighbourProps {
  href: string | null | undefined
  label: string
  icon: string
}

function Neighbour({ href, label, icon }: NeighbourProps) {
  const { state } = useLocation()
  if (href === undefined) return null
  const shown = (
    <>
      <Icon path={icon} />
      <span className="hidden-text">{label}</span>
    </>
  )
  if (href === null) return <span className="drawer__button drawer__off">{shown}</span>
  return (
    <OpenLink className="drawer__button drawer__neighbour" to={href} replace state={state} title={label}>
      {shown}
    </OpenLink>
  )
}

/**
 * Closes a second after an action was done. If the user presses anything first, such as a link in the message, it stays
 * open, however slow the page is to respond.
 */
function useCloseAfterDone(done: boolean, close: () => void) {
  const { state } = useNavigation()
  const goesOn = state !== 'idle'
  useEffect(() => {
    if (!done || goesOn) return
    const left = new AbortController()
    const timer = setTimeout(close, DONE_MS)
    const stay = () => clearTimeout(timer)
    for (const press of PRESSES)
      document.addEventListener(press, stay, { capture: true, signal: left.signal })
    return () => {
      stay()
      left.abort()
    }
  }, [done, close, goesOn])
}

/**
 * Escape closes the drawer, except over a popup or an open menu. In a changed field it only leaves the field, unless
 * the drawer asks before it is left.
 */
function useCloseOnEscape(close: () => void, heading: RefObject<HTMLElement>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return
      event.preventDefault()
      const asks = document.querySelector('[data-asks-before-leaving]') !== null
      if (!asks && isChanged(event.target)) heading.current?.focus()
      else close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [close, heading])
}

/** Focus moves to the heading when the drawer opens, and back to its row when it closes. */
function useDrawerFocus(heading: RefObject<HTMLElement>) {
  const location = useLocation()
  const cold = useRef(location.key === 'default')
  const opener = useRef<HTMLElement | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row of the list becomes its opener
  useEffect(() => {
    const row = document.querySelector<HTMLElement>('tr[aria-current] a.grid__open')
    opener.current = row ?? opener.current
  }, [location])

  useEffect(() => {
    const before = document.activeElement
    if (before instanceof HTMLElement && before !== document.body) opener.current ??= before
    if (!cold.current) heading.current?.focus({ preventScroll: true })
    return () => {
      const back = opener.current
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        // The list may show other rows by now; then use the closest one, its active row.
        const active = back?.isConnected
          ? back
          : document.querySelector<HTMLElement>('a.grid__open[tabindex="0"]')
        active?.focus({ preventScroll: true })
      })
    }
  }, [heading])
}

/** Whether a field was changed; a control over a native one has no value of its own. */
function isChanged(target: EventTarget | null): boolean {
  const [, native] = (target instanceof HTMLElement && /^(.+)-over$/.exec(target.id)) || []
  const field = native === undefined ? target : document.getElementById(native)
  if (native && field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected === false
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false
  return field.value !== field.defaultValue
}
