import { useBlocker, useLocation } from '@remix-run/react'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { pageKey } from '~/areas/access/page-key'
import { Big, type Decimal } from '~/platform/values/decimal'
import { readAmount } from '~/platform/values/numerals'
import { dropTypedOn, isKeptInTab } from '~/ui/session/kept-in-tab'

/**
 * An amount while it is typed ("1,250.5"), for figures shown beside it; read as the server reads it.
 * @returns null for an empty text, undefined for text that is not an amount (yet)
 */
export function typedAmount(text: string): Decimal | null | undefined {
  const read = readAmount(text)
  return 'fault' in read ? undefined : read.amount
}

const PLAIN = /^-?\d*\.?\d*$/

/**
 * For the field of an amount: why a text is not one, and with thousands separators or a decimal comma what it is read
 * as. Digits are never counted as a number: 20 of them stay the same 20.
 */
export function amountReader(label: string) {
  return {
    faultIn(text: string): string | null {
      const read = readAmount(text)
      return 'fault' in read ? `${label}: ${read.fault}` : null
    },
    readAs: (text: string): string | null => (PLAIN.test(text.trim()) ? null : (typedAmount(text) ?? null)),
  }
}

/**
 * Whether the form inside an element has unsaved changes. Checked when the user types, and again when `shown` changes:
 * the draft's data on the page.
 */
export function useUnsaved(within: RefObject<HTMLElement>, shown: string): [boolean, look: () => void] {
  const [unsaved, setUnsaved] = useState(false)
  const look = useCallback(() => setUnsaved(isChanged(within.current)), [within])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown again was stored
  useEffect(look, [shown])
  return [unsaved, look]
}

function isChanged(element: HTMLElement | null): boolean {
  const fields = element?.querySelectorAll<HTMLElement>('input:not([type=hidden]), textarea, select') ?? []
  return [...fields].some((field) => {
    if (field instanceof HTMLSelectElement)
      return [...field.options].some(
        (option) => option.selected !== option.defaultSelected && option.value !== '',
      )
    if (field instanceof HTMLInputElement && field.type === 'checkbox')
      return field.checked !== field.defaultChecked
    const { value, defaultValue, inputMode } = field as HTMLInputElement | HTMLTextAreaElement
    return inputMode === 'decimal' ? !sameAmount(value, defaultValue) : value.trim() !== defaultValue.trim()
  })
}

/** "6000" is stored as 6000.00, and blanks around a text are dropped: neither is a change. */
function sameAmount(value: string, stored: string): boolean {
  const [typed, before] = [typedAmount(value), typedAmount(stored)]
  return typed && before ? new Big(typed).eq(before) : value.trim() === stored.trim()
}

interface AskBeforeLeavingProps {
  /** Path of the page or popup with the input; popups over it have paths below that one, and leave it as it is. */
  base: string
  /** Whether there are unsaved changes. */
  unsaved: boolean
}

/**
 * Beside the form of a drawer or popup while it is shown: with unsaved changes it asks the user once before it is
 * closed in any way (Escape, Close, Back, another row, a reload). Sending the form does not ask.
 */
export function AskBeforeLeaving({ base, unsaved }: AskBeforeLeavingProps) {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!unsaved) return
    // For a link to another document the browser itself asks, in its own words.
    const ask = (event: BeforeUnloadEvent) => {
      // On the way to the login nothing is lost: the tab brings it back.
      const { pathname, search } = window.location
      if (!isKeptInTab(pageKey(pathname, search))) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  // The router allows one blocker at a time: under a popup, it is the popup's turn.
  return pathname === base ? <Asking base={base} unsaved={unsaved} /> : null
}

/** Around a form in a popup: asks before it is left with unsaved changes. */
export function AskWhenChanged({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const within = useRef<HTMLDivElement>(null)
  const [unsaved, look] = useUnsaved(within, pathname)
  return (
    <div ref={within} onInput={look} onChange={look}>
      {children}
      <AskBeforeLeaving base={pathname} unsaved={unsaved} />
    </div>
  )
}

function Asking({ base, unsaved }: AskBeforeLeavingProps) {
  const blocker = useBlocker(
    ({ nextLocation: { pathname } }) => unsaved && pathname !== base && !pathname.startsWith(`${base}/`),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (!window.confirm('Your changes are not saved. Leave without saving?')) return blocker.reset()
    dropTypedOn(base)
    blocker.proceed()
  }, [blocker, base])
  return unsaved && <span hidden data-asks-before-leaving />
}
