import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { controlUpload } from '~/areas/navs/forms'
import { Spool } from '~/http/uploads/spool'
import { readUpload, receiveUpload, wholeUpload } from '~/http/uploads/upload'
import type { UploadLimits } from '~/http/uploads/upload-limits'
import { DomainError } from '~/platform/values/domain-error'
import { BOUNDARY, fieldPart, filePart, multipart, type Part, posted } from '../../support/http/multipart'

const limits: UploadLimits = { files: 3, fileBytes: 1_000, fields: 5, fieldBytes: 100 }

const read = (parts: Part[], own: Partial<UploadLimits> = {}, piece?: number) =>
  readUpload(posted(multipart(parts), { piece }), { ...limits, ...own })

async function refusal(reading: Promise<unknown>): Promise<DomainError> {
  const error = await reading.then(
    () => new Error('It was not refused'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof DomainError)) throw error
  return error
}

test('reads fields and files of a form as a browser sends it', async () => {
  const form = new FormData()
  form.set('comment', 'Première\r\nligne')
  form.append('files', new File(['one'], 'a.xlsx'))
  form.append('files', new File(['two!'], 'b.xlsx'))
  const upload = await readUpload(new Request('http://localhost/', { method: 'POST', body: form }), limits)
  expect(upload.fields).toEqual({ comment: 'Première\r\nligne' })
  expect(
    upload.files.map(({ field, fileName, bytes }) => [field, fileName, new TextDecoder().decode(bytes)]),
  ).toEqual([
    ['files', 'a.xlsx', 'one'],
    ['files', 'b.xlsx', 'two!'],
  ])
})

test.each([1, 7, 64, 1_000_000])(
  'binary content arrives byte for byte, sent in pieces of %i bytes',
  async (piece) => {
    const content = Uint8Array.from({ length: 1_000 }, (_, index) => (index * 31) % 256)
    const withBoundaryInside = Buffer.concat([
      content.subarray(0, 900),
      Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}`),
    ])
    const { files } = await read([filePart('a', content), filePart('b', withBoundaryInside)], {}, piece)
    expect(Buffer.from(files[0]?.bytes ?? []).equals(content)).toBe(true)
    expect(Buffer.from(files[1]?.bytes ?? []).equals(withBoundaryInside)).toBe(true)
  },
)

test('the bytes of a file have their own memory, so that they can be transferred to a worker', async () => {
  const { files } = await read([filePart('a', 'abc'), filePart('b', 'def')])
  expect(files.map(({ bytes }) => bytes.buffer.byteLength)).toEqual([3, 3])
})

test.each([
  ['Rechnung März 2026 – Größe.pdf', 'Rechnung März 2026 – Größe.pdf'],
  ['発注書 №7 😀.xlsx', '発注書 №7 😀.xlsx'],
  ['../../etc/passwd', '../../etc/passwd'],
  ['C:\\\\Users\\\\me\\\\nav.xlsx', 'C:\\Users\\me\\nav.xlsx'],
  ['24%22 screen.pdf', '24" screen.pdf'],
  ['a \\"quoted\\" name.pdf', 'a "quoted" name.pdf'],
  ["Robert'); DROP TABLE document;--.pdf", "Robert'); DROP TABLE document;--.pdf"],
  ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
  ['100%25 %0d%0a.pdf', '100%25 %0d%0a.pdf'],
  ['invoice\u202efdp.exe', 'invoice\u202efdp.exe'],
  ['__proto__', '__proto__'],
  [' spaces around . pdf ', ' spaces around . pdf '],
  ['CON', 'CON'],
  ['.', '.'],
  ['x'.repeat(1_000), 'x'.repeat(1_000)],
])('the name %j is stored as %j', async (sent, kept) => {
  const { files } = await read([filePart(sent, 'x')])
  expect(files.map(({ fileName }) => fileName)).toEqual([kept])
})

test.each([
  ['C1 control', 'a\u0085b.pdf'],
  ['line separator', 'a\u2028b.pdf'],
  ['tab', 'a\tb.pdf'],
])('a name with a %s is refused and shown', async (_, name) => {
  const error = await refusal(read([filePart(name, 'x')]))
  expect(error.code).toBe('invalid')
  expect(error.message).toMatch(
    /^The name of the file "a.b\.pdf" holds line breaks or other control characters/,
  )
})

test('NUL, in any encoding a header allows, does not get into a name', async () => {
  const disposition = `Content-Disposition: form-data; name="files"; filename*=utf-8''a%00b.pdf`
  expect((await refusal(read([{ headers: [disposition], content: 'x' }]))).message).toContain(
    'control characters',
  )
  expect((await refusal(read([filePart('a\u0000b', 'x')]))).message).toContain('damaged')
})

test('a name over 1,000 characters is refused, shortened in the message', async () => {
  const { message } = await refusal(read([filePart(`${'x'.repeat(1_001)}.pdf`, 'x')]))
  expect(message).toBe(
    `The name of the file "${'x'.repeat(66)}….pdf" is longer than 1000 characters. Rename the file and try again.`,
  )
})

test('empty file inputs do not count', async () => {
  const nothing = (field: string) => filePart('', '', field)
  const { files } = await read([nothing('files'), filePart('a', 'x'), ...Array(8).fill(nothing('more'))], {
    files: 1,
  })
  expect(files.map(({ fileName }) => fileName)).toEqual(['a'])
})

test('a file without a name and a file without content are refused', async () => {
  expect((await refusal(read([filePart('', 'content')]))).message).toContain('without a name')
  const { message } = await refusal(read([filePart('nav.xlsx', '')]))
  expect(message).toBe('The file "nav.xlsx" is empty. Choose the right file and try again.')
})

test('a file may be as large as the limit and not one byte larger', async () => {
  const { files } = await read([filePart('a', 'x'.repeat(1_000))])
  expect(files[0]?.bytes.byteLength).toBe(1_000)
  const error = await refusal(read([filePart('big.pdf', 'x'.repeat(1_001))]))
  expect([error.code, error.message]).toEqual([
    'too-large',
    'The file "big.pdf" is larger than 1000 bytes. Choose a smaller file.',
  ])
})

test('a control file of 1024 KB gets the message of the specification, one byte less is accepted', async () => {
  const size = 1_048_576
  const { files } = await read([filePart('nav.xlsx', Buffer.alloc(size - 1))], controlUpload(3))
  expect(files[0]?.bytes.byteLength).toBe(size - 1)
  const error = await refusal(read([filePart('nav.xlsx', Buffer.alloc(size))], controlUpload(3)))
  expect(error.options.title).toBe('File size error')
  expect(error.message).toBe('File size too big (>1Mb) for nav.xlsx')
  expect(error.code).toBe('too-large')
})

test('three files are accepted when three are allowed, and no fourth', async () => {
  const parts = ['a', 'b', 'c', 'd'].map((name) => filePart(name, 'x'))
  expect((await read(parts.slice(0, 3))).files).toHaveLength(3)
  expect((await refusal(read(parts))).message).toContain('Choose at most 3 files')
  expect((await refusal(read(parts, { files: 1 }))).message).toContain('Choose one file')
})

test('a repeated field, an extra field and a too long field are refused', async () => {
  expect((await refusal(read([fieldPart('comment', 'a'), fieldPart('comment', 'b')]))).message).toContain(
    '"comment" was sent twice',
  )
  const five = Array.from({ length: 5 }, (_, index) => fieldPart(`f${index}`, 'x'))
  expect(Object.keys((await read(five)).fields)).toHaveLength(5)
  expect((await refusal(read([...five, fieldPart('f5', 'x')]))).message).toContain('More fields')
  expect((await read([fieldPart('a', 'x'.repeat(100))])).fields.a).toHaveLength(100)
  const { code, message } = await refusal(read([fieldPart('a', 'x'.repeat(101))]))
  expect([code, message]).toEqual(['too-large', 'The text in "a" is too long. Write at most 100 characters.'])
})

test('a field cannot reach the prototype of the result', async () => {
  const { fields } = await read([fieldPart('__proto__', 'x'), fieldPart('constructor', 'y')])
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
  expect(Object.keys(fields)).toEqual(['__proto__', 'constructor'])
})

test('NUL in a text is refused, other control characters are removed, line breaks stay', async () => {
  expect((await refusal(read([fieldPart('comment', 'a\u0000b')]))).message).toContain('NUL')
  const { fields } = await read([fieldPart('comment', 'a\u0007b\u000bc\r\nd\te\u001b[31m')])
  expect(fields.comment).toBe('ab\nc\r\nd\te[31m')
})

const good = multipart([filePart('a', 'content')])
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

test.each([
  ['no boundary', good, 'multipart/form-data; x=y'],
  ['an empty boundary', good, 'multipart/form-data; boundary='],
  ['no parameters', good, 'multipart/form-data'],
  ['another boundary', good, 'multipart/form-data; boundary=other'],
  ['a form without files', Buffer.from('a=b'), 'application/x-www-form-urlencoded'],
  ['JSON', Buffer.from('{}'), 'application/json'],
  ['no type', good, ''],
  ['nothing in it', Buffer.alloc(0), MULTIPART],
  ['noise', Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 251)), MULTIPART],
  ['an end after the header', good.subarray(0, 130), MULTIPART],
  ['an end within the header', good.subarray(0, 60), MULTIPART],
  ['an end within the file', good.subarray(0, -30), MULTIPART],
  ['no closing boundary', multipart([filePart('a', 'x')], ''), MULTIPART],
  ['a broken header', multipart([{ headers: ['Content Disposition form-data'], content: 'x' }]), MULTIPART],
  ['an endless header', multipart([{ headers: [`X: ${'x'.repeat(20_000)}`], content: 'x' }]), MULTIPART],
  [
    'a part without a name',
    multipart([{ headers: ['Content-Disposition: form-data'], content: 'x' }]),
    MULTIPART,
  ],
])('a body with %s is refused with a message', async (_, body, type) => {
  const error = await refusal(readUpload(posted(body, { type }), limits))
  expect(error.code).toBe('invalid')
  expect(error.options.title).toBe('Upload Error')
  expect(error.message).toMatch(/^[A-Z].{20,}\.$/)
})

test('a form cut off anywhere is refused and never partly read', async () => {
  for (let length = 0; length < good.length - 4; length++)
    expect(
      (await refusal(readUpload(posted(good.subarray(0, length)), limits))).code,
      `cut at ${length}`,
    ).toBe('invalid')
})

test('text before the first boundary counts towards the overall limit', async () => {
  const noise = Buffer.alloc(2_000_000, 'x')
  const error = await refusal(readUpload(posted(Buffer.concat([noise, Buffer.from('\r\n'), good])), limits))
  expect(error.code).toBe('too-large')
})

test('a thousand parts are refused', async () => {
  const parts = Array.from({ length: 1_000 }, () => ({ headers: ['X-Nothing: yes'], content: '' }))
  expect((await refusal(read(parts))).code).toBe('invalid')
})

test('large files come back byte for byte from disk, in the order sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fundesk-spool-'))
  const spool = new Spool(folder)
  const contents = [3_000_001, 5, 6_000_007, 1].map((size, n) => Buffer.alloc(size, `content ${n}, `))
  const body = multipart(contents.map((content, n) => filePart(`${n}`, content)))
  const own = { files: 4, fileBytes: 7_000_000 }
  const arrived = await receiveUpload(posted(body, { piece: 40_001 }), { ...limits, ...own }, spool)
  expect([spool.isOnDisk, spool.size]).toEqual([true, 9_000_014])
  const pieces: Buffer[] = []
  const { at = 0, size = 0 } = arrived.files[2] ?? {}
  for await (const piece of spool.pieces(at, size)) pieces.push(Buffer.from(piece))
  expect(Buffer.concat(pieces).equals(contents[2] ?? Buffer.alloc(0))).toBe(true)
  const { files } = await wholeUpload(arrived, spool)
  expect(files.map(({ bytes }, n) => contents[n]?.equals(bytes))).toEqual([true, true, true, true])
  await rm(folder, { recursive: true })
})

test('a form refused while it is on disk leaves nothing there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fundesk-spool-'))
  const spool = new Spool(folder)
  const body = multipart([filePart('a', Buffer.alloc(6_000_000)), filePart('b', Buffer.alloc(6_000_001))])
  const reading = receiveUpload(posted(body), { ...limits, fileBytes: 6_000_000 }, spool)
  expect((await refusal(reading)).message).toContain('"b" is larger than')
  expect([spool.isOnDisk, await readdir(folder)]).toEqual([false, []])
  await rm(folder, { recursive: true })
})
