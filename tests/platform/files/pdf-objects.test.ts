import { expect, test } from 'vitest'
import { objectsOf } from '~/platform/files/pdf/objects'
import { hasActiveContent } from '~/platform/files/read-pdf'
import { onePage, stream } from '../../support/platform/files/raw-pdf'

const textsOf = (bytes: Buffer) => objectsOf(bytes).all.map(({ text }) => text.trim())

test('objects are found without the tables of the file, the last version of each by its number', () => {
  const bytes = Buffer.from(
    'noise 1 0 obj<< /A 1 >>endobj xref 12 0\nobj\n<</B 2>>\nendobj 1 0 obj <</A 3>> endobj 7 obj',
  )
  expect(textsOf(bytes)).toEqual(['<< /A 1 >>', '<</B 2>>', '<</A 3>>'])
  expect(objectsOf(bytes).byNumber.get(1)?.text.trim()).toBe('<</A 3>>')
})

test('objects in object streams are found by their numbers', () => {
  const index = '21 0 22 9 '
  const packed = stream(`${index}<</A 1>> <</B 2>>`, `/Type /ObjStm /N 2 /First ${index.length}`, 1)
  const { byNumber } = objectsOf(onePage('', '', [packed]))
  expect(byNumber.get(21)?.text.trim()).toBe('<</A 1>>')
  expect(byNumber.get(22)?.text.trim()).toBe('<</B 2>>')
})

test('content of a stream is not an object, even if it is a PDF', () => {
  const inside = onePage('/OpenAction << /S /JavaScript /JS (x) >>')
  const holder = onePage('', '', [stream(inside, '/Type /EmbeddedFile')])
  expect(objectsOf(holder).all).toHaveLength(4)
  expect(hasActiveContent(objectsOf(holder))).toBe(false)
})

test('a file above the inspection limit is treated as one with scripts', () => {
  const many = objectsOf(Buffer.from(`%PDF-1.7\n${'1 0 obj<<>>endobj '.repeat(400_001)}`))
  expect(many.complete).toBe(false)
  expect(hasActiveContent(many)).toBe(true)
  const triggers = objectsOf(
    onePage(
      '',
      '',
      Array.from({ length: 60 }, () => '/AA<<'.repeat(1_000)),
    ),
  )
  expect(triggers.complete).toBe(true)
  expect(hasActiveContent(triggers)).toBe(true)
})
