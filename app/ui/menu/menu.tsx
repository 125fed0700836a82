import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { onServer, useLater } from '../enhanced/later'

/** Closes the menu around an element, if there is one, and gives focus back to its label. */
export function closeMenu(inside: Element): void {
  const menu = inside.closest<HTMLDetailsElement>('details.menu')
  if (!menu) return
  menu.open = false
  menu.querySelector<HTMLElement>(':scope > summary')?.focus({ preventScroll: true })
}

/** The address at which a menu stands open. */
export type MenuAt = {
  href: string
  /** Of the link to it. */
  label: string
  /** Whether that is the present one. */
  open: boolean
}

type MenuProps = {
  label: ReactNode
  /** Only one menu of a group is open at a time. */
  group?: string
  /** Open towards the left, for menus at the right edge. */
  end?: boolean
  /** It holds forms: arrow keys are theirs, and it stays open when a link is followed that has no `data-closes`. */
  rich?: boolean
  /**
   * Where it stands open. The server writes its content only there and a link to it elsewhere: pages have many menus,
   * and most are never opened.
   */
  at?: MenuAt
  /** Links and buttons, one a line. */
  children: ReactNode
}

const loadMenu = () => import('../enhanced/menu-over').then((code) => code.default)

/**
 * A menu that drops down from its label. Works without scripts; with them arrow keys, letters, Escape and a click beside
 * it do too.
 */
export function Menu({ label, group, end = false, rich = false, at, children }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [MenuOver, want] = useLater(loadMenu)
  // What it opened with stays until it is closed.
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
      // The key is handled: the drawer or popup around stays.
      event.preventDefault()
    } else if (!rich && !menu.open && ['ArrowDown', 'ArrowUp'].includes(event.key)) {
      choose()
      menu.open = true
      event.preventDefault()
    }
  }

  /** Before it opens: a list that changed while it is open would be missed by a quick click. */
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
