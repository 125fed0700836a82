import { randomUUID } from 'node:crypto'
import { userWork } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { addDocuments, addProof } from '~/areas/documents/add-documents.server'
import { documentsOf } from '~/areas/documents/documents-of.server'
import { bytesOf, objectAt, SMALL_PDF } from '../../support/areas/documents/object-at'

const site = await opened(testSite())

const text = (fileName: string, words = fileName) => ({ fileName, bytes: bytesOf(words) })
const complete = (objectId: number) =>
  site.ownerSql`update workflow_instance set queue = 'SYSTEM', status = 'COMPLETED' where object_id = ${objectId}`

test('a retry gets the first answer, whatever happened to the object; other users do not', async () => {
  const objectId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  const key = randomUUID()
  const files = [text('a.txt')]
  const add = (user: 'finance1' | 'finance2' | 'treasurer1', given = files) =>
    addDocuments(userWork(site, site.actor(user), key), { objectId, files: given })
  const stored = await add('finance1')
  const proof = { draftId: objectId, files: [{ fileName: 'signed.pdf', bytes: SMALL_PDF }] }
  const proofKey = randomUUID()
  const proofId = await addProof(userWork(site, site.actor('finance1'), proofKey), proof)
  await complete(objectId)

  expect(await add('finance1')).toEqual(stored)
  expect(await addProof(userWork(site, site.actor('finance1'), proofKey), proof)).toBe(proofId)
  await expect(add('finance2')).rejects.toThrow('Documents can no longer be added')
  await expect(add('treasurer1')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(add('finance1', [text('a.txt', 'other')])).rejects.toThrow('Documents can no longer be added')
  expect(await documentsOf(site.read, { objectKind: 'draft', objectId })).toHaveLength(2)
})

test('a cached form sent with other files is not treated as a repetition', async () => {
  const objectId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  const key = randomUUID()
  const add = (files: ReturnType<typeof text>[]) =>
    addDocuments(userWork(site, site.actor('finance1'), key), { objectId, files })
  const stored = await add([text('a.txt')])
  await expect(add([text('b.txt')])).rejects.toMatchObject({ code: 'conflict' })
  await expect(add([text('a.txt', 'other')])).rejects.toMatchObject({ code: 'conflict' })
  await expect(add([text('a.txt'), text('b.txt')])).rejects.toMatchObject({ code: 'conflict' })
  expect(await add([text('a.txt')])).toEqual(stored)
})
