import { describe, expect, test } from 'vitest'
import { violations, withoutScripts } from './site/axe'
import { ready, visit } from './site/browsing'

const USER = '/admin/users/2'
const PAGES = {
  users: ['/admin/users', '/admin/users/new'],
  'one user': [USER],
  'what is done with one': [`${USER}/password`, `${USER}/disable`],
  authorisations: ['/admin/authorisations', '/admin/second-person'],
  'the own account': ['/account/password', '/account/sessions', '/account/tokens/new'],
}

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test.each(Object.entries(PAGES))('no page of %s breaks WCAG 2.2 AA', async (_, pages) => {
    const page = await visit('admin', '/appearance')
    if (!js) await withoutScripts(page)
    const found: string[] = []
    for (const path of pages) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(path)
      if (js) await ready(page)
      found.push(...(await violations(page, path)))
    }
    expect(found).toEqual([])
  })
})
