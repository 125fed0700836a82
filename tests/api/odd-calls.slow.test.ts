import fc from 'fast-check'
import { opened } from 'tests/support/opened'
import { rounds } from 'tests/support/rounds'
import { expect, test } from 'vitest'
import { apiAddresses } from '../support/api/build'
import { apiSite } from '../support/api/site'
import { control } from '../support/api/uploads'

const site = await opened(apiSite())
const { body } = await control(site, { set: 'FIA2' })
const controlId = body.id
const ruleResultId = body.ruleResults[0].id

const json = { 'Content-Type': 'application/json' }
const BODIES = ['ruleresult', 'kpi/reportdata/comments', 'account/tokens']

test('other content types and invalid JSON get distinct errors', async () => {
  for (const path of BODIES) {
    const kinds: [string, string, number][] = [
      ['text/plain', '{"key":1}', 415],
      ['application/xml', '<a/>', 415],
      ['', '{"key":1}', 415],
      ['application/json', '{"key":', 400],
      ['application/json', 'null', 422],
      ['application/json', '[]', 422],
      ['application/json', '"text"', 422],
      ['application/json; charset=utf-8', '{}', 422],
      ['application/merge-patch+json', '{}', 422],
      ['application/x-www-form-urlencoded', 'key=1&key=2', 422],
      ['multipart/form-data; boundary=x', '--x--', 415],
      ['application/json', '['.repeat(100_000), 400],
      ['application/json', '['.repeat(100_000) + ']'.repeat(100_000), 422],
      ['application/json', `"${'x'.repeat(1024 * 1024)}"`, 413],
    ]
    for (const [type, body, expected] of kinds) {
      const answer = await site.call('accountant1', 'POST', path, { headers: { 'Content-Type': type }, body })
      expect([path, type, body.slice(0, 20), answer.status]).toEqual([
        path,
        type,
        body.slice(0, 20),
        expected,
      ])
      expect(answer.body.errorMessage).toMatch(/\w/)
    }
  }
})

test('a form-encoded body is read like JSON', async () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const body = `key=${ruleResultId}&result=NOK&comment=checked+by+hand`
  const { status, body: stored } = await site.call('accountant1', 'POST', 'ruleresult', { headers, body })
  expect([status, stored.result, stored.comment]).toEqual([200, 'NOK', 'checked by hand'])
})

test('characters that the database cannot store are removed from text', async () => {
  const body = JSON.stringify({ key: ruleResultId, comment: 'a\u0000b\ud800c\u202ed' })
  const { status, body: stored } = await site.call('accountant1', 'POST', 'ruleresult', {
    headers: json,
    body,
  })
  expect([status, stored.comment]).toEqual([200, 'ab\ufffdc\u202ed'])
  const { body: again } = await site.call('auditor1', 'GET', `dashboard/nav/${site.navId('LUX001')}`)
  expect(JSON.stringify(again)).toContain('ab\ufffdc')
})

const oddText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    "'; drop table app_user",
    '%',
    '../../etc/passwd',
    'null',
    '-1',
    '1e400',
    '９',
  ),
)
const oddValue = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, 99_999_999_999, true, null, [], {}),
)

test('no call fails unexpectedly, whatever is sent as a field', async () => {
  const navId = site.navId('LUX001')
  const paths = [
    ...BODIES,
    `dashboard/nav/${navId}/nextrouting/5`,
    `dashboard/nav/checks/${navId}/3`,
    `dashboard/nav/reason/PRICE/${controlId}`,
  ]
  const names = [
    'key',
    'result',
    'comment',
    'objectId',
    'kpiMethodId',
    'kpiCommentId',
    'kpiCommentLog',
    'name',
    'days',
  ]
  const more = [
    'eventLog',
    'documentReceptionDate',
    'validationDate',
    'reasonCode',
    'currentEventId',
    '__proto__',
  ]
  const bodies = fc.dictionary(fc.constantFrom(...names, ...more), oddValue, { maxKeys: 8 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), bodies, async (path, fields) => {
      const given = { key: ruleResultId, objectId: navId, kpiMethodId: 1, ...fields }
      const body = JSON.stringify(given)
      const { status, text } = await site.call('teamleader1', 'POST', path, { headers: json, body })
      expect(status, `${path} ${body} ${text}`).toBeLessThan(500)
    }),
    { numRuns: rounds(60, 150) },
  )
})

test('no call fails unexpectedly, whatever the address or query', async () => {
  const addresses = apiAddresses().map((path) => path.replace('/api/', ''))
  const query = fc.dictionary(
    fc.constantFrom(
      'page',
      'size',
      'sort',
      'search',
      'against',
      'filter.fundcode',
      'filter.navdate',
      'filter.x',
      'nav.size',
    ),
    oddText,
    { maxKeys: 3 },
  )
  const wellFormed = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...addresses),
      fc.array(oddText),
      query,
      async (address, words, asked) => {
        let at = 0
        const path = address.replace(/:\w+/g, () => wellFormed(words[at++] ?? '999999') || 'x')
        const search = Object.entries(asked).map(([name, text]) => `${name}=${wellFormed(text)}`)
        const { status, body, text } = await site.call('teamleader1', 'GET', `${path}?${search.join('&')}`)
        expect(status, `${path}?${search.join('&')} ${text}`).toBeLessThan(500)
        if (status >= 400) expect(body.errorMessage).toMatch(/\w/)
      },
    ),
    { numRuns: rounds(100, 200) },
  )
})

test('an unexpected error is reported without internals, and can be found in the log by its id', async () => {
  await site.ownerSql`alter table reason rename to gone`
  try {
    const headers = { Cookie: await site.cookieOf('accountant1') }
    const answer = await fetch(`${site.origin}/api/reasons`, { headers })
    const text = await answer.text()
    const body = JSON.parse(text)
    expect([answer.status, body.code]).toEqual([500, 'unexpected'])
    expect(text).not.toMatch(/reason|select|relation/i)
    const line = site.logged().find(({ msg, requestId, reqId, req }) => {
      return msg === 'unexpected error' && JSON.stringify({ requestId, reqId, req }).includes(body.requestId)
    })
    expect(line).toMatchObject({ level: 'error' })
  } finally {
    await site.ownerSql`alter table gone rename to reason`
  }
})
