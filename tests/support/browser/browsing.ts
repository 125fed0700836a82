import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { onTestFinished, type RunnerTestCase } from 'vitest'
import { DEMO_PASSWORD } from '~/areas/access/demo-users'
import { gate } from '../gate'
import { failureFolder } from '../run/failure-folder'
import { ownSite } from './own-site'
import { SITE_AHEAD_MS } from './site-time'

export const { origin } = ownSite()

const PATIENCE_MS = 30_000

export const browser = async (): Promise<Browser> => ownSite().browser

export interface Visit {
  /** Scripts are on by default. */
  js?: boolean
  width?: number
  dark?: boolean
  /** Statuses of refusals that the test provokes: browsers report them as errors. */
  refusals?: number[]
  /** The test breaks the connection: lost requests are no errors. */
  breaks?: boolean
}

/** A page in a new browser profile, logged in as the user, on the NAV list by default; closed with the test. */
export async function visit(user: string | null, path = '/nav-controls', options: Visit = {}): Promise<Page> {
  const { js = true, width = 1280, dark = false } = options
  const context = await (await browser()).newContext({
    baseURL: origin,
    javaScriptEnabled: js,
    viewport: { width, height: 800 },
    colorScheme: dark ? 'dark' : 'light',
    acceptDownloads: true,
  })
  // Longer than anything takes on a busy machine: what does not happen by then never will.
  context.setDefaultTimeout(PATIENCE_MS)
  await context.tracing.start({ snapshots: process.env.TEST_ATTEMPT !== undefined })
  const faults = watch(context, { js, refusals: options.refusals ?? [], breaks: options.breaks ?? false })
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepTraces(context, task)
    await context.close()
    if (faults.length > 0) throw new Error(`The browser met errors:\n${faults.join('\n')}`)
  })
  await context.addInitScript(setClock, SITE_AHEAD_MS)
  if (user) await logIn(context, user)
  const page = await context.newPage()
  if (js) waitWhenLoaded(page)
  await page.goto(path)
  return page
}

/** Gives a page the time of the site: a user's machine has the same as its server. */
function setClock(aheadMs: number): void {
  const MachineDate = Date
  window.Date = new Proxy(MachineDate, {
    construct: (_, given: []) =>
      given.length > 0 ? new MachineDate(...given) : new MachineDate(MachineDate.now() + aheadMs),
    get: (date, name) => (name === 'now' ? () => date.now() + aheadMs : Reflect.get(date, name)),
  })
}

/** Pages that get no scripts, although they are not disabled. */
export const plain = new WeakSet<Page>()

/** After opening or reloading, waits until scripts have taken over, as users are slower too. */
function waitWhenLoaded(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...told) => {
    const answer = await goto(...told)
    if (!plain.has(page)) await ready(page)
    return answer
  }
  page.reload = async (...told) => {
    const answer = await reload(...told)
    await ready(page)
    return answer
  }
}

/** Gives the profile a session of the user, as the login form does. */
export async function logIn(context: BrowserContext, user: string): Promise<void> {
  const form = { username: user, password: DEMO_PASSWORD }
  const answer = await context.request.post(`${origin}/login`, { form, maxRedirects: 0 })
  if (answer.status() !== 302) throw new Error(`${user} could not log in: ${answer.status()}`)
}

/** Records the state of a failed test: its pages as pictures and text, and what was done on them. */
async function keepTraces(context: BrowserContext, task: Readonly<RunnerTestCase>): Promise<void> {
  const names: string[] = []
  for (let suite = task.suite; suite; suite = suite.suite) names.unshift(suite.name)
  const file = relative(process.cwd(), task.file.filepath)
  const folder = failureFolder(file, [...names, task.name].join(' '))
  mkdirSync(folder, { recursive: true })
  for (const [at, page] of context.pages().entries()) {
    const text = await page
      .locator('h1, [role=alert], [role=status], .over__list')
      .allInnerTexts()
      .catch(String)
    const focused = await page
      .locator('*:focus')
      .evaluateAll((all) => all.map(({ id }) => id))
      .catch(String)
    process.stderr.write(`${page.url()}: ${JSON.stringify(text)}, at #${focused}\n`)
    await page.screenshot({ path: join(folder, `page-${at + 1}.png`) }).catch(String)
    writeFileSync(join(folder, `page-${at + 1}.html`), await page.content().catch(String))
  }
  await context.tracing.stop({ path: join(folder, 'trace.zip') })
}

/**
 * Waits until scripts have taken the page over and handle keys: the router then scrolls instead of the browser. Then moves
 * the mouse, which loads the code of all parts of the page.
 */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      history.scrollRestoration === 'manual' &&
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
  await page.evaluate(() => document.dispatchEvent(new Event('pointermove')))
  await page.waitForFunction(() => document.querySelector('[data-later]') === null)
}

/** Everything a user would call broken: script and server errors, policy violations, lost requests. */
function watch(
  context: BrowserContext,
  { js, refusals, breaks }: Required<Pick<Visit, 'js' | 'refusals' | 'breaks'>>,
): string[] {
  const faults: string[] = []
  const provoked = new RegExp(`status of (${refusals.join('|') || 'none'})\\b`)
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !provoked.test(text) && !(breaks && /net::ERR_/.test(text)))
      faults.push(`console: ${text} (${message.page()?.url()})`)
  })
  context.on('weberror', (error) => {
    // A thrown value that is not an error has no stack.
    const { stack, message } = error.error()
    faults.push(`script: ${stack || message} (${error.page()?.url()})`)
  })
  context.on('response', (response) => {
    const status = response.status()
    if (status >= 500 && !refusals.includes(status)) faults.push(`${status} of ${response.url()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Leaving a page, or starting a download, aborts its request; scripts are not loaded when they are off.
    if (!breaks && reason !== 'net::ERR_ABORTED' && !(reason === 'csp' && !js))
      faults.push(`${reason}: ${request.url()}`)
  })
  return faults
}

/** Holds back what the page sends until released, so that others are faster. */
export async function holdSent(page: Page) {
  const { open, opened } = gate()
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') await opened
    await route.continue()
  })
  return open
}
