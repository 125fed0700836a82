import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations, withoutScripts } from './site/axe'
import { logIn, ready, visit } from './site/browsing'
import { gridFunds, openMenu } from './site/grids'

let list: string
let nav: string

beforeAll(async () => {
  const made = await gridFunds('AXEG')
  list = `${made.list}&size=5`
  nav = `/nav-controls/${made.funds[0]?.nav.id}`
})

type State = [name: string, user: string, path: () => string, then?: (page: Page) => Promise<unknown>]

const STATES: State[] = [
  [
    'grouped, one open',
    'accountant1',
    () => `${list}&group=fundcode,navdate&toggle=AXEGA&toggle=AXEGA|2026-10-30`,
  ],
  ['values of a text', 'accountant1', () => `${list}&values=fundcode&in.fundcode=AXEGA&in.fundcode=gone`],
  ['values of a day', 'accountant1', () => `${list}&values=navdate&in.navdate=2026-10&in.navdate=2025-12-04`],
  ['no value found', 'accountant1', () => `${list}&values=fundname&find=nowhere`],
  ['columns open', 'accountant1', () => list, (page) => openMenu(page, 'Columns')],
  ['groups open', 'accountant1', () => `${list}&group=fundcode`, (page) => openMenu(page, 'Group')],
  ['views open', 'accountant1', () => list, (page) => openMenu(page, 'Views')],
  ['marked', 'accountant1', () => list, markAll],
  ['columns and widths', 'accountant1', () => `${list}&columns=fundname,fundcode,navdate&width.fundname=90`],
  ['filters refused', 'accountant1', () => `${list}&filter.navdate=soon&sort=nothing&page=0`],
  ['nothing found', 'accountant1', () => `${list}&filter.currentstatus=SENT&search=nowhere`],
  ['a later page', 'accountant1', () => `${list}&page=900`],
  [
    'in a drawer, expanded',
    'accountant1',
    () => `${nav}/checks?checks.expanded=3&checks.group=queue&checks.open=all`,
  ],
  ['edited in place', 'admin', () => '/admin/lookups/reasons?edit=FIRST'],
  ['invoices', 'treasurer1', () => '/invoices?group=settling_entity&open=all'],
]

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('no state of a grid breaks WCAG 2.2 AA, light or dark, wide or narrow', async () => {
    const page = await visit(null, '/login')
    if (!js) await withoutScripts(page)
    const found: string[] = []
    let user = ''
    for (const [name, as, path, then] of STATES) {
      if (as !== user) await page.context().clearCookies()
      if (as !== user) await logIn(page.context(), as)
      user = as
      await page.goto(path())
      if (js) await ready(page)
      if (then) await then(page)
      found.push(...(await violations(page, name)))
    }
    expect(found).toEqual([])
  }, 300_000)
})

async function markAll(page: Page) {
  await page.getByRole('checkbox', { name: 'Mark all rows of this page' }).click()
  await page.getByText('5 marked').waitFor()
}
