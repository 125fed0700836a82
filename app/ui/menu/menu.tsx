import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { onServer, useLater } from '../enhanced/later'

/** Closes the menu around an element, if any, and returns focus to its label. */
export function closeMenu(inside: Element): void {
  const menu = inside.closest<HTMLDetailsElement>('details.menu')
  if (!menu) return
  menu.open = false
  menu.querySelector<HTMLElement>(':scope > summary')?.focus({ preventScroll: true })
}

/** The address at which a menu is open. */
export type MenuAt = {
  href: string
  /** Of the link to it. */
  label: string
  /** Whether that is the current address. */
  open: boolean
}

type MenuProps = {
  label: ReactNode
  /** Only one menu of a group is open at a time. */
  group?: string
  /** Opens towards the left, for menus at the right edge. */
  end?: boolean
  /** Contains forms: arrow keys are theirs, and it stays open when a link without `data-closes` is followed. */
  rich?: boolean
  /**
   * The address where it is open. The server renders its content only there, and elsewhere a link to it: pages have
   * many menus, and most are never opened.
   */
  at?: MenuAt
  /** Links and buttons, one per line. */
  children: ReactNode
}

const loadMenu = () => import('../enhanced/menu-over').then((code) => code.default)

/**
 * A menu that drops down from its label. Works without scripts; with scripts also by arrow keys, letters, Escape and a
 * click outside.
 */
export function Menu({ label, group, end = false, rich = false, at, children }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [MenuOver, want] = useLater(loadMenu)
  // The variant it opened with stays until it is closed.
  const [over, setOver] = useState(false)

  useEffect(() => {
    const close = (event: Event) => {
      const menu = ref.current
      if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
    }
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLDetailsElement>) {
    const menu = event.currentTarget
    if (event.key === 'Escape' && menu.open) {
      closeMenu(menu)
      // The key is handled: the surrounding drawer or popup stays.
      event.preventDefault()
    } else if (!rich && !menu.open && ['ArrowDown', 'ArrowUp'].includes(event.key)) {
      choose()
      menu.open = true
      event.preventDefault()
    }
  }

  /** Before it opens: a list that changed while open would be missed by a quick click. */
  const choose = () => setOver(!rich && MenuOver !== null)

  return (
    <details
      ref={ref}
      name={group}
      open={at?.open || undefined}
      className={['menu', end && 'menu--end', rich && 'menu--rich'].filter(Boolean).join(' ')}
      onPointerEnter={rich ? undefined : want}
      onFocus={rich ? undefined : want}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open)
        if (!open) setOver(false)
      }}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null
        if (!link || event.ctrlKey || event.metaKey) return
        if (!rich) event.currentTarget.open = false
        else if ('closes' in link.dataset) closeMenu(link)
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by itself */}
      <summary
        aria-haspopup={MenuOver && !rich ? 'menu' : undefined}
        onClick={() => !ref.current?.open && choose()}
      >
        {label}
      </summary>
      {over && isOpen && MenuOver && (
        <div className="menu__list">
          <MenuOver native={list} close={() => list.current && closeMenu(list.current)} />
        </div>
      )}
      <div ref={list} className="menu__list" hidden={over}>
        {onServer && at?.open === false ? (
          <a className="menu__open" href={at.href}>
            {at.label}
          </a>
        ) : (
          children
        )}
      </div>
    </details>
  )
}
