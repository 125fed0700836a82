import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '~/areas/access/demo-users'
import { call } from '../support/browser/calls'
import { invoiceFile } from '../support/browser/invoice-files'
import { ownName } from '../support/browser/own-name'
import { ownSite } from '../support/browser/own-site'
import { type Server, startServer } from '../support/browser/server'
import { gate } from '../support/gate'
import { type S3Server, s3Server } from '../support/platform/files/s3-server'

let s3: S3Server
let server: Server
const start = async () => {
  server = await startServer(ownSite(), { DOCUMENTS_URL: s3.address })
}
beforeAll(async () => {
  s3 = await s3Server()
  await start()
})
afterAll(async () => {
  await server.stop()
  await s3.close()
})

/** Of the site that keeps its documents in the store. */
async function session(userName: string): Promise<Record<string, string>> {
  const answer = await fetch(`${server.origin}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: userName, password: DEMO_PASSWORD }),
  })
  expect(answer.status).toBe(302)
  return { Cookie: answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])[0] ?? '' }
}

async function upload(ref: string, key: string): Promise<Response> {
  const { name, buffer } = await invoiceFile({ ref })
  const body = new FormData()
  body.append('files', new Blob([new Uint8Array(buffer)], { type: 'application/pdf' }), name)
  body.append('comment', '')
  const headers = { ...(await session('finance1')), Accept: 'application/json', 'Idempotency-Key': key }
  return fetch(`${server.origin}/api/uploadinvoice`, { method: 'POST', body, headers })
}

const draftsOf = async (ref: string) =>
  (await call('finance1', `drafttransactions?filter.invoice_ref=${ref}`)) as { id: number }[]

test('an upload whose process is killed while the store takes its file is not stored; sent again, it is stored once and can be read', async () => {
  const [ref, key] = [ownName('S3K'), randomUUID()]
  const [putting, killed] = [gate(), gate()]
  s3.passes = async ({ method }) => {
    if (method !== 'PUT') return true
    putting.open()
    await killed.opened
    return true
  }
  const cut = upload(ref, key).then(
    ({ status }) => status,
    () => 'no answer',
  )
  await putting.opened
  await server.kill()
  killed.open()
  expect(await cut).toBe('no answer')
  expect(await draftsOf(ref)).toEqual([])
  s3.passes = () => true
  await start()
  expect((await upload(ref, key)).status).toBe(201)
  expect((await upload(ref, key)).status).toBe(201)
  const [draft, ...more] = await draftsOf(ref)
  expect(more).toEqual([])

  // It is downloaded whole and in ranges, and not without the right to read it.
  const { buffer } = await invoiceFile({ ref })
  const documents = (await call('finance1', `documents/object/${draft?.id}`)) as { id: number }[]
  const path = `${server.origin}/documents/${documents[0]?.id}`
  const headers = await session('finance1')
  const whole = await fetch(path, { headers })
  expect(whole.status).toBe(200)
  expect(Buffer.from(await whole.arrayBuffer()).equals(buffer)).toBe(true)
  const part = await fetch(path, { headers: { ...headers, Range: 'bytes=100-299' } })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(buffer.subarray(100, 300))).toBe(true)
  expect((await fetch(path, { redirect: 'manual' })).status).toBe(302)
})

test('while the store does not answer uploads are refused with what to do, and administrators see it', async () => {
  const health = async () => {
    const page = await fetch(`${server.origin}/admin/system`, { headers: await session('admin') })
    return (await page.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  }
  expect(await health()).toContain(`Store of documents`)
  expect(await health()).toContain(`${s3.address} answers`)
  s3.passes = () => false
  const ref = ownName('S3R')
  const answer = await upload(ref, randomUUID())
  expect([answer.status, await answer.text()]).toEqual([
    503,
    expect.stringContaining('The store of documents does not answer. Try again in a minute'),
  ])
  expect(await draftsOf(ref)).toEqual([])
  expect(await health()).toContain(`${s3.address} does not answer: no document can be uploaded or opened.`)
  s3.passes = () => true
})
