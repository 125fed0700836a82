import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { documentById, documentsOf, shareDocuments } from '~/areas/documents/documents-of.server'
import { deleteDocument } from '~/areas/documents/remove-document.server'
import {
  CHUNK_BYTES,
  contentBytes,
  type NewDocument,
  readContent,
  storeDocument,
  storeDocuments,
} from '~/platform/files/read-content.server'
import { gate, someoneWaits } from '../../support/gate'
import { testDatabase } from '../../support/postgres/database'

const database = await opened(testDatabase({ writeConnections: 8 }))

const now = new Date('2026-10-30T12:00:00Z')

function given(own: Partial<NewDocument> = {}): NewDocument {
  const bytes = randomBytes(1_000)
  return {
    objectKind: 'nav',
    objectId: 1,
    fileType: 'NAV',
    fileName: 'a.xlsx',
    bytes,
    createdBy: null,
    now,
    ...own,
  }
}

const store = (own: Partial<NewDocument> = {}) => database.transaction((tx) => storeDocument(tx, given(own)))

async function countOf(table: 'document_content' | 'document_chunk' | 'document'): Promise<number> {
  const [row] = await database.ownerSql<
    { n: number }[]
  >`select count(*)::int as n from ${database.ownerSql(table)}`
  return row?.n ?? -1
}

test.each([1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 9 * CHUNK_BYTES + 7])(
  '%i bytes are stored and read back exactly',
  async (size) => {
    const bytes = randomBytes(size)
    const { read } = database
    const document = await documentById(read, await store({ bytes, fileName: 'it\'s "größe"\u202e 😀.xlsx' }))
    expect(document).toMatchObject({
      objectKind: 'nav',
      objectId: 1,
      fileType: 'NAV',
      fileName: 'it\'s "größe"\u202e 😀.xlsx',
      size,
      createdAt: now,
      createdBy: null,
    })
    expect(Buffer.from(await contentBytes(read, document)).equals(bytes)).toBe(true)
  },
)

test('25 MB are stored in one transaction and read piece by piece', async () => {
  const bytes = randomBytes(25 * 1024 * 1024)
  const document = await documentById(database.read, await store({ bytes }))
  let at = 0
  for await (const chunk of readContent(database.read, document)) {
    expect(chunk.byteLength).toBeLessThanOrEqual(CHUNK_BYTES)
    expect(bytes.subarray(at, at + chunk.byteLength).equals(chunk)).toBe(true)
    at += chunk.byteLength
  }
  expect(at).toBe(bytes.length)
})

test('any range of a content is read exactly', async () => {
  const bytes = randomBytes(3 * CHUNK_BYTES + 100)
  const document = await documentById(database.read, await store({ bytes }))
  const place = fc.oneof(
    fc.integer({ min: 0, max: bytes.length - 1 }),
    fc.integer({ min: -2, max: 2 }).map((near) => CHUNK_BYTES + near),
  )
  await fc.assert(
    fc.asyncProperty(place, place, async (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const parts: Uint8Array[] = []
      for await (const part of readContent(database.read, document, from, to)) parts.push(part)
      expect(Buffer.concat(parts).equals(bytes.subarray(from, to + 1))).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('the same content is stored once, however often and under whatever names it comes', async () => {
  const bytes = randomBytes(2 * CHUNK_BYTES)
  const before = [
    await countOf('document_content'),
    await countOf('document_chunk'),
    await countOf('document'),
  ]
  await store({ bytes, fileName: 'one.bin' })
  await store({ bytes, fileName: 'two.bin', objectId: 2 })
  const after = [
    await countOf('document_content'),
    await countOf('document_chunk'),
    await countOf('document'),
  ]
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 2, 2])
})

test('parallel storing of the same files in different orders succeeds', async () => {
  const files = Array.from({ length: 4 }, () => randomBytes(CHUNK_BYTES + 10))
  const before = [await countOf('document_content'), await countOf('document_chunk')]
  const tries = Array.from({ length: 16 }, (_, turn) => {
    const order = files.map((_, index) => files[(index + turn) % 4] as Uint8Array)
    const turned = turn % 2 === 0 ? order : order.toReversed()
    return database.transaction((tx) =>
      storeDocuments(
        tx,
        turned.map((bytes) => given({ bytes })),
      ),
    )
  })
  const ids = (await Promise.all(tries)).flat()
  expect(new Set(ids).size).toBe(64)
  const after = [await countOf('document_content'), await countOf('document_chunk')]
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([4, 8])
  const first = await documentById(database.read, ids[0] ?? 0)
  const stored = Buffer.from(await contentBytes(database.read, first))
  expect(stored.equals(files[0] as Buffer)).toBe(true)
})

test('content whose first storing was undone is stored by the next', async () => {
  const bytes = randomBytes(CHUNK_BYTES)
  const [stored, undo] = [gate(), gate()]
  const undone = database.transaction(async (tx) => {
    await storeDocument(tx, given({ bytes }))
    stored.open()
    await undo.opened
    throw new Error('undone')
  })
  await stored.opened
  const waiting = store({ bytes })
  await someoneWaits(database.ownerSql)
  undo.open()
  await expect(undone).rejects.toThrow('undone')
  const document = await documentById(database.read, await waiting)
  expect(Buffer.from(await contentBytes(database.read, document)).equals(bytes)).toBe(true)
})

test('ids follow the order of the files, and the list has the newest first', async () => {
  const key = { objectKind: 'nav', objectId: 1_000 }
  const [user] = await database.ownerSql<{ id: number }[]>`
    insert into app_user (user_name, first_name, last_name, role, created_at)
    values ('accountant1', 'Ada', 'Meyer', 'ACCOUNTANT', now()) returning id`
  const createdBy = user?.id ?? null
  const later = new Date(now.getTime() + 1_000)
  const ids = await database.transaction((tx) =>
    storeDocuments(tx, [
      given({ ...key, fileName: 'z.pdf', createdBy }),
      given({ ...key, fileName: 'a.pdf', fileType: 'BALANCE' }),
      given({ ...key, fileName: 'm.pdf', now: later }),
    ]),
  )
  const listed = await documentsOf(database.read, key)
  expect(listed).toEqual([
    {
      id: ids[2],
      fileName: 'm.pdf',
      creationDate: later,
      createdBy: 'SYSTEM',
      file_type: 'NAV',
      scannedBy: null,
    },
    {
      id: ids[1],
      fileName: 'a.pdf',
      creationDate: now,
      createdBy: 'SYSTEM',
      file_type: 'BALANCE',
      scannedBy: null,
    },
    {
      id: ids[0],
      fileName: 'z.pdf',
      creationDate: now,
      createdBy: 'Ada Meyer',
      file_type: 'NAV',
      scannedBy: null,
    },
  ])
  const balances = await documentsOf(database.read, { ...key, fileTypes: ['BALANCE'] })
  expect(balances.map(({ id }) => id)).toEqual([ids[1]])
  expect(await documentsOf(database.read, { ...key, objectKind: 'draft' })).toEqual([])
})

test('a deleted document leaves the list but not the tables, and cannot be deleted twice', async () => {
  const key = { objectKind: 'nav', objectId: 2_000 }
  const id = await store(key)
  await database.transaction((tx) => deleteDocument(contextOf({ tx, now }), id))
  expect(await documentsOf(database.read, key)).toEqual([])
  await expect(documentById(database.read, id)).rejects.toMatchObject({ code: 'not-found' })
  const again = database.transaction((tx) => deleteDocument(contextOf({ tx, now }), id))
  await expect(again).rejects.toMatchObject({ code: 'not-found', options: { title: 'Delete Error' } })
  const [row] = await database.ownerSql`select deleted_at, sha256 from document where id = ${id}`
  expect(row).toMatchObject({ deleted_at: now })
})

test('shared documents belong to both objects, with one content and the first dates', async () => {
  const [from, to] = [
    { objectKind: 'draft', objectId: 3_000 },
    { objectKind: 'invoice', objectId: 3_001 },
  ]
  const original = await store({ ...from, fileName: 'invoice.pdf' })
  const gone = await store({ ...from, fileName: 'wrong.pdf' })
  await database.transaction((tx) => deleteDocument(contextOf({ tx, now }), gone))
  const contents = await countOf('document_content')
  await database.transaction((tx) => shareDocuments(tx, from, to))
  const [shared, ...more] = await documentsOf(database.read, to)
  expect([shared?.fileName, shared?.creationDate, more]).toEqual(['invoice.pdf', now, []])
  expect(shared?.id).not.toBe(original)
  expect(await countOf('document_content')).toBe(contents)
  await database.transaction((tx) => deleteDocument(contextOf({ tx, now }), original))
  expect(await documentsOf(database.read, to)).toHaveLength(1)
})
