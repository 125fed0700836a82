import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { type BreakingLine, breakingLine, MOMENTS, type Moment } from '../support/browser/breaking-line'
import { origin, visit } from '../support/browser/browsing'
import { call } from '../support/browser/calls'
import { uploadedDraft } from '../support/browser/drafts'
import { invoiceFile } from '../support/browser/invoice-files'
import { LOST_CASES } from '../support/browser/lost-cases'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const UNKNOWN =
  /^Connection lost\. We do not know yet whether it was saved\. Sent again, it takes effect only once\./
const BEFORE = 'Connected again. It had already been saved before the connection broke.'
const NOW = 'Connected again. It had not been saved before; it is saved now.'

/** What is true of a request that broke at a moment: the server stored what it had heard of. */
const truth = (moment: Moment) => (moment.endsWith('answer') ? BEFORE : NOW)

/** A page over a line that can be cut. */
async function over(user: string, path: string): Promise<{ line: BreakingLine; page: Page }> {
  const line = await breakingLine(origin)
  const page = await visit(user, line.address + path, { breaks: true })
  return { line, page }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Waits for the message, and until the line is mended nothing changes when it is sent again. */
async function sendAgain(page: Page, line: BreakingLine) {
  await page.getByText(UNKNOWN).waitFor()
  await press(page, 'Send again')
  await page.getByText(UNKNOWN).waitFor()
  line.mend()
  await press(page, 'Send again')
}

const draftsOf = async (ref: string) =>
  ((await call('finance1', `drafttransactions?filter.invoice_ref=${ref}`)) as unknown[]).length

const FORM = 'a draft'
const UPLOAD = 'the upload of an invoice'

/** The line of one form breaks at every moment, that of an upload, whose progress is shown, within what is sent and answered. */
function momentsOf(what: string): readonly Moment[] {
  if (what === FORM) return MOMENTS
  return what === UPLOAD ? ['within the request', 'within the answer'] : ['before the answer']
}

describe.each(LOST_CASES)('$what', ({ what, user, prepare, typed, posts, button, done, once }) => {
  const moments = momentsOf(what)
  test(`whose line breaks ${moments.join(', ')} stays as it is typed, and takes effect once`, async () => {
    const objects = []
    for (const moment of moments)
      objects.push({ moment, ...(await prepare(ownName(`LS${MOMENTS.indexOf(moment)}`))) })
    const { line, page } = await over(user, objects[0]?.path ?? '')
    const loads = { times: 0 }
    page.on('load', () => {
      loads.times += 1
    })
    for (const [at, { moment, path, enter, effects }] of objects.entries())
      await chapter(moment, async () => {
        if (at > 0) await page.goto(line.address + path)
        await enter(page)
        const [entered, opened] = [await typed(page), page.url()]
        loads.times = 0
        line.cut(posts, moment)
        await press(page, button)
        await page.getByText(UNKNOWN).waitFor()
        expect([await typed(page), page.url()]).toEqual([entered, opened])
        await sendAgain(page, line)
        await page.getByText(done).first().waitFor()
        await page.getByText(truth(moment), { exact: false }).waitFor()
        await page.getByText(UNKNOWN).waitFor({ state: 'hidden' })
        expect([await effects(), loads.times]).toEqual([once, 0])
        await press(page, 'Close')
      })
  })
})

test('of several invoices, the one whose line broke is sent again, and the others follow', async () => {
  const refs = ['LM1', 'LM2'].map((name) => ownName(name))
  const files = await Promise.all(
    refs.map(async (ref) => ({ ...(await invoiceFile({ ref })), name: `${ref}.pdf` })),
  )
  const { line, page } = await over('finance1', '/drafts/batch')
  await page.getByLabel(/^Up to 5 PDF or XML files/).setInputFiles(files)
  line.cut(/^\/api\/uploadinvoice/, 'before the answer')
  await press(page, 'Upload')
  await sendAgain(page, line)
  await expect.poll(() => page.getByText(/^Draft \d+$/).count()).toBe(2)
  expect(await Promise.all(refs.map(draftsOf))).toEqual([1, 1])
})

test('a document whose answer was lost is sent again, and is stored once', async () => {
  const draft = await uploadedDraft('accountant1', { ref: ownName('LD'), net: '100.00' })
  const { line, page } = await over('accountant1', `/drafts/${draft}?upload=new`)
  await page
    .locator('input[type=file][name=files]')
    .setInputFiles({ name: 'contract.txt', mimeType: 'text/plain', buffer: Buffer.from('Signed') })
  line.cut(/^\/api\/uploadDocument/, 'within the answer')
  await press(page, 'Upload')
  await sendAgain(page, line)
  await page.getByText('1 of 1 files saved.').waitFor()
  const stored = JSON.stringify(await call('accountant1', `documents/object/${draft}`))
  expect(stored.match(/contract\.txt/g)).toHaveLength(1)
})

/** What a server answers that has no time. */
const BUSY = { status: 503, headers: { 'X-Busy': '1', 'Retry-After': '1' }, body: 'Fundesk is busy.' }

const BUSY_CASES = LOST_CASES.filter(({ what }) => [FORM, UPLOAD].includes(what))

describe.each(BUSY_CASES)('$what', ({ user, prepare, typed, posts, button, done, once }) => {
  test('that a busy server does not take stays as it is typed, and is sent again under its key by itself', async () => {
    const { path, enter, effects } = await prepare(ownName('LB'))
    const page = await visit(user, path, { refusals: [503] })
    await enter(page)
    const [entered, opened, before] = [await typed(page), page.url(), await effects()]
    let busy = true
    const keys: string[] = []
    await page.route(
      ({ pathname }) => posts.test(pathname),
      async (route) => {
        const request = route.request()
        if (request.method() !== 'POST') return route.fallback()
        const body = request.postDataBuffer()?.toString('latin1') ?? ''
        const [, key] = /idempotencyKey(?:=|"\s+)([\w-]+)/.exec(body) ?? []
        keys.push(key ?? 'none')
        await (busy ? route.fulfill(BUSY) : route.fallback())
      },
    )
    await press(page, button)
    await page
      .getByText('Fundesk is busy. Nothing was saved yet: it is sent again in a few seconds.')
      .waitFor()
    expect([await typed(page), page.url(), await effects()]).toEqual([entered, opened, before])
    expect(await page.getByText(done).count()).toBe(0)
    busy = false
    await page.getByText(done).first().waitFor()
    await page.getByText('Fundesk is busy.').waitFor({ state: 'hidden' })
    expect(await page.getByText('Connected again.').count()).toBe(0)
    expect([await effects(), new Set(keys).size, keys.includes('none')]).toEqual([once, 1, false])
  })
})

test('a page that cannot be loaded, of a busy server or without a line, leaves the one before with all that is typed, and comes by itself', async () => {
  const page = await visit('finance1', '/drafts', { refusals: [503], breaks: true })
  const search = page.getByLabel('Search all columns')
  await chapter('A busy server has no time for it', async () => {
    let busy = true
    await page.route(/\.data/, (route) => (busy ? route.fulfill(BUSY) : route.fallback()))
    await search.fill('no such draft')
    await page.getByText('Fundesk is busy. What you typed stays here;').waitFor()
    expect(await search.inputValue()).toBe('no such draft')
    busy = false
    await page.getByText('No results for “no such draft”.').waitFor()
    await page.getByText('Fundesk is busy.').waitFor({ state: 'hidden' })
    await page.unroute(/\.data/)
  })
  await chapter('There is no line', async () => {
    await page.context().setOffline(true)
    await search.fill('nor such a one')
    await page.getByText('Connection lost. What you typed stays here.').waitFor()
    expect(await search.inputValue()).toBe('nor such a one')
    // Nothing was sent: it goes on by itself when the line is back.
    await page.context().setOffline(false)
    await page.getByText('No results for “nor such a one”.').waitFor()
    await page.getByText('Connection lost.').waitFor({ state: 'hidden' })
  })
})
