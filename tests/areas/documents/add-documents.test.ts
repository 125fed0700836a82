import { createHash, randomUUID } from 'node:crypto'
import { userWork } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite, type UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import { addBackup, addDocuments, addProof } from '~/areas/documents/add-documents.server'
import { documentsFor } from '~/areas/documents/documents-of.server'
import { removeDocument } from '~/areas/documents/remove-document.server'
import { storeDocument } from '~/platform/files/read-content.server'
import { eventText } from '~/platform/workflow/event-text'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { bytesOf, objectAt, SMALL_PDF } from '../../support/areas/documents/object-at'

const site = await opened(testSite())

const text = (fileName: string, words = fileName) => ({ fileName, bytes: bytesOf(words) })
const pdf = (fileName = 'signed.pdf') => ({ fileName, bytes: SMALL_PDF })

const add = (
  user: UserName,
  objectId: number,
  files = [text('a.txt')],
  { fileType, key = null }: { fileType?: string; key?: string | null } = {},
) => addDocuments(userWork(site, site.actor(user), key), { objectId, fileType, files })
const remove = (user: UserName, id: number) => site.as(user, (context) => removeDocument(context, id))
const listed = async (objectId: number, user: UserName = 'accountant1') =>
  documentsFor({ read: site.read, actor: site.actor(user) }, await instanceById(site.read, objectId))

test('additions and deletions are in the chain of the object, with name, type, SHA-256 and scanner', async () => {
  const draftId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  const before = await instanceById(site.read, draftId)
  const [first = 0, second = 0] = await add('accountant1', draftId, [
    text('a.txt'),
    text('b.csv', 'x;y\n1;2'),
  ])
  expect(await listed(draftId)).toMatchObject([
    { id: second, fileName: 'b.csv', file_type: 'OTHER', canDelete: true },
    { id: first, fileName: 'a.txt', canDelete: true },
  ])
  await remove('teamleader1', first)
  expect((await listed(draftId)).map(({ id }) => id)).toEqual([second])
  const events = await historyOf(site.read, draftId)
  expect(events.slice(0, 3).map(eventText)).toEqual([
    'Document deleted: OTHER: a.txt',
    'Document added: OTHER: b.csv',
    'Document added: OTHER: a.txt',
  ])
  const [{ data } = { data: null }] = await site.ownerSql`
    select data from workflow_event where object_id = ${draftId} and name = 'add document' order by id limit 1`
  const sha256 = createHash('sha256').update('a.txt').digest('hex')
  const file = { fileName: 'a.txt', fileType: 'OTHER', size: 5, sha256, scannedBy: null }
  expect(data).toEqual({ documentId: first, ...file })
  // Forms opened earlier stay valid.
  expect((await instanceById(site.read, draftId)).lastEventId).toBe(before.lastEventId)
})

test('all files are stored or none, and each refused file has a line', async () => {
  const draftId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  const zip = { fileName: 'x.zip', bytes: bytesOf('PK\u0005\u0006'.padEnd(22, '\0')) }
  const image = { fileName: 'y.txt', bytes: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]) }
  await expect(add('accountant1', draftId, [text('a.txt'), zip])).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/“x\.zip”.*No file was saved/s),
    options: { title: 'Upload Error' },
  })
  await expect(add('accountant1', draftId, [zip, image])).rejects.toMatchObject({
    options: { list: [expect.stringContaining('x.zip'), expect.stringContaining('y.txt')] },
  })
  await expect(add('accountant1', draftId, [])).rejects.toMatchObject({
    options: { fields: { files: /Choose/ } },
  })
  const many = Array.from({ length: 21 }, (_, at) => text(`${at}.txt`))
  await expect(add('accountant1', draftId, many)).rejects.toMatchObject({ message: /21 files.*20 files/ })
  expect(await listed(draftId)).toEqual([])
  // A second value with the same name is ignored.
  expect(await add('accountant1', draftId, [text('a.txt', 'one'), text('a.txt', 'two')])).toHaveLength(1)
  expect(await listed(draftId)).toHaveLength(1)
})

test('a form sent twice stores once', async () => {
  const draftId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  const key = randomUUID()
  const [one, two] = await Promise.all([1, 2].map(() => add('finance1', draftId, [pdf()], { key })))
  expect(one).toEqual(two)
  expect(await listed(draftId)).toHaveLength(1)
})

test('adding needs add or update, deleting needs delete, for the function of the object', async () => {
  const draftId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  const invoiceId = await objectAt(site, 'invoice', 'PAYMENT', 'SENT')
  const { navId } = await site.addFund({ fundCode: 'LUX001' })
  const refused = async (what: Promise<unknown>) => expect(what).rejects.toMatchObject({ code: 'forbidden' })
  for (const user of ['auditor1', 'manager1', 'admin'] as const) await refused(add(user, draftId))
  await refused(add('clientdesk1', invoiceId))
  await refused(add('finance1', navId))
  // A client desk updates drafts but deletes nothing.
  const [ofDraft = 0] = await add('clientdesk1', draftId)
  await refused(remove('clientdesk1', ofDraft))
  await refused(remove('auditor1', ofDraft))
  expect((await listed(draftId, 'clientdesk1')).map(({ canDelete }) => canDelete)).toEqual([false])
  // No user has the delete permission for invoices in the demo data.
  const [ofInvoice = 0] = await add('accountant1', invoiceId)
  await refused(remove('accountant1', ofInvoice))
  const [ofNav = 0] = await add('accountant1', navId)
  await remove('accountant1', ofNav)
  await remove('finance1', ofDraft)
  await expect(remove('finance1', ofDraft)).rejects.toMatchObject({
    code: 'not-found',
    options: { title: 'Delete Error' },
  })
})

test('nothing is added or deleted at the completion step', async () => {
  const ends = [
    ['draft', 'SYSTEM', 'COMPLETED'],
    ['draft', 'SYSTEM', 'CANCELLED'],
    ['invoice', 'SYSTEM', 'PAID'],
    ['invoice', 'SYSTEM', 'CANCELLED'],
    ['invoice', 'SYSTEM', 'RECREATED'],
  ] as const
  for (const [kind, queue, status] of ends) {
    const objectId = await objectAt(site, kind, queue, status)
    const id = await site.transaction((tx) =>
      storeDocument(tx, {
        objectKind: kind,
        objectId,
        fileType: 'OTHER',
        ...text('a.txt'),
        createdBy: null,
        now: site.clock(),
      }),
    )
    await expect(add('accountant1', objectId)).rejects.toMatchObject({ code: 'refused', message: /added/ })
    if (kind === 'draft') await expect(remove('accountant1', id)).rejects.toMatchObject({ code: 'refused' })
    expect((await listed(objectId)).map(({ canDelete }) => canDelete)).toEqual([false])
  }
})

test('a client authorisation is one PDF or Excel file, until the client has validated', async () => {
  const proof = (user: UserName, draftId: number, files = [pdf()]) =>
    addProof(userWork(site, site.actor(user)), { draftId, files })
  const title = 'File cannot be integrated, see error.'
  const draftId = await objectAt(site, 'draft', 'CLIENT', 'TO VALIDATE')
  const id = await proof('clientdesk1', draftId)
  expect(await listed(draftId)).toMatchObject([{ id, file_type: 'CLIENT VALIDATION', canDelete: true }])
  for (const files of [[], [text('a.txt')], [pdf('a.pdf'), pdf('b.pdf')]])
    await expect(proof('clientdesk1', draftId, files)).rejects.toMatchObject({ options: { title } })
  await remove('accountant1', id)
  const validated = await objectAt(site, 'draft', 'CLIENT', 'VALIDATED')
  await expect(proof('clientdesk1', validated)).rejects.toMatchObject({ code: 'refused', options: { title } })
  const invoiceId = await objectAt(site, 'invoice', 'ACCOUNTING', 'TO BOOK')
  await expect(proof('accountant1', invoiceId)).rejects.toMatchObject({
    code: 'not-found',
    options: { title },
  })
  // A backup may still be added later.
  await addBackup(userWork(site, site.actor('accountant1')), { draftId: validated, files: [pdf()] })
})

test('the supplier’s PDF, loaders and control files are never added manually or deleted', async () => {
  const draftId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  for (const fileType of ['INVOICE', 'LOADER', 'NAV']) {
    const message = new RegExp(`"${fileType}"`)
    await expect(add('accountant1', draftId, [pdf()], { fileType })).rejects.toMatchObject({ message })
    const id = await site.transaction((tx) =>
      storeDocument(tx, {
        objectKind: 'draft',
        objectId: draftId,
        fileType,
        ...pdf(),
        createdBy: null,
        now: site.clock(),
      }),
    )
    await expect(remove('accountant1', id)).rejects.toMatchObject({
      code: 'refused',
      message: /are part of the books/,
    })
  }
})

test('unusual file names come back unchanged, and the chain is intact', async () => {
  const draftId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  const names = [
    '../../etc/passwd.txt',
    'a"b\'c<script>.txt',
    '\u202etxt.exe.txt',
    '😀𝒳.txt',
    `${'x'.repeat(900)}.txt`,
  ]
  await add(
    'accountant1',
    draftId,
    names.map((name) => text(name)),
  )
  expect((await listed(draftId)).map(({ fileName }) => fileName).sort()).toEqual([...names].sort())
  expect(await verifyAudit(site.read, 'no checkpoints yet')).toMatchObject({ broken: null })
})
