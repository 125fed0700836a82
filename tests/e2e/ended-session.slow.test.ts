import { clientOptions } from 'db/connection'
import type { Page } from 'playwright'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { ready, visit } from '../support/browser/browsing'
import { draftForm, uploadedDraft } from '../support/browser/drafts'
import { choose, chosenIn, entry } from '../support/browser/fields'
import { openMenu } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'
import { ownSite } from '../support/browser/own-site'
import { chapter } from '../support/chapter'

const sql = postgres({ ...clientOptions(ownSite().ownerUrl), max: 1 })
afterAll(() => sql.end())

/** Lets the last session that a user opened be an hour and a minute without a request. */
async function endSession(user: string) {
  await sql`update session set last_seen_at = last_seen_at - interval '61 minutes'
    where id_hash = (select id_hash from session where user_id = (select id from app_user where user_name = ${user})
      order by created_at desc limit 1)`
}

/** Logs in on the page that the form led to. */
async function logInAgain(page: Page, user: string) {
  await page.getByText('Your session ended. Log in to continue: nothing was lost.').waitFor()
  await logIn(page, user)
}

async function logIn(page: Page, user: string) {
  expect(new URL(page.url()).pathname).toBe('/login')
  await page.getByLabel('User name').fill(user)
  await page.getByLabel('Password').fill('fundesk-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
}

const REFUSALS = [401]

/** Whatever the page, or the browser for it, asks before it is left. */
function watchQuestions(page: Page) {
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(`${dialog.type()} ${dialog.message()}`)
    return dialog.accept()
  })
  return () => questions
}

const save = (page: Page, button = 'Confirm') =>
  page.getByRole('button', { name: button, exact: true }).click()

test('without JavaScript the form of a draft comes back whole after the login, and is saved then', async () => {
  const ref = ownName('ENDED-')
  const draftId = await uploadedDraft('finance1', { ref, net: '100.00' })
  const page = await visit('finance1', `/drafts/${draftId}/edit?page=1`, { js: false, refusals: REFUSALS })
  const form = draftForm(page)
  await form.getByLabel('Comment').fill('Half of it is for the sister fund')
  await form.getByLabel('Reference', { exact: true }).fill(`${ref}-2`)
  await endSession('finance1')
  await save(page)
  await logInAgain(page, 'finance1')
  await expect.poll(() => form.getByLabel('Comment').inputValue()).toBe('Half of it is for the sister fund')
  await expect.poll(() => form.getByLabel('Reference', { exact: true }).inputValue()).toBe(`${ref}-2`)
  await save(page)
  await page.getByText(`Draft ${draftId} saved`).waitFor()
  // What just happened is a line of the page then, and lies over nothing.
  expect(await page.locator('.said').evaluate((said) => getComputedStyle(said).position)).toBe('static')
})

test('brings a draft back that was sent, or typed and not sent, and names the files of an upload to choose again', async () => {
  const ref = ownName('ENDED-')
  const draftId = await uploadedDraft('finance1', { ref, net: '100.00' })
  const page = await visit('finance1', `/drafts/${draftId}/edit?page=1`, { refusals: REFUSALS })
  const questions = watchQuestions(page)
  const form = draftForm(page)
  const comment = form.getByLabel('Comment')
  await chapter('A script finds the session ended: what is typed and not sent is taken along', async () => {
    await endSession('finance1')
    await comment.fill('Typed while nobody was logged in')
    // The field of a fund is there only once the box is ticked.
    await form.getByLabel('Supplier is a fund').check()
    await choose(form.getByLabel('Supplier Fund'), 'Pinecrest Funds ICAV')
    await page.getByText('Your session ended. What you typed stays here.').waitFor()
    await page.getByRole('link', { name: 'Log in to continue' }).click()
    await logInAgain(page, 'finance1')
    await ready(page)
    await page.getByText('You are logged in again. The form was not sent').waitFor()
    await expect.poll(() => comment.inputValue()).toBe('Typed while nobody was logged in')
    await expect.poll(() => form.getByLabel('Supplier is a fund').isChecked()).toBe(true)
    await expect.poll(() => chosenIn(form.getByLabel('Supplier Fund'))).toBe('Pinecrest Funds ICAV')
  })
  await chapter('The form is sent after the session ended: it comes back, and is saved', async () => {
    // A script requests the checks of what is typed: they are answered before the session ends.
    const checked = page.waitForResponse((answer) => answer.url().includes(`invoiceRef=${ref}-2`))
    await form.getByLabel('Reference', { exact: true }).fill(`${ref}-2`)
    await checked
    await endSession('finance1')
    await save(page)
    await logInAgain(page, 'finance1')
    await ready(page)
    await expect.poll(() => form.getByLabel('Reference', { exact: true }).inputValue()).toBe(`${ref}-2`)
    await expect.poll(() => comment.inputValue()).toBe('Typed while nobody was logged in')
    await save(page)
    await page.getByText(`Draft ${draftId} saved`).waitFor()
  })
  await chapter('Files are to be chosen again', async () => {
    await page.getByRole('link', { name: 'Upload New Document' }).click()
    const files = [{ name: 'terms.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b') }]
    await page.locator('input[type=file][name=files]').setInputFiles(files)
    await endSession('finance1')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await logInAgain(page, 'finance1')
    await ready(page)
    await page.getByText('Files are not kept. Choose again: terms.csv.').waitFor()
  })
  // The page says that nothing is lost, so leaving it needs no confirmation.
  expect(questions()).toEqual([])
})

test('reports an ended session on export; a form of an unknown session is restored from the tab, for its user only', async () => {
  const page = await visit('finance2', '/budgets?in.event_status=IN%20ENTRY', { refusals: REFUSALS })
  await endSession('finance2')
  await openMenu(page, 'Export')
  await entry(page, 'CSV').click()
  await page.getByText('Your session ended. Log in, then export again.').waitFor()
  await page.getByRole('link', { name: 'Log in to continue' }).click()
  // The bell may have noticed it, too: then the page says that nothing was lost.
  await page.getByText(/^Your session ended\. Log in to continue/).waitFor()
  expect(new URL(page.url()).searchParams.get('redirectTo')).toMatch(/^\/budgets\?in\.event_status=IN/)
  await logIn(page, 'finance2')
  await ready(page)

  await page.locator('a.grid__open').first().click()
  const amount = page.locator('.budget-form').getByLabel('Budget', { exact: false })
  const stored = await amount.inputValue()
  for (const user of ['finance2', 'finance1']) {
    await amount.fill('7654321.09')
    await page.context().clearCookies({ name: 'session' })
    await save(page, 'Save')
    await logInAgain(page, user)
    await ready(page)
    await expect.poll(() => amount.inputValue()).toBe(user === 'finance2' ? '7654321.09' : stored)
  }
  // The tab forgets it a moment after the page is there.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('kept-forms'))).toBeNull()
})
