import { writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { origin, visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { newFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

test('a login leads to the requested page, also after a wrong password; missing and forbidden pages say so', async () => {
  const page = await visit(null, '/nav-controls?page=1', { refusals: [401, 403, 404, 422] })
  expect(new URL(page.url()).pathname).toBe('/login')
  await page.getByLabel('User name').fill('accountant2')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').waitFor()
  await expect.poll(() => page.getByLabel('User name').inputValue()).toBe('accountant2')
  expect(await page.content()).not.toContain('not the password')

  await page.getByLabel('Password').fill('fundesk-demo')
  await page.getByLabel('Password').press('Enter')
  await page.getByRole('heading', { name: 'NAV Controls' }).waitFor()
  expect(page.url()).toBe(`${origin}/nav-controls?page=1`)

  await page.goto('/nowhere')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.goto('/admin/import')
  await page.getByRole('heading', { name: 'Not authorised' }).waitFor()
  await page.getByRole('link', { name: 'Go to your home page' }).click()
  await page.getByRole('heading', { name: 'Not authorised' }).waitFor({ state: 'detached' })
  await page.getByRole('banner').getByText('Björn Lindqvist').waitFor()
})

test('shows hostile and long names as they are', async () => {
  const name = `<img src=x onerror=alert(1)> & "Fonds" ${'Zwischengesellschaftsanteil '.repeat(6)}`.trim()
  const { code, nav } = await newFund({ code: ownName('HOSTILE'), name })
  const files = (await writeSet(nav.model, 'FIA3')).map((file, at) => ({
    ...file,
    name:
      [`../../etc/<b>passwd</b>.xlsx`, `${'long '.repeat(40)}.xlsx`, `Balance "quoted"; é'=1+1.xlsx`][at] ??
      '',
  }))
  await control('accountant1', files)
  const page = await visit('accountant1', `/nav-controls/${nav.id}`)
  expect(await page.title()).toBe(`${code} 30.10.26 · ${name} · Fundesk`)
  const link = page
    .getByRole('table', { name: 'Controls', exact: true })
    .getByRole('link', { name: 'Inventory' })
  await expect.poll(() => link.getAttribute('title')).toBe(`Download ${files[2]?.name}`)
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(saved.suggestedFilename()).toMatch(/^Balance .quoted.; é'=1\+1\.xlsx$/)
  await page.getByRole('heading', { name: 'NAV elements' }).click()
  const elements = page.getByRole('table', { name: 'NAV elements' })
  await expect.poll(() => elements.innerText()).toContain('<img src=x onerror=alert(1)> & "Fonds"')
  await page.goto(`/nav-controls?filter.fundcode=${code}`)
  const list = page.getByRole('table', { name: 'NAVs' })
  await expect.poll(() => list.innerText()).toContain('<img src=x onerror=alert(1)>')
  const box = await list.locator('tr[data-key]').first().boundingBox()
  // One line.
  expect(box?.height).toBeLessThan(40)
})
