import { PageSection } from '~/ui/page/page'

interface SignOnLinkProps {
  /** Where it leads, with the page to go to afterwards. */
  to: string
  /** The only way in, or one beside the password. */
  look: 'primary' | 'plain'
}

/** Leads to the site's identity provider: a link and no form, which would not be let go to another site. */
export function SignOnLink({ to, look }: SignOnLinkProps) {
  return (
    <PageSection>
      <a className={`button button--${look}`} href={to}>
        Log in with single sign-on
      </a>
    </PageSection>
  )
}
