import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { toVisit } from 'tests/support/routes/visit'
import { expect, test } from 'vitest'

const site = await opened(httpSite())
const visited = await toVisit(site)

async function page(path: string): Promise<string> {
  const answer = await site.ask('manager1', path)
  expect(answer.status, path).toBe(200)
  return answer.text()
}

test('the tab "Reports" has the error report of the current control and the matching, below either list', async () => {
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

test('a NAV that no control has run for has its report, and says why there are no breaks', async () => {
  const { navId } = await site.addFund({ fundCode: 'NONE1' })
  const text = await page(`/nav-controls/${navId}/reports`)
  expect(text).toContain(`href="/nav-controls/${navId}/report.pdf" download`)
  expect(text).toContain('There is no matching yet.')
})
