import { expect, test } from 'vitest'
import { drainBody } from '~/http/drain'
import { Line } from '../../support/http/line'
import { serveRoute } from '../../support/http/route-server'

test('an upload refused before it was read is answered too, and the connection continues', async () => {
  const { port } = await serveRoute({
    action: async ({ request }) => {
      drainBody(request)
      return new Response('not authorised', { status: 403 })
    },
  })
  const line = await Line.open(port)
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  for (const size of [30_000_000, 10, 30_000_000])
    expect((await line.post('/file', Buffer.alloc(size), { headers })).status).toBe(403)
  line.socket.destroy()
})

test('a request without a body, or one being read, is left alone', async () => {
  drainBody(new Request('http://localhost/'))
  const read = new Request('http://localhost/', { method: 'POST', body: 'x' })
  const text = read.text()
  drainBody(read)
  expect(await text).toBe('x')
})
