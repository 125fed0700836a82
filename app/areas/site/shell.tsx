import { Form, useLocation } from '@remix-run/react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Menu } from '~/areas/access/menu'
import { NEWS_PATH, newsCounted } from '~/areas/work/news'
import { useSite } from '~/platform/page/use-site'
import type { Day } from '~/platform/values/day'
import { showDayInWords } from '~/platform/values/show'
import { isMetered, useLater } from '~/ui/enhanced/later'
import { shownCount } from '~/ui/grid/query'
import { SEARCH_ICON } from '~/ui/icon/frame-icons'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/open-close/close-link'
import { ConnectionLost } from '~/ui/session/lost-requests'
import { siteJson } from '~/ui/session/site-fetch'
import { Shortcuts } from '~/ui/shortcuts/shortcuts'
import { Topbar } from '~/ui/topbar/topbar'
import { SessionEnded } from './session-ended'

/** Letter after `g` by path: product decisions, section 8. */
const LETTERS: Record<string, string> = {
  '/drafts': 'd',
  '/invoices': 'i',
  '/budgets': 'b',
  '/bank-accounts': 'k',
  '/nav-controls': 'n',
  '/production': 'p',
  '/processes': 'o',
  '/admin': 'a',
}

/** The pages of the menus that `g` and a letter go to; home for everyone, their work for users who have queues. */
function pageShortcuts(menus: Menu[], hasWork = false): { letter: string; label: string; href: string }[] {
  const pages = menus.flatMap(({ links }) => links)
  return [
    { letter: 'h', label: 'Home', href: '/' },
    ...(hasWork ? [{ letter: 'w', label: 'My work', href: '/work' }] : []),
    ...pages.flatMap(({ label, to }) => {
      const letter = LETTERS[to]
      return letter === undefined ? [] : [{ letter, label, href: to }]
    }),
  ]
}

/**
 * When the focus is lost with the old page and the new one claims none, the main part gets it: keys and screen readers
 * continue there, not at the start of the document.
 */
function useFocusOnMain(main: RefObject<HTMLElement>) {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document
      if (activeElement === null || activeElement === document.body)
        main.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname, main])
}

/** Top bar and main part of every page. */
export function Shell({ children }: { children: ReactNode }) {
  const site = useSite()
  const main = useRef<HTMLElement>(null)
  useFocusOnMain(main)
  const count = useCount(site?.work ?? null)
  return (
    <>
      <Topbar
        menus={(site?.menus ?? []).map(({ domainType, links }) => ({
          label: domainType,
          links: links.map(({ label, to }) => ({ label, href: to })),
        }))}
        profile={site?.user ?? undefined}
        first={count?.hasWork && <WorkCount {...count} />}
        last={
          site && (
            <>
              {site.demoDay && <DemoDay day={site.demoDay} />}
              {count && <Bell news={count.news} />}
              {site.user && <SearchLink />}
            </>
          )
        }
      >
        <Link to="/account/password">Password</Link>
        <Link to="/account/sessions">Sessions</Link>
        <Link to="/account/substitutes">Substitutes</Link>
        <Link to="/account/notices">Notices</Link>
        <Link to="/account/tokens">Personal tokens</Link>
        <Link to="/appearance">Appearance</Link>
        <Form method="post" action="/logout">
          <button type="submit">Log out</button>
        </Form>
      </Topbar>
      {site?.user && <Shortcuts goTo={pageShortcuts(site.menus, site.work?.hasWork)} />}
      <main id="main" ref={main} tabIndex={-1}>
        <SessionEnded />
        <ConnectionLost />
        {children}
      </main>
    </>
  )
}

/** "Demo · 3 November 2026": the day that it is in the demo. */
function DemoDay({ day }: { day: Day }) {
  return (
    <span className="topbar__demo" title="The time of this site is that of the demo">
      Demo<span className="topbar__day"> · {showDayInWords(day)}</span>
    </span>
  )
}

/** A page with only a sentence and a link: 403, 404, failures. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page">
      <header className="page__head">
        <h1>{title}</h1>
      </header>
      <section className="page__section stack">
        {children}
        <Link className="button" to="/">
          Go to your home page
        </Link>
      </section>
    </div>
  )
}

const loadPalette = () => import('~/areas/search/palette').then((code) => code.default)

/** Leads to the search; with scripts it opens over the page, also by Ctrl+K. */
function SearchLink() {
  const [Palette, want] = useLater(loadPalette)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey || event.defaultPrevented) return
      event.preventDefault()
      want()
      setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [want])
  return (
    <>
      <Link
        className="topbar__search"
        to="/search"
        title="Search and commands (Ctrl+K)"
        onFocus={want}
        onPointerEnter={want}
        onClick={(event) => {
          if (!Palette || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <Icon path={SEARCH_ICON} />
        Search
      </Link>
      {isOpen && Palette && <Palette close={() => setOpen(false)} />}
    </>
  )
}

/** What waits for the user, how much of it is late, and how much others did since the user last looked. */
interface Waiting {
  waiting: number
  late: number
  hasWork: boolean
  news: number
}

/** How often an open page asks again, in ms. */
const EVERY_MS = 60_000

const BELL_ICON = 'M4 11V7a4 4 0 0 1 8 0v4l1.2 1.5H2.8zM6.7 14.2h2.6'

/**
 * The numbers of the top bar, kept up to date: one small request a minute, none while hidden or on a line that is paid
 * by volume.
 */
function useCount(loaded: Waiting | null): Waiting | null {
  const [count, setCount] = useState(loaded)
  const isKnown = loaded !== null
  useEffect(() => setCount(loaded), [loaded])
  useEffect(() => {
    if (!isKnown) return
    const refresh = async () => {
      if (document.hidden || isMetered()) return
      // A count that fails is requested again in a minute.
      const found = await siteJson<Waiting>('/work/count')
      if (found) setCount(found)
    }
    const timer = setInterval(() => void refresh(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isKnown])
  return count
}

/** The link to My work with how much waits. */
function WorkCount({ waiting, late }: Waiting) {
  const { pathname } = useLocation()
  return (
    <Link className="topbar__work" to="/work" aria-current={pathname === '/work' ? 'page' : undefined}>
      My work
      <span className="topbar__count">
        {shownCount(waiting)}
        <span className="hidden-text"> waiting</span>
      </span>
      {late > 0 && <span className="topbar__late">{shownCount(late)} late</span>}
    </Link>
  )
}

/** The bell with how much others did with the user's work, or said to them. */
function Bell({ news }: { news: number }) {
  const { pathname } = useLocation()
  return (
    <Link
      className="topbar__bell"
      to={NEWS_PATH}
      title="What others did with your work"
      aria-current={pathname === NEWS_PATH ? 'page' : undefined}
    >
      <Icon path={BELL_ICON} />
      <span className="hidden-text">Notices, </span>
      {news > 0 ? (
        <span className="topbar__news">{newsCounted(news)}</span>
      ) : (
        <span className="hidden-text">0</span>
      )}
      <span className="hidden-text"> new</span>
    </Link>
  )
}
