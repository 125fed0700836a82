import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const USERS = '/admin/users'
const OWN = 'a quiet green river'

const secret = (page: Page) => page.locator('code')

async function logInAs(js: boolean, user: string, password: string): Promise<Page> {
  const page = await visit(null, '/login', { js, refusals: [422] })
  await page.getByLabel('User name').fill(user)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  return page
}

/** Approves all that waits of a user, as another administrator than the one who asked. */
async function approveAll(js: boolean, user: string): Promise<void> {
  const second = await visit('admin2', `/admin/changes?search=${user}&size=100`, { js })
  const waiting = second.getByRole('row').filter({ hasText: user })
  for (let left = await waiting.count(); left > 0; left--) {
    await waiting.first().getByRole('button', { name: 'Approve' }).click()
    await second.waitForFunction(
      ([name, most]) =>
        [...document.querySelectorAll('tbody tr')].filter((row) => row.textContent?.includes(String(name)))
          .length < Number(most),
      [user, left] as const,
    )
  }
  expect(await second.getByRole('button', { name: 'Approve' }).count()).toBe(0)
}

async function openUser(page: Page, user: string): Promise<void> {
  await page.goto(`${USERS}?filter.user_name=${encodeURIComponent(`=${user}`)}`)
  await page.getByRole('link', { name: user, exact: true }).click()
  await page.getByRole('heading', { name: `User ${user}` }).waitFor()
}

describe.each([
  { js: true, scripts: 'with JavaScript', name: 'newjane' },
  { js: false, scripts: 'without JavaScript', name: 'newjohn' },
])('$scripts', ({ js, name }) => {
  test('a user is made, approved by a second person, chooses a password, and is kept out again', async () => {
    const user = ownName(name)
    const admin = await visit('admin', USERS, { js, refusals: [422] })
    const form = admin.locator('form').filter({ hasText: 'Create user' })
    await chapter('A name that is taken is refused; what was typed and ticked is still there', async () => {
      await admin.getByRole('link', { name: 'New user' }).click()
      await form.getByLabel(/^User name/).fill('admin')
      await form.getByLabel(/^First name/).fill('Jo')
      await form.getByLabel(/^Last name/).fill('Newcomer')
      await form.getByLabel(/^Role/).fill('ACCOUNTANT')
      await form.getByLabel('Homepage').selectOption({ label: 'NAV Controls' })
      await form.getByLabel('ACCOUNTANT', { exact: true }).check()
      await form.getByLabel('Authorisations like those of').fill('accountant1')
      await form.getByRole('button', { name: 'Create user' }).click()
      await admin.getByText('There is already a user admin.').first().waitFor()
      await expect.poll(() => form.getByLabel('ACCOUNTANT', { exact: true }).isChecked()).toBe(true)
    })
    const oneTime = await chapter('The user is made, and the one-time password is shown once', async () => {
      await form.getByLabel(/^User name/).fill(user)
      await form.getByRole('button', { name: 'Create user' }).click()
      await secret(admin).waitFor()
      const oneTime = await secret(admin).innerText()
      expect(oneTime).toMatch(/^[0-9a-z-]{34}$/)
      await admin.getByRole('link', { name: `Open user ${user}` }).click()
      await admin.getByRole('heading', { name: 'Pending second approval' }).waitFor()
      expect(await secret(admin).count()).toBe(0)
      return oneTime
    })

    await chapter('A second administrator approves their queue and authorisations', () =>
      approveAll(js, user),
    )

    const page = await chapter('They log in with it, and choose a password of their own', async () => {
      const page = await logInAs(js, user, oneTime)
      await page.getByText('You are logged in with a one-time password.').waitFor()
      await page.goto('/nav-controls')
      await page.waitForURL('**/account/password')
      await page.getByLabel('One-time password').fill(oneTime)
      await page.locator('[name=password]').fill('password1')
      await page.locator('[name=again_password]').fill('password1')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('too easy to guess').first().waitFor()
      await page.getByLabel('One-time password').fill(oneTime)
      await page.locator('[name=password]').fill(OWN)
      await page.locator('[name=again_password]').fill(OWN)
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.waitForURL('**/nav-controls')
      await page.locator('summary', { hasText: 'New control' }).waitFor()
      return page
    })

    await chapter('Disabled, they are logged out and kept out', async () => {
      await openUser(admin, user)
      await admin.getByRole('link', { name: 'Disable this user…' }).click()
      await admin.getByLabel('Reason').fill('Left the house')
      await admin.getByRole('button', { name: 'Disable', exact: true }).click()
      await admin.getByText('their sessions and tokens were ended').first().waitFor()
      await page.goto('/nav-controls')
      await page.waitForURL('**/login**')
      const out = await logInAs(js, user, OWN)
      await out.getByText('User name or password is wrong').first().waitFor()
    })
  })
})
