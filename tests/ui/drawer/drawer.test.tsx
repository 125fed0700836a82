import { markup } from 'tests/support/ui/render'
import { expect, test } from 'vitest'
import { Dialog } from '~/ui/dialog/dialog'
import { Drawer } from '~/ui/drawer/drawer'
import { Tabs } from '~/ui/tabs/tabs'

test('a drawer is a labelled section whose links keep the state of the list', async () => {
  const html = await markup(
    <Drawer title="Invoice 7" closeHref="/invoices" previousHref={null} nextHref="/invoices/8">
      body
    </Drawer>,
    '/invoices/7?sort=-gross',
  )
  expect(html).toContain('aria-labelledby="drawer-title"')
  expect(html).toContain('href="/invoices?sort=-gross"')
  expect(html).toContain('href="/invoices/8?sort=-gross"')
  expect(html).toMatch(/<span class="drawer__button drawer__off">.*?Previous<\/span><\/span>/)
})

test('a popup is rendered open, so that it works without scripts', async () => {
  const html = await markup(
    <Dialog title="Rule result details" size="700x525" closeHref="/nav-controls/1">
      body
    </Dialog>,
  )
  expect(html).toMatch(/<dialog open="" class="dialog dialog--700x525"/)
  expect(html).toContain('href="/nav-controls/1"')
})

test('the open tab is marked, and a tab with its own parameters keeps them', async () => {
  const tabs = [
    { id: 'a', label: 'Audit', href: '/x/audit' },
    { id: 'b', label: 'Documents', href: '/x?tab=b' },
  ]
  const html = await markup(<Tabs label="Invoice" tabs={tabs} current="a" />, '/x/audit?sort=a')
  expect(html).toContain('aria-current="page" href="/x/audit?sort=a">Audit')
  expect(html).toContain('href="/x?tab=b">Documents')
})
