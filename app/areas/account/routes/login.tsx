import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, redirectDocument } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { type DemoProgress, showProgress } from '~/areas/access/demo-progress'
import { DEMO_PASSWORD, DEMO_USERS } from '~/areas/access/demo-users'
import { FIRST_PASSWORD, isWithoutPasswords } from '~/areas/access/first-password.server'
import { isDemoSite, passwordsAccepted } from '~/areas/access/site-setting.server'
import { samePage } from '~/http/address'
import { readTyped } from '~/http/form'
import { visitorOf } from '~/http/guard'
import { pageAnswer } from '~/http/page-answer'
import { useRefreshed } from '~/platform/page/use-refreshed'
import { DomainError } from '~/platform/values/domain-error'
import { ownValue } from '~/platform/values/own-value'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { TextInput } from '~/ui/form/inputs'
import { ErrorBanner, Note } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'
import { isStoredInTab } from '~/ui/session/stored-in-tab'
import { Mark } from '~/ui/topbar/mark'
import { authenticate, openSession } from '../sign-on/authenticator'
import { rememberDevice } from '../sign-on/login-throttle'
import { DemoUsers, SignOnLink } from '../sign-on-link'

export const meta = () => [{ title: 'Log in · Fundesk' }]

/** Why a user whose session ended sees this page, and what happened to the form they sent. */
const ENDED: Readonly<Record<string, string>> = {
  yes: 'Your session ended. Log in to continue.',
  kept: 'Your session ended. Log in to continue: nothing was lost.',
  lost: 'Your session ended, and what you sent was not saved. Log in and send it again.',
}

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await visitorOf(args)
  if (actor) throw redirect('/')
  const { database, settings, demoProgress } = args.context.services
  const { searchParams } = new URL(args.request.url)
  const back = samePage(searchParams.get('redirectTo'))
  const demo = await isDemoSite(database.read)
  return {
    back,
    ended: ownValue(ENDED, searchParams.get('ended') ?? '') ?? null,
    loading: demoProgress?.() ?? null,
    demo,
    filledIn: demo ? demoUserOf(searchParams.get('user')) : null,
    firstPassword: (await isWithoutPasswords(database.read)) ? FIRST_PASSWORD : null,
    passwords: await passwordsAccepted(database.read, settings.singleSignOn?.login),
    singleSignOn: settings.singleSignOn
      ? `/login/oidc${back === '/' ? '' : `?redirectTo=${encodeURIComponent(back)}`}`
      : null,
    leftProvider: settings.singleSignOn !== undefined && searchParams.get('left') === 'provider',
  }
}

/** The demo user of this name; null for any other. */
function demoUserOf(name: string | null): string | null {
  const users = DEMO_USERS.flatMap(([names]) => names.split(', '))
  return users.find((user) => user === name) ?? null
}

export async function action(args: ActionFunctionArgs) {
  // The form never shows the password again.
  const shown: Record<string, string> = {}
  return pageAnswer(args, shown, async () => {
    const typed = await readTyped(args.request)
    shown.username = typed.username ?? ''
    refuseWhileLoading(args.context.services.demoProgress?.() ?? null)
    const loggedIn = await authenticate(args, typed)
    const headers = new Headers()
    headers.append('Set-Cookie', await openSession(args, loggedIn))
    headers.append('Set-Cookie', await rememberDevice(args.request, args.context.services, shown.username))
    const { searchParams } = new URL(args.request.url)
    // A full page load, even with scripts: it lists the areas that this user may open, and may show a form again.
    return redirectDocument(samePage(searchParams.get('redirectTo')), { headers })
  })
}

/** Anything a user did before the demo data is complete would end up between its events. */
function refuseWhileLoading(loading: DemoProgress | null): void {
  if (loading === null) return
  throw new DomainError(
    'refused',
    `The demo data is still being loaded: ${showProgress(loading)}. Log in when all of it is there.`,
    { title: 'Not logged in' },
  )
}

const LOOK_AGAIN_MS = 2_000

export default function Login() {
  const { back, ended, loading, demo, filledIn, firstPassword, passwords, singleSignOn, leftProvider } =
    useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const [inTab, setInTab] = useState(false)
  useEffect(() => setInTab(isStoredInTab(back)), [back])
  const { search } = useLocation()
  useRefreshed(loading !== null, LOOK_AGAIN_MS)
  return (
    <div className="login">
      <div>
        <p className="login__brand">
          <Mark />
        </p>
        <p className="login__about">The back office for people who run investment funds.</p>
        <h1>Log in</h1>
        {loading !== null && (
          <PageSection>
            <Note kind="warning">
              The demo data is still being loaded: {showProgress(loading)}. You can log in once all of it is
              loaded.{' '}
              <Link to={{ pathname: '/login', search }} reloadDocument>
                See how far it is now
              </Link>
            </Note>
          </PageSection>
        )}
        {firstPassword !== null && passwords && loading === null && (
          <PageSection>
            <Note kind="warning">{firstPassword}</Note>
          </PageSection>
        )}
        {ended !== null && (
          <PageSection>
            <Note kind="warning">{inTab ? ENDED.kept : ended}</Note>
          </PageSection>
        )}
        {leftProvider && (
          <PageSection>
            <Note>
              You are logged out of Fundesk but still logged in at the identity provider.{' '}
              <a href="/login/oidc/logout">Log out there too</a>
            </Note>
          </PageSection>
        )}
        {passwords ? (
          <PageSection>
            <Form refusal={refused?.refusal} typed={refused?.typed}>
              <TextInput
                label="User name"
                name="username"
                autoComplete="username"
                required
                autoFocus
                defaultValue={filledIn ?? undefined}
              />
              <TextInput
                label="Password"
                name="password"
                type="password"
                autoComplete="current-password"
                required
                defaultValue={filledIn === null ? undefined : DEMO_PASSWORD}
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
      </div>
      {demo && passwords && <DemoUsers filledIn={filledIn} />}
    </div>
  )
}
