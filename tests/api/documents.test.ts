import { randomUUID } from 'node:crypto'
import { bytesOf, objectAt, SMALL_PDF } from 'tests/support/areas/documents/object-at'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'
import { formOf } from '../support/api/uploads'

const site = await opened(httpSite())
const draftId = await objectAt(site, 'draft', 'CLIENT', 'TO VALIDATE')
afterAll(() => expect(site.crashes()).toEqual([]))

const file = (name: string, text = name) => ({ name, bytes: bytesOf(text) })
const pdf = (name = 'signed.pdf') => ({ name, bytes: SMALL_PDF })

interface Asking {
  body?: FormData
  headers?: Record<string, string>
}

async function call(user: string | null, method: string, path: string, { body, headers }: Asking = {}) {
  const answer = await site.ask(user, `/api/${path}`, {
    method,
    body,
    headers: { Accept: 'application/json', ...headers },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: JSON.parse(text || 'null') }
}

const listOf = async (objectId: number, user = 'accountant1') =>
  (await call(user, 'GET', `documents/object/${objectId}`)).body as {
    id: number
    fileName: string
    canDelete: boolean
  }[]

test('a request adds one file and returns it as in the list', async () => {
  const path = `uploadDocument/OTHER/${draftId}`
  const made = await call('accountant1', 'POST', path, { body: formOf([file('note.txt')]) })
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      fileName: 'note.txt',
      file_type: 'OTHER',
      createdBy: 'Amélie Schroeder',
      canDelete: true,
      objectId: draftId,
    },
  ])
  const two = await call('accountant1', 'POST', path, { body: formOf([file('a.txt'), file('b.txt')]) })
  expect([two.status, two.body.title]).toEqual([422, 'Upload Error'])
  expect(two.body.errorMessage).toMatch(/one file/)
  const none = await call('accountant1', 'POST', path, { body: formOf([]) })
  expect([none.status, none.body.fields]).toEqual([422, { files: 'Choose at least one file' }])
  const other = await call('accountant1', 'POST', `uploadDocument/INVOICE/${draftId}`, {
    body: formOf([pdf()]),
  })
  expect([other.status, other.body.title]).toEqual([422, 'Upload Error'])
  expect(
    (await call('accountant1', 'POST', 'uploadDocument/OTHER/999999', { body: formOf([pdf()]) })).status,
  ).toBe(404)
  expect(await listOf(draftId)).toHaveLength(1)
})

test('the same request sent twice at once stores one document', async () => {
  const objectId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  const headers = { 'Idempotency-Key': randomUUID() }
  const path = `uploadDocument/OTHER/${objectId}`
  const answers = await Promise.all(
    [1, 2].map(() => call('finance1', 'POST', path, { headers, body: formOf([file('a.txt')]) })),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[0]?.body).toEqual(answers[1]?.body)
  expect(await listOf(objectId)).toHaveLength(1)
})

test('a client authorisation or a backup is a single PDF or Excel file', async () => {
  const objectId = await objectAt(site, 'draft', 'CLIENT', 'TO VALIDATE')
  const title = 'File cannot be integrated, see error.'
  for (const [path, type] of [
    ['uploadclientvalidationdocument', 'CLIENT VALIDATION'],
    ['uploadbackupdocument', 'BACKUP'],
  ]) {
    const made = await call('clientdesk1', 'POST', `${path}/${objectId}`, { body: formOf([pdf()]) })
    expect([made.status, made.body]).toMatchObject([201, { file_type: type, fileName: 'signed.pdf' }])
    for (const files of [[], [file('a.txt')], [pdf('a.pdf'), pdf('b.pdf')], [file('fake.pdf')]]) {
      const refused = await call('clientdesk1', 'POST', `${path}/${objectId}`, { body: formOf(files) })
      expect([refused.status, refused.body.title]).toEqual([422, title])
    }
    const nav = await call('accountant1', 'POST', `${path}/999999`, { body: formOf([pdf()]) })
    expect([nav.status, nav.body.title]).toEqual([404, title])
  }
  expect(await listOf(objectId)).toHaveLength(2)
})

test('a document is deleted by DELETE, POST, or a deliberate GET', async () => {
  const objectId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  const add = async () =>
    (await call('accountant1', 'POST', `uploadDocument/OTHER/${objectId}`, { body: formOf([file('a.txt')]) }))
      .body.id as number
  const [one, two, three] = [await add(), await add(), await add()]
  const refused: Record<string, string>[] = [
    {},
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty', 'Sec-Purpose': 'prefetch' },
    { Referer: 'https://evil.example/' },
  ]
  for (const headers of refused)
    expect((await call('accountant1', 'GET', `documents/${one}/delete`, { headers })).status).toBe(403)
  const own = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' }
  const strange = await call('auditor1', 'GET', `documents/${one}/delete`, { headers: own })
  expect([strange.status, strange.body.title]).toEqual([403, 'Delete Error'])
  expect(await listOf(objectId)).toHaveLength(3)
  const gone = await call('accountant1', 'GET', `documents/${one}/delete`, { headers: own })
  expect([gone.status, gone.body]).toEqual([
    200,
    { id: one, objectId, fileName: 'a.txt', file_type: 'OTHER' },
  ])
  expect((await call('accountant1', 'DELETE', `documents/${two}`)).status).toBe(200)
  expect((await call('accountant1', 'POST', `documents/${three}/delete`)).status).toBe(200)
  expect(await listOf(objectId)).toEqual([])
  const again = await call('accountant1', 'DELETE', `documents/${two}`)
  expect([again.status, again.body.title]).toEqual([404, 'Delete Error'])
})

test('the list says what the current user may delete', async () => {
  expect((await listOf(draftId)).map(({ canDelete }) => canDelete)).toEqual([true])
  expect((await listOf(draftId, 'auditor1')).map(({ canDelete }) => canDelete)).toEqual([false])
})

test('a file over 25 MB is refused by name', async () => {
  const large = { name: 'large.txt', bytes: new Uint8Array(25 * 1024 * 1024 + 1).fill(97) }
  for (const path of ['uploadDocument/OTHER', 'uploadbackupdocument']) {
    const refused = await call('accountant1', 'POST', `${path}/${draftId}`, { body: formOf([large]) })
    expect([refused.status, refused.body.title, refused.body.errorMessage]).toEqual([
      413,
      'File size error',
      'The file "large.txt" is larger than 25 MB. Choose a smaller file.',
    ])
  }
})

test('unusual file names come back unchanged, in the list and in the download', async () => {
  const objectId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  const names = [
    '../../../etc/passwd.txt',
    '..\\..\\windows\\x.txt',
    'a"quoted"\'.txt',
    '<img src=x onerror=alert(1)>.txt',
    '\u202eexe.txt',
    '😀 𝒳 été €.txt',
    `${'long '.repeat(190)}.txt`,
    'CON.txt',
    '.txt',
  ]
  for (const name of names) {
    const made = await call('accountant1', 'POST', `uploadDocument/OTHER/${objectId}`, {
      body: formOf([file(name, 'x')]),
    })
    expect([made.status, made.body.fileName]).toEqual([201, name])
    const saved = await site.ask('accountant1', `/api/documents/${made.body.id}`)
    expect([saved.status, await saved.text()]).toEqual([200, 'x'])
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"\r\n/\\]+"/)
    expect((await site.ask('accountant1', `/documents/${made.body.id}/preview`)).status).toBe(200)
  }
  expect((await listOf(objectId)).map(({ fileName }) => fileName).reverse()).toEqual(names)
  // No form can send these: they end the head of a part.
  const control = await call('accountant1', 'POST', `uploadDocument/OTHER/${objectId}`, {
    body: formOf([file('a\u0007b.txt')]),
  })
  expect([control.status, control.body.title]).toEqual([422, 'Upload Error'])
  expect(control.body.errorMessage).toMatch(/Send the files again/)
})

test('a repeated call with the same key gets the first answer, even after the draft was completed', async () => {
  const objectId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  const send = (path: string, upload: { name: string; bytes: Uint8Array }, key?: string) =>
    call('accountant1', 'POST', `${path}/${objectId}`, {
      body: formOf([upload]),
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
    })
  const note = await send('uploadDocument/OTHER', file('note.txt'), 'note')
  const proof = await send('uploadclientvalidationdocument', pdf(), 'proof')
  const drop = (key?: string) =>
    call('accountant1', 'DELETE', `documents/${proof.body.id}`, {
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
    })
  const dropped = await drop('drop')
  expect([note.status, proof.status, dropped.status]).toEqual([201, 201, 200])
  await site.ownerSql`update workflow_instance set queue = 'SYSTEM', status = 'COMPLETED' where object_id = ${objectId}`

  expect(await send('uploadDocument/OTHER', file('note.txt'), 'note')).toMatchObject({
    status: 201,
    body: { id: note.body.id },
  })
  expect(await send('uploadclientvalidationdocument', pdf(), 'proof')).toMatchObject({
    status: 201,
    body: { id: proof.body.id },
  })
  expect(await drop('drop')).toMatchObject({ status: 200, body: dropped.body })
  expect((await drop()).status).toBe(404)
  expect((await send('uploadDocument/OTHER', file('note.txt'))).status).toBe(422)
  expect((await send('uploadDocument/OTHER', file('note.txt'), 'another')).status).toBe(422)
})
