import { useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Input, SearchField } from 'react-aria-components/SearchField'
import '~/ui/enhanced/enhanced.css'
import './palette.css'
import { siteJson } from '~/ui/session/site-fetch'
import { FoundLine, isFile, nothingFoundText } from './found-groups'
import { buttonOf, buttonsOfPage, foundButtons, withButtons } from './page-buttons'
import { type Found, type FoundGroup, MAX_SEARCH_LENGTH } from './search'

const WAIT_MS = 120

/** The results for a text, as it is typed; earlier results stay until new ones arrive. */
function useFound(text: string) {
  const [found, setFound] = useState<{ text: string; groups: FoundGroup[] } | null>(null)
  useEffect(() => {
    const left = new AbortController()
    const timer = setTimeout(
      async () => {
        const address = `/search/found?${new URLSearchParams({ text })}`
        const groups = await siteJson<FoundGroup[]>(address, left.signal)
        if (groups && !left.signal.aborted) setFound({ text, groups })
      },
      text === '' ? 0 : WAIT_MS,
    )
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [text])
  return found
}

const keyOf = ({ key, href }: Found) => `${key} → ${href}`

/** Presses a button of the page once the palette has given the focus back. */
function press(button: HTMLElement): void {
  setTimeout(() => {
    button.focus()
    button.click()
  })
}

/** Search and commands over any page: typed, chosen with the arrows, opened with Enter. */
export default function Palette({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const found = useFound(text.trim())
  // As they are when it opens: over it nothing changes.
  const [buttons] = useState(buttonsOfPage)
  const groups = found ? withButtons(found.groups, foundButtons(buttons, found.text), found.text) : []
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  /** @param chosen key and address of a result */
  function open(chosen: string) {
    const [key = '', href = ''] = chosen.split(' → ')
    const button = buttonOf(buttons, key)
    close()
    if (button) press(button)
    else if (isFile(href)) window.location.assign(href)
    else navigate(href)
  }

  // Enter for a text whose results are on their way opens the first of them when they arrive.
  const awaited = useRef<string | null>(null)
  const [first] = groups[0]?.items ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what has arrived opens something
  useEffect(() => {
    if (found && found.text === awaited.current && found.text === text.trim() && first) open(keyOf(first))
    if (found?.text === awaited.current) awaited.current = null
  }, [found])

  return (
    <I18nProvider locale="en-GB">
      <dialog
        ref={dialog}
        className="dialog palette"
        aria-label="Search and commands"
        onClose={close}
        onClick={(event) => event.target === dialog.current && close()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // The key is handled: a drawer below stays.
          event.preventDefault()
          close()
        }}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || found?.text === text.trim()) return
          event.preventDefault()
          event.stopPropagation()
          awaited.current = text.trim()
        }}
      >
        <Autocomplete inputValue={text} onInputChange={setText}>
          <SearchField className="palette__field" aria-label="Search and commands" autoFocus>
            <Input
              placeholder="Fund, date, supplier, reference, number, user, or a command…"
              maxLength={MAX_SEARCH_LENGTH}
            />
          </SearchField>
          <Menu
            className="palette__list"
            aria-label="Found"
            items={groups}
            onAction={(key) => open(String(key))}
            renderEmptyState={() =>
              found && found.text !== '' ? <p className="muted">{nothingFoundText(found.text)}</p> : null
            }
          >
            {({ title, items }: FoundGroup) => (
              <MenuSection id={title} aria-label={title} items={items}>
                <Header className="palette__title">{title}</Header>
                {items.map((item) => (
                  <MenuItem key={item.key} id={keyOf(item)} textValue={item.label} className="palette__item">
                    <FoundLine found={item} />
                  </MenuItem>
                ))}
              </MenuSection>
            )}
          </Menu>
        </Autocomplete>
      </dialog>
    </I18nProvider>
  )
}
