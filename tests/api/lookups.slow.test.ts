import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { LOOKUP_TABLES } from '~/areas/lookups/lookup-tables.server'
import { apiSite, type UserName } from '../support/api/site'

const site = await opened(apiSite())

const post = (path: string, body: unknown, headers: Record<string, string> = {}, user: UserName = 'admin2') =>
  site.call(user, 'POST', `lookups/${path}`, { body, headers })
const load = async (path: string) => (await site.call('auditor1', 'GET', `lookups/${path}`)).body
const OWN = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' }
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

test('a table is loaded with the key of each row; filter, sort and pages work', async () => {
  const { status, body, answer } = await site.call('auditor1', 'GET', 'lookups/reasons')
  expect([status, answer.headers.get('x-total-count')]).toEqual([200, '7'])
  expect(body[0]).toEqual({ code: 'FIRST', display: 'First control', sortingOrder: 1, key: 'FIRST' })
  expect(await load('reasons?filter.sortingOrder=2..3&sort=-sortingOrder')).toMatchObject([
    { code: 'LATE' },
    { code: 'CORR' },
  ])
  expect(await load('reasons?size=2&page=2')).toHaveLength(2)
  expect(await load('reasons?filter.key=PRICE')).toMatchObject([{ display: 'Price correction' }])
})

test('every table returns rows as documented, and its columns are filters', async () => {
  await post('currencies', { code: 'SEK', name: 'Swedish Krona' })
  // The database pages these; the paging key is not part of the rows.
  const paged = {
    'benchmark-levels': { benchmark: 'INDEX', date: '2026-10-30', level: '1500.25' },
    'exchange-rates': { currency: 'SEK', date: '2026-10-30', rate: '11.1525' },
  }
  for (const [name, row] of Object.entries(paged)) {
    const made = await post(name, row)
    expect([made.status, await load(name)], made.text).toEqual([201, [made.body]])
  }
  for (const { name, columns } of LOOKUP_TABLES)
    for (const search of ['', `?sort=-${columns[0]?.id}&filter.${columns[0]?.id}=!`]) {
      const { status, text } = await site.call('auditor1', 'GET', `lookups/${name}${search}`)
      expect([name, status], text).toEqual([name, 200])
    }
  for (const name of Object.keys(paged)) {
    const [row] = await load(name)
    await post(`${name}/delete`, { key: row.key })
  }
  await post('currencies/delete', { code: 'SEK' })
})

test('unknown parameters are refused by name, and nothing happens', async () => {
  const refusal = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const answer = await site.call('admin2', method, path, { body })
    return [answer.status, answer.body.fields, answer.body.errorMessage]
  }
  const unknown = 'There is no such parameter.'
  expect(await refusal('GET', 'lookups/reasons?filtre.code=FIRST&size=2&Sort=code')).toEqual([
    422,
    { 'filtre.code': unknown, Sort: unknown },
    '"filtre.code", "Sort": unknown. This call takes asOf, page, size, sort, search, filter.<column>, in.<column>.',
  ])
  for (const name of ['group', 'columns', 'nav.page', '__proto__', 'x'.repeat(500)])
    expect((await refusal('GET', `lookups/reasons?${name}=1`))[0], name).toBe(422)
  const row = { code: 'ODD', display: 'Odd', sortingOrder: 90 }
  expect(await refusal('POST', 'lookups/reasons?dryRun=true', row)).toEqual([
    422,
    { dryRun: unknown },
    '"dryRun": unknown. This call takes no parameters.',
  ])
  expect(await load('reasons?filter.code=ODD')).toEqual([])
})

test('a row is added, changed by key or by its own key fields, and deleted by each method', async () => {
  const made = await post('holidays', { calendar: 'LU', date: '2027-06-23', name: 'Feast' })
  expect([made.status, made.body]).toEqual([
    201,
    { calendar: 'LU', date: '2027-06-23', name: 'Feast', key: 'LU~2027-06-23' },
  ])
  const { key } = made.body
  const byKey = await post('holidays/update', { key, name: 'National day' })
  expect([byKey.status, byKey.body]).toEqual([200, { ...made.body, name: 'National day' }])
  const byFields = await post('holidays/update', { calendar: 'LU', date: '2027-06-23', name: '' })
  expect([byFields.status, byFields.body.name]).toEqual([200, ''])
  expect(await load('holidays')).toEqual([byFields.body])
  const again = () => post('holidays', { calendar: 'LU', date: '2027-06-23' })
  const deletions = [
    () => post('holidays/delete', { key }),
    () => post('holidays/delete', JSON.stringify(key), { 'Content-Type': 'application/json' }),
    () => post('holidays/delete', { calendar: 'LU', date: '2027-06-23' }),
    () => post('holidays/delete', `key=${encodeURIComponent(key)}`, FORM),
    () => site.call('admin2', 'GET', `lookups/holidays/delete/${key}`, { headers: OWN }),
    () => site.call('admin2', 'DELETE', `lookups/holidays/delete/${key}`),
  ]
  for (const remove of deletions) {
    const deletion = await remove()
    expect([deletion.status, deletion.body.key, await load('holidays')]).toEqual([200, key, []])
    await again()
  }
})

test('the fee schedule of a fund is read and sent by key; rates are percentages, days of the year are MM-DD', async () => {
  const { body: fund } = await post('funds/update', { key: '1', yearEnd: '30/06', controlSet: 'FIA 2' })
  expect(fund).toMatchObject({ yearEnd: '06-30', controlSet: 'FIA 2' })
  expect((await post('funds/update', { key: '1', yearEnd: fund.yearEnd })).body.yearEnd).toBe('06-30')
  const fee = { fundId: 1, accountPrefix: '611', validFrom: '2026-01-01', days: 'ACT' }
  const made = await post('fee-schedule', { ...fee, rate: 1.25 })
  const row = { ...fee, validTo: null, rate: '1.25', amount: null, key: '1~611~2026-01-01' }
  expect([made.status, made.body]).toEqual([201, row])
  expect(await load('fee-schedule?filter.accountPrefix=611')).toEqual([row])
  const both = await post('fee-schedule/update', { key: row.key, amount: '100' })
  expect([both.status, both.body.fields]).toEqual([
    422,
    { amount: 'Give a rate or an amount, not both: clear one of them.' },
  ])
  expect((await post('fee-schedule/delete', fee)).status).toBe(200)
  const side = await post('account-plan/update', { key: '38', side: 'both' })
  expect(side.body).toEqual({
    prefix: '38',
    accountClass: 'accrued interest',
    side: 'both',
    dividends: false,
    key: '38',
  })
})

test('side effects of a change are reported with the row', async () => {
  const { status, body } = await post('holidays', { calendar: 'LU', date: '2020-12-25', name: 'Christmas' })
  expect([status, body.also]).toEqual([201, 'It is in the past: dates before today do not move.'])
  expect((await post('holidays/delete', { key: body.key })).status).toBe(200)
})

test('a GET that deletes is accepted only from a page of this site or with a write token', async () => {
  await post('currencies', { code: 'NOK', name: 'Norwegian Krone' })
  const path = 'lookups/currencies/delete/NOK'
  const refused: Record<string, string>[] = [
    {},
    { 'Sec-Fetch-Site': 'cross-site' },
    { ...OWN, 'Sec-Purpose': 'prefetch' },
  ]
  for (const headers of refused) {
    const { status, body } = await site.call('admin2', 'GET', path, { headers })
    expect([status, body.title]).toEqual([403, 'Delete Error'])
  }
  expect(await load('currencies')).toHaveLength(1)
  const tokenFor = async (readOnly: boolean) => {
    const { body } = await site.call('admin2', 'POST', 'account/tokens', { body: { name: 't', readOnly } })
    return { Authorization: `Bearer ${body.token}` }
  }
  expect((await site.call(null, 'GET', path, { headers: await tokenFor(true) })).status).toBe(403)
  expect((await site.call(null, 'GET', path, { headers: await tokenFor(false) })).status).toBe(200)
  expect(await load('currencies')).toEqual([])
})

test('sent with the row as loaded, a row that changed since is 409 with both versions', async () => {
  const { body: seen } = await post('legal-entities', { name: 'Alpha', kind: 'SUPPLIER', jurisdiction: 'LU' })
  const theirs = await post('legal-entities/update', { key: seen.key, jurisdiction: 'FR', seen })
  expect(theirs.status).toBe(200)
  const { status, body } = await post('legal-entities/update', { ...seen, jurisdiction: 'DE', seen })
  const address = { street: null, buildingNumber: null, postCode: null, town: null, country: null, lei: null }
  const unset = { vatNumber: null, deadDate: null, managementCompanyId: null, calendar: null, ...address }
  const same = { name: 'Alpha', kind: 'SUPPLIER', ...unset }
  expect([status, body]).toEqual([
    409,
    {
      code: 'conflict',
      title: 'Settings error',
      errorMessage:
        'Legal entity Alpha was changed by Test admin after you opened it. Compare the versions, then save yours or use the stored one.',
      fields: { jurisdiction: 'Stored now: "FR". When you opened it: "LU".' },
      details: {
        opened: { ...same, jurisdiction: 'LU' },
        stored: { ...same, jurisdiction: 'FR' },
        yours: { ...same, jurisdiction: 'DE' },
      },
    },
  ])
  expect((await load('legal-entities'))[0].jurisdiction).toBe('FR')
  const over = await post('legal-entities/update', { ...seen, jurisdiction: 'DE', seen: theirs.body })
  expect([over.status, over.body.jurisdiction]).toEqual([200, 'DE'])
  const plain = await post('legal-entities/update', { ...seen, jurisdiction: 'ES' })
  expect([plain.status, plain.body.jurisdiction]).toEqual([200, 'ES'])
  const removal = await post('legal-entities/delete', { key: seen.key, seen })
  expect([removal.status, removal.body.title]).toEqual([409, 'Delete Error'])
})

test('value must be boolean; a form sends true or false as text', async () => {
  const { body: entity } = await post('legal-entities', { name: 'Client', kind: 'COMPANY' })
  const row = { legalEntityId: entity.id, firstName: 'Jo', lastName: 'Doe' }
  for (const isRetired of ['true', 'yes', 1, 'on']) {
    const { status, body } = await post('client-validators', { ...row, isRetired })
    expect([status, body.fields]).toEqual([
      422,
      { isRetired: 'Retired: value must be boolean. Give true or false.' },
    ])
  }
  const form = new URLSearchParams({ ...row, legalEntityId: String(entity.id), isRetired: 'true' })
  const made = await post('client-validators', String(form), FORM)
  expect([made.status, made.body.isRetired]).toEqual([201, true])
  const json = await post('client-validators/update', { key: made.body.key, isRetired: false })
  expect([json.status, json.body.isRetired]).toEqual([200, false])
})

test('column names lose . : [ ], figures stay exact, hostile text stays text', async () => {
  await post('currencies', { 'co.de': 'CHF', '[name]': `<img onerror=alert(1)> '; drop table currency; --` })
  expect(await load('currencies')).toMatchObject([
    { code: 'CHF', name: `<img onerror=alert(1)> '; drop table currency; --` },
  ])
  const rate = '0.1234567890123456789012345'
  const made = await post('exchange-rates', { currency: 'CHF', date: '2026-11-02', rate })
  expect([made.status, made.body.rate]).toEqual([201, rate])
  const long = Array.from({ length: 1_500 }, (_, at) => ((at * 7919) % 36 ** 2).toString(36)).join('')
  for (const key of ['__proto__', 'constructor', 'toString', '%00', '..%2f..', long])
    for (const headers of [OWN, { ...OWN, 'Idempotency-Key': 'k' }]) {
      const { status } = await site.call('admin2', 'DELETE', `lookups/currencies/delete/${key}`, { headers })
      expect([key, status]).toEqual([key, 404])
    }
})

test('a row sent twice with an Idempotency-Key is added once', async () => {
  const headers = { 'Idempotency-Key': 'row-1' }
  const one = await post('routine-types', { name: 'Weekly' }, headers)
  const two = await post('routine-types', { name: 'Weekly' }, headers)
  expect([one.status, two.status, two.body]).toEqual([201, 201, one.body])
  const third = await post('routine-types', { name: 'Weekly' })
  expect([third.status, third.body.fields]).toEqual([
    422,
    { name: 'There is already a routine type Weekly. Give another name, or change that one.' },
  ])
})

test('an invalid row, key or table is refused with a message', async () => {
  for (const [path, body, status, words] of [
    ['reasons', '[]', 422, 'as one object'],
    ['reasons', '{', 400, 'not complete JSON'],
    ['reasons', '{}', 422, 'Enter the code.'],
    ['reasons/update', '{"display":"x"}', 422, 'Give the "key" of the reason'],
    ['reasons/update', '{"key":"FIRST","seen":"x"}', 422, 'as the row was loaded'],
    ['reasons/update', '{"key":"NONE","display":"x"}', 404, 'There is no such reason'],
    [
      'reasons/update',
      '{"key":"\\u0000","seen":{},"code":"\\ud800"}',
      409,
      'was deleted after you opened it',
    ],
    ['reasons/update', '{"key":"\\ud800","display":"x"}', 404, 'There is no such reason'],
    ['reasons/delete', '{}', 422, 'Give the "key" of the reason'],
    ['reasons/delete', '{"key":{"a":1}}', 422, 'Give the "key" of the reason'],
    ['nothing', '{}', 404, 'There is no such table'],
    ['__proto__/update', '{}', 404, 'There is no such table'],
  ] as const) {
    const answer = await post(path, body, { 'Content-Type': 'application/json' })
    expect([path, body, answer.status, answer.body.errorMessage]).toEqual([
      path,
      body,
      status,
      expect.stringContaining(words),
    ])
  }
  expect((await post('reasons', 'a', { 'Content-Type': 'text/csv' })).status).toBe(415)
})

test('users without the permission cannot add, change or delete', async () => {
  for (const path of ['reasons', 'reasons/update', 'reasons/delete'])
    for (const user of ['auditor1', 'accountant1'] as const)
      expect([path, user, (await post(path, { key: 'FIRST' }, {}, user)).status]).toEqual([path, user, 403])
  expect(await load('reasons')).toHaveLength(7)
})
