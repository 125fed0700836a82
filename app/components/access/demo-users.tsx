import { Description } from '~/ui/description/description'
import { PageSection } from '~/ui/page/page'

const USERS: [names: string, what: string][] = [
  ['accountant1, accountant2', 'upload and control, submit'],
  ['teamleader1, teamleader2', 'approve, return, reopen'],
  ['manager1, manager2', 'validate, mark as sent'],
  ['clientdesk1, clientdesk2', 'record what the client says'],
  ['auditor1', 'reads everything'],
  ['admin, admin2', 'administer'],
]

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
      <Description items={USERS.map(([term, value]) => ({ term, value }))} />
    </PageSection>
  )
}
