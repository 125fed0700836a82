import { expect, test } from 'vitest'
import { layoutKey, layoutState, queryOfState, viewName } from '~/platform/layouts/layout-state'

const refusal = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error as { code: string; message: string; options: { fields: Record<string, string> } }
  }
  throw new Error('It was taken.')
}
const nested = (levels: number): unknown =>
  JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`)

test('a JSON object is accepted unchanged', () => {
  for (const state of [{}, { query: 'sort=-navdate' }, { a: [1, null, 'é😀', { b: -0.5 }] }, nested(50)])
    expect(layoutState(state)).toBe(state)
})

test.each<[string, unknown, RegExp]>([
  ['nothing', null, /one JSON object/],
  ['a list', [], /one JSON object/],
  ['a text', '{}', /one JSON object/],
  ['a number', 7, /one JSON object/],
  ['a NUL', { a: 'b\0c' }, /cannot be stored/],
  ['a NUL in a name', { 'a\0': 1 }, /cannot be stored/],
  ['half of a pair', { a: ['\ud83d'] }, /cannot be stored/],
  ['half of a pair in a name', { a: { '\ude00': 1 } }, /cannot be stored/],
  ['a number beyond all', JSON.parse('{"a":1e999}'), /too large/],
  ['a prototype', JSON.parse('{"a":[{"__proto__":{"admin":true}}]}'), /"__proto__"/],
  ['a constructor', { constructor: {} }, /"constructor"/],
  ['51 levels', nested(51), /deeper than 50/],
  ['a hundred thousand levels', JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), /deeper/],
  ['20 KB and a bit', { a: 'x'.repeat(20 * 1024 - 7) }, /larger than 20 KB/],
  ['20 KB of é', { a: 'é'.repeat(10 * 1024) }, /larger than 20 KB/],
])('%s is refused with a message', (_, state, sentence) => {
  const { code, message, options } = refusal(() => layoutState(state))
  expect(code).toBe('invalid')
  expect(message).toMatch(sentence)
  expect(options.fields).toEqual({ state: message })
})

test('up to 20 KB are accepted, to the byte', () => {
  const state = { a: 'x'.repeat(20 * 1024 - 8) }
  expect(JSON.stringify(state)).toHaveLength(20 * 1024)
  expect(layoutState(state)).toBe(state)
})

test('our grids read their query from a state, and nothing from another program’s state', () => {
  expect(queryOfState({ query: 'sort=-navdate&filter.fundcode=LUX' })).toBe(
    'sort=-navdate&filter.fundcode=LUX',
  )
  expect(queryOfState({ query: '?page=2', more: 1 })).toBe('page=2')
  expect(queryOfState({ query: '' })).toBe('')
  for (const state of [
    null,
    undefined,
    'query',
    7,
    [],
    {},
    { query: 7 },
    { query: null },
    { query: ['a'] },
    { columns: [] },
  ])
    expect(queryOfState(state)).toBeNull()
})

test('keys and names have a maximum length and no unreadable characters', () => {
  for (const key of ['navdashboard', '../x', 'a b/c?d#e', '😀'.repeat(100), '12'])
    expect(layoutKey(key)).toBe(key)
  for (const key of ['', ' ', 'x'.repeat(101), 'x'.repeat(1_000), '\0', 'a\nb', '\ud800'])
    expect(refusal(() => layoutKey(key))).toMatchObject({
      code: 'invalid',
      options: { fields: { key: /1 to 100/ } },
    })
  expect(viewName('  Month \n end ')).toBe('Month end')
  expect(viewName('😀'.repeat(80))).toBe('😀'.repeat(80))
  for (const name of ['', ' \t', 'x'.repeat(81), 'a\0', '\udc00'])
    expect(refusal(() => viewName(name))).toMatchObject({
      code: 'invalid',
      options: { fields: { name: /\w/ } },
    })
})
