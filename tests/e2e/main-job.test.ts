import type { Page } from 'playwright'
import { planSet, rowIn, tableIn } from 'tests/workbooks/plan'
import { addressOf, writeBook, writeSet } from 'tests/workbooks/write'
import { describe, expect, test } from 'vitest'
import { visit } from './site/browsing'
import { control } from './site/calls'
import { payloads } from './site/files'
import { newFund, type TestFund } from './site/funds'

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('a good set goes from upload to sent, each step by its person', async () => {
    const fund = await newFund({ code: `GOOD${mark}`, clientValidation: true })
    await controlPrevious(fund)

    const accountant = await visit('accountant1', '/nav-controls', { js })
    await accountant.getByRole('link', { name: 'New FIA 3 Files control' }).click()
    await fillControl(accountant, payloads(await writeSet(fund.nav.model, 'FIA3')))
    await accountant.getByRole('button', { name: 'Launch control' }).click()
    await accountant.getByRole('heading', { name: `${fund.code} 30.10.26` }).waitFor()
    expect(new URL(accountant.url()).pathname).toBe(`/nav-controls/${fund.nav.id}`)
    await accountant.getByText('32 of 32 rules OK').waitFor()
    await accountant.getByText('32 / 32 OK').waitFor()
    await badge(accountant, 'CONTROLLED (ACCOUNTANT)')

    await accountant.getByLabel('Last Document reception').fill('2026-10-31')
    await accountant.getByLabel('Message').fill('Complete, nothing special')
    await accountant.getByRole('button', { name: 'Submit' }).click()
    await accountant.getByText(`NAV ${fund.code} 30.10.26: SUBMITTED (TEAM LEADER)`).waitFor()

    const leader = await visit('teamleader1', `/nav-controls/${fund.nav.id}`, { js })
    await badge(leader, 'SUBMITTED (TEAM LEADER)')
    await leader.getByText('Complete, nothing special').waitFor()
    await leader.getByRole('button', { name: 'Approve' }).click()
    await leader.getByText(': REVIEWED (MANAGER)').waitFor()

    const manager = await visit('manager1', `/nav-controls/${fund.nav.id}`, { js })
    await manager.getByRole('button', { name: 'Validate' }).click()
    await manager.getByText(': AWAITING CLIENT (CLIENT)').waitFor()

    const desk = await visit('clientdesk1', `/nav-controls/${fund.nav.id}`, { js })
    await desk.getByLabel('Client Validation Date').fill('2026-11-03')
    await desk.getByRole('button', { name: 'Client accepts' }).click()
    await desk.getByText(': VALIDATED (SENDING)').waitFor()

    await manager.goto(`/nav-controls/${fund.nav.id}`)
    await manager.getByRole('button', { name: 'Mark as sent' }).click()
    await manager.getByText(`NAV ${fund.code} 30.10.26: SENT (COMPLETED)`).waitFor()

    await accountant.goto(`/nav-controls/${fund.nav.id}`)
    await badge(accountant, 'SENT (COMPLETED)')
    expect(await accountant.getByRole('button', { name: 'Submit' }).count()).toBe(0)
    expect(await accountant.getByRole('link', { name: 'New FIA', exact: true }).count()).toBe(0)
  })

  test('a faulty set is read by its cells, justified and submitted', async () => {
    const fund = await newFund({ code: `FAULT${mark}` })
    await controlPrevious(fund)
    const books = planSet(fund.nav.model, 'FIA3')
    const nav = tableIn(books, 'NAV')
    const [first] = fund.nav.model.classes
    const spoilt = rowIn(nav, { type: 'CLASS TNA', code: first?.code ?? '' })
    spoilt.value = { number: '28000000' }
    const cell = `NAV!${addressOf(nav, nav.rows.indexOf(spoilt), 'value')}`

    const page = await visit('accountant1', `/nav-controls/${fund.nav.id}/new/fia-3`, {
      js,
      refusals: [422, 409],
    })
    await fillControl(page, payloads(await Promise.all(books.map(writeBook))))
    await page.getByRole('button', { name: 'Launch control' }).click()
    await page.getByText('30 of 32 rules OK').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'N03 Class TNA' })
    expect(await row.innerText()).toContain('not OK')

    await page.getByRole('button', { name: 'Submit' }).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'Workflow cannot move to next step.' })
    await refusal.waitFor()
    expect(await refusal.innerText()).toContain('N03 Class TNA, N04 Fund TNA')

    for (const rule of ['N03 Class TNA', 'N04 Fund TNA']) {
      await page.getByRole('link', { name: `Edit ${rule}` }).click()
      const popup = page.getByRole('dialog')
      await popup.getByRole('heading', { name: `Rule result details: ${rule}` }).waitFor()
      if (rule.startsWith('N03')) {
        const evidence = await popup.innerText()
        expect(evidence).toContain(`NAV ${fund.code} ${fund.nav.model.navDate}.xlsx, ${cell}`)
      }
      await popup.getByLabel('Status').selectOption('OK')
      await popup.getByLabel('Comment').fill('')
      await popup.getByRole('button', { name: 'Save' }).click()
      await popup.getByRole('link', { name: 'The comment is mandatory when not OK becomes OK' }).waitFor()
      await popup.getByLabel('Comment').fill('Rounded by the administrator, confirmed by mail')
      await popup.getByRole('button', { name: 'Save' }).click()
      await page.getByText(`${rule}: OK - justified`).first().waitFor()
    }
    await page.getByText('32 / 32 OK').waitFor()
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText(': SUBMITTED (TEAM LEADER)').waitFor()
  })

  test('a broken file is refused with file, sheet and cell, and the form keeps what was typed', async () => {
    const fund = await newFund({ code: `BROKEN${mark}` })
    const books = planSet(fund.nav.model, 'FIA3')
    const balance = tableIn(books, 'Balance')
    const row = balance.rows[2]
    if (row) row.debtor = { text: 'n/a' }
    const cell = addressOf(balance, 2, 'debtor')

    const page = await visit('accountant1', `/nav-controls/${fund.nav.id}/new/fia-3`, { js, refusals: [422] })
    await fillControl(page, payloads(await Promise.all(books.map(writeBook))), 'CORR')
    await page.getByRole('button', { name: 'Launch control' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Files cannot be integrated, see error.' })
    await alert.waitFor()
    expect(await alert.innerText()).toContain(
      `Balance ${fund.code} ${fund.nav.model.navDate}.xlsx, Balance!${cell}: "n/a" is not a number`,
    )
    const again = page.getByRole('link', { name: 'Open the form again' })
    if (js) await again.click()
    expect(await page.getByLabel('Please enter a comment (Mandatory)').inputValue()).toBe(
      'Sent by the administrator',
    )
    expect(await page.getByLabel('Reason').inputValue()).toBe('CORR')
    await page.getByText('Choose the files again.').waitFor()

    await page.goto(`/nav-controls/${fund.nav.id}`)
    await badge(page, 'TO CONTROL (ACCOUNTANT)')
    await page.getByText('No control has run yet.').waitFor()
  })
})

/** The previous NAV date is controlled, so that every rule has something to compare with. */
async function controlPrevious({ navs }: TestFund): Promise<void> {
  const [previous] = navs
  if (previous) await control('accountant2', await writeSet(previous.model, 'FIA3'))
}

async function fillControl(page: Page, files: ReturnType<typeof payloads>, reason = 'FIRST'): Promise<void> {
  await page.getByLabel(/^\d Excel files/).setInputFiles(files)
  await page.getByLabel('Reason').selectOption(reason)
  await page.getByLabel('Please enter a comment (Mandatory)').fill('Sent by the administrator')
}

async function badge(page: Page, text: string): Promise<void> {
  await page.locator('#drawer-title').getByText(text, { exact: true }).waitFor()
}
