import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { visitorOf } from '~/http/guard'
import { openSession } from '~/http/open-session'
import { askForLink } from '../sign-on/authenticator'
import { signOnPage } from '../sign-on/provider-refusal'
import { finishSignOn } from '../sign-on/sign-on'
import { SignOnRefused } from '../sign-on-link'

export const meta = () => [{ title: 'Log in · Fundesk' }]

/** Where the identity provider sends people back to; the page appears only when they are not let in. */
export function loader(args: LoaderFunctionArgs) {
  return signOnPage(args, async (settings) => {
    const { actor } = await visitorOf(args)
    // Reached from the browser's history, or from a second tab: there is nothing left to do.
    if (actor) throw redirect('/')
    const { identity, userId, redirectTo } = await finishSignOn(args, settings)
    if (userId === null) throw await askForLink(args, identity, redirectTo)
    const loggedIn = { userId, mustChangePassword: false, passwordHash: null }
    throw redirect(redirectTo, {
      headers: { 'Set-Cookie': await openSession(args, loggedIn, { byProvider: true }) },
    })
  })
}

export default function SingleSignOnCallback() {
  const { refusal } = useLoaderData<typeof loader>()
  return <SignOnRefused refusal={refusal} />
}
