import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DEMO_PASSWORD } from 'db/seed/demo/users'
import type { Browser, BrowserContext, Page } from 'playwright'
import { onTestFinished, type RunnerTestCase } from 'vitest'
import { gate } from '../gate'
import { failureFolder } from '../run/failure-folder'
import { ownSite } from './own-site'

export const { origin } = ownSite()

const PATIENCE_MS = 30_000

export const browser = async (): Promise<Browser> => ownSite().browser

export interface Visit {
  /** Scripts on, unless told. */
  js?: boolean
  width?: number
  dark?: boolean
  /** Statuses of refusals that the test provokes: browsers report those answers as errors. */
  refusals?: number[]
  /** The test breaks the line: lost requests are no errors. */
  breaks?: boolean
}

/** A page of a fresh browser profile, logged in as the user, on the list of NAVs unless told; closed with the test. */
export async function visit(user: string | null, path = '/nav-controls', options: Visit = {}): Promise<Page> {
  const { js = true, width = 1280, dark = false } = options
  const context = await (await browser()).newContext({
    baseURL: origin,
    javaScriptEnabled: js,
    viewport: { width, height: 800 },
    colorScheme: dark ? 'dark' : 'light',
    acceptDownloads: true,
  })
  // Longer than anything takes beside other work of the machine: what is waited for comes, or it never does.
  context.setDefaultTimeout(PATIENCE_MS)
  await context.tracing.start({ snapshots: process.env.TEST_ATTEMPT !== undefined })
  const faults = watch(context, { js, refusals: options.refusals ?? [], breaks: options.breaks ?? false })
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepTraces(context, task)
    await context.close()
    if (faults.length > 0) throw new Error(`The browser met errors:\n${faults.join('\n')}`)
  })
  if (user) await logIn(context, user)
  const page = await context.newPage()
  if (js) waitWhenLoaded(page)
  await page.goto(path)
  return page
}

/** Pages to which no scripts come, though they are not switched off. */
export const plain = new WeakSet<Page>()

/** Whatever is opened or loaded anew is taken over by scripts before anything is done on it, as people are slower too. */
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

/** Puts a session of the user into the profile, as the login form does. */
export async function logIn(context: BrowserContext, user: string): Promise<void> {
  const form = { username: user, password: DEMO_PASSWORD }
  const answer = await context.request.post(`${origin}/login`, { form, maxRedirects: 0 })
  if (answer.status() !== 302) throw new Error(`${user} could not log in: ${answer.status()}`)
}

/** Where a test that failed stood: its pages as pictures and as text, and what was done on them. */
async function keepTraces(context: BrowserContext, task: Readonly<RunnerTestCase>): Promise<void> {
  const names: string[] = []
  for (let suite = task.suite; suite; suite = suite.suite) names.unshift(suite.name)
  const file = relative(process.cwd(), task.file.filepath)
  const folder = failureFolder(file, [...names, task.name].join(' '))
  mkdirSync(folder, { recursive: true })
  for (const [at, page] of context.pages().entries()) {
    const said = await page
      .locator('h1, [role=alert], [role=status], .over__list')
      .allInnerTexts()
      .catch(String)
    const focused = await page
      .locator('*:focus')
      .evaluateAll((all) => all.map(({ id }) => id))
      .catch(String)
    process.stderr.write(`${page.url()}: ${JSON.stringify(said)}, at #${focused}\n`)
    await page.screenshot({ path: join(folder, `page-${at + 1}.png`) }).catch(String)
    writeFileSync(join(folder, `page-${at + 1}.html`), await page.content().catch(String))
  }
  await context.tracing.stop({ path: join(folder, 'trace.zip') })
}

/**
 * Waits until scripts have taken the page over, and listen for keys: the router then scrolls in the browser's place. Then
 * somebody moves, and all parts of the page have their code.
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

/** Everything that a user would call broken: errors of scripts and of the server, refused policies, lost requests. */
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
    // What is thrown and is no error has no stack.
    const { stack, message } = error.error()
    faults.push(`script: ${stack || message} (${error.page()?.url()})`)
  })
  context.on('response', (response) => {
    const status = response.status()
    if (status >= 500 && !refusals.includes(status)) faults.push(`${status} of ${response.url()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A page that is left, or a download that is taken, gives its request up; scripts are not loaded when they are off.
    if (!breaks && reason !== 'net::ERR_ABORTED' && !(reason === 'csp' && !js))
      faults.push(`${reason}: ${request.url()}`)
  })
  return faults
}

/** Holds back what the page sends until it is let go: others are faster meanwhile. */
export async function holdSent(page: Page) {
  const { open, opened } = gate()
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') await opened
    await route.continue()
  })
  return open
}
