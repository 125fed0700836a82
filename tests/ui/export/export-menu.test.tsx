import { afterEach, expect, test, vi } from 'vitest'
import { contentDisposition } from '~/http/downloads/download'
import { ExportMenu, fetchFile, fileNameIn, withKey } from '~/ui/export/export-menu'
import { markup } from '../../support/ui/render'

afterEach(() => vi.unstubAllGlobals())

const answered = (answer: Response | Promise<Response>) => {
  const fetched = vi.fn(async (_href: string, _init: RequestInit) => answer)
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const never = new AbortController().signal

test('without scripts exports are plain links', async () => {
  const html = await markup(
    <ExportMenu
      links={[
        { format: 'xlsx', label: 'Excel', href: '/navs/export/xlsx?sort=name' },
        { format: 'csv', label: 'CSV', href: '/navs/export/csv?sort=name' },
      ]}
    />,
  )
  expect(html).toContain('<summary>Export</summary>')
  expect(html).toContain('<a href="/navs/export/xlsx?sort=name">Excel</a>')
  expect(html).toContain('<a href="/navs/export/csv?sort=name">CSV</a>')
  expect(html).not.toContain('progress')
})

test.each(['Invoices.xlsx', 'Größe €.pdf', "it's (1)*.csv", 'say "hi"; 100%.csv', '発注書.xlsx'])(
  'the name %j is read from its header',
  (name) => {
    expect(fileNameIn(contentDisposition('attachment', name))).toBe(name)
  },
)

test('a header without a name, or with an invalid one, does no harm', () => {
  expect(fileNameIn('')).toBe('export')
  expect(fileNameIn('attachment; filename=""')).toBe('export')
  expect(fileNameIn(`attachment; filename="a.csv"; filename*=UTF-8''%E0%A4%A.csv`)).toBe('a.csv')
})

test('a file is fetched with its name, without following redirects', async () => {
  const headers = { 'Content-Disposition': contentDisposition('attachment', 'a.csv') }
  const fetched = answered(new Response('a,b', { headers }))
  const { blob, fileName } = await fetchFile('/x', never)
  expect([await blob.text(), fileName]).toEqual(['a,b', 'a.csv'])
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual', signal: never })
})

test('a refusal shows the message of the server', async () => {
  answered(Response.json({ errorMessage: 'Filter the list.' }, { status: 413 }))
  await expect(fetchFile('/x', never)).rejects.toThrow('Filter the list.')
  answered(new Response('<html>', { status: 502 }))
  await expect(fetchFile('/x', never)).rejects.toThrow('The server answered 502 without a reason. Try again.')
})

test.each([
  ['a page', Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })],
  ['a call', new Response('{}', { status: 401 })],
])('a user who is logged out is informed, by the page as well: %s', async (_, answer) => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const events: unknown[] = []
  page.addEventListener('session-ended', (event) => events.push((event as CustomEvent).detail))
  answered(answer)
  await expect(fetchFile('/x', never)).rejects.toThrow('Your session ended. Log in, then export again.')
  expect(events).toEqual([null])
})

test('an interrupted file is not saved', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(3))
      controller.error(new TypeError('terminated'))
    },
  })
  answered(new Response(body))
  await expect(fetchFile('/x', never)).rejects.toThrow(
    /^The connection was lost before the file was complete/,
  )
})

test('the key is added to the parameters of the address', () => {
  expect(withKey('/export/csv', 'k')).toBe('/export/csv?key=k')
  expect(withKey('/export/csv?f.name=a%26b%3F&sort=x', 'k')).toBe('/export/csv?f.name=a%26b%3F&sort=x&key=k')
})
