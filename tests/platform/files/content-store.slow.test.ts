import { createHash, randomBytes } from 'node:crypto'
import { documentContent } from 'db/schema/documents'
import { eq } from 'drizzle-orm'
import { opened } from 'tests/support/opened'
import { afterEach, expect, test, vi } from 'vitest'
import { documentById } from '~/areas/documents/documents-of.server'
import documentsCommand from '~/commands/documents'
import { bucketIn, setContentStore } from '~/platform/files/content-store.server'
import { faultyContents, moveContents, sweepContents } from '~/platform/files/move-contents.server'
import { contentBytes, readContent, storeDocument } from '~/platform/files/read-content.server'
import { commandLine } from '../../support/commands/command-line'
import { gate, someoneWaits } from '../../support/gate'
import { s3Server } from '../../support/platform/files/s3-server'

const site = await opened(commandLine())
const s3 = await opened(s3Server())
afterEach(() => {
  setContentStore(null)
  s3.passes = () => true
})

const now = new Date('2026-10-30T12:00:00Z')
const nextDay = () => new Date(Date.now() + 25 * 3_600_000)
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const store = (bytes: Uint8Array) =>
  site.transaction((tx) =>
    storeDocument(tx, {
      objectKind: 'nav',
      objectId: 1,
      fileType: 'NAV',
      fileName: 'a.xlsx',
      bytes,
      createdBy: null,
      now,
    }),
  )

const bytesOf = async (id: number) =>
  Buffer.from(await contentBytes(site.read, await documentById(site.read, id)))

/** Its row and chunks in the database, and whether it is outside.. */
async function places(bytes: Uint8Array) {
  const sha256 = hashOf(bytes)
  const [row] = await site.ownerSql<{ row: number; chunks: number }[]>`
    select (select count(*)::int from document_content where sha256 = ${sha256}) as row,
      (select count(*)::int from document_chunk where sha256 = ${sha256}) as chunks`
  return { ...row, outside: (await s3.store.bytes(sha256, 0, 1)) !== null }
}

async function faults(): Promise<string[]> {
  const found = []
  for await (const fault of faultyContents(site.read)) found.push(fault)
  return found
}

const sweep = (at: Date) => sweepContents({ ...site, store: s3.store }, at)

test('only a bucket, or a folder in one, is a valid address', () => {
  expect(bucketIn('s3://documents')).toEqual({ name: 'documents', prefix: '' })
  expect(bucketIn('s3://documents/')).toEqual({ name: 'documents', prefix: '' })
  expect(bucketIn('s3://documents/a/b')).toEqual({ name: 'documents', prefix: 'a/b/' })
  for (const wrong of ['documents', 's3://', 's3://A', 'https://documents', 's3://documents/a b'])
    expect(bucketIn(wrong)).toBeNull()
})

test('content is stored outside the database, once, and read from there in any part', async () => {
  setContentStore(s3.store)
  const bytes = randomBytes(2_500_000)
  const [id, again] = [await store(bytes), await store(bytes)]
  expect(await places(bytes)).toEqual({ row: 1, chunks: 0, outside: true })
  expect((await bytesOf(id)).equals(bytes)).toBe(true)
  expect((await bytesOf(again)).equals(bytes)).toBe(true)
  const document = await documentById(site.read, id)
  for (const [from, to] of [
    [0, 1],
    [7, 1_048_576],
    [2_499_999, 2_499_999],
    [1_000_000, 9_999_999],
  ] as const) {
    const parts: Uint8Array[] = []
    for await (const part of readContent(site.read, document, from, to)) parts.push(part)
    expect(Buffer.concat(parts).equals(bytes.subarray(from, to + 1))).toBe(true)
  }
  const empty = await store(new Uint8Array())
  expect((await bytesOf(empty)).length).toBe(0)
})

test('content that the store refused is not stored; the message says what to do', async () => {
  setContentStore(s3.store)
  const bytes = randomBytes(1_000)
  s3.passes = ({ method }) => method !== 'PUT'
  await expect(store(bytes)).rejects.toMatchObject({
    code: 'unavailable',
    message:
      'The store of documents does not answer. Try again in a minute; if it goes on, tell your administrator.',
  })
  expect(await places(bytes)).toEqual({ row: 0, chunks: 0, outside: false })
  s3.passes = () => true
  expect((await bytesOf(await store(bytes))).equals(bytes)).toBe(true)
})

test('an upload is undone if the store has other bytes than it was given', async () => {
  setContentStore({ ...s3.store, put: (sha256) => s3.store.put(sha256, randomBytes(1_000)) })
  const id = await store(randomBytes(1_000))
  const document = await documentById(site.read, id)
  expect(await faults()).toEqual([
    `Content ${document.sha256} is not what was stored: its bytes have another SHA-256`,
  ])
  await site.ownerSql`delete from document where id = ${id}`
  await site.ownerSql`delete from document_content where sha256 = ${document.sha256}`
})

test('orphans of undone transactions are deleted after a day; referenced content stays', async () => {
  setContentStore(s3.store)
  const [named, undone] = [randomBytes(1_000), randomBytes(1_000)]
  const id = await store(named)
  await expect(
    site.transaction(async (tx) => {
      await storeDocument(tx, {
        objectKind: 'nav',
        objectId: 1,
        fileType: 'NAV',
        fileName: 'a.xlsx',
        bytes: undone,
        createdBy: null,
        now,
      })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await places(undone)).toEqual({ row: 0, chunks: 0, outside: true })
  expect(await sweep(new Date())).toBe(0)
  s3.age(hashOf(undone), 23)
  expect(await sweep(new Date())).toBe(0)
  s3.age(hashOf(undone), 25)
  expect(await sweep(new Date())).toBe(1)
  expect(await places(undone)).toEqual({ row: 0, chunks: 0, outside: false })
  await sweep(nextDay())
  expect((await bytesOf(id)).equals(named)).toBe(true)
})

test('storing content again while it is swept keeps it', async () => {
  setContentStore(s3.store)
  const bytes = randomBytes(1_000)
  await s3.store.put(hashOf(bytes), bytes)
  const [removing, remove] = [gate(), gate()]
  s3.passes = async ({ method, sha256 }) => {
    if (method === 'DELETE' && sha256 === hashOf(bytes)) {
      removing.open()
      await remove.opened
    }
    return true
  }
  const swept = sweep(nextDay())
  await removing.opened
  const stored = store(bytes)
  await someoneWaits(site.ownerSql)
  remove.open()
  expect(await swept).toBeGreaterThanOrEqual(1)
  expect((await bytesOf(await stored)).equals(bytes)).toBe(true)
})

test('contents move out of the database and back, each completely, even if the store fails on the way', async () => {
  const all = Array.from({ length: 5 }, (_, at) => randomBytes(300_000 + at))
  const ids = await Promise.all(all.map(store))
  setContentStore(s3.store)
  const last = hashOf(all[3] as Buffer)
  s3.passes = ({ method, sha256 }) => !(method === 'PUT' && sha256 === last)
  await expect(moveContents({ ...site, store: s3.store }, 'store')).rejects.toMatchObject({
    code: 'unavailable',
  })
  s3.passes = () => true
  expect(await places(all[3] as Buffer)).toEqual({ row: 1, chunks: 2, outside: false })
  vi.stubEnv('DOCUMENTS_URL', s3.address)
  const out = await site.run(documentsCommand, ['move'])
  expect([out.code, out.err]).toEqual([0, []])
  expect(out.out.at(-1)).toMatch(/^Moved to s3:\/\/documents\/fundesk: [1-5] contents, /)
  setContentStore(s3.store)
  for (const bytes of all) expect(await places(bytes)).toEqual({ row: 1, chunks: 0, outside: true })
  expect(await Promise.all(ids.map(bytesOf))).toEqual(all)
  expect((await site.run(documentsCommand, ['check'])).out.at(-1)).toMatch(/^All \d+ contents are whole\.$/)
  await s3.store.remove(last)
  const checked = await site.run(documentsCommand, ['check'])
  expect([checked.code, checked.err]).toEqual([
    1,
    [`Content ${last} is neither in the database nor in s3://documents/fundesk.`],
  ])
  await s3.store.put(last, all[3] as Buffer)
  const back = await site.run(documentsCommand, ['back'])
  expect(back.out.at(-1)).toMatch(/^Moved to the database: \d+ contents, /)
  setContentStore(null)
  expect(await Promise.all(ids.map(bytesOf))).toEqual(all)
  expect(await faults()).toEqual([])
  const [row] = await site.read.select().from(documentContent).where(eq(documentContent.sha256, last))
  expect(row?.size).toBe(300_003)
})

test('a reader in progress continues where the content moved to', async () => {
  const bytes = randomBytes(900_000)
  const document = await documentById(site.read, await store(bytes))
  setContentStore(s3.store)
  const parts: Uint8Array[] = []
  for await (const part of readContent(site.read, document)) {
    if (parts.length === 0) await moveContents({ ...site, store: s3.store }, 'store')
    parts.push(part)
  }
  expect(Buffer.concat(parts).equals(bytes)).toBe(true)
})

test('without a store the commands say what to configure', async () => {
  vi.stubEnv('DOCUMENTS_URL', '')
  expect((await site.run(documentsCommand, ['move'])).err).toEqual([
    'Set DOCUMENTS_URL to the store first, such as s3://fundesk-documents.',
  ])
  expect((await site.run(documentsCommand, [])).code).toBe(2)
})
