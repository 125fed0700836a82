import { Link } from '@remix-run/react'
import { ErrorBanner } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'

interface SignOnRefusedProps {
  refusal: { title: string; message: string }
}

/** Why a login at the identity provider came to nothing, and the ways on. */
export function SignOnRefused({ refusal }: SignOnRefusedProps) {
  return (
    <Page title="Log in">
      <PageSection>
        <ErrorBanner title={refusal.title} text={refusal.message} />
        <p>
          <a href="/login/oidc">Start again</a>, or go <Link to="/login">back to the login</Link>.
        </p>
      </PageSection>
    </Page>
  )
}
