import { useBlocker, useLocation } from '@remix-run/react'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { pageKey } from '~/areas/access/page-key'
import { amountInField, decimalsFault } from '~/platform/values/currencies'
import { hasFinerAmounts } from '~/platform/values/currency-decimals'
import { Big, type Decimal } from '~/platform/values/decimal'
import { readAmount } from '~/platform/values/numerals'
import type { InlineFormProps } from '~/ui/editing/inline-form'
import { dropTypedOn, isStoredInTab, typedName } from '~/ui/session/stored-in-tab'

/**
 * An amount being typed ("1,250.5"), for figures shown next to it; parsed as on the server.
 * @returns null for an empty text, undefined for text that is not an amount (yet)
 */
export function typedAmount(text: string): Decimal | null | undefined {
  const read = readAmount(text)
  return 'fault' in read ? undefined : read.amount
}

const PLAIN = /^-?\d*\.?\d*$/

/**
 * For the field of an amount: why a text is not one of its currency, and how a text with thousands separators, a decimal
 * comma or decimals that the currency does not have is read. Digits never pass through a JavaScript number: 20 of them
 * stay exact.
 */
export function amountReader(label: string, currency: string | null) {
  return {
    faultIn(text: string): string | null {
      const read = readAmount(text)
      if ('fault' in read) {
        const isFiner = currency !== null && hasFinerAmounts(currency)
        return `${label}: ${read.fault}${isFiner ? ` Amounts in ${currency} are kept with two decimals.` : ''}`
      }
      const fault = read.amount === null ? null : decimalsFault(read.amount, currency)
      return fault === null ? null : `${label}: ${fault}`
    },
    readAs(text: string): string | null {
      const amount = typedAmount(text)
      if (amount === null || amount === undefined) return null
      const typed = text.trim()
      const read = amountInField(amount, currency)
      return PLAIN.test(typed) && typed.length <= read.length ? null : read
    },
  }
}

/**
 * Whether the form inside an element has unsaved changes. Checked when the user types, and again when `shown`, the
 * draft's data on the page, changes.
 */
export function useUnsaved(within: RefObject<HTMLElement>, shown: string): [boolean, look: () => void] {
  const [unsaved, setUnsaved] = useState(false)
  const look = useCallback(
    () => setUnsaved(within.current !== null && isChanged(within.current, FIELDS)),
    [within],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed `shown` has been stored
  useEffect(look, [shown])
  return [unsaved, look]
}

const FIELDS = ':is(input:not([type=hidden]), textarea, select)'

function isChanged(within: ParentNode, fields: string): boolean {
  return [...within.querySelectorAll<HTMLElement>(fields)].some((field) => {
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

/** "6000" is stored as 6000.00, and blanks around a text are dropped: neither counts as a change. */
function sameAmount(value: string, stored: string): boolean {
  const [typed, before] = [typedAmount(value), typedAmount(stored)]
  return typed && before ? new Big(typed).eq(before) : value.trim() === stored.trim()
}

/** The place of a form that asks before it is left. */
interface Asker {
  /** Path of the page or popup with the form; popups above it have paths below this one, and do not affect it. */
  base: string
  /** The URL parameter that shows the form, if the page also exists without it. */
  shownBy?: string
}

interface ConfirmLeavingProps extends Asker {
  /** Whether there are unsaved changes. */
  unsaved: boolean
}

/** The forms on the page. The router allows one blocker at a time, so the first form asks for all. */
let askers: readonly ConfirmLeavingProps[] = []
const listeners = new Set<() => void>()

function setAskers(next: typeof askers): void {
  askers = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

type Address = { pathname: string; search: string }

/** Whether a form has unsaved changes and is not shown at the next address. */
function isLost({ base, shownBy, unsaved }: ConfirmLeavingProps, now: Address, next: Address): boolean {
  if (!unsaved) return false
  if (next.pathname !== base && !next.pathname.startsWith(`${base}/`)) return true
  const shown = ({ search }: Address) => shownBy && new URLSearchParams(search).get(shownBy)
  return shown(now) !== shown(next)
}

/**
 * Next to a form: asks the user once before unsaved changes are lost in any way (Escape, Close, Back, another row, a
 * reload). Sending the form does not ask.
 */
export function ConfirmLeaving({ base, shownBy, unsaved }: ConfirmLeavingProps) {
  const { pathname } = useLocation()
  const asker = useMemo<ConfirmLeavingProps>(() => ({ base, shownBy, unsaved: false }), [base, shownBy])
  const first = useSyncExternalStore(
    listen,
    () => askers[0],
    () => undefined,
  )
  // While a popup is open above it, only the popup asks.
  const isTurn = pathname === base
  useEffect(() => {
    asker.unsaved = unsaved
  }, [asker, unsaved])
  useEffect(() => {
    if (!isTurn) return
    setAskers([...askers, asker])
    return () => setAskers(askers.filter((each) => each !== asker))
  }, [isTurn, asker])
  useEffect(() => {
    if (!unsaved) return
    // For a link to another document the browser itself asks.
    const ask = (event: BeforeUnloadEvent) => {
      // Nothing is lost on the way to the login: the tab restores it.
      const { pathname, search } = window.location
      if (!isStoredInTab(pageKey(pathname, search))) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  return (
    <>
      {first === asker && <Asking />}
      {isTurn && unsaved && <span hidden data-asks-before-leaving />}
    </>
  )
}

interface ConfirmClosingProps {
  /** The form's content was sent. */
  sent?: boolean
  children: ReactNode
}

/** Around a form in a popup: asks before unsaved changes are lost. */
export function ConfirmClosing({ sent = false, children }: ConfirmClosingProps) {
  const { pathname } = useLocation()
  const within = useRef<HTMLDivElement>(null)
  const [unsaved, look] = useUnsaved(within, pathname)
  return (
    <div ref={within} onInput={look} onChange={look}>
      {children}
      <ConfirmLeaving base={pathname} unsaved={unsaved && !sent} />
    </div>
  )
}

interface ConfirmLeavingRowProps extends Asker {
  form: NonNullable<InlineFormProps['form']>
}

/** Next to a row that is edited in place: asks before unsaved changes are lost. */
export function ConfirmLeavingRow({
  form: { id, idempotencyKey, refused },
  ...asker
}: ConfirmLeavingRowProps) {
  const [changed, setChanged] = useState(false)
  const { search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row, or the same one after an answer
  useEffect(() => {
    const look = () => setChanged(isChanged(document, `${FIELDS}[form="${id}"]`))
    look()
    for (const type of ['input', 'change']) document.addEventListener(type, look)
    return () => {
      for (const type of ['input', 'change']) document.removeEventListener(type, look)
    }
  }, [id, idempotencyKey, refused, search])
  return <ConfirmLeaving {...asker} unsaved={changed || refused !== undefined} />
}

/** Asks for all forms on the page. */
function Asking() {
  const location = useLocation()
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    askers.some((each) => isLost(each, currentLocation, nextLocation)),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (!window.confirm('Your changes are not saved. Leave without saving?')) return blocker.reset()
    for (const { base, shownBy } of askers.filter((each) => isLost(each, location, blocker.location)))
      dropTypedOn(shownBy ? typedName(base, shownBy) : base)
    blocker.proceed()
  }, [blocker, location])
  return null
}
