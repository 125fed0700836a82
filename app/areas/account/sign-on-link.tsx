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

interface DemoUsersProps {
  /** The user in the form. */
  filledIn: string | null
}

/** The users of the demo data by what they do: a card fills the form in with the first, its links with the others. */
export function DemoUsers({ filledIn }: DemoUsersProps) {
  const { search } = useLocation()
  const link = (user: string, className: string) => {
    const params = new URLSearchParams(search)
    params.set('user', user)
    return (
      <Link
        key={user}
        className={className}
        to={`?${params}`}
        replace
        preventScrollReset
        aria-current={user === filledIn || undefined}
      >
        {user}
      </Link>
    )
  }
  return (
    <section>
      <h2>Demo users</h2>
      <p className="muted">
        Choose one to fill the form in; all have the password <strong>{DEMO_PASSWORD}</strong>. Sample
        workbooks to upload are in public/samples, with <a href="/samples/README.txt">a guide</a>.
      </p>
      <ul className="cards">
        {DEMO_USERS.map(([names, what]) => {
          const [first = '', ...others] = names.split(', ')
          return (
            <li key={names} className="card demo-user">
              {link(first, 'card__link')}
              <span>{others.map((user) => link(user, 'demo-user__other'))}</span>
              <p className="card__about">{what}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
