import { expect, test } from 'vitest'
import { cleanHtml } from '~/areas/processes/clean-html.server'
import { removedHtml } from '~/areas/processes/definitions/definition-columns'

const messageFor = (html: string) => removedHtml(html, cleanHtml(html))

test.each([
  ['plain text, a < b & c > d'],
  ['<p>Ask the <strong>depositary</strong>.</p><ul><li>one</li></ul>'],
  ['<table><tr><td colspan="2">cell</td></tr></table>'],
  ['<a href="https://example.com/?a=1&b=2" title="a = b">link</a> <a href="/processes">own</a>'],
])('%s is accepted unchanged', (html) => {
  expect(messageFor(html)).toBeUndefined()
})

test.each([
  ['<p onclick="alert(1)">x</p><script>alert(2)</script>', 'onclick, script'],
  ['<IMG SRC=x OnError=alert(1)>', 'img, src, onerror'],
  ['<iframe srcdoc="<p>x</p>"></iframe><style>p{}</style>', 'iframe, srcdoc, style'],
  ['<form action="/logout"><input name="a"></form>', 'form, action, input, name'],
  [
    '<a href="javascript:alert(1)">x</a>',
    'the address of a link (only https, http, mailto and read-only pages of this site are kept)',
  ],
  ['<b>one</b><script>a</script><script>b</script>', 'script'],
])('for %s the message says what was removed', (html, what) => {
  expect(messageFor(html)).toBe(`Left out of Task Info: ${what}.`)
})

test('many names are counted, and no text is slow', () => {
  const names = Array.from({ length: 20 }, (_, at) => `x${at}`)
  expect(messageFor(`${names.map((name) => `<${name}>`).join('')}`)).toBe(
    `Left out of Task Info: ${names.slice(0, 12).join(', ')}, and 8 more.`,
  )
  for (const odd of [
    '<a'.repeat(10_000),
    `<a ${'"'.repeat(19_999)}`,
    `<a ${'a= '.repeat(6_000)}`,
    '<'.repeat(20_000),
  ])
    expect(() => removedHtml(odd, '')).not.toThrow()
})
