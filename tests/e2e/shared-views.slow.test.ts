import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { BOTH, openMenu } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'

describe.each(BOTH)('$scripts', ({ js }) => {
  test('shows a view that is shared with a queue to its members, with its owner, who alone deletes it', async () => {
    const name = ownName('Oldest first ')
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
  })
})
