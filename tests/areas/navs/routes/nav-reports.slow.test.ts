import { randomUUID } from 'node:crypto'
import { formOf } from 'tests/support/api/uploads'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { toVisit } from 'tests/support/routes/visit'
import { planMatching } from 'tests/support/workbooks/plan'
import { type WrittenFile, writeBook, writeMatching } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'

const site = await opened(httpSite())
const visited = await toVisit(site)

async function page(path: string): Promise<string> {
  const answer = await site.ask('manager1', path)
  expect(answer.status, path).toBe(200)
  return answer.text()
}

test('the tab "Reports" has the error report of the current control and the matching, in either list', async () => {
  const { navId, controlId } = visited
  for (const list of ['/nav-controls', '/production']) {
    const text = await page(`${list}/${navId}/reports`)
    const files = [`${list}/${navId}/controls/${controlId}/report.xlsx`, `${list}/${navId}/matching.xlsx`]
    for (const file of files) {
      expect(text).toContain(`href="${file}" download`)
      expect((await site.ask('manager1', file)).status).toBe(200)
    }
    expect(text).toMatch(new RegExp(`>errors_LUX001_2026-10-30_${controlId}\\.xlsx<`))
  }
})

test('a NAV without a control has its report, which says why there are no breaks', async () => {
  const { navId } = await site.addFund({ fundCode: 'NONE1' })
  const text = await page(`/nav-controls/${navId}/reports`)
  expect(text).toContain(`href="/nav-controls/${navId}/report.pdf" download`)
  expect(text).toContain('There is no matching yet.')
})

test('without scripts a matching is uploaded by form, and refused with a reason if invalid', async () => {
  const fund = await site.addFund({ fundCode: 'MATCH1' })
  await site.control('accountant1', fund)
  const send = (file: WrittenFile) =>
    site.ask('accountant1', `/nav-controls/${fund.navId}/new-matching`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      body: formOf([file], { idempotencyKey: randomUUID() }),
    })
  const none = planMatching(fund.model)
  none.tables = []
  none.extraSheets = [{ name: 'Empty', rows: [[{ text: 'nothing' }]] }]
  const refused = await send(await writeBook(none))
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('File cannot be integrated, see error.')
  const done = await send(await writeMatching(fund.model))
  expect([done.status, done.headers.get('location')]).toEqual([302, `/nav-controls/${fund.navId}`])
})
