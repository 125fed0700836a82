import { DEMO_USERS } from '~/areas/access/demo-users'
import { Description } from '~/ui/description/description'
import { PageSection } from '~/ui/page/page'

/** Who may log in while the demo data is loaded. */
export function DemoUsers() {
  return (
    <PageSection title="Demo users">
      <p>
        The demo data is loaded. Every demo user has the password <strong>fundesk-demo</strong>.
      </p>
      <p>
        Sample workbooks to upload are in the folder public/samples;{' '}
        <a href="/samples/README.txt">its guide</a> says which NAV each is for.
      </p>
      <Description items={DEMO_USERS.map(([term, value]) => ({ term, value }))} />
    </PageSection>
  )
}
