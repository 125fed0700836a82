import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations, withoutScripts } from './site/axe'
import { logIn, ready, visit } from './site/browsing'
import { newProcess } from './site/processes'

let made: Awaited<ReturnType<typeof newProcess>>
beforeAll(async () => {
  made = await newProcess('Looked at')
})

const row = (more = '') => `/processes?expanded=${made.processDateId}&filter.process=Looked+at${more}`
const task = (at: number) => `/processes/${made.processDateId}/tasks/${made.taskIds[at]}`

type State = [name: string, user: string, path: () => string, then?: (page: Page) => Promise<unknown>]

const STATES: State[] = [
  ['list', 'operations1', () => '/processes'],
  ['nothing found', 'operations1', () => '/processes?filter.process=nowhere'],
  ['tasks', 'operations1', () => row()],
  ['events', 'operations1', () => row('&detail=events')],
  ['assigned', 'operations1', () => row(`&edit=${made.processDateId}`)],
  ['task', 'operations1', () => task(0)],
  ['upload', 'operations1', () => `${task(0)}?upload=new`],
  ['step refused', 'operations1', () => task(1), refused],
  ['read only', 'manager1', () => task(2)],
  ['not authorised', 'finance1', () => '/processes'],
]

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('no state of processes and tasks breaks WCAG 2.2 AA, light or dark, wide or narrow', async () => {
    const page = await visit(null, '/login', { refusals: [403, 422] })
    if (!js) await withoutScripts(page)
    const found: string[] = []
    let user: string | null = null
    for (const [name, as, path, then] of STATES) {
      await page.setViewportSize({ width: 1280, height: 800 })
      if (as !== user) {
        await page.context().clearCookies()
        await logIn(page.context(), as)
        user = as
      }
      await page.goto(path())
      if (js) await ready(page)
      if (then) await then(page)
      found.push(...(await violations(page, name)))
    }
    expect(found).toEqual([])
  }, 300_000)
})

/** "Not applicable" needs a comment. */
async function refused(page: Page) {
  await page.getByRole('button', { name: 'Not applicable' }).click()
  await page.getByRole('alert').first().waitFor()
}
