import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useRouteError,
} from '@remix-run/react'
import { type ReactNode, useContext } from 'react'
import { menusOf } from '~/areas/access/menu'
import { shownNotices } from '~/areas/account/routes/shown-notices'
import { RecoveredForm } from '~/areas/site/session-ended'
import { Notice, Shell } from '~/areas/site/shell'
import { waitingCountOf } from '~/areas/work/routes/waiting-count'
import { appearanceOf, takeStatus } from '~/http/cookies'
import { textsOf } from '~/http/form-recovery'
import { visitorOf } from '~/http/guard'
import { CarriedNotice, CarriedProvider } from '~/platform/page/carried'
import { ChangedByOthers } from '~/platform/page/changed-by-others'
import { useAsOf } from '~/platform/page/past-link'
import { type Site, useSite } from '~/platform/page/use-site'
import { dayIn } from '~/platform/values/day'
import { lazily } from '~/ui/enhanced/later'
import { LoadingBar } from '~/ui/message/working'
import { SkipLink } from '~/ui/page/page'
import icon from '../public/favicon.svg?inline'
import { RequestIdContext, Styles, useFailedRequest, useNonce } from './entry.contexts'

// In the page itself: a request of its own would cost five times what it holds.
export const links: LinksFunction = () => [{ rel: 'icon', href: icon, type: 'image/svg+xml' }]

export const meta: MetaFunction = () => [{ title: 'Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { services, kept } = args.context
  const { actor, session } = await visitorOf(args)
  // A user with a one-time password can open only the page that changes it.
  const mayWork = actor !== null && !session.get('mustChangePassword')
  const { forget, ...status } = await takeStatus(args.request, services, actor?.id)
  const site: Site = {
    user: actor && { id: actor.id, name: actor.fullName, role: actor.role },
    menus: mayWork ? menusOf(actor) : [],
    work: mayWork ? await waitingCountOf(args.context, actor) : null,
    takesSteps: mayWork && actor.queues.length > 0,
    timeZone: services.settings.timeZone,
    demoDay: services.inDemoTime ? dayIn(services.clock(), services.settings.timeZone) : null,
    appearance: await appearanceOf(args.request, services.settings),
    status: status.line === null ? null : status,
    kept: kept && { page: kept.page, texts: textsOf(kept), files: kept.files },
    notices: actor ? await shownNotices(services, actor.id) : [],
  }
  return forget === null ? data(site) : data(site, { headers: { 'Set-Cookie': forget } })
}

/** The shell changes when something was sent (login, a step), not when a link is followed. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod }) =>
  formMethod !== undefined && formMethod !== 'GET'

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const { appearance, user, demoDay } = useSite() ?? {}
  const request = useContext(RequestIdContext)
  const failed = useRouteError() ? request : null
  return (
    <html
      lang="en"
      data-user={user?.id}
      data-today={demoDay ?? undefined}
      data-theme={appearance?.theme === 'system' ? undefined : appearance?.theme}
      data-density={appearance?.density}
      data-shortcuts={appearance?.shortcuts}
      data-request={failed?.id}
      data-failure-title={failed?.failure?.title}
      data-failure-message={failed?.failure?.message}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Styles />
        <Links />
      </head>
      <body>
        <SkipLink />
        <LoadingBar />
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

const UserNotices = lazily(
  () => import('~/areas/site/user-notices').then((code) => code.UserNotices),
  'shown',
)

/** Its calendar is large, and few pages are of the past: it stays HTML until the user's first interaction. */
const PastBar = lazily(() => import('~/platform/page/past-bar').then((code) => code.PastBar))

export default function App() {
  const notices = useSite()?.notices ?? []
  const isPast = useAsOf() !== null
  return (
    <Shell>
      <CarriedProvider>
        <RecoveredForm />
        <CarriedNotice />
        {notices.length > 0 && <UserNotices />}
        {isPast && <PastBar />}
        <Outlet />
        <ChangedByOthers />
      </CarriedProvider>
    </Shell>
  )
}

const TITLES: Record<number, string> = {
  403: 'Not authorised',
  404: 'Page not found',
  405: 'Nothing can be sent here',
  503: 'Database not reachable',
}

const NOT_SHOWN_ID = 'not-shown'

const NOT_SHOWN = {
  title: 'Something went wrong',
  message: 'This page could not be shown. Try again; if it happens again, tell support the reference below.',
}

/** A page in the browser knows neither what failed nor, when the connection broke, whether it failed at all. */
const NOT_KNOWN = {
  title: 'Page not shown',
  message:
    'This page could not be shown. If you sent something, we do not know yet whether it was saved: reload the page and look before you send it again.',
}

export function ErrorBoundary() {
  const error = useRouteError()
  const request = useFailedRequest()
  const refused = isRouteErrorResponse(error) ? refusedIn(error) : null
  const { title, message } = refused ?? request?.failure ?? (request ? NOT_SHOWN : NOT_KNOWN)
  const reference = refused?.reference ?? request?.id
  const isPast = useAsOf() !== null
  return (
    <Shell>
      {refused && <RecoveredForm gone />}
      {refused && isPast && <PastBar refused={NOT_SHOWN_ID} />}
      <Notice title={title}>
        <p id={NOT_SHOWN_ID}>{message}</p>
        {reference && <p className="muted">Reference: {reference}</p>}
      </Notice>
    </Shell>
  )
}

/** A route's refusal: its own words where it has some. */
function refusedIn({ status, data }: { status: number; data: unknown }) {
  const { title, message, reference } = (data ?? {}) as Record<string, unknown>
  return {
    title: typeof title === 'string' ? title : (TITLES[status] ?? `Error ${status}`),
    message:
      typeof message === 'string'
        ? message
        : 'There is no page at this address. Check the link, or use a menu.',
    reference: typeof reference === 'string' ? reference : null,
  }
}
