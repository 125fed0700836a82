import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { controlUpload } from '~/areas/navs/forms'
import { readUpload } from '~/http/uploads/upload'
import type { UploadLimits } from '~/http/uploads/upload-limits'
import { Line } from '../../support/http/line'
import { BOUNDARY, filePart, multipart } from '../../support/http/multipart'
import { serveRoute } from '../../support/http/route-server'

const MB = 1024 * 1024
const unexpected: unknown[] = []
const note = (error: unknown) => unexpected.push(error)

process.on('unhandledRejection', note)
process.on('uncaughtException', note)
afterAll(() => {
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
  expect(unexpected).toEqual([])
})

/** A route that returns each file’s name, size and hash, and remembers how each upload ended. */
async function uploadRoute(limits: UploadLimits) {
  const ends: string[] = []
  const served = await serveRoute({
    action: async ({ request }) => {
      const { files } = await readUpload(request, limits).catch((error: Error) => {
        ends.push(error.message)
        throw error
      })
      ends.push('read')
      return Response.json(files.map(({ fileName, bytes }) => [fileName, bytes.byteLength, sha256(bytes)]))
    },
  })
  return { ...served, ends }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const FORM = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }

async function send(
  port: number,
  body: Buffer,
  own: { headers?: Record<string, string>; chunked?: boolean } = {},
) {
  const line = await Line.open(port)
  try {
    return await line.post('/file', body, { ...own, headers: { ...FORM, ...own.headers } })
  } finally {
    line.socket.destroy()
  }
}

test('a form arrives byte for byte', async () => {
  const { port } = await uploadRoute({ files: 1, fileBytes: 25 * MB })
  const content = Buffer.alloc(25 * MB, 'some content ')
  const { status, text } = await send(port, multipart([filePart('größe.pdf', content)]))
  expect(status).toBe(200)
  expect(JSON.parse(text)).toEqual([['größe.pdf', 25 * MB, sha256(content)]])
})

test.each([{}, { headers: { Connection: 'close' } }, { chunked: true }])(
  'the sender of 60 MB gets the whole refusal (%j)',
  async (own) => {
    const { port } = await uploadRoute(controlUpload(3))
    const { status, text } = await send(port, multipart([filePart('nav.xlsx', Buffer.alloc(60 * MB))]), own)
    expect(status).toBe(413)
    expect(JSON.parse(text)).toEqual({
      errorMessage: 'File size too big (>1Mb) for nav.xlsx',
      title: 'File size error',
    })
  },
)

test('after a refusal the same connection continues with the next request', async () => {
  const { port } = await uploadRoute(controlUpload(3))
  const line = await Line.open(port)
  const post = (content: Buffer) =>
    line.post('/file', multipart([filePart('nav.xlsx', content)]), { headers: FORM })
  expect((await post(Buffer.alloc(10 * MB))).status).toBe(413)
  expect((await post(Buffer.alloc(10))).status).toBe(200)
  line.socket.destroy()
})

test('a refusal retains nothing of a large body in memory', async () => {
  const { port } = await uploadRoute(controlUpload(3))
  const body = multipart([filePart('nav.xlsx', Buffer.alloc(60 * MB))])
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage().arrayBuffers
  let [most, looks] = [0, 0]
  // Live memory, without garbage.
  const watch = setInterval(() => {
    collect()
    looks += 1
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }, 20)
  await send(port, body)
  clearInterval(watch)
  expect(looks).toBeGreaterThan(1)
  expect(most).toBeLessThan(20 * MB)
})

test('a slow sender is served', async () => {
  const { port } = await uploadRoute({ files: 1, fileBytes: MB, stallMs: 500 })
  const line = await Line.open(port)
  const body = multipart([filePart('a', 'x'.repeat(2_000))])
  const { status } = await line.post('/file', body, { headers: FORM, piece: 100, pause: 30 })
  line.socket.destroy()
  expect(status).toBe(200)
})

/** Writes the start of an upload on a raw socket and leaves the rest to the test. */
async function begin(port: number, { declared, sent }: { declared: number; sent: number }) {
  const line = await Line.open(port)
  line.head('/file', { ...FORM, 'Content-Length': declared })
  const { socket } = line
  socket.write(multipart([filePart('nav.xlsx', Buffer.alloc(declared))]).subarray(0, sent))
  return socket
}

async function until(condition: () => boolean) {
  for (let waited = 0; !condition(); waited += 10) {
    if (waited > 5_000) throw new Error('It did not happen within 5 s')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('a sender who stops is disconnected', async () => {
  const { port, ends } = await uploadRoute({ files: 1, fileBytes: MB, stallMs: 200 })
  const socket = await begin(port, { declared: 10_000, sent: 5_000 })
  await until(() => ends.length === 1)
  expect(ends[0]).toContain('interrupted')
  socket.destroy()
})

test.each([0, 50, 200, 100_000])('a sender who disconnects after %i bytes does no harm', async (sent) => {
  const { port, ends, server } = await uploadRoute({ files: 1, fileBytes: MB })
  let arrived = () => 0
  server.once('connection', (connection) => {
    arrived = () => connection.bytesRead
  })
  const socket = await begin(port, { declared: 500_000, sent })
  // All of it has arrived, not just been sent.
  await until(() => arrived() === socket.bytesWritten)
  socket.resetAndDestroy()
  await until(() => ends.length === 1)
  expect(ends[0]).toMatch(/interrupted|damaged/)
  expect((await send(port, multipart([filePart('a', 'x')]))).status).toBe(200)
})

test('a sender who disconnects while the rest of a refused body is read does no harm', async () => {
  const { port, ends } = await uploadRoute(controlUpload(3))
  const socket = await begin(port, { declared: 20 * MB, sent: 3 * MB })
  await until(() => ends.length === 1)
  expect(ends[0]).toContain('File size too big')
  socket.destroy()
  expect((await send(port, multipart([filePart('a', 'x')]))).status).toBe(200)
})

test('twenty parallel uploads do not mix', async () => {
  const { port } = await uploadRoute({ files: 1, fileBytes: MB })
  const contents = Array.from({ length: 20 }, (_, index) => Buffer.alloc(300_000 + index, index))
  const answers = await Promise.all(
    contents.map((content, n) => send(port, multipart([filePart(`${n}`, content)]))),
  )
  expect(answers.map(({ text }) => JSON.parse(text)[0])).toEqual(
    contents.map((content, index) => [`${index}`, content.length, sha256(content)]),
  )
})
