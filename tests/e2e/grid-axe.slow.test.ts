import type { Page } from 'playwright'
import { beforeAll } from 'vitest'
import { type State, testStates } from '../support/browser/axe-states'
import { gridFunds, openMenu } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

/** The beginning of the codes of its funds. */
const own = ownName('AXEG')
let list: string
let nav: string

beforeAll(async () => {
  const made = await gridFunds(own)
  list = `${made.list}&size=5`
  nav = `/nav-controls/${made.funds[0]?.nav.id}`
})

const STATES: State[] = [
  [
    'grouped, one open',
    'accountant1',
    () => `${list}&group=fundcode,navdate&toggle=${own}A&toggle=${own}A|2026-10-30`,
  ],
  ['values of a text', 'accountant1', () => `${list}&values=fundcode&in.fundcode=${own}A&in.fundcode=gone`],
  ['values of a day', 'accountant1', () => `${list}&values=navdate&in.navdate=2026-10&in.navdate=2025-12-04`],
  ['no value found', 'accountant1', () => `${list}&values=fundname&find=nowhere`],
  ['groups open', 'accountant1', () => `${list}&group=fundcode`, (page) => openMenu(page, 'Group')],
  [
    'conditions open',
    'accountant1',
    () => `${list}&or=filter.fundcode%3DA&or=filter.navdate%3D2026`,
    openConditions,
  ],
  ['marked', 'accountant1', () => list, markAll],
  ['columns and widths', 'accountant1', () => `${list}&columns=fundname,fundcode,navdate&width.fundname=90`],
  ['filters refused', 'accountant1', () => `${list}&filter.navdate=soon&sort=nothing&page=0`],
  ['nothing found', 'accountant1', () => `${list}&sort=-fundcode&filter.currentstatus=SENT&search=nowhere`],
  ['a later page', 'accountant1', () => `${list}&page=900`],
  [
    'in a drawer, expanded',
    'accountant1',
    () => `${nav}/checks?checks.expanded=3&checks.group=queue&checks.open=all`,
  ],
  ['edited in place', 'admin', '/admin/lookups/reasons?edit=FIRST&size=5'],
  ['invoices', 'treasurer1', '/invoices?group=settling_entity&open=all&size=5'],
]

testStates('a grid', STATES)

async function openConditions(page: Page) {
  await openMenu(page, 'Conditions')
}

async function markAll(page: Page) {
  await page.getByRole('checkbox', { name: 'Mark all rows of this page' }).click()
  await page.getByText('5 marked').waitFor()
}
