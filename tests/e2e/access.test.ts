import { writeSet } from 'tests/support/workbooks/write'
import { describe, expect, test } from 'vitest'
import { origin, visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { entry } from '../support/browser/fields'
import { payloads } from '../support/browser/files'
import { newFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('a login leads to where one wanted to go; a wrong one says nothing of what was wrong', async () => {
    const page = await visit(null, '/nav-controls?page=1', { js, refusals: [422, 401, 403] })
    expect(new URL(page.url()).pathname).toBe('/login')
    const said: string[] = []
    for (const name of ['accountant2', `nobody-${mark}`]) {
      await page.getByLabel('User name').fill(name)
      await page.getByLabel('Password').fill('not the password')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('alert').waitFor()
      said.push(await page.getByRole('alert').innerText())
      await expect.poll(() => page.getByLabel('User name').inputValue()).toBe(name)
      expect(await page.content()).not.toContain('not the password')
      await page.goto('/login?redirectTo=/nav-controls%3Fpage%3D1')
    }
    expect(said[0]).toBe(said[1])
    await page.getByLabel('User name').fill('accountant2')
    await page.getByLabel('Password').fill('fundesk-demo')
    await page.getByLabel('Password').press('Enter')
    await page.getByRole('heading', { name: 'NAV Controls' }).waitFor()
    expect(page.url()).toBe(`${origin}/nav-controls?page=1`)
    await page.goto('/login')
    expect(new URL(page.url()).pathname).toBe('/nav-controls')
  })

  test('a login leads to no other site', async () => {
    const page = await visit(null, '/login?redirectTo=//example.org/', { js })
    await page.getByLabel('User name').fill('admin')
    await page.getByLabel('Password').fill('fundesk-demo')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'HomePage' }).waitFor()
    expect(page.url()).toBe(`${origin}/`)
  })

  test('logging out ends the session itself, not only its cookie', async () => {
    const page = await visit('auditor1', '/nav-controls', { js })
    const cookies = await page.context().cookies()
    await page.getByText('Pauline Reding').click()
    await entry(page, 'Log out').click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.context().addCookies(cookies)
    await page.goto('/nav-controls')
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('pages that are not for one and pages that are nowhere say so, and lead on', async () => {
    const page = await visit('manager1', '/admin/import', { js, refusals: [403, 404] })
    await page.getByRole('heading', { name: 'Not authorised' }).waitFor()
    for (const [path, status, heading] of [
      ['/nowhere', 404, 'Page not found'],
      ['/nav-controls/999999', 404, 'Page not found'],
      ['/nav-controls/x', 404, 'Page not found'],
      ['/nav-controls/new/fia-9', 403, 'Not authorised'],
    ] as const) {
      const answer = await page.goto(path)
      expect([path, answer?.status()]).toEqual([path, status])
      await page.getByRole('heading', { name: heading }).waitFor()
    }
    await page.getByRole('link', { name: 'Go to your home page' }).click()
    await page.getByRole('heading', { name: 'Not authorised' }).waitFor({ state: 'detached' })
    await page.getByRole('banner').getByText('Edith Kremer').waitFor()
  })

  test('hostile and long names are shown as they are', async () => {
    const name = `<img src=x onerror=alert(1)> & "Fonds" ${'Zwischengesellschaftsanteil '.repeat(6)}`.trim()
    const { code, nav } = await newFund({ code: ownName(`HOSTILE${mark}`), name })
    const files = (await writeSet(nav.model, 'FIA3')).map((file, at) => ({
      ...file,
      name:
        [`../../etc/<b>passwd</b>.xlsx`, `${'long '.repeat(40)}.xlsx`, `Balance "quoted"; é'=1+1.xlsx`][at] ??
        '',
    }))
    await control('accountant1', files)
    const page = await visit('accountant1', `/nav-controls/${nav.id}`, { js })
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
})

test('files of the same name, too many or of another type are told apart before they are sent', async () => {
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
