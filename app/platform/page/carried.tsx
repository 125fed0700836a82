import { Link, useLocation, useNavigate } from '@remix-run/react'
import { createContext, Fragment, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import type { FormRefusal } from '~/ui/form/error-summary'
import { ErrorBanner, StatusLine } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { type Said, useSite } from './use-site'

/** What one page hands to the next. */
export interface Carried {
  /** What happened. */
  said?: Said
  /** Why an upload was refused, and the address of its form, which brings back what was typed. */
  refused?: { refusal: FormRefusal; typed: Record<string, string>; form: string }
}

/** What is shown on the page of this path, and nowhere else. */
type Kept = Carried & { path: string }

interface Keeping {
  kept: Kept | null
  /** What the server said last; null once something else happened. */
  said: Said | null
  keep: (kept: Kept) => void
}

const Context = createContext<Keeping>({ kept: null, said: null, keep: () => {} })

/**
 * Keeps what pages carry over in memory, for as long as their page is shown. The browser's history would bring it back
 * with a reload, where the server knows nothing of it and the page could not be taken over.
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
  // Whatever is sent after it is answered by the server, whose line takes its place.
  const isLast = site === over
  const value = { kept: isLast ? kept : null, said: isLast ? null : (site?.said ?? null), keep }
  return <Context.Provider value={value}>{children}</Context.Provider>
}

/** Goes to an address and takes something along. */
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

/** What was typed in the form of this page before its upload was refused; undefined where nothing was. */
export function useTypedBefore(): Record<string, string> | undefined {
  const { kept } = useContext(Context)
  return formPath(kept) === useLocation().pathname ? kept?.refused?.typed : undefined
}

/** At the top of a page: what just happened, or why an upload was refused, with a way back into its form. */
export function CarriedNotice() {
  const { kept, said } = useContext(Context)
  const here = kept?.path === useLocation().pathname ? kept : null
  const told = here ? here.said : said
  const refused = here?.refused
  // The popup that it answers is gone, and the page below may be scrolled: in a narrow window far down.
  useEffect(() => {
    if (here) window.scrollTo(0, 0)
  }, [here])
  return (
    <>
      {told && (
        <StatusLine>
          {told.line}
          {told.links?.map(({ label, href }, at) => (
            <Fragment key={href}>
              {at === 0 ? ': ' : ', '}
              <Link to={href}>{label}</Link>
            </Fragment>
          ))}
        </StatusLine>
      )}
      {told?.warning && <StatusLine kind="warning">{told.warning}</StatusLine>}
      {refused && (
        <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} list={refused.refusal.list}>
          <OpenLink to={refused.form}>Open the form again</OpenLink>
        </ErrorBanner>
      )}
    </>
  )
}

const pathOf = (to: string) => to.split('?')[0] ?? to

const formPath = (kept: Kept | null) => kept?.refused && pathOf(kept.refused.form)
