import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { samePage } from '~/http/address'
import { visitorOf } from '~/http/guard'
import type { SingleSignOn } from '~/http/server/settings'
import { openSession, requestLink } from '../sign-on/authenticator'
import { signOnPage } from '../sign-on/provider-refusal'
import { finishSignOn, providerLogout, startSignOn } from '../sign-on/sign-on'
import { SignOnRefused } from '../sign-on-link'

export const meta: MetaFunction = ({ location }) => [
  { title: `${isLogout(location.pathname) ? 'Log out' : 'Log in'} · Fundesk` },
]

const isLogout = (pathname: string) => /\/logout\/*$/i.test(pathname)

/** The headers by which browsers mark a request that another site caused. */
const OTHERS = new Set(['cross-site', 'same-site'])

/**
 * Redirects to the identity provider, back from it, and to its logout; the page itself appears only when that fails.
 */
export function loader(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url)
  const next = isLogout(pathname) ? logout : /\/callback\/*$/i.test(pathname) ? finish : start
  return signOnPage(args, async (settings) => {
    throw await next(args, settings)
  })
}

async function start(args: LoaderFunctionArgs, settings: SingleSignOn): Promise<Response> {
  const { actor } = await visitorOf(args)
  const { search, searchParams } = new URL(args.request.url)
  const back = samePage(searchParams.get('redirectTo'))
  if (actor) return redirect(back)
  // Another site must not log anyone in: the user presses the link themselves.
  if (OTHERS.has(args.request.headers.get('Sec-Fetch-Site') ?? '')) return redirect(`/login${search}`)
  return startSignOn(args, settings, back)
}

async function finish(args: LoaderFunctionArgs): Promise<Response> {
  const { actor } = await visitorOf(args)
  // Reached from the browser's history, or from a second tab: there is nothing left to do.
  if (actor) return redirect('/')
  const { identity, userId, redirectTo } = await finishSignOn(args)
  if (userId === null) return requestLink(args, identity, redirectTo)
  const loggedIn = { userId, mustChangePassword: false, passwordHash: null }
  return redirect(redirectTo, {
    headers: { 'Set-Cookie': await openSession(args, loggedIn, { byProvider: true }) },
  })
}

async function logout(args: LoaderFunctionArgs, settings: SingleSignOn): Promise<Response> {
  return redirect(await providerLogout(args, settings))
}

export default function SignOnPage() {
  const { refusal } = useLoaderData<typeof loader>()
  return <SignOnRefused refusal={refusal} />
}
