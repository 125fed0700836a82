import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const OWN = 'a quiet green river'

const secret = (page: Page) => page.locator('code')

async function logIn(page: Page, user: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(user)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Approves all that waits of a user, as another administrator than the one who asked. */
async function approveAll(user: string): Promise<void> {
  const second = await visit('admin2', `/admin/changes?search=${user}&size=100`)
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

test('a user is created, chooses a password, has no rights until a second person approves them, and is disabled again', async () => {
  const user = ownName('newjane')
  const admin = await visit('admin', '/admin/users', { refusals: [422] })
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

  const page = await visit(null, '/login', { refusals: [422] })
  await chapter('They log in with it, choose a password of their own, and may nothing yet', async () => {
    await logIn(page, user, oneTime)
    await page.getByText('You are logged in with a one-time password.').waitFor()
    for (const password of ['password1', OWN]) {
      await page.getByLabel('One-time password').fill(oneTime)
      await page.locator('[name=password]').fill(password)
      await page.locator('[name=again_password]').fill(password)
      await page.getByRole('button', { name: 'Change password' }).click()
      if (password !== OWN) await page.getByText('too easy to guess').first().waitFor()
    }
    await page.getByText('not authorised for any page yet').waitFor()
  })
  await chapter('A second administrator approves their queue and authorisations', async () => {
    await approveAll(user)
    await page.goto('/nav-controls')
    await page.getByRole('link', { name: 'New FIA 3 Files control' }).waitFor()
  })

  await chapter('Disabled, they are logged out and cannot log in', async () => {
    await admin.reload()
    await admin.getByRole('link', { name: 'Disable this user…' }).click()
    await admin.getByLabel('Reason').fill('Left the house')
    await admin.getByRole('button', { name: 'Disable', exact: true }).click()
    await admin.getByText('their sessions and tokens were ended').first().waitFor()
    await page.goto('/nav-controls')
    await page.waitForURL('**/login**')
    await logIn(page, user, OWN)
    await page.getByText('User name or password is wrong').first().waitFor()
  })
})
