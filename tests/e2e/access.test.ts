import { writeSet } from 'tests/support/workbooks/write'
import { describe, expect, test } from 'vitest'
import { origin, visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { payloads } from '../support/browser/files'
import { newFund } from '../support/browser/funds'
import { BOTH } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

describe.each(BOTH)('$scripts', ({ js }) => {
  test('a login leads to the page that was asked for, also after a wrong password', async () => {
    const page = await visit(null, '/nav-controls?page=1', { js, refusals: [401, 403, 422] })
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
  })
})

test('a page that does not exist and one that is not for the user say so, and lead to the home page', async () => {
  const page = await visit('manager1', '/nowhere', { refusals: [403, 404] })
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.goto('/admin/import')
  await page.getByRole('heading', { name: 'Not authorised' }).waitFor()
  await page.getByRole('link', { name: 'Go to your home page' }).click()
  await page.getByRole('heading', { name: 'Not authorised' }).waitFor({ state: 'detached' })
  await page.getByRole('banner').getByText('Edith Kremer').waitFor()
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
  const elements = page.getByRole('table', { name: 'NAV elements' })
  await expect.poll(() => elements.innerText()).toContain('<img src=x onerror=alert(1)> & "Fonds"')
  await page.goto(`/nav-controls?filter.fundcode=${code}`)
  const list = page.getByRole('table', { name: 'NAVs' })
  await expect.poll(() => list.innerText()).toContain('<img src=x onerror=alert(1)>')
  const box = await list.locator('tr[data-key]').first().boundingBox()
  expect(box?.height).toBeLessThan(30)
})

test('files of the same name and of another type are told before they are sent', async () => {
  const { nav } = await newFund({ code: ownName('CHOOSE') })
  const [one, two, three] = payloads(await writeSet(nav.model, 'FIA3'))
  if (!one || !two || !three) throw new Error('no files')
  const page = await visit('accountant1', '/nav-controls/new/fia-3')
  const field = page.getByLabel(/^3 Excel files/)
  const launch = page.getByRole('button', { name: 'Launch control' })
  await expect.poll(() => launch.isDisabled()).toBe(true)
  await field.setInputFiles([one, two])
  await page.getByText('Choose 3 files: 2 so far.').waitFor()
  await field.setInputFiles([one])
  await page.getByText('Choose 3 files: 2 so far.').waitFor()
  await field.setInputFiles([{ ...three, name: 'notes.pdf' }])
  await page.getByText('notes.pdf is not of an accepted type').waitFor()
  await page.getByRole('button', { name: `Remove ${one.name}` }).click()
  await page.getByText('Choose 3 files: 1 so far.').waitFor()
  await field.setInputFiles([one, three])
  await page.getByText('Choose a reason.').waitFor()
  await expect.poll(() => launch.isDisabled()).toBe(true)
})
