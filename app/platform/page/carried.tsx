import { useLocation, useNavigate, useNavigation } from '@remix-run/react'
import { createContext, Fragment, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useLater } from '~/ui/enhanced/later'
import type { FormRefusal } from '~/ui/form/error-summary'
import { ErrorBanner, StatusLine } from '~/ui/message/message'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import { type StatusMessage, useSite } from './use-site'

/** What one page passes to the next. */
export interface Carried {
  /** The message about the last action. */
  status?: StatusMessage
  /** Why an upload was refused, and the address of its form, which restores the typed values. */
  refused?: { refusal: FormRefusal; typed: Record<string, string>; form: string }
}

const loadToast = () => import('~/ui/enhanced/toast-over').then((code) => code.default)

/** Shown only on the page of this path. */
type Kept = Carried & { path: string }

interface Keeping {
  kept: Kept | null
  /** The server's last message; null after a newer one. */
  status: StatusMessage | null
  keep: (kept: Kept) => void
}

const Context = createContext<Keeping>({ kept: null, status: null, keep: () => {} })

/**
 * Keeps what pages pass on in memory, for as long as their page is shown. The browser's history would restore it after
 * a reload, but the server does not have it, so the page could not be hydrated.
 */
export function CarriedProvider({ children }: { children: ReactNode }) {
  const site = useSite()
  const { pathname } = useLocation()
  const [kept, setKept] = useState<Kept | null>(null)
  const [over, setOver] = useState<typeof site>()
  useEffect(
    () => setKept((now) => (now && [now.path, formPath(now)].includes(pathname) ? now : null)),
    [pathname],
  )
  const keep = (what: Kept) => {
    setOver(site)
    setKept(what)
  }
  // The server responds to every later form, and its message replaces this one.
  const isLast = site === over
  const value = { kept: isLast ? kept : null, status: isLast ? null : (site?.status ?? null), keep }
  return <Context.Provider value={value}>{children}</Context.Provider>
}

/** Navigates to an address and passes data along. */
export function useCarry() {
  const navigate = useNavigate()
  const { keep } = useContext(Context)
  return useCallback(
    (to: string, carried: Carried) => {
      keep({ ...carried, path: pathOf(to) })
      navigate(to, { replace: true, preventScrollReset: true })
    },
    [keep, navigate],
  )
}

/** The values typed in the form of this page before its upload was refused; undefined if there are none. */
export function useTypedBefore(): Record<string, string> | undefined {
  const { kept } = useContext(Context)
  return formPath(kept) === useLocation().pathname ? kept?.refused?.typed : undefined
}

/** At the top of a page: the last message, or why an upload was refused, with a link back to its form. */
export function CarriedNotice() {
  const { kept, status } = useContext(Context)
  const here = kept?.path === useLocation().pathname ? kept : null
  const message = here ? here.status : status
  const refused = here?.refused
  // The popup has closed, and in a narrow window the page below may be scrolled far down.
  useEffect(() => {
    if (here) window.scrollTo(0, 0)
  }, [here])
  const { formMethod } = useNavigation()
  const [ToastOver, want] = useLater(loadToast)
  const isSent = formMethod === 'POST'
  useEffect(() => {
    if (message || isSent) want()
  }, [message, isSent, want])
  const lines = message && (
    <>
      <StatusLine>
        {message.line}
        {message.links?.map(({ label, href }, at) => (
          <Fragment key={href}>
            {at === 0 ? ': ' : ', '}
            <Link to={href}>{label}</Link>
          </Fragment>
        ))}
      </StatusLine>
      {message.warning && <StatusLine kind="warning">{message.warning}</StatusLine>}
    </>
  )
  const stays = message?.warning !== undefined || message?.links !== undefined
  return (
    <>
      {lines && !ToastOver && <div className="said">{lines}</div>}
      {lines && ToastOver && (
        <ToastOver of={message} stays={stays}>
          {lines}
        </ToastOver>
      )}
      {refused && (
        <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} list={refused.refusal.list}>
          <span className="error-banner__ways">
            <OpenLink to={refused.form}>Open the form again</OpenLink>
            {refused.refusal.next && <Link to={refused.refusal.next.href}>{refused.refusal.next.label}</Link>}
          </span>
        </ErrorBanner>
      )}
    </>
  )
}

const pathOf = (to: string) => to.split('?')[0] ?? to

const formPath = (kept: Kept | null) => kept?.refused && pathOf(kept.refused.form)
