import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import type { FoundGroup } from '~/areas/search/search'

const site = await opened(httpSite())
const oslo = await site.addFund({ fundCode: 'OSL01', fundName: 'Ålesund & Oslo Räntor' })
const berlin = await site.addFund({ fundCode: 'BER01', fundName: 'Berlin Aktien' })
await site.ownerSql`insert into legal_entity (name, kind) values ('Räntor Supplier AS', 'SUPPLIER')`

async function found(user: string, text: string): Promise<FoundGroup[]> {
  return JSON.parse((await site.page(user, `/search/found?${new URLSearchParams({ text })}`)).html)
}
const labels = async (...asked: Parameters<typeof found>) =>
  Object.fromEntries(
    (await found(...asked)).map(({ title, items }) => [title, items.map(({ label }) => label)]),
  )

test('a NAV is found by any words of its fund in any order, ignoring accents, and by date', async () => {
  for (const text of [
    'oslo',
    'RANTOR alesund',
    'osl01',
    'oslo 30/10/2026',
    '2026-10-30 räntor',
    '30.10.2026 osl',
  ])
    expect((await labels('accountant1', text)).NAVs, text).toContain('Ålesund & Oslo Räntor, 30/10/2026')
  expect((await labels('accountant1', 'oslo 29/10/2026')).NAVs).toBeUndefined()
  expect((await labels('accountant1', 'oslo aktien')).NAVs).toBeUndefined()
  const [group] = await found('accountant1', 'oslo')
  expect(group?.items.find(({ href }) => href === `/nav-controls/${oslo.navId}`)).toEqual({
    key: `nav ${oslo.navId}`,
    label: 'Ålesund & Oslo Räntor, 30/10/2026',
    note: 'OSL01',
    href: `/nav-controls/${oslo.navId}`,
    place: { class: 'new', status: 'TO CONTROL', queue: 'ACCOUNTANT' },
  })
})

test('an object is found by its number, by users who may open it', async () => {
  const byNumber = async (user: string) => (await labels(user, String(oslo.navId)))['By number']
  expect(await byNumber('accountant1')).toEqual([`NAV ${oslo.navId}: Ålesund & Oslo Räntor, 30/10/2026`])
  expect(await byNumber('finance1')).toBeUndefined()
  expect((await labels('accountant1', '999999999999999'))['By number']).toBeUndefined()
})

test('a user finds only what they may open', async () => {
  expect(Object.keys(await labels('finance1', 'rantor'))).toEqual(['Legal entities'])
  expect(Object.keys(await labels('manager1', 'rantor'))).toEqual(['NAVs', 'Suppliers'])
  // A supplier links to what the user may see: invoices, drafts or budgets.
  const suppliers =
    (await found('manager1', 'rantor')).find(({ title }) => title === 'Suppliers')?.items ?? []
  expect(suppliers.map(({ label }) => label)).toEqual(['Räntor Supplier AS'])
  expect((await site.page('manager1', suppliers[0]?.href ?? '')).status).toBe(200)
  expect(await labels('admin', 'schroeder')).toEqual({ Users: ['Amélie Schroeder'] })
  expect(await labels('accountant1', 'schroeder')).toEqual({})
  expect(await labels('newcomer1', 'oslo')).toEqual({})
})

test('commands and pages are found by name, if the user may use them', async () => {
  const commands = async (user: string, text = '') => (await labels(user, text))['Pages and commands'] ?? []
  expect(await commands('accountant1', 'fia new')).toEqual([
    'New FIA 3 Files control',
    'New FIA 2 Files control',
  ])
  expect(await commands('auditor1', 'new')).toEqual(['New substitute', 'New token', 'Workflows'])
  expect(await commands('auditor1')).toContain('Export NAV Controls to Excel')
  expect(await commands('auditor1')).not.toContain('My work')
  expect(await commands('newcomer1')).toEqual([
    'Password',
    'Sessions',
    'Substitutes',
    'Notices',
    'Personal tokens',
    'API reference',
    'Appearance',
    'New substitute',
    'New token',
    'Log out',
  ])
  for (const { href } of (await found('admin', '')).flatMap(({ items }) => items))
    expect((await site.ask('admin', href)).status, href).toBe(200)
  for (const { href } of (await found('accountant1', '')).flatMap(({ items }) => items))
    expect((await site.ask('accountant1', href)).status, href).toBe(200)
})

test('commands that start with the text come before those that contain its words', async () => {
  await site.ownerSql`insert into legal_entity (name, kind) values ('New Draughts Trust', 'FUND')`
  const titles = async (text: string) => (await found('finance1', text)).map(({ title }) => title)
  expect(await titles('new dra')).toEqual(['Legal entities', 'Pages and commands'])
  expect(await titles('new bud')).toEqual(['Pages and commands'])
  expect(await titles('new draug')).toEqual(['Legal entities'])
})

test('a command is found by its name, its page and its usual names; those that begin with the text come first', async () => {
  const [first] = await found('finance1', 'upl')
  expect(first?.title).toBe('Pages and commands')
  expect(first?.items[0]).toMatchObject({ label: 'Upload New Invoice', note: 'Drafted Expenses' })
  const firstOf = async (text: string) => (await labels('finance1', text))['Pages and commands']?.[0]
  expect(await firstOf('dark')).toBe('Appearance')
  expect(await firstOf('sign off')).toBe('Log out')
  expect(await firstOf('new draft')).toBe('Upload New Invoice')
  expect((await labels('operations1', 'calendar'))['Pages and commands']).toEqual(['Calendar'])
  expect((await labels('admin', 'audit trail'))['Pages and commands']).toEqual(['Audit trail'])
  expect((await labels('finance1', 'audit trail'))['Pages and commands']).toBeUndefined()
})

test('every button of the lists that opens a page or popup is a command of the same name', async () => {
  const pages: Record<string, string[]> = {
    accountant1: ['/nav-controls', '/production', '/prices', '/nav-errors', '/replay'],
    finance1: ['/drafts', '/invoices', '/budgets', '/invoices/prepaid'],
    treasurer1: ['/payments', '/bank-inbox'],
    operations1: ['/processes'],
    admin: ['/admin', '/admin/users', '/admin/lookups', '/admin/formats', '/admin/workflows'],
  }
  for (const [user, paths] of Object.entries(pages)) {
    const known = (await found(user, '')).flatMap(({ items }) =>
      items.map(({ label, href }) => `${label} ${href}`),
    )
    for (const path of paths) {
      const { html, status } = await site.page(user, path)
      if (status !== 200) continue
      const head = html.slice(
        html.indexOf('<header class="page__head"'),
        html.indexOf('</header>', html.indexOf('<header class="page__head"')),
      )
      const links = [...head.matchAll(/<a class="button[^"]*" href="([^"?]+)[^"]*"[^>]*>([^<]+)</g)]
      for (const [, href, label] of links) {
        // What downloads the list as it is, and what leads back, are no commands.
        if (href === undefined || href === '/admin' || /\.\w+$/.test(href)) continue
        const isKnown = known.some((one) => one.startsWith(`${label} `) || one.endsWith(` ${href}`))
        expect(isKnown, `${user} ${path}: ${label} ${href}`).toBe(true)
      }
    }
  }
})

test('what a user worked on last comes first, and is not listed twice', async () => {
  await site.step('teamleader1', berlin.navId, 'cancel', { comment: 'Closed' })
  const title = 'Berlin Aktien, 30/10/2026'
  const [first] = await found('teamleader1', '')
  expect([first?.title, first?.items.map(({ label }) => label)]).toEqual(['Recent', [title]])
  const named = await labels('teamleader1', 'berlin')
  expect(named.Recent).toEqual([title])
  expect(named.NAVs ?? []).not.toContain(title)
  expect((await labels('teamleader1', 'oslo')).Recent).toBeUndefined()
  expect((await labels('accountant1', 'berlin')).Recent).toBeUndefined()
})

test('the page shows the same without scripts, accepts any text, and says if nothing is found', async () => {
  const page = (text: string) => site.page('accountant1', `/search?${new URLSearchParams({ text })}`)
  expect((await page('oslo')).html).toContain(`href="/nav-controls/${oslo.navId}"`)
  expect((await page('<b>"%_\\ oslo')).html).toContain('No results for “&lt;b&gt;&quot;%_\\ oslo”.')
  expect((await site.page('accountant1', '/search?text=%00osl%00o')).html).toContain('Ålesund &amp; Oslo')
  expect((await page('x'.repeat(5000))).status).toBe(200)
  expect((await site.ask(null, '/search')).status).toBe(302)
})

test('users who see NAVs find a fund without any', async () => {
  await site.ownerSql`
    insert into fund overriding system value select (jsonb_populate_record(f, '{"code": "NEW77", "name": "Fjörd Nya Fund"}'::jsonb
      || jsonb_build_object('id', (select max(id) + 1 from fund)))).* from fund f where code = 'OSL01'`
  expect(await labels('accountant1', 'fjord')).toEqual({ Funds: ['Fjörd Nya Fund'] })
  expect(await labels('finance1', 'fjord')).toEqual({})
  const [group] = await found('accountant1', 'new77')
  expect((await site.page('accountant1', group?.items[0]?.href ?? '')).status).toBe(200)
})
