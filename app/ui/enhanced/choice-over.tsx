import { type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react'
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider'
import { Button } from 'react-aria-components/Button'
import { ComboBox, type ComboBoxProps, ComboBoxStateContext, Input } from 'react-aria-components/ComboBox'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { overId } from '../form/field'
import type { SelectOption } from '../form/inputs'
import { siteJson } from '../session/site-fetch'
import type { OverProps } from './over'
import { overlayContainer, useNativeValue, writeNative } from './over'
import './enhanced.css'

export interface ChoiceOverProps extends OverProps {
  id: string
  /** All options, or only those chosen earlier if `search` finds the others. */
  options: readonly SelectOption[]
  /** Address that returns the options for a text, in its parameter `text`. */
  search?: string
  describedBy?: string
  isInvalid?: boolean
  isRequired?: boolean
  autoFocus?: boolean
}

const WAIT_MS = 150

/** The text of an empty list. */
const NONE = { sought: 'Searching…', fresh: 'No results', failed: 'No answer: type again to search' }

/** The options for a typed text, from the server; the previous ones stay until they arrive. */
function useSearched(
  search: string | undefined,
  text: string,
  isOpen: boolean,
  own: readonly SelectOption[],
) {
  const [found, setFound] = useState<{
    items: readonly SelectOption[]
    state: 'sought' | 'fresh' | 'failed'
  }>({
    items: own,
    state: 'sought',
  })
  useEffect(() => {
    if (search === undefined || !isOpen) return
    const controller = new AbortController()
    setFound(({ items }) => ({ items, state: 'sought' }))
    const timer = setTimeout(async () => {
      const address = `${search}${search.includes('?') ? '&' : '?'}${new URLSearchParams({ text })}`
      const items = await siteJson<SelectOption[]>(address, controller.signal)
      if (!controller.signal.aborted) setFound({ items: items ?? [], state: items ? 'fresh' : 'failed' })
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [search, text, isOpen])
  return found
}

/** A combo box for a choice among many, over the native list or text field, which holds and sends the value. */
export default function ChoiceOver(props: ChoiceOverProps) {
  const { native, id, label, options, search } = props
  const value = useNativeValue(props)
  const place = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  // Opened by its button or an arrow key it shows all options: the text is the current choice.
  const [isTyped, setTyped] = useState(false)
  const { items, state } = useSearched(search, isTyped ? value : '', isOpen, options)
  const wasOpen = useRef(false)

  const write = (text: string) => writeNative(native.current, text)
  const bySearch: Partial<ComboBoxProps<SelectOption>> = {
    items,
    inputValue: value,
    // Nothing is selected while the user types: the list would close at a name that begins another one.
    selectedKey: isTyped ? null : (items.find((item) => item.label === value)?.value ?? null),
    allowsCustomValue: true,
    onInputChange: (text) => {
      setTyped(true)
      write(text)
    },
    onSelectionChange: (key) => {
      const chosen = items.find((item) => item.value === key)
      if (!chosen) return
      setTyped(false)
      write(chosen.label)
    },
  }
  const ofAll: Partial<ComboBoxProps<SelectOption>> = {
    defaultItems: options,
    selectedKey: value === '' ? null : value,
    onSelectionChange: (key) => write(key === null ? '' : String(key)),
  }

  return (
    <I18nProvider locale="en-GB">
      <PortalProvider getContainer={() => overlayContainer(place.current)}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape that closed the list must not close the drawer */}
        <div
          ref={place}
          onKeyDownCapture={() => {
            wasOpen.current = isOpen
          }}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Escape' && wasOpen.current) event.preventDefault()
          }}
        >
          <ComboBox<SelectOption>
            {...(search === undefined ? ofAll : bySearch)}
            id={overId(id)}
            className="over__choice"
            aria-label={label}
            aria-describedby={props.describedBy}
            allowsEmptyCollection
            autoFocus={props.autoFocus}
            onOpenChange={(open, trigger) => {
              setOpen(open)
              if (open) setTyped(trigger === 'input')
            }}
          >
            <Input
              autoComplete="off"
              maxLength={300}
              aria-required={props.isRequired || undefined}
              aria-invalid={props.isInvalid || undefined}
            />
            <Button className="over__open" />
            <Popover className="over__popover over__list" offset={2}>
              <ListBox<SelectOption>
                renderEmptyState={() => (
                  <div className="over__none">{search === undefined ? NONE.fresh : NONE[state]}</div>
                )}
              >
                {(option) => (
                  <ListBoxItem id={option.value} textValue={option.label} className="over__option">
                    {option.label}
                  </ListBoxItem>
                )}
              </ListBox>
            </Popover>
            <FirstMatch isTyped={isTyped} isFresh={search === undefined || state === 'fresh'} />
            <ClosedOnceLeft />
            <NothingHidden />
          </ComboBox>
        </div>
      </PortalProvider>
    </I18nProvider>
  )
}

/**
 * While a user types, marks the option that Enter and Tab choose: the one with exactly that text, otherwise the first.
 * @param isFresh the options are for the current text; otherwise none is marked
 */
function FirstMatch({ isTyped, isFresh }: { isTyped: boolean; isFresh: boolean }) {
  const {
    isOpen = false,
    collection,
    inputValue = '',
    selectionManager,
  } = useContext(ComboBoxStateContext) ?? {}
  const marked = useRef<{ text: string; collection: unknown }>()
  useEffect(() => {
    if (!isOpen || !isTyped || inputValue === '' || !collection || !selectionManager) return
    if (!isFresh) {
      marked.current = undefined
      selectionManager.setFocusedKey(null)
      return
    }
    // Once per result: the arrow keys continue from there.
    if (marked.current?.text === inputValue && marked.current.collection === collection) return
    marked.current = { text: inputValue, collection }
    const text = inputValue.trim().toLowerCase()
    const exact = [...collection].find(({ textValue }) => textValue.toLowerCase() === text)
    selectionManager.setFocusedKey(exact?.key ?? collection.getFirstKey())
  }, [isOpen, isTyped, isFresh, inputValue, collection, selectionManager])
  return null
}

/** Closes a list that opens only after its field was left: React Aria opens it a render after the text was typed. */
function ClosedOnceLeft() {
  const { isOpen = false, isFocused = false, close } = useContext(ComboBoxStateContext) ?? {}
  useEffect(() => {
    if (isOpen && !isFocused) close?.()
  }, [isOpen, isFocused, close])
  return null
}

/**
 * While its list is open, React Aria hides the rest of the page from screen readers, though it can still be reached:
 * Tab leaves the list. This makes it visible to them again.
 */
function NothingHidden() {
  const { isOpen = false } = useContext(ComboBoxStateContext) ?? {}
  const before = useRef(new Set<Element>())
  if (!isOpen) before.current = new Set()
  else if (before.current.size === 0) before.current = new Set(document.querySelectorAll('[aria-hidden]'))
  useEffect(() => {
    if (!isOpen) return
    const ours = before.current
    // The combo box hides it in its own effect, after this one.
    const frame = requestAnimationFrame(() => {
      for (const hidden of document.querySelectorAll('[aria-hidden="true"]'))
        if (!ours.has(hidden)) hidden.removeAttribute('aria-hidden')
    })
    return () => cancelAnimationFrame(frame)
  }, [isOpen])
  return null
}
