import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readTyped } from '~/http/form'
import { visitorOf } from '~/http/guard'
import { pageAnswer } from '~/http/page-answer'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { TextInput } from '~/ui/form/inputs'
import { ErrorBanner } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { linkAndLogIn, personToLink } from '../sign-on/authenticator'
import { signOnPage } from '../sign-on/provider-refusal'
import { SignOnLink } from '../sign-on-link'

export const meta = () => [{ title: 'Link your user · Fundesk' }]

export function loader(args: LoaderFunctionArgs) {
  return signOnPage(args, async () => {
    const { actor } = await visitorOf(args)
    if (actor) throw redirect('/')
    return { isOpen: (await personToLink(args)) !== null }
  })
}

export async function action(args: ActionFunctionArgs) {
  await signOnPage(args, async () => null)
  // The form never shows the password again.
  const shown: Record<string, string> = {}
  return pageAnswer(
    args,
    shown,
    async () => {
      const typed = await readTyped(args.request)
      shown.username = typed.username ?? ''
      return linkAndLogIn(args, typed)
    },
    'Not linked',
  )
}

/** The first login by single sign-on: an administrator's one-time password identifies the user. */
export default function LinkUser() {
  const shown = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if ('isOpen' in shown && !shown.isOpen)
    return (
      <Page title="Link your user">
        <PageSection>
          {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
          <p>Log in with single sign-on first; you then have ten minutes to link your user.</p>
        </PageSection>
        <SignOnLink to="/login/oidc" look="primary" />
      </Page>
    )
  return (
    <Page title="Link your user">
      <PageSection>
        <p>
          You are logged in with single sign-on, but not yet linked to a Fundesk user. Enter your user name
          and the one-time password that an administrator gave you. You only do this once.
        </p>
        <Form refusal={refused?.refusal} typed={refused?.typed}>
          <TextInput label="User name" name="username" autoComplete="username" required />
          <TextInput label="One-time password" name="password" type="password" autoComplete="off" required />
          <SubmitButton busyText="Linking…">Link and log in</SubmitButton>
        </Form>
        <p>
          No one-time password? Ask an administrator for one. <a href="/login">Back to the login</a>
        </p>
      </PageSection>
    </Page>
  )
}
