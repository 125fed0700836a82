import { writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { call, control, steps } from '../support/browser/calls'
import { newFund } from '../support/browser/funds'
import { focusOn, logInByKeys, typist } from '../support/browser/keys'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

/** The keys are the same for any number. */
const NAVS = 4

test('a team leader approves all clean NAVs that are found together with ten keys', async () => {
  const name = ownName('MANY')
  const ids = await chapter(`${NAVS} NAVs are controlled and submitted`, async () => {
    const made: number[] = []
    for (let at = 0; at < NAVS; at++) {
      const { nav } = await newFund({ code: `${name}${at}`, before: 0 })
      await control('accountant1', await writeSet(nav.model, 'FIA3'))
      await steps(nav.id, [['accountant1', 'Submit']])
      made.push(nav.id)
    }
    return made
  })
  const page = await visit(null, '/login')
  const keys = typist(page)
  let found = 0
  await logInByKeys(page, keys, 'teamleader1')
  await keys.press('g', 'n')
  await page.getByRole('heading', { name: 'NAV Controls' }).waitFor()
  await chapter('The NAVs are found and marked', async () => {
    await keys.press('/')
    await focusOn(page, /^Search/)
    await keys.type(name)
    await keys.press('Enter')
    await page.getByText(`1–${NAVS} of ${NAVS}`).waitFor()
    await focusOn(page, /^Search/)
    found = keys.count()
    // Out of the field, where “a” is a letter.
    await keys.press('Tab', 'a')
    await page.getByText(`${NAVS} marked`).waitFor()
  })
  await chapter('They are approved together', async () => {
    await keys.press('.')
    await focusOn(page, `Approve ${NAVS} NAVs…`)
    await keys.press('Enter')
    await page.getByText('All of them can. Nothing is stored yet.').waitFor()
    await focusOn(page, `Approve ${NAVS} NAVs`)
    await keys.press('Enter')
    await page.getByText(`${NAVS} NAVs: REVIEWED (MANAGER)`).first().waitFor()
  })
  expect(keys.count() - found).toBeLessThanOrEqual(10)
  const { fundNavDetailsList } = (await call('auditor1', `dashboard/nav?filter.fundcode=${name}`)) as {
    fundNavDetailsList: { fundnavid: number; currentstatus: string }[]
  }
  expect(new Map(fundNavDetailsList.map((nav) => [nav.fundnavid, nav.currentstatus]))).toEqual(
    new Map(ids.map((id) => [id, 'REVIEWED'])),
  )
})
