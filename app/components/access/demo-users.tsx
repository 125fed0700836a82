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
    <section aria-labelledby="demo-users">
      <h2 id="demo-users">Demo users</h2>
      <p>
        The demo data is loaded. Every demo user has the password <strong>fundesk-demo</strong>.
      </p>
      <dl className="description">
        {USERS.map(([names, what]) => (
          <div key={names}>
            <dt>{names}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
