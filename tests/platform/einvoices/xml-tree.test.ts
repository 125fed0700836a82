import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readXmlTree, rootOf, XML_LIMITS, XmlRefusal } from '~/platform/einvoices/xml-tree'

const read = (xml: string | Uint8Array) => readXmlTree(typeof xml === 'string' ? Buffer.from(xml) : xml)
const refusal = (xml: string | Uint8Array) => {
  try {
    read(xml)
  } catch (error) {
    if (error instanceof XmlRefusal) return error.message
    throw error
  }
  return null
}

test('elements and attributes have their local names', () => {
  const root = read('<a:b xmlns:a="x" c:d="1" e="2"><f:g>\n text </f:g><g/></a:b>')
  expect(root.name).toBe('b')
  expect(root.attributes).toEqual({ d: '1', e: '2' })
  expect(root.children.map(({ name, text }) => [name, text])).toEqual([
    ['g', 'text'],
    ['g', ''],
  ])
})

test('a document type is refused before any of its entities', () => {
  const laughs = `<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "${'&b;'.repeat(100)}">]><a>&c;</a>`
  const outside = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
  for (const xml of [laughs, outside, '<!DOCTYPE a><a/>'])
    expect(refusal(xml)).toBe('declares a document type (DTD), which is not accepted.')
})

test('there are five entities, and numeric characters', () => {
  expect(read('<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x20AC;</a>').text).toBe('<>&"\'A€')
  expect(refusal('<a>&nbsp;</a>')).toBe('is not well-formed XML.')
  expect(refusal('<a>&b;</a>')).toBe('is not well-formed XML.')
})

test.each(['', ' ', 'a', '<a>', '<a></b>', '<a/><b/>', '<a b=1/>', '<a', '\u0000', '<a>\u0001</a>'])(
  '%j is not XML',
  (xml) => {
    expect(refusal(xml)).toBe('is not well-formed XML.')
  },
)

test.each([
  ['UTF-8', Buffer.from('<a>Größe</a>')],
  ['UTF-8 with its mark', Buffer.from('\ufeff<a>Größe</a>')],
  ['UTF-16', Buffer.from('\ufeff<a>Größe</a>', 'utf16le')],
  ['UTF-16 without its mark', Buffer.from('<a>Größe</a>', 'utf16le')],
  ['as declared', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Größe</a>', 'latin1')],
  [
    'of Windows, though it says UTF-8',
    Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>Größe</a>', 'latin1'),
  ],
  ['with blanks before and zeros behind', Buffer.from('\r\n <?xml version="1.0"?><a>Größe</a>\n\0\0')],
  ['of a name that nobody knows', Buffer.from('<?xml version="1.0" encoding="nobody"?><a>Größe</a>')],
])('the encoding is %s', (_, bytes) => {
  expect(read(bytes).text).toBe('Größe')
  expect(rootOf(bytes)?.name).toBe('a')
})

test('size, depth and count are limited', () => {
  expect(refusal(new Uint8Array(XML_LIMITS.bytes + 1))).toBe('is larger than 10 MB.')
  expect(refusal('<a>'.repeat(100) + '</a>'.repeat(100))).toBe('has more elements than an invoice needs.')
  expect(refusal(`<a>${'<b/>'.repeat(XML_LIMITS.elements)}</a>`)).toBe(
    'has more elements than an invoice needs.',
  )
  const attributes = Array.from({ length: XML_LIMITS.attributes + 1 }, (_, at) => `b${at}=""`).join(' ')
  expect(refusal(`<a ${attributes}/>`)).toBe('has more attributes than an invoice needs.')
  expect(read(`<a>${'<b/>'.repeat(10_000)}</a>`).children).toHaveLength(10_000)
})

test('a text longer than any value is dropped', () => {
  const long = 'x'.repeat(XML_LIMITS.text)
  expect(read(`<a>${long}</a>`).text).toBe(long)
  expect(read(`<a>${long}y</a>`).text).toBe('')
  expect(read(`<a>${'<![CDATA[x]]>'.repeat(XML_LIMITS.text + 1)}</a>`).text).toBe('')
})

test('any bytes are read or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      refusal(bytes)
      rootOf(bytes)
    }),
  )
})
