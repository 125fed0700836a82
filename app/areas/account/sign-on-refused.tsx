import { Link, useLocation } from '@remix-run/react'
import { ErrorBanner } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'

interface SignOnRefusedProps {
  refusal: { title: string; message: string }
}

/** Why a login at the identity provider came to nothing, and the ways on. */
export function SignOnRefused({ refusal }: SignOnRefusedProps) {
  const { pathname, search } = useLocation()
  // The page to go to afterwards; the provider's answer holds none.
  const kept = pathname === '/login/oidc' ? search : ''
  return (
    <Page title="Log in">
      <PageSection>
        <ErrorBanner title={refusal.title} text={refusal.message} />
        <p>
          <a href={`/login/oidc${kept}`}>Start again</a>, or go{' '}
          <Link to={`/login${kept}`}>back to the login</Link>.
        </p>
      </PageSection>
    </Page>
  )
}
