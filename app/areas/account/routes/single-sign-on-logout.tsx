import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { signOnPage } from '../sign-on/provider-refusal'
import { providerLogout } from '../sign-on/sign-on'
import { SignOnRefused } from '../sign-on-link'

export const meta = () => [{ title: 'Log out · Fundesk' }]

/** Redirects to the identity provider's own logout; the page appears only when there is none. */
export function loader(args: LoaderFunctionArgs) {
  return signOnPage(args, async (settings) => {
    throw redirect(await providerLogout(args, settings))
  })
}

export default function SingleSignOnLogout() {
  const { refusal } = useLoaderData<typeof loader>()
  return <SignOnRefused refusal={refusal} />
}
