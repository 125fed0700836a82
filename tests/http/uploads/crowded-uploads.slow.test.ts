import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { formOf } from 'tests/support/api/uploads'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import type { UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import { stepOf } from '~/http/uploads/work-steps'

const MB = 1024 * 1024
const LARGE = 25 * MB
const USERS: UserName[] = ['accountant1', 'accountant2', 'teamleader1', 'teamleader2', 'manager1']

const site = await opened(httpSite())
const navId = (await site.addFund({ fundCode: 'LUX001' })).navId

const pathOf = () => `/api/uploadDocument/OTHER/${navId}`

/** An upload whose last bytes wait for a signal; `sent` resolves when all others were sent. */
async function begin(user: UserName, size = LARGE) {
  const key = randomUUID()
  const head = `--x\r\nContent-Disposition: form-data; name="files"; filename="${key}.txt"\r\n\r\n${key}`
  const tail = '\r\n--x--\r\n'
  const sending = request({
    port: site.port,
    method: 'POST',
    path: pathOf(),
    agent: false,
    headers: {
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': head.length + size - key.length + tail.length,
      'Sec-Fetch-Site': 'same-origin',
      'Idempotency-Key': key,
      Cookie: await site.cookieOf(user),
    },
  })
  sending.on('error', () => {})
  const answer = once(sending, 'response').then(async ([response]) => {
    let text = ''
    for await (const part of response) text += part
    return { status: response.statusCode as number, ...JSON.parse(text) }
  })
  const line = Buffer.alloc(64 * 1024, 'a line of a text that a user stores\r\n')
  const send = async () => {
    sending.write(head)
    for (let left = size - key.length; left > 0; left -= line.length)
      if (!sending.write(line.subarray(0, left))) await once(sending, 'drain')
  }
  const waits = () => stepOf(site.services, site.actor(user).id, key)?.step
  const sent = send()
  // Once aborted, an upload waits for neither.
  for (const each of [answer, sent]) each.catch(() => {})
  return { sent, sending, answer, waits, finish: () => sent.then(() => sending.end(tail)) }
}

async function until(condition: () => boolean) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
}

const stored = async () => {
  const [row] = await site.ownerSql<{ count: number }[]>`
    select count(*)::int as count from document where object_id = ${navId}`
  return row?.count
}

test('ten parallel uploads of 25 MB are not all in memory at once', async () => {
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }, 5)
  const uploads = await Promise.all([...USERS, ...USERS].map((user) => begin(user)))
  await Promise.all(uploads.map(({ sent }) => sent))
  for (const { finish } of uploads) finish()
  const answers = await Promise.all(uploads.map(({ answer }) => answer))
  clearInterval(watch)
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect(await stored()).toBe(10)
  // Two are processed at a time, each in a few copies; ten would be 250 MB before any copy.
  expect(most).toBeLessThan(200 * MB)
  expect(await readdir(site.services.uploads.folder)).toEqual([])
})

test('two uploads per user are processed at a time: a third waits, says so, and can be cancelled; others continue', async () => {
  const before = (await stored()) ?? 0
  const four = await Promise.all([1, 2, 3, 4].map(() => begin('accountant1', MB)))
  const waiting = () => four.filter(({ waits }) => waits() === 'Waiting for your other uploads')
  await until(() => waiting().length === 2)
  const [third, fourth] = waiting()
  const [first, second] = four.filter((each) => each !== third && each !== fourth)
  if (!first || !second || !third || !fourth) throw new Error('Two are taken, two wait')
  fourth.sending.destroy()
  const other = await begin('accountant2', MB)
  other.finish()
  expect((await other.answer).status).toBe(201)
  first.finish()
  third.finish()
  expect((await first.answer).status).toBe(201)
  expect((await third.answer).status).toBe(201)
  second.finish()
  expect((await second.answer).status).toBe(201)
  expect(await stored()).toBe(before + 4)
})

test('an upload whose sender disconnects releases its place', async () => {
  for (let round = 0; round < 3; round += 1) {
    const left = await Promise.all([begin('teamleader1', MB), begin('teamleader1', MB)])
    await Promise.all(left.map(({ sent }) => sent))
    for (const { sending } of left) sending.destroy()
  }
  const next = await begin('teamleader1', MB)
  next.finish()
  expect((await next.answer).status).toBe(201)
})

test('the daily amount per user is limited; the rest is refused, if possible before it is sent', async () => {
  Object.assign(site.services.settings, { storageMbPerDay: 2 })
  const file = (name: string, size: number) => [
    { name, bytes: new Uint8Array(size).fill(name.charCodeAt(0)) },
  ]
  const send = async (user: string, files: ReturnType<typeof file>) => {
    const answer = await site.ask(user, pathOf(), { method: 'POST', body: formOf(files), fresh: true })
    return { status: answer.status, ...(await answer.json()) }
  }
  expect((await send('manager2', file('a.txt', MB))).status).toBe(201)
  // The same content takes no more space.
  expect((await send('manager2', file('a.txt', MB))).status).toBe(201)
  expect((await send('manager2', file('b.txt', MB / 2))).status).toBe(201)
  expect(await send('manager2', file('c.txt', MB))).toMatchObject({
    status: 413,
    title: 'Upload Error',
    errorMessage:
      'You uploaded 1.5 MB today, and this upload has 1 MB: together more than the limit of 2 MB per person and day. Continue tomorrow, or ask your administrator to raise the limit.',
  })
  const unread = await begin('manager2', 3 * MB)
  expect((await unread.answer).errorMessage).toMatch(/^You uploaded 1\.5 MB today, and this upload has 3 MB/)
  unread.sending.destroy()
  const page = await site.ask('manager2', `/documents/object/${navId}/new`, {
    method: 'POST',
    body: formOf(file('d.txt', MB), { idempotencyKey: randomUUID() }),
  })
  expect([page.status, await page.text()]).toEqual([413, expect.stringContaining('per person and day')])
  expect((await send('manager1', file('e.txt', 10))).status).toBe(413)
  site.setClock('2026-11-03T08:00:00Z')
  expect((await send('manager2', file('c.txt', MB))).status).toBe(201)
  Object.assign(site.services.settings, { storageMbPerDay: 999_999 })
})
