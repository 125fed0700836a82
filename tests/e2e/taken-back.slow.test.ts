import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { holdSent, visit } from '../support/browser/browsing'
import { call, control, steps } from '../support/browser/calls'
import { newFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'
import { writeSet } from '../support/workbooks/write'

/** What a badge shows, and whether it says that this is not saved yet. */
const shows = (page: Page, badge: string) =>
  expect.poll(async () => {
    const shown = page.locator(badge)
    return [await shown.innerText(), await shown.getAttribute('title')]
  })

const OF_OBJECT = '.drawer__title .badge'
const OF_CHECK = (rank: number) => `tr[data-key="${rank}"] .badge`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const said = (page: Page, words: string | RegExp) =>
  page.getByRole('alert').getByText(words).first().waitFor()

const tick = (user: string, navId: number, rank: number) =>
  call(user, `dashboard/nav/checks/${navId}/${rank}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ comment: 'Ticked meanwhile' }),
  })

test('an approval of a NAV that was returned meanwhile is taken back, and says so', async () => {
  const { nav } = await newFund({ code: ownName('TBN') })
  await control('accountant1', await writeSet(nav.model, 'FIA3'))
  await steps(nav.id, [['accountant1', 'Submit']])
  const page = await visit('teamleader1', `/nav-controls/${nav.id}`, { refusals: [409] })
  const letGo = await holdSent(page)
  await page.getByPlaceholder('Type a message...').fill('All figures agree')
  await press(page, 'Approve')
  await shows(page, OF_OBJECT).toEqual(['REVIEWED (MANAGER)', 'Saving…'])
  await steps(nav.id, [['teamleader2', 'Return']])
  letGo()
  await said(
    page,
    'It is now RETURNED (ACCOUNTANT), changed by Diego Fuentes after you opened this page. Check its history, then decide again.',
  )
  await shows(page, OF_OBJECT).toEqual(['RETURNED (ACCOUNTANT)', null])
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
  // What was typed for the step is not lost with it.
  await page.getByText('All figures agree').waitFor()
})

test('a check that its reviewer prepared, too, is open again; one that a colleague ticked first keeps their tick', async () => {
  const { nav } = await newFund({ code: ownName('TBC') })
  const rows = (await call('auditor1', `dashboard/nav/checks/${nav.id}`)) as CheckRow[]
  const prepared = rankFor(rows, 'ACCOUNTANT')
  const reviewed = rankFor(rows, 'TEAM LEADER')
  const checks = `/nav-controls/${nav.id}/checks?checks.expanded=`
  await chapter('Four eyes: it is open again, with what was typed', async () => {
    const page = await visit('teamleader1', checks + reviewed, { refusals: [403] })
    const letGo = await holdSent(page)
    await page.getByRole('textbox', { name: /^Comment/ }).fill('Looked at again')
    await press(page, `Tick check ${reviewed}`)
    await shows(page, OF_CHECK(reviewed)).toEqual(['DONE', 'Saving…'])
    await tick('teamleader1', nav.id, prepared)
    letGo()
    await said(
      page,
      `Check ${reviewed} needs another person: you ticked check ${prepared} for ACCOUNTANT, and the reviewer must not be the preparer.`,
    )
    await shows(page, OF_CHECK(reviewed)).toEqual(['OPEN', null])
    expect(await page.getByRole('textbox', { name: /^Comment/ }).inputValue()).toBe('Looked at again')
  })

  await chapter('A colleague was first: their tick stays, and it is said what is left to do', async () => {
    const left = (await call('auditor1', `dashboard/nav/checks/${nav.id}`)) as CheckRow[]
    const rank = rankFor(left, 'ACCOUNTANT')
    const page = await visit('accountant1', checks + rank, { refusals: [409] })
    const letGo = await holdSent(page)
    await page.getByRole('textbox', { name: /^Comment/ }).fill('Seen by me')
    await press(page, `Tick check ${rank}`)
    await shows(page, OF_CHECK(rank)).toEqual(['DONE', 'Saving…'])
    await tick('accountant2', nav.id, rank)
    letGo()
    await said(
      page,
      `Check ${rank} was already ticked by Björn Lindqvist. Your comment was not saved. Add it to the message of your next step if others need it.`,
    )
    await shows(page, OF_CHECK(rank)).toEqual(['DONE', null])
    await page.locator(`tr[data-key="${rank}"]`).getByText('Ticked meanwhile').waitFor()
    await page.getByText('Seen by me').waitFor()
  })
})

interface CheckRow {
  isae_rank: number
  queue: string
  status: string
  rests_on: string | null
}

/** The first open check that members of this queue tick by themselves. */
function rankFor(rows: CheckRow[], queue: string): number {
  const row = rows.find((each) => each.queue === queue && each.status === 'OPEN' && !each.rests_on)
  if (!row) throw new Error(`${queue} has no check to tick`)
  return row.isae_rank
}
