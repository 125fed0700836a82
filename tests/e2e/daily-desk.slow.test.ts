import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { openMenu } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

const WORK = [
  { view: 'Came back', path: '/work/returned', user: 'accountant1', sees: /RETURNED|REOPENED/ },
  { view: 'Waits for others', path: '/work/others', user: 'accountant1', sees: /SUBMITTED \(TEAM LEADER\)/ },
]

const PICTURES = [
  {
    what: 'a budget over its period',
    path: '/budgets/15337',
    user: 'finance1',
    title: 'Use over the period',
    table: 'Use by month',
  },
  {
    what: 'the workload of queues',
    path: '/work/load',
    user: 'teamleader1',
    title: 'ACCOUNTANT',
    table: 'Open objects by queue and day',
  },
  { what: 'KPIs', path: '/production/kpi', user: 'teamleader1', title: /./, table: /./ },
]

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test.each(WORK)(
    '$view: who holds what since when, and what they said',
    async ({ view, path, user, sees }) => {
      const page = await visit(user, '/work?page=1', { js })
      await page.getByRole('link', { name: view, exact: true }).click()
      await page.waitForURL((url) => url.pathname === path)
      const row = page
        .getByRole('table', { name: view })
        .locator('tr[data-key]')
        .filter({ hasText: sees })
        .first()
      await row.waitFor()
      expect(await row.innerText()).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
    },
  )

  test('a view shared with a queue is there for who is in it, with its owner, and only its owner deletes it', async () => {
    const name = ownName(`Oldest first ${mark} `)
    const owner = await visit('teamleader2', '/nav-controls?sort=navdate&page=1', { js })
    await openMenu(owner, 'Views')
    const panel = owner.locator('details:has(.views)')
    await panel.getByLabel('Save view as').fill(name)
    await panel.getByLabel('Who sees it').selectOption({ label: 'Everyone in TEAM LEADER' })
    await panel.getByRole('button', { name: 'Save view' }).click()
    await owner.getByText(`View “${name}” saved`).first().waitFor()

    const colleague = await visit('teamleader1', '/nav-controls?page=1', { js })
    await openMenu(colleague, 'Views')
    const shared = colleague.locator('details:has(.views)')
    await shared.getByRole('link', { name }).waitFor()
    expect(await shared.innerText()).toContain('Diego Fuentes')
    expect(await shared.getByRole('button', { name: `Delete view ${name}` }).count()).toBe(0)

    const stranger = await visit('accountant1', '/nav-controls?page=1', { js })
    await openMenu(stranger, 'Views')
    await stranger.locator('details:has(.views)').getByLabel('Save view as').waitFor()
    expect(await stranger.locator('details:has(.views)').getByText(name).count()).toBe(0)
  })

  test.each(PICTURES)('$what: drawn, with the figures in a table', async ({ path, user, title, table }) => {
    const page = await visit(user, path, { js })
    const figure = page.locator('figure').filter({ hasText: title }).first()
    await figure.locator('svg').first().waitFor()
    await page.getByRole('table', { name: table }).locator('tbody tr').first().waitFor()
  })

  test('of an exceeded budget the projected amount comes before what remains', async () => {
    const page = await visit('finance1', '/budgets?page=1', { js })
    const exceeded = page
      .locator('tr[data-key]')
      .filter({ hasText: '-' })
      .filter({ hasText: 'exceeded' })
      .first()
    await exceeded.locator('.grid__open').click()
    await page.locator('.budget-figures').first().waitFor()
    const terms = await page.locator('.budget-figures dt').allInnerTexts()
    expect(terms.indexOf('Projected')).toBeLessThan(terms.indexOf('Remaining'))
  })

  test('whether a payment is held has a column of its own', async () => {
    const page = await visit('treasurer1', '/invoices?page=1', { js })
    await page.getByRole('columnheader', { name: 'Payment' }).waitFor({ state: 'attached' })
  })

  test('administration has a row of links to its pages', async () => {
    const page = await visit('admin', '/admin/users?page=1', { js })
    const pages = page.getByRole('navigation', { name: 'Pages of this domain' })
    for (const name of ['Users', 'Audit trail', 'Lookups']) await pages.getByRole('link', { name }).waitFor()
  })
})
