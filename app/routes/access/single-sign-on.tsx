import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SignOnRefused } from '~/components/access/sign-on-refused'
import { visitorOf } from '~/http/guard'
import { samePage } from '~/http/redirect-to'
import { startSignOn } from '~/http/sign-on'
import { signOnPage } from '~/http/sign-on-page'

export const meta = () => [{ title: 'Log in · Fundesk' }]

/** Leads on to the identity provider; shows itself only when that cannot be. */
export function loader(args: LoaderFunctionArgs) {
  return signOnPage(args, async (settings) => {
    const { actor } = await visitorOf(args)
    const back = samePage(new URL(args.request.url).searchParams.get('redirectTo'))
    if (actor) throw redirect(back)
    throw await startSignOn(args, settings, back)
  })
}

export default function SingleSignOn() {
  const { refusal } = useLoaderData<typeof loader>()
  return <SignOnRefused refusal={refusal} />
}
