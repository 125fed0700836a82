import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DemoUsers } from '~/components/access/demo-users'
import { SignOnLink } from '~/components/access/sign-on-link'
import { passwordsAccepted } from '~/domain/access/passwords-accepted.server'
import { isDemoSite } from '~/domain/access/site-setting.server'
import { readTyped } from '~/http/form'
import { visitorOf } from '~/http/guard'
import { openSession } from '~/http/open-session'
import { pageAnswer } from '~/http/page-answer'
import { samePage } from '~/http/redirect-to'
import { authenticate } from '~/http/sign-on/authenticator'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { TextInput } from '~/ui/form/inputs'
import { ErrorBanner, Note } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'

export const meta = () => [{ title: 'Log in · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await visitorOf(args)
  if (actor) throw redirect('/')
  const { doors, settings } = args.context.services
  const { searchParams } = new URL(args.request.url)
  const back = samePage(searchParams.get('redirectTo'))
  return {
    demo: await isDemoSite(doors.read),
    passwords: await passwordsAccepted(doors.read, settings.singleSignOn?.login),
    singleSignOn: settings.singleSignOn
      ? `/login/oidc${back === '/' ? '' : `?redirectTo=${encodeURIComponent(back)}`}`
      : null,
    leftProvider: settings.singleSignOn !== undefined && searchParams.get('left') === 'provider',
  }
}

export async function action(args: ActionFunctionArgs) {
  // What is shown again never holds the password.
  const shown: Record<string, string> = {}
  return pageAnswer(args, shown, async () => {
    const typed = await readTyped(args.request)
    shown.username = typed.username ?? ''
    const loggedIn = await authenticate(args, typed)
    return redirect(samePage(new URL(args.request.url).searchParams.get('redirectTo')), {
      headers: { 'Set-Cookie': await openSession(args, loggedIn) },
    })
  })
}

export default function Login() {
  const { demo, passwords, singleSignOn, leftProvider } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Page title="Log in">
      {leftProvider && (
        <PageSection>
          <Note>
            You are logged out of Fundesk, and still logged in at the identity provider.{' '}
            <a href="/login/oidc/logout">Log out there too</a>
          </Note>
        </PageSection>
      )}
      {passwords ? (
        <PageSection>
          <Form refusal={refused?.refusal} typed={refused?.typed}>
            <TextInput label="User name" name="username" autoComplete="username" required />
            <TextInput
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
            <SubmitButton busyText="Logging in…">Log in</SubmitButton>
          </Form>
        </PageSection>
      ) : (
        refused && (
          <PageSection>
            <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />
          </PageSection>
        )
      )}
      {singleSignOn && <SignOnLink to={singleSignOn} look={passwords ? 'plain' : 'primary'} />}
      {demo && passwords && <DemoUsers />}
    </Page>
  )
}
