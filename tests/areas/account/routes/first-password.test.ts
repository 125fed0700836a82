import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())

const says = async () =>
  (await (await site.ask(null, '/login')).text()).includes(
    'The user admin has no password yet. Set one on the server with: npm run user -- password admin',
  )

test('the login page says that admin has no password yet, and the command that sets it, until anyone can log in', async () => {
  expect(await says()).toBe(false)
  await site.ownerSql`update app_user set password_hash = null`
  expect(await says()).toBe(true)
  await site.ownerSql`update app_user set sign_on_subject = 'subject-1' where user_name = 'manager1'`
  expect(await says()).toBe(false)
})
