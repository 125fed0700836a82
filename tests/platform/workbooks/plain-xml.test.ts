import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { DomainError } from '~/platform/values/domain-error'
import { Budget } from '~/platform/workbooks/limits'
import type { Package } from '~/platform/workbooks/package'
import { PlainXml } from '~/platform/workbooks/plain-xml'
import { readXml } from '~/platform/workbooks/xml'
import type { XmlTaker } from '~/platform/workbooks/xml-taker'

type Noted = [what: 'open' | 'close' | 'text', said: string, attributes?: Record<string, string>]

/** Notes elements by their local names, and their text as a whole; what stands outside the root does not count. */
class Notes implements XmlTaker {
  noted: Noted[] = []
  private depth = 0

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.depth += 1
    this.noted.push(['open', localOf(name), { ...attributes }])
  }

  close(name: string): void {
    this.depth -= 1
    this.noted.push(['close', localOf(name)])
  }

  text(text: string): void {
    if (this.depth === 0) return
    const last = this.noted.at(-1)
    if (last?.[0] === 'text') last[1] += text
    else this.noted.push(['text', text])
  }
}

const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

/** What a part says that arrives in these pieces, or why it is refused. */
async function read(pieces: readonly Buffer[]): Promise<Noted[] | string> {
  const notes = new Notes()
  const from: Package = {
    file: 'a.xlsx',
    budget: new Budget('a.xlsx'),
    has: () => true,
    names: () => [],
    read: async (_, take) => pieces.forEach(take),
  }
  try {
    await readXml(from, 'part', notes)
    return notes.noted
  } catch (refusal) {
    return refusalOf(refusal)
  }
}

/** The same by the parser alone. */
function parsed(bytes: Buffer): Noted[] | string {
  const notes = new Notes()
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('doctype', () => {
    throw new DomainError('invalid', 'document type')
  })
  parser.on('opentag', ({ name, attributes }) => notes.open(name, attributes as Record<string, string>))
  parser.on('closetag', ({ name }) => notes.close(name))
  parser.on('text', (text) => notes.text(text))
  parser.on('cdata', (text) => notes.text(text))
  try {
    parser.write(new TextDecoder().decode(bytes)).close()
    return notes.noted
  } catch (refusal) {
    return refusalOf(refusal)
  }
}

const refusalOf = (refusal: unknown): string =>
  refusal instanceof DomainError && refusal.message.includes('document type') ? 'document type' : 'damaged'

/** The first piece always has the byte order mark. */
function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const cuts = places
    .map((place) => Math.min(3 + (place % bytes.length), bytes.length))
    .sort((one, other) => one - other)
  return [0, ...cuts].map((from, at) => bytes.subarray(from, cuts[at] ?? bytes.length))
}

const SHEET =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<worksheet xmlns="m" xmlns:r="o"><sheetData><row r="1" spans="1:2"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>-1.5E-3</v></c><c r="C1" s="3"/></row>\n<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve"> A &amp; B &lt; é </t></is></c></row></sheetData></worksheet>'

test('a sheet as spreadsheet programs write it needs no parser, and says the same', async () => {
  const notes = new Notes()
  expect(new PlainXml(notes).read(SHEET)).toBe(-1)
  expect(notes.noted).toContainEqual(['open', 'c', { r: 'B1' }])
  expect(notes.noted).toContainEqual(['text', ' A & B < é '])
  expect(notes.noted).toEqual(parsed(Buffer.from(SHEET)))
})

test.each([
  ['a comment', '<a><b>1</b><!-- 2 --><c/></a>', '<!-- 2', '<a>'],
  ['a character reference', '<a><b>&#233;</b></a>', '&#233;', '<a><b>'],
  [
    'a blank before an equals sign',
    '<?xml version="1.0"?><a><b c ="1"/></a>',
    '<b c',
    '<?xml version="1.0"?><a>',
  ],
  ['a second root', '<a/><b/>', '<b/>', '<a/>'],
])('%s is left to the parser, which begins there', (_, document, from, before) => {
  const plain = new PlainXml(new Notes())
  expect(plain.read(document)).toBe(document.indexOf(from))
  expect(plain.before()).toBe(before)
})

const names = fc.constantFrom('a', 'c', 'row', 'x:v', 'is-1.b', 'é')
const attributes = fc.array(
  fc.constantFrom(
    ' r="A1"',
    " s='2'",
    ' x:t="s"',
    ' ',
    '\n',
    ' t = "s"',
    ' n="a>b"',
    ' n="a&amp;b"',
    ' w="a\tb"',
    ' constructor="1"',
    ' s="<"',
    's="1"',
  ),
  { maxLength: 3 },
)
const texts = fc.constantFrom(
  '1.5',
  'a &amp; b',
  '&lt;&#233;',
  '&nbsp;',
  'é€\u{1f600}',
  'x > y',
  ']]',
  ']]>',
  '\r\n',
  '\t',
  '\u0085',
  '\u0001',
  '\ufeff',
  '<!-- a > b -->',
  '<![CDATA[<c>]]>',
  '<?target it?>',
)
const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
  element: fc
    .tuple(names, attributes, fc.constantFrom('', '', '/'), fc.array(tie('content'), { maxLength: 4 }))
    .map(([name, given, end, content]) =>
      end === '/' ? `<${name}${given.join('')}/>` : `<${name}${given.join('')}>${content.join('')}</${name}>`,
    ),
  content: fc.oneof({ depthSize: 'small' }, texts, tie('element')),
}))
const prologues = fc.constantFrom(
  '',
  '<?xml version="1.0"?>',
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n',
  "<?xml version='1.0' encoding='utf-8'?>\n",
  '<?xml version="1.1"?>',
  '<?xml version="1.0\'?>',
  '\ufeff',
  '\ufeff<?xml version="1.0"?>',
  '\n',
  '\n<?xml version="1.0"?>',
  '<?xml version="1.0"?><?xml version="1.0"?>',
  '<!-- a --><?target it?>',
  '<!DOCTYPE a>',
)

/** Some documents lose a part, or have one twice. */
const documents = fc
  .tuple(
    prologues,
    element,
    fc.constantFrom('', '\n', '<a/>', 'x', '<!-- end -->'),
    fc.constantFrom('as it is', 'as it is', 'lost', 'twice'),
    fc.nat(),
    fc.nat(9),
  )
  .map(([prologue, root, end, fate, place, length]) => {
    const document = `${prologue}${root}${end}`
    const from = place % (document.length + 1)
    if (fate === 'as it is') return document
    return (
      document.slice(0, from + (fate === 'twice' ? length : 0)) +
      document.slice(from + (fate === 'lost' ? length : 0))
    )
  })

test('whatever a document has, and however it arrives, it says what the parser alone would say', async () => {
  await fc.assert(
    fc.asyncProperty(documents, fc.array(fc.nat(), { maxLength: 4 }), async (document, cuts) => {
      const bytes = Buffer.from(document)
      expect(await read(cutAt(bytes, cuts))).toEqual(parsed(bytes))
    }),
    { numRuns: 3_000 },
  )
})

test('a text that is longer than a piece is read in parts', async () => {
  const text = 'é'.repeat(50_000)
  const bytes = Buffer.from(`<a><b>1</b>${text}<c>2</c></a>`)
  const pieces = Array.from({ length: 11 }, (_, at) => bytes.subarray(at * 10_001, (at + 1) * 10_001))
  expect(await read(pieces)).toEqual(parsed(bytes))
})
