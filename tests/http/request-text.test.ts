import { expect, test } from 'vitest'
import { z } from 'zod'
import { bodyOf } from '~/http/calls/takes'
import { parseFields, readTyped } from '~/http/form'
import { endOfQuery, essenceOf, fieldsOfText, parseJson, readText, wasCut } from '~/http/request-text'

const many = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at))
const TOO_LARGE = expect.objectContaining({ code: 'too-large' })
const post = (type: string | null, body: BodyInit) =>
  new Request('http://localhost/', {
    method: 'POST',
    body,
    duplex: 'half',
    headers: type === null ? {} : { 'Content-Type': type },
  } as RequestInit)

test('a form has at most 500 fields, and 64 KB of names', () => {
  expect(fieldsOfText(many(500, (at) => `f${at}=1`).join('&')).size).toBe(500)
  expect(() => fieldsOfText(many(501, (at) => `f${at}=1`).join('&'))).toThrow(TOO_LARGE)
  expect(fieldsOfText(`${'n'.repeat(65_536)}=1`).size).toBe(1)
  expect(() => fieldsOfText(`a=1&${'n'.repeat(65_536)}=1`)).toThrow(TOO_LARGE)
  expect(() => fieldsOfText(`a=1&${'n'.repeat(65_536)}`)).toThrow(TOO_LARGE)
  expect([...fieldsOfText('')]).toEqual([])
  expect([...fieldsOfText(`a=${'='.repeat(100_000)}&b`)].map(([name]) => name)).toEqual(['a', 'b'])
})

test('JSON has at most 500 keys, 20,000 at any depth; texts do not count', () => {
  const flat = (count: number) => `{${many(count, (at) => `"f${at}":1`)}}`
  const deep = (count: number) => `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`
  const listed = (count: number) => `[${many(count, () => '{"a":1}')}]`
  expect(() => parseJson(flat(500))).not.toThrow()
  expect(() => parseJson(flat(501))).toThrow(TOO_LARGE)
  for (const json of [deep, listed]) {
    expect(() => parseJson(json(20_000))).not.toThrow()
    expect(() => parseJson(json(20_001))).toThrow(TOO_LARGE)
  }
  const text = '": {:\\"'.repeat(1_000)
  expect(parseJson(JSON.stringify({ text }))).toEqual({ text })
  expect(() => parseJson('{"a":')).toThrow(SyntaxError)
})

test('a body is counted while it arrives, and the rest of a too large one is discarded', async () => {
  let sent = 0
  const pieces = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent++ < 40) controller.enqueue(new Uint8Array(64 * 1024).fill(120))
      else controller.close()
    },
  })
  await expect(readText(post('text/plain', pieces))).rejects.toEqual(TOO_LARGE)
  expect(await readText(post('text/plain', 'x'.repeat(1024 * 1024)))).toHaveLength(1024 * 1024)
  expect(await readText(post('text/plain', '€ 𝄞'))).toBe('€ 𝄞')
  expect(await readText(new Request('http://localhost/'))).toBe('')
})

test('other content types are not read', async () => {
  const unread = () => {
    const request = post(
      null,
      new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(9)) }),
    )
    request.headers.set('Transfer-Encoding', 'chunked')
    return request
  }
  for (const type of [
    '',
    'text/plain',
    'multipart/form-data; boundary=x',
    'multipart/form-data+json',
    'image/svg+json',
  ]) {
    const request = unread()
    request.headers.set('Content-Type', type)
    await expect(bodyOf(request), type).rejects.toMatchObject({ status: 415 })
    expect(request.bodyUsed, type).toBe(false)
  }
  for (const type of ['', 'text/plain', 'multipart/form-data; boundary=x', 'application/json'])
    await expect(readTyped(post(type, 'a=1')), type).rejects.toMatchObject({ code: 'invalid' })
  expect(await bodyOf(post('APPLICATION/JSON ; charset=utf-8', '{"a":1}'))).toEqual({ a: 1 })
  expect(await bodyOf(post('application/merge-patch+json', ''))).toEqual({})
  expect(await bodyOf(post(null, ''))).toEqual({})
  expect(await readTyped(post('application/x-www-form-urlencoded', 'a=%E2%82%AC+1&b='))).toEqual({
    a: '€ 1',
    b: '',
  })
  expect([essenceOf(' Multipart/Form-Data;boundary=x'), essenceOf(null)]).toEqual(['multipart/form-data', ''])
})

test('only the fields of its schema reach the validation of a form', () => {
  const seen: string[] = []
  const given = z.string().transform((text) => {
    seen.push(text)
    return text
  })
  const schema = z.object({ a: given, b: given.optional() })
  const others = Object.fromEntries(many(400, (at) => `a[${at}].b.c`).map((name) => [name, 'x']))
  const fields = { ...others, a: '1', __INTENT__: '{"type":"reset"}', 'a.b': 'x', c: 'x' }
  expect(parseFields(fields, schema)).toEqual({ a: '1' })
  expect(
    parseFields(
      fields,
      schema.transform(({ a }) => a),
    ),
  ).toBe('1')
  const either = z.discriminatedUnion('a', [
    z.object({ a: z.literal('1'), c: given }),
    z.object({ a: z.literal('2'), b: given }),
  ])
  expect(parseFields(fields, either)).toEqual({ a: '1', c: 'x' })
  expect(seen).toEqual(['1', '1', 'x'])
})

test('a query is cut to 500 parameters and 64 KB, and the cut is detected', () => {
  const allowed = (query: string) => query.slice(0, endOfQuery(query))
  const cut = (query: string) => wasCut(`http://localhost/?${allowed(query)}`)
  const parameters = (count: number) => many(count, (at) => `a=${at}`).join('&')
  for (const whole of ['', 'a', parameters(500), `a=${'x'.repeat(65_533)}`])
    expect([allowed(whole), cut(whole)]).toEqual([whole, false])
  for (const long of [
    parameters(501),
    parameters(10_000),
    '&'.repeat(100_000),
    `a=${'x'.repeat(65_535)}`,
    `a=${'x'.repeat(65_000)}&${parameters(300)}`,
  ])
    expect(cut(long), long.slice(0, 20)).toBe(true)
  expect(allowed(parameters(10_000))).toBe(parameters(501))
})
