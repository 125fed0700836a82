import { Link, useLocation } from '@remix-run/react'
import { DEMO_PASSWORD, DEMO_USERS } from '~/areas/access/demo-users'
import { ErrorBanner } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'

interface SignOnLinkProps {
  /** Its target, with the page to go to afterwards. */
  to: string
  /** The only way to log in, or an alternative to the password. */
  look: 'primary' | 'plain'
}

/** Leads to the site's identity provider: a link, not a form, as a form would be blocked from going to another site. */
export function SignOnLink({ to, look }: SignOnLinkProps) {
  return (
    <PageSection>
      <a className={`button button--${look}`} href={to}>
        Log in with single sign-on
      </a>
    </PageSection>
  )
}

interface SignOnRefusedProps {
  refusal: { title: string; message: string }
}

/** Why a login at the identity provider failed, and what to do next. */
export function SignOnRefused({ refusal }: SignOnRefusedProps) {
  const { pathname, search } = useLocation()
  // The page to go to afterwards; the provider's response holds none.
  const query = pathname === '/login/oidc' ? search : ''
  return (
    <Page title="Log in">
      <PageSection>
        <ErrorBanner title={refusal.title} text={refusal.message} />
        <p>
          <a href={`/login/oidc${query}`}>Start again</a>, or go{' '}
          <Link to={`/login${query}`}>back to the login</Link>.
        </p>
      </PageSection>
    </Page>
  )
}

/** The users who may log in while the demo data is loaded: each is a link that fills the form in. */
export function DemoUsers() {
  const { search } = useLocation()
  const filledIn = (user: string) => {
    const params = new URLSearchParams(search)
    params.set('user', user)
    return `?${params}`
  }
  return (
    <PageSection title="Demo users">
      <p>
        The demo data is loaded. Every demo user has the password <strong>{DEMO_PASSWORD}</strong>.
      </p>
      <p>
        Sample workbooks to upload are in the folder public/samples;{' '}
        <a href="/samples/README.txt">its guide</a> says which NAV each is for.
      </p>
      <ul className="cards">
        {DEMO_USERS.map(([names, what]) => (
          <li key={names} className="card">
            <span>
              {names.split(', ').map((user) => (
                <Link key={user} className="demo-user" to={filledIn(user)} replace preventScrollReset>
                  {user}
                </Link>
              ))}
            </span>
            <p className="card__about">{what}</p>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
