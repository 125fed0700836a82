import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { data } from '@remix-run/node'
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
import { CarriedNotice } from '~/components/site/carried-notice'
import { Notice, Shell } from '~/components/site/shell'
import { type Site, useSite } from '~/components/site/site'
import { menusOf } from '~/domain/access/menu'
import { useNonce } from '~/entry.nonce'
import { RequestIdContext, useRequestId } from '~/entry.request-id'
import { appearanceOf } from '~/http/appearance'
import { visitorOf } from '~/http/guard'
import { sessionStorage } from '~/http/session'
import { LoadingBar } from '~/ui/spinner/loading-bar'
import { SkipLink } from '~/ui/theme/skip-link'
import styles from '~/ui/ui.css?url'

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const meta: MetaFunction = () => [{ title: 'Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { services } = args.context
  const { actor, session } = await visitorOf(args)
  const status = session.get('status') ?? null
  const site: Site = {
    user: actor && { name: actor.fullName, role: actor.role },
    // A one-time password opens no page but the one that changes it.
    menus: actor && !session.get('mustChangePassword') ? menusOf(actor) : [],
    timeZone: services.settings.timeZone,
    appearance: await appearanceOf(args.request),
    status,
  }
  if (status === null) return data(site)
  return data(site, { headers: { 'Set-Cookie': await sessionStorage(services).commitSession(session) } })
}

/** The shell changes when something was sent (login, a step), not when a link is followed. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod }) =>
  formMethod !== undefined && formMethod !== 'GET'

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const appearance = useSite()?.appearance
  const requestId = useContext(RequestIdContext)?.id
  const failed = Boolean(useRouteError())
  return (
    <html
      lang="en"
      data-theme={appearance?.theme === 'system' ? undefined : appearance?.theme}
      data-density={appearance?.density}
      data-shortcuts={appearance?.shortcuts}
      data-request={failed ? requestId : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
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

export default function App() {
  return (
    <Shell>
      <CarriedNotice />
      <Outlet />
    </Shell>
  )
}

const TITLES: Record<number, string> = {
  403: 'Not authorised',
  404: 'Page not found',
  405: 'Nothing can be sent here',
}

export function ErrorBoundary() {
  const error = useRouteError()
  const requestId = useRequestId()
  const reference = requestId && <p>Reference: {requestId}</p>
  if (isRouteErrorResponse(error)) {
    const message = typeof error.data?.message === 'string' ? error.data.message : null
    return (
      <Shell>
        <Notice title={TITLES[error.status] ?? `Error ${error.status}`}>
          <p>{message ?? 'There is no page at this address. Check the link, or go on from a menu.'}</p>
          {reference}
        </Notice>
      </Shell>
    )
  }
  return (
    <Shell>
      <Notice title="Something went wrong">
        <p>
          Nothing was stored by this step. Try again; if it happens again, tell support
          {reference ? ' the reference below.' : ' the time.'}
        </p>
        {reference}
      </Notice>
    </Shell>
  )
}
