import { clientOptions } from 'db/connection'
import type { Page } from 'playwright'
import postgres from 'postgres'
import { writeSet } from 'tests/support/workbooks/write'
import { afterAll, describe, expect, test } from 'vitest'
import { origin, ready, visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { uploadedDraft } from '../support/browser/drafts'
import { choose, chosenIn, entry } from '../support/browser/fields'
import { payloads } from '../support/browser/files'
import { newFund } from '../support/browser/funds'
import { openMenu } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'
import { ownSite } from '../support/browser/own-site'

const sql = postgres({ ...clientOptions(ownSite().ownerUrl), max: 1 })
afterAll(() => sql.end())

/** Lets the last session that a user opened be an hour and a minute without a request. */
async function endSession(user: string) {
  await sql`update session set last_seen_at = now() - interval '61 minutes'
    where id_hash = (select id_hash from session where user_id = (select id from app_user where user_name = ${user})
      order by created_at desc limit 1)`
}

/** A budget in entry, open in its drawer. */
async function openBudget(user: string, js: boolean) {
  const page = await visit(user, '/budgets?in.event_status=IN%20ENTRY', { js, refusals: REFUSALS })
  await page.locator('a.grid__open').first().click()
  const amount = page.locator('.budget-form').getByLabel('Budget', { exact: false })
  await amount.waitFor()
  return { page, amount, stored: await amount.inputValue(), address: page.url() }
}

/** Logs in on the page that the form led to. */
async function logInAgain(page: Page, user: string, js: boolean) {
  await page.getByText('Your session ended. Log in to continue: nothing was lost.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  await page.getByLabel('User name').fill(user)
  await page.getByLabel('Password').fill('fundesk-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
  if (js) await ready(page)
}

const REFUSALS = [401]

/** Whatever the page, or the browser for it, asks before it is left. */
function watchQuestions(page: Page) {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(`${dialog.type()} ${dialog.message()}`)
    return dialog.accept()
  })
  return () => asked
}

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('the comment of a step of a NAV comes back after the login, and is sent then', async () => {
    const { code, nav } = await newFund({ code: ownName(`ENDED${mark}`) })
    await control('accountant1', await writeSet(nav.model, 'FIA3'))
    const page = await visit('accountant1', `/nav-controls/${nav.id}?page=1`, { js, refusals: REFUSALS })
    const text = 'Prices of two bonds were confirmed by phone with the depositary'
    await page.getByLabel('Message').fill(text)
    await endSession('accountant1')
    await page.getByRole('button', { name: 'Submit' }).click()
    await logInAgain(page, 'accountant1', js)
    expect(page.url()).toBe(`${origin}/nav-controls/${nav.id}?page=1`)
    await expect.poll(() => page.getByLabel('Message').inputValue()).toBe(text)
    const notice = page.getByRole('alert').filter({ hasText: 'Not sent yet' })
    await expect.poll(() => notice.innerText()).toContain('What you typed is back: check it, then send it.')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText(`NAV ${code} 30.10.26: SUBMITTED (TEAM LEADER)`).waitFor()
  })

  test('the form of a draft comes back whole, and is saved then', async () => {
    const ref = ownName(`ENDED-${mark}`)
    const draftId = await uploadedDraft('finance1', { ref, net: '100.00' })
    const page = await visit('finance1', `/drafts/${draftId}?page=1`, { js, refusals: REFUSALS })
    const form = page.locator('.draft-form')
    await form.getByLabel('Comment').fill('Half of it is for the sister fund')
    // The checks of what is typed are asked by a script: they are answered before the session ends.
    const checked = js && page.waitForResponse((answer) => answer.url().includes(`invoiceRef=${ref}-2`))
    await form.getByLabel('Reference').fill(`${ref}-2`)
    await checked
    await endSession('finance1')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await logInAgain(page, 'finance1', js)
    await expect.poll(() => form.getByLabel('Comment').inputValue()).toBe('Half of it is for the sister fund')
    await expect.poll(() => form.getByLabel('Reference').inputValue()).toBe(`${ref}-2`)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(`Draft ${draftId} saved`).waitFor()
  })

  test('the form of a budget comes back; another user who logs in there sees nothing of it', async () => {
    const { page, amount, stored, address } = await openBudget('finance2', js)
    await amount.fill('123456.78')
    await endSession('finance2')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await logInAgain(page, 'finance1', js)
    expect([new URL(page.url()).pathname, await amount.inputValue()]).toEqual([
      new URL(address).pathname,
      stored,
    ])
    expect(await page.content()).not.toContain('123456.78')

    await page.context().clearCookies({ name: 'session' })
    const { pathname, search } = new URL(address)
    await page.goto(`/login?${new URLSearchParams({ redirectTo: pathname + search, ended: 'kept' })}`)
    await logInAgain(page, 'finance2', js)
    await expect.poll(() => amount.inputValue()).toBe('123456.78')
    await amount.fill(stored)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByText(/Budget \d+ saved/)
      .first()
      .waitFor()
  })

  test('of an upload the text comes back, and which files to choose again', async () => {
    const { nav } = await newFund({ code: ownName(`UPEND${mark}`) })
    const page = await visit('accountant1', '/nav-controls/new/fia-3?page=1', { js, refusals: REFUSALS })
    await page.getByLabel('Please enter a comment').fill('The administrator sent them twice')
    await page.locator('select[name=reason]').selectOption({ index: 1 })
    const files = payloads(await writeSet(nav.model, 'FIA3'))
    await page.locator('input[type=file]').first().setInputFiles(files)
    await endSession('accountant1')
    await page.locator('dialog, .dialog').getByRole('button', { name: 'Launch control' }).click()
    await logInAgain(page, 'accountant1', js)
    await expect
      .poll(() => page.getByLabel('Please enter a comment').inputValue())
      .toBe('The administrator sent them twice')
    const notice = await page.getByRole('alert').filter({ hasText: 'Not sent yet' }).innerText()
    for (const { name } of files) expect(notice).toContain(name)
  })
})

test('what is typed and not sent goes along when a script of the page finds the session ended', async () => {
  const draftId = await uploadedDraft('finance1', { ref: ownName('ENDED-'), net: '100.00' })
  const page = await visit('finance1', `/drafts/${draftId}?page=1`)
  const asked = watchQuestions(page)
  const form = page.locator('.draft-form')
  await endSession('finance1')
  await form.getByLabel('Comment').fill('Typed while nobody was logged in')
  // The field of a fund is there only once the box is ticked.
  await form.getByLabel('Supplier is a fund').check()
  await choose(form.getByLabel('Supplier Fund'), 'Pinecrest Funds ICAV')
  await page.getByText('Your session ended. What you typed stays here.').waitFor()
  await page.getByRole('link', { name: 'Log in to continue' }).click()
  await logInAgain(page, 'finance1', true)
  await page.getByText('You are logged in again. The form was not sent').waitFor()
  await expect.poll(() => form.getByLabel('Comment').inputValue()).toBe('Typed while nobody was logged in')
  await expect.poll(() => form.getByLabel('Supplier is a fund').isChecked()).toBe(true)
  await expect.poll(() => chosenIn(form.getByLabel('Supplier Fund'))).toBe('Pinecrest Funds ICAV')
  // Whoever is told that nothing is lost is not asked whether to lose it.
  expect(asked()).toEqual([])
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`Draft ${draftId} saved`).waitFor()
})

test('an upload beside a form that is not sent: the files are named, and what was typed is back as well', async () => {
  const draftId = await uploadedDraft('finance1', { ref: ownName('ENDED-'), net: '100.00' })
  const page = await visit('finance1', `/drafts/${draftId}`, { refusals: REFUSALS })
  const asked = watchQuestions(page)
  const comment = page.locator('.draft-form').getByLabel('Comment')
  await comment.fill('Half a sentence, then a file')
  await page.getByRole('link', { name: 'Upload New Document' }).click()
  const files = [{ name: 'terms.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b') }]
  await page.locator('input[type=file][name=files]').setInputFiles(files)
  await endSession('finance1')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await logInAgain(page, 'finance1', true)
  await page.getByText('Files are not kept. Choose again: terms.csv.').waitFor()
  await expect.poll(() => comment.inputValue()).toBe('Half a sentence, then a file')
  expect(asked()).toEqual([])
})

test('an export that finds the session ended says so, and where to log in', async () => {
  const page = await visit('accountant1', '/nav-controls?page=1')
  await endSession('accountant1')
  await openMenu(page, 'Export')
  await entry(page, 'CSV').click()
  await page.getByText('Your session ended. Log in, then export again.').waitFor()
  await page.getByRole('link', { name: 'Log in to continue' }).click()
  await page.getByText('Your session ended. Log in to continue.', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('redirectTo')).toBe('/nav-controls?page=1')
})

test('a form of a session that nobody knows any more comes back out of the tab, for its user alone', async () => {
  const { page, amount, stored } = await openBudget('finance2', true)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  for (const user of ['finance2', 'finance1']) {
    await amount.fill('7654321.09')
    await page.context().clearCookies({ name: 'session' })
    await save.click()
    await logInAgain(page, user, true)
    await expect.poll(() => amount.inputValue()).toBe(user === 'finance2' ? '7654321.09' : stored)
  }
  // The tab forgets it a moment after the page is there.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('kept-forms'))).toBeNull()
})
