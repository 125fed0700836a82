import { markup } from 'tests/support/ui/render'
import { expect, test } from 'vitest'
import { SaveViewForm, ViewsPanel } from '~/ui/layouts/views-panel'

const panel = {
  action: '/layouts/navdashboard',
  idempotencyKey: 'key-1',
  query: 'sort=-navdate&filter.fundcode=LUX',
  back: '/nav-controls?sort=-navdate&filter.fundcode=LUX',
  views: [
    { id: 7, name: 'Month end', href: '/nav-controls?view=7' },
    { id: 9, name: '<b>Mine</b>', href: '/nav-controls?view=9' },
  ],
  hasLayout: true,
  shared: [],
  teams: [],
}

/** The forms of the markup, each with its data: its hidden fields and one of its buttons. */
function formsOf(html: string) {
  return [...html.matchAll(/<form[^>]*>.*?<\/form>/g)].map(([form]) => ({
    post: /method="post"/.test(form) && form.includes('action="/layouts/navdashboard"'),
    hidden: Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ),
    buttons: [...form.matchAll(/<button type="submit" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => `${name}=${value}`,
    ),
  }))
}

test('without scripts every view is a link, and every action a form that returns to the page', async () => {
  const html = await markup(<ViewsPanel {...panel} />, '/nav-controls')
  expect(html).toMatch(/^<details[^>]*><summary>Views<\/summary>/)
  expect(html).toContain('href="/nav-controls?view=7"')
  expect(html).toContain('&lt;b&gt;Mine&lt;/b&gt;')
  const { idempotencyKey } = panel
  const back = panel.back.replace(/&/g, '&amp;')
  const query = panel.query.replace(/&/g, '&amp;')
  expect(formsOf(html)).toEqual([
    { post: true, hidden: { idempotencyKey, intent: 'delete-view', back }, buttons: ['viewId=7'] },
    { post: true, hidden: { idempotencyKey, intent: 'delete-view', back }, buttons: ['viewId=9'] },
    { post: true, hidden: { idempotencyKey, query, back }, buttons: ['intent=save-view'] },
    { post: true, hidden: { idempotencyKey, query, back }, buttons: ['intent=save', 'intent=reset'] },
  ])
  expect(html).toContain('Delete<span class="hidden-text"> view Month end</span>')
  // Saves automatically with scripts; only scripts can copy.
  expect(html).toMatch(/<span class="without-scripts"><button[^>]*value="save"/)
  expect(html).not.toContain('Copy link')
})

test('the open view is marked, named, and can be saved again', async () => {
  const html = await markup(<ViewsPanel {...panel} current={{ id: 7, name: 'Month end' }} />)
  expect(html).toContain('<span class="views__current">Month end</span>')
  expect(html.match(/aria-current="true"/g)).toHaveLength(1)
  expect(html).toMatch(
    /aria-current="true"[^>]*>Month end|href="\/nav-controls\?view=7"[^>]*aria-current="true"/,
  )
  expect(html).toMatch(/<input[^>]*name="name"[^>]*value="Month end"/)
})

test('a default layout cannot be reset; without views it says so', async () => {
  const plain = await markup(
    <ViewsPanel {...panel} views={[]} query="" back="/nav-controls" hasLayout={false} />,
  )
  expect(plain).not.toContain('Reset layout')
  expect(plain).toContain('You have no saved views of this list yet.')
  for (const more of [{ hasLayout: true }, { query: 'sort=a' }])
    expect(await markup(<ViewsPanel {...panel} query="" hasLayout={false} {...more} />)).toContain(
      'Reset layout',
    )
})

test('a refused name stays in its field, with the message next to it', async () => {
  const refusal = {
    title: 'Views',
    message: 'Give the view a name.',
    fields: { name: 'Give the view a name.' },
  }
  const html = await markup(
    <SaveViewForm
      action="/layouts/x"
      idempotencyKey="key-1"
      query="a"
      back="/b"
      teams={[]}
      refusal={refusal}
      typed={{ name: 'typed' }}
    />,
  )
  expect(html).toMatch(/<input[^>]*name="name"[^>]*value="typed"/)
  expect(html).toMatch(/role="alert".*href="#name"/)
})

test('users with queues may share a view; views of colleagues have the owner’s name and no delete button', async () => {
  const [view] = panel.views
  const html = await markup(
    <ViewsPanel
      {...panel}
      views={view ? [{ ...view, queue: 'ACCOUNTANT' }] : []}
      shared={[{ id: 12, name: 'To book', owner: 'Ana Silva', href: '/invoices?view=12' }]}
      teams={['ACCOUNTANT', 'TEAM LEADER']}
    />,
  )
  expect(html).toContain('seen by ACCOUNTANT')
  expect(html).toMatch(/Shared by colleagues.*href="\/invoices\?view=12"[^>]*>To book<\/a>.*Ana Silva/)
  expect(html.match(/value="delete-view"/g)).toHaveLength(1)
  expect(html).toMatch(
    /<option value=""[^>]*>Only me<\/option><option value="ACCOUNTANT">Everyone in ACCOUNTANT/,
  )
})
