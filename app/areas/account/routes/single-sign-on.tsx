import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { visitorOf } from '~/http/guard'
import { samePage } from '~/http/redirect-to'
import { signOnPage } from '../sign-on/provider-refusal'
import { startSignOn } from '../sign-on/sign-on'
import { SignOnRefused } from '../sign-on-link'

export const meta = () => [{ title: 'Log in · Fundesk' }]

/** What browsers say of a request that another site caused. */
const OTHERS = new Set(['cross-site', 'same-site'])

/** Leads on to the identity provider; shows itself only when that cannot be. */
export function loader(args: LoaderFunctionArgs) {
  return signOnPage(args, async (settings) => {
    const { actor } = await visitorOf(args)
    const { search, searchParams } = new URL(args.request.url)
    const back = samePage(searchParams.get('redirectTo'))
    if (actor) throw redirect(back)
    // Nobody is logged in because another site said so: one presses the link oneself.
    if (OTHERS.has(args.request.headers.get('Sec-Fetch-Site') ?? '')) throw redirect(`/login${search}`)
    throw await startSignOn(args, settings, back)
  })
}

export default function SingleSignOn() {
  const { refusal } = useLoaderData<typeof loader>()
  return <SignOnRefused refusal={refusal} />
}
