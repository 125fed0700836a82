import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { samePage } from '~/http/address'
import { visitorOf } from '~/http/guard'
import { signOnPage } from '../sign-on/provider-refusal'
import { startSignOn } from '../sign-on/sign-on'
import { SignOnRefused } from '../sign-on-link'

export const meta = () => [{ title: 'Log in · Fundesk' }]

/** The headers by which browsers mark a request that another site caused. */
const OTHERS = new Set(['cross-site', 'same-site'])

/** Redirects to the identity provider; the page appears only when that is impossible. */
export function loader(args: LoaderFunctionArgs) {
  return signOnPage(args, async (settings) => {
    const { actor } = await visitorOf(args)
    const { search, searchParams } = new URL(args.request.url)
    const back = samePage(searchParams.get('redirectTo'))
    if (actor) throw redirect(back)
    // Another site's word alone logs no one in: the user presses the link themselves.
    if (OTHERS.has(args.request.headers.get('Sec-Fetch-Site') ?? '')) throw redirect(`/login${search}`)
    throw await startSignOn(args, settings, back)
  })
}

export default function SingleSignOn() {
  const { refusal } = useLoaderData<typeof loader>()
  return <SignOnRefused refusal={refusal} />
}
