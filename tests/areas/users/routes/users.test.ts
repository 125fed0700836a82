import { randomUUID } from 'node:crypto'
import { opened } from 'tests/support/opened'
import { httpSite, NEWCOMER } from 'tests/support/routes/http-site'
import { people } from 'tests/support/routes/people'
import { expect, test } from 'vitest'

const site = await opened(httpSite())
const visitors = people(site)
await site.ownerSql`insert into app_user (user_name, first_name, last_name, role, created_at)
  values ('second', 'Sec', 'Ond', 'ADMIN', now())`
await site.ownerSql`insert into authorisation
  select id, 'administration', true, true, true from app_user where user_name = 'second'`

const post = (user: string, path: string, fields: Record<string, string>) =>
  site.ask(user, path, visitors.form(fields))

/** The same for a form that was shown once. */
const postNew = (user: string, path: string, fields: Record<string, string>) =>
  post(user, path, { idempotencyKey: randomUUID(), ...fields })

/** The next page, with its message about the form. */
const load = async (user: string, path: string) => (await site.ask(user, path)).text()

test('a new user: the answer shows the one-time password once, and it is not stored or logged', async () => {
  const key = randomUUID()
  const made = await visitors.create('marie', key)
  expect(made.status).toBe(201)
  expect(made.headers.get('cache-control')).toContain('no-store')
  expect(made.password).toMatch(/^[0-9a-z-]{34}$/)
  expect((await visitors.logIn('marie', made.password)).status).toBe(302)
  // Reloading the page sends the same form again.
  const again = await visitors.create('marie', key)
  expect(again.password).toBe('')
  expect(again.text).toContain('cannot be shown again')
  expect((await visitors.logIn('marie', made.password)).status).toBe(302)
  const tables = await site.ownerSql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'`
  for (const { name } of tables) {
    const rows = await site.ownerSql`select * from ${site.ownerSql(name)}`
    expect(JSON.stringify(rows), name).not.toContain(made.password)
  }
  expect(JSON.stringify(site.logged())).not.toContain(made.password)
})

test('two parallel posts of one form make one user, and one of them gets the password', async () => {
  const key = randomUUID()
  const both = await Promise.all([visitors.create('twice', key), visitors.create('twice', key)])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect(both.filter(({ password }) => password !== '')).toHaveLength(1)
})

test('a new one-time password ends the session and the old password', async () => {
  const { password } = await visitors.create('paul')
  const { cookie } = await visitors.logIn('paul', password)
  const path = `/admin/users/${await visitors.idOf('paul')}/password`
  const fields = { idempotencyKey: randomUUID() }
  const made = visitors.oneTimeIn(await (await post('second', path, fields)).text())
  expect(made).not.toBe('')
  expect(visitors.oneTimeIn(await (await post('second', path, fields)).text())).toBe('')
  expect((await visitors.with(cookie, '/account/password')).headers.get('location')).toMatch(/^\/login/)
  expect((await visitors.logIn('paul', password)).status).toBe(422)
  expect((await visitors.logIn('paul', made)).status).toBe(302)
})

test('a disabled user is locked out: session, token and login', async () => {
  const { cookie } = await visitors.logIn('finance1', 'fundesk-demo')
  const token = await site.ask(null, '/api/account/tokens', {
    method: 'POST',
    body: JSON.stringify({ name: 'script' }),
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
  })
  const { token: bearer } = (await token.json()) as { token: string }
  const call = () => site.ask(null, '/api/auth/user', { headers: { Authorization: `Bearer ${bearer}` } })
  expect((await call()).status).toBe(200)
  const finance = `/admin/users/${await visitors.idOf('finance1')}`
  expect((await postNew('admin', `${finance}/disable`, { comment: 'left' })).status).toBe(302)
  expect((await visitors.with(cookie, '/drafts')).headers.get('location')).toMatch(/^\/login/)
  expect((await call()).status).toBe(401)
  expect((await visitors.logIn('finance1', 'fundesk-demo')).status).toBe(422)
  // Enabling a user with queues, and their new password, are pending; the popup comes at once.
  const enabled = await postNew('admin', finance, { intent: 'access', act: 'enable' })
  expect([enabled.status, enabled.headers.get('location')]).toEqual([302, `${finance}/password`])
  const offer = await load('admin', `${finance}/password`)
  expect(offer).toContain('Enabling of finance1: it takes effect when another administrator approves it')
  expect(offer).toContain('has rights that one administrator alone cannot grant')
  expect((await visitors.logIn('finance1', 'fundesk-demo')).status).toBe(422)
  expect((await call()).status).toBe(401)
  const answer = await (await postNew('admin', `${finance}/password`, {})).text()
  const made = visitors.oneTimeIn(answer)
  expect(answer).toContain('It does not work yet: it takes effect when another administrator approves it')
  expect((await visitors.logIn('finance1', made)).status).toBe(422)
  expect(await load('admin', finance)).toContain('One-time password of finance1')
  for (const { id } of await site.ownerSql`select id from pending_change where decision is null order by id`)
    expect((await postNew('second', '/admin/changes', { id: String(id), intent: 'approve' })).status).toBe(
      302,
    )
  const back = await visitors.logIn('finance1', made)
  expect(back.status).toBe(302)
  expect((await call()).status).toBe(401)
  // At their first login they read who it was.
  const page = await (await visitors.with(back.cookie, '/account/password')).text()
  expect(page).toContain('gave you a one-time password, approved by Sec Ond.')
  expect(page).toContain('You cannot take four-eyes steps until')
  expect(page).not.toContain('Close this notice')
})

test('disabling and enabling happen once per form, however often it is sent, and say so', async () => {
  const path = `/admin/users/${await visitors.idOf(NEWCOMER)}`
  const disable = { idempotencyKey: randomUUID(), comment: 'left' }
  const both = await Promise.all([1, 2].map(() => post('admin', `${path}/disable`, disable)))
  expect(both.map(({ status }) => status)).toEqual([302, 302])
  const enable = { idempotencyKey: randomUUID(), intent: 'access', act: 'enable' }
  expect((await post('admin', path, enable)).status).toBe(302)
  // The form that disabled them is repeated: it disables no one.
  expect((await post('admin', `${path}/disable`, disable)).status).toBe(302)
  expect(await load('admin', path)).toContain('(sent twice, done once)')
  expect((await postNew('admin', `${path}/disable`, {})).status).toBe(302)
  expect((await post('admin', path, enable)).status).toBe(302)
  const acts = await site.ownerSql`select name from workflow_event
    where object_kind = 'user' and object_id = 100000000 + ${await visitors.idOf(NEWCOMER)} order by seq`
  expect(acts.map(({ name }) => name)).toEqual(['disable user', 'enable user', 'disable user'])
  // Without a key it is not our form.
  expect((await post('admin', path, { intent: 'access', act: 'enable' })).status).toBe(422)
})

test('queues and authorisations are requested, and take effect when another administrator approves them', async () => {
  const id = await visitors.idOf('auditor1')
  const ask = (fields: Record<string, string>) =>
    post('admin', `/admin/users/${id}`, { idempotencyKey: randomUUID(), ...fields })
  expect((await ask({ intent: 'queues', 'queue:TEAM%20LEADER': 'on', more: 'risk' })).status).toBe(302)
  const rights = { 'right:navctrl:open': 'on', 'right:budgets:update': 'on' }
  // A form with outdated rights is stale.
  const stale = await site.send('admin', `/admin/users/${id}`, {
    idempotencyKey: randomUUID(),
    intent: 'rights',
    shown: 'budgets r u',
    ...rights,
  })
  expect(stale.status).toBe(409)
  expect(stale.html).toContain('The boxes show your choice: check it, then request again.')
  expect(/<input[^>]*name="right:budgets:update"[^>]*>/.exec(stale.html)?.[0]).toContain('checked')
  const other = await site.send('admin', `/admin/users/${id}`, {
    idempotencyKey: randomUUID(),
    intent: 'queues',
    shown: 'CLIENT',
    'queue:MANAGER': 'on',
    more: 'risk',
  })
  expect([other.status, other.html]).toEqual([
    409,
    expect.stringContaining('The queues of auditor1 changed after you opened this page: none now.'),
  ])
  expect(/<input[^>]*name="queue:MANAGER"[^>]*>/.exec(other.html)?.[0]).toContain('checked')
  const form = await (await site.ask('admin', `/admin/users/${id}`)).text()
  const shown = /value="rights"\/><input type="hidden" name="shown" value="([^"]*)"/.exec(form)?.[1]
  expect((await ask({ intent: 'rights', ...rights, shown: shown ?? '' })).status).toBe(302)
  const page = await (await site.ask('admin', `/admin/users/${id}`)).text()
  expect(page).toContain('Pending second approval')
  const waiting = await site.ownerSql`select id, kind, target, after from pending_change
    where decision is null order by id`
  const wishes = waiting.map(({ target, after }) => [target, after])
  expect(wishes).toEqual(
    expect.arrayContaining([
      ['auditor1', expect.objectContaining({ queues: ['RISK', 'TEAM LEADER'] })],
      ['budgets auditor1', { add: false, update: true, delete: false }],
      ['draftsdashboard auditor1', { deleted: true }],
    ]),
  )
  // Rights show the page and what is allowed there, everywhere.
  for (const path of [`/admin/users/${id}`, '/admin/changes', '/admin/audit']) {
    const html = await (await site.ask('admin', path)).text()
    expect(html).toContain('Authorisation of auditor1 for Budgets')
    expect(html).not.toContain('Authorisation of auditor1 for budgets')
  }
  expect(page).toContain('may open → may open, update')
  const matrix = await (await site.ask('admin', '/admin/authorisations')).text()
  expect(matrix).toMatch(/title="may open, add, update"[^>]*>add, update</)
  for (const change of waiting) {
    const decision = { id: String(change.id), intent: 'approve' }
    expect((await postNew('admin', '/admin/changes', decision)).status).toBe(403)
    expect((await postNew('second', '/admin/changes', decision)).status).toBe(302)
  }
  const held = await site.ownerSql`
    select function_id, may_update from authorisation where user_id = ${id} order by function_id`
  expect(held).toEqual([
    { function_id: 'budgets', may_update: true },
    { function_id: 'navctrl', may_update: false },
  ])
  expect((await site.ask('auditor1', '/nav-controls')).status).toBe(200)
  expect((await site.ask('auditor1', '/drafts')).status).toBe(403)
})

test('copying fills the boxes and stores nothing', async () => {
  const page = await (
    await site.ask('admin', `/admin/users/${await visitors.idOf('marie')}?copy=treasurer1`)
  ).text()
  const box = /<input[^>]*name="right:transactiondashboard:update"[^>]*>/.exec(page)?.[0]
  expect(box).toContain('checked')
  expect(/<input[^>]*name="right:navctrl:open"[^>]*>/.exec(page)?.[0]).not.toContain('checked')
  const path = `/admin/users/${await visitors.idOf('marie')}?copy=nobody`
  expect(await (await site.ask('admin', path)).text()).toContain('with authorisations')
})

test('read-only users see users, and no form', async () => {
  await site.ownerSql`insert into authorisation
    select id, 'administration', false, false, false from app_user where user_name = 'manager2'`
  const page = await (await site.ask('manager2', `/admin/users/${await visitors.idOf('marie')}`)).text()
  expect(page).toContain('User marie')
  expect(page).not.toMatch(/Request these|Disable this user|New one-time password/)
})

test('the administration pages link to each other, and a user to neighbouring users', async () => {
  const list = await load('admin', '/admin/users?page=1')
  const [pages = ''] = /<nav[^>]*aria-label="Pages of this domain"[\s\S]*?<\/nav>/.exec(list) ?? []
  for (const name of ['Users', 'Audit trail', 'Lookups']) expect(pages).toContain(name)
  const user = await load('admin', `/admin/users/${await visitors.idOf('admin')}?sort=user_name&size=100`)
  expect(user).toContain('drawer__neighbour')
})

test('second approval cannot be switched off while there is another administrator', async () => {
  const answer = await postNew('admin', '/admin/second-person', { off: 'yes' })
  expect(answer.status).toBe(422)
  await site.ownerSql`update authorisation set may_update = false where function_id = 'administration'
    and user_id <> ${await visitors.idOf('admin')}`
  const off = { idempotencyKey: randomUUID(), off: 'yes' }
  const done = await post('admin', '/admin/second-person', off)
  expect([done.status, done.headers.get('location')]).toEqual([302, '/admin/second-person'])
  expect(await load('admin', '/admin/changes')).toContain('second person is switched off')
  // The switch is on its own page, linked from the system page.
  const system = await load('admin', '/admin/system')
  expect(system).toContain('href="/admin/second-person"')
  expect(system).not.toContain('Switch second person on')
  // Once switched on again, a late form does not switch it off.
  expect((await postNew('admin', '/admin/second-person', { off: 'no' })).status).toBe(302)
  expect((await post('admin', '/admin/second-person', off)).status).toBe(302)
  const page = await load('admin', '/admin/second-person')
  expect(page).toContain('(sent twice, done once)')
  expect(page).toContain('Switch second person off')
})
