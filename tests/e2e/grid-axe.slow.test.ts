import type { Page } from 'playwright'
import { beforeAll } from 'vitest'
import { type State, testStates } from '../support/browser/axe-states'
import { newFund } from '../support/browser/funds'
import { openMenu } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

/** The beginning of the code of its fund. */
const own = ownName('AXEG')
let nav: string

beforeAll(async () => {
  const fund = await newFund({ code: `${own}A`, before: 5 })
  nav = `/nav-controls/${fund.nav.id}`
})

const list = `/nav-controls?filter.fundcode=${own}&size=5`
const STATES: State[] = [
  [
    'grouped, one open',
    'accountant1',
    `${list}&group=fundcode,navdate&toggle=${own}A&toggle=${own}A|2026-10-30`,
  ],
  ['values of a day', 'accountant1', `${list}&values=navdate&in.navdate=2026-10&in.navdate=2025-12-04`],
  [
    'conditions open',
    'accountant1',
    `${list}&or=filter.fundcode%3DA&or=filter.navdate%3D2026`,
    (page) => openMenu(page, 'Conditions'),
  ],
  ['marked', 'accountant1', list, markAll],
  [
    'filters refused, nothing found',
    'accountant1',
    `${list}&filter.navdate=soon&sort=nothing&page=0&search=nowhere`,
  ],
  [
    'in a drawer, expanded',
    'accountant1',
    () => `${nav}/checks?checks.expanded=3&checks.group=queue&checks.open=all`,
  ],
]

testStates('a grid', STATES)

async function markAll(page: Page) {
  await page.getByRole('checkbox', { name: 'Mark all rows of this page' }).click()
  await page.getByText('5 marked').waitFor()
}
