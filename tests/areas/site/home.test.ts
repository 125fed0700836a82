import { opened } from 'tests/support/opened'
import { httpSite, NEWCOMER } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())
const pageOf = async (user: string, path = '/') => (await site.ask(user, path)).text()

test('the home page of an administrator says what the site lacks, and leads to the pages that they may open', async () => {
  const page = await pageOf('admin')
  expect(page).toContain('First steps of this site')
  expect(page).toMatch(/No fund yet\. A control compares/)
  expect(page).toContain('href="/admin/import/templates/share-classes.xlsx"')
  expect(page).toMatch(/<a [^>]*class="card__link"[^>]*href="\/admin"/)
})

test('a user without rights sees whom to ask, and nothing of the site', async () => {
  const page = await pageOf(NEWCOMER)
  expect(page).toContain('Ask an administrator for access.')
  expect(page).not.toContain('First steps of this site')
})

test('Administration and the import name what is missing, with templates', async () => {
  const admin = await pageOf('admin', '/admin')
  expect(admin).toMatch(/id="first-steps"[^>]* open/)
  expect(admin).toContain('Reference data')
  await site.ownerSql`
    insert into fund (code, name, currency, type, regime, provider, client_validation)
    values ('HOME1', 'Home fund', 'EUR', 'EQUITY', 'UCITS', 'FIA', false)`
  const imports = await pageOf('auditor1', '/admin/import')
  expect(imports).toContain('Before the first control')
  expect(imports).toMatch(/HOME1 Home fund[\s\S]*a date in the NAV calendar/)
  expect(imports).toContain('What the files must contain')
})
