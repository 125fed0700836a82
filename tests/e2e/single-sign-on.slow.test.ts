import { type AddressInfo, createServer } from 'node:net'
import { clientOptions } from 'db/connection'
import type { Page } from 'playwright'
import postgres from 'postgres'
import { CLIENT, startProvider, type TestProvider } from 'tests/support/single-sign-on/provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '~/areas/access/set-password.server'
import { violations } from '../support/browser/axe'
import { ready, visit } from '../support/browser/browsing'
import { entry } from '../support/browser/fields'
import { ownName } from '../support/browser/own-name'
import { ownSite } from '../support/browser/own-site'
import { type Server, startServer } from '../support/browser/server'

// The application once more, on the same database, with an identity provider that is another site for the browser.
let provider: TestProvider
let owner: postgres.Sql
let server: Server
beforeAll(async () => {
  owner = postgres({ ...clientOptions(ownSite().ownerUrl), max: 1 })
  const port = await freePort()
  const site = `http://127.0.0.1:${port}`
  provider = await startProvider(site)
  // A display name at the provider gives no access here.
  provider.people.set('p-18', 'accountant2')
  await owner`update app_user set sign_on_issuer = ${provider.issuer}, sign_on_subject = 'p-17'
    where user_name = 'accountant2'`
  server = await startServer(ownSite(), {
    PORT: String(port),
    SITE_URL: site,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  })
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
  await owner.end()
  expect(server.errors).toEqual([])
})

// The provider of the tests has no icon.
const open = (path: string) => visit(null, server.origin + path, { refusals: [404, 422] })

test('a user logs in at the provider, returns to the requested page, and logs out there too; a cancelled login says so', async () => {
  const page = await open('/nav-controls?page=1')
  await page.getByRole('link', { name: 'Log in with single sign-on' }).click()
  await enterAtProvider(page, 'p-17')
  await page.getByRole('heading', { name: 'NAV Controls' }).waitFor()
  expect(page.url()).toBe(`${server.origin}/nav-controls?page=1`)
  await ready(page)
  await page.getByRole('banner').getByText('ACCOUNTANT').click()
  await entry(page, 'Log out').click()
  await page.getByText('still logged in at the identity provider').waitFor()
  await page.getByRole('link', { name: 'Log out there too' }).click()
  await page.getByRole('button', { name: 'Leave the provider' }).click()
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  expect(new URL(page.url()).origin).toBe(server.origin)
  await page.goto(`${server.origin}/nav-controls`)
  expect(new URL(page.url()).pathname).toBe('/login')

  expect(await violations(page, 'login with single sign-on')).toEqual([])
  await page.getByRole('link', { name: 'Log in with single sign-on' }).click()
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByRole('alert').getByText('did not let you in, or you cancelled').waitFor()
  await page.getByRole('link', { name: 'Start again' }).click()
  await page.getByRole('heading', { name: 'Identity provider' }).waitFor()
})

test('a user who is not linked yet enters a one-time password, once', async () => {
  const user = ownName('linked').toLowerCase()
  const page = await open('/login?redirectTo=%2Faccount%2Fsessions')
  await page.getByRole('link', { name: 'Log in with single sign-on' }).click()
  await enterAtProvider(page, `p-18${user}`)
  await page.getByRole('heading', { name: 'Link your user' }).waitFor()
  expect(await violations(page, 'a person who is not linked')).toEqual([])
  const bring = async (userName: string, password: string) => {
    await page.getByLabel('User name').fill(userName)
    await page.getByLabel('One-time password').fill(password)
    await page.getByRole('button', { name: 'Link and log in' }).click()
  }
  await bring('accountant2', 'fundesk-demo')
  await page.getByText('Linking needs a one-time password').first().waitFor()
  await expect.poll(() => page.getByLabel('User name').inputValue()).toBe('accountant2')
  await owner`insert into app_user (user_name, first_name, last_name, role, password_hash, must_change_password,
    password_set_at, created_at) values (${user}, 'Lin', 'Ked', 'AUDITOR', ${await hashPassword('given by hand')}, true,
    now(), now())`
  await bring(user, 'given by hand')
  await page.getByText('Your user is linked: from now on, log in with single sign-on').waitFor()
  expect(new URL(page.url()).pathname).toBe('/account/sessions')
})

async function enterAtProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name: 'Identity provider' }).waitFor()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Enter' }).click()
}

/** A free port: the provider must know the address before the site listens. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
