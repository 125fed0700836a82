import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useBeforePaint } from '../enhanced/later'
import { giveFocus } from '../enhanced/over'
import { CloseLink, SAFE_ANSWER, useClose } from '../open-close/close-link'
import { firstShown, STILL_TO_DO } from '../open-close/to-do'

type DialogProps = {
  title: ReactNode
  /** The page below, with its state in the current address. */
  closeHref: string
  /**
   * Width and height in px, only a width (the height follows the content), or the whole window; by default as large as
   * its content, at most 560 px wide.
   */
  size?: '700x525' | '800x500' | '700' | 'full'
  children: ReactNode
}

/** An element and its ancestors, from the inside, without the page itself. */
function withParents(element: Element | null): Element[] {
  return element === null || element === document.body ? [] : [element, ...withParents(element.parentElement)]
}

const STOPS =
  'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary'

/**
 * What follows an opener whose task is now done: the next one of its kind, the first one after the last, and the
 * object's next step when all are done.
 */
function nextToDo(opener: HTMLElement): HTMLElement | null {
  const left = [...document.querySelectorAll<HTMLElement>(STILL_TO_DO)]
  const following = left.find(
    (each) => opener.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return (
    following ??
    left[0] ??
    firstShown(document.querySelector('.next-step'), `:is(${FIELDS}, button:enabled, a.button)`)
  )
}

const FIELDS =
  'input:enabled:not([type=hidden], [readonly]), select:enabled, textarea:enabled:not([readonly])'

/** The first field to fill in; fields that filter a table do not count. */
function firstField(body: HTMLElement | null): HTMLElement | undefined {
  return [...(body?.querySelectorAll<HTMLElement>(FIELDS) ?? [])].find(
    (field) => field.checkVisibility() && field.closest('.grid') === null,
  )
}

/** The part of a popup that its address leads to; all of it where there is none. */
function addressed(body: HTMLElement | null): HTMLElement | null {
  const id = window.location.hash.slice(1)
  return (id && body?.querySelector<HTMLElement>(`#${CSS.escape(id)}`)) || body
}

/**
 * The element that had focus; if it was removed, because its task is done, the first control of its closest ancestor.
 */
function nearest([opener, ...parents]: readonly Element[]): HTMLElement | null {
  if (opener instanceof HTMLElement && opener.isConnected) return opener
  for (const parent of parents) {
    const stop = parent.isConnected ? parent.querySelector<HTMLElement>(STOPS) : null
    if (stop) return stop
  }
  return null
}

/**
 * A popup with its own address: modal with scripts, a page without (render it as the sibling after the page that it
 * covers). Escape and a click outside close it; focus moves into it, to the safe answer of a question, and returns.
 */
export function Dialog({ title, closeHref, size, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const openers = useRef<Element[]>([])
  const body = useRef<HTMLDivElement>(null)
  const close = useClose(closeHref)

  // Before the first paint: until it is modal it hides the page below, which would lose its scroll position.
  useBeforePaint(() => {
    openers.current = withParents(document.activeElement)
    // The server sends it open, as part of the page; an open dialog cannot become modal.
    ref.current?.close()
    ref.current?.showModal()
    const safe = body.current?.querySelector<HTMLElement>(SAFE_ANSWER)
    if (safe) return safe.focus()
    // On touch screens, focusing a field would open the keyboard over the text to be read.
    const field = matchMedia('(pointer: coarse)').matches ? null : firstField(addressed(body.current))
    if (field) giveFocus(field)
    else heading.current?.focus()
  }, [])
  // After the popup has left the page: the elements that it hides while not modal cannot take focus.
  useEffect(() => {
    const dialog = ref.current
    const wasToDo = openers.current[0]?.matches(STILL_TO_DO) === true
    return () => {
      dialog?.close()
      const back = nearest(openers.current)
      if (wasToDo && back && !back.matches(STILL_TO_DO)) (nextToDo(back) ?? back).focus()
      else back?.focus({ preventScroll: true })
    }
  }, [])

  function onClick(event: MouseEvent<HTMLDialogElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom
    if (event.target === event.currentTarget && !inside) close()
  }

  return (
    <dialog
      ref={ref}
      open
      className={size ? `dialog dialog--${size}` : 'dialog'}
      aria-labelledby="dialog-title"
      onKeyDown={(event) => {
        // A second press would close the popup without any confirmation.
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        close()
      }}
      onCancel={(event) => {
        // Cancelling a file chooser inside also fires this event.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      onClick={onClick}
    >
      <header className="dialog__head">
        <h1 className="dialog__title" id="dialog-title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <CloseLink to={closeHref}>Close</CloseLink>
      </header>
      <div className="dialog__body stack" ref={body}>
        {children}
      </div>
    </dialog>
  )
}
