import { LAST_DAY } from 'db/seed/demo/calendar'
import { beforeTheStory } from 'tests/support/demo/before-the-story'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { storedEntries } from '~/areas/authorisation-matrix/matrix.server'
import { entryFaults, type MatrixKind } from '~/areas/authorisation-matrix/matrix-entry'
import { whoMaySign } from '~/areas/authorisation-matrix/who-may-sign.server'

const database = await opened(beforeTheStory())

test.each<MatrixKind>(['authorisation rule', 'signatory'])(
  'no %s of the demo overlaps another',
  async (kind) => {
    const entries = [...(await storedEntries(database.read, kind)).values()]
    expect(entries.length).toBeGreaterThan(8)
    expect(entries.flatMap((entry) => entryFaults(kind, entry, entries))).toEqual([])
  },
)

test.each([
  ['Helvetica Bridge Management Company SA', 'EUR', '5000', 'A', 'Sabine Oberlin'],
  ['Helvetica Bridge Management Company SA', 'EUR', '17024.09', 'A+B', 'Thierry Conrad, Yann Kieffer'],
  ['Helvetica Bridge Management Company SA', 'GBP', '60000', 'A+A', 'Thierry Conrad, Sabine Oberlin'],
  ['Quercus General Partner S.à r.l.', 'EUR', '2925', 'A', 'Vincent Aubry'],
  ['Quercus General Partner S.à r.l.', 'USD', '18000', 'A+B', 'Vincent Aubry, Wanda Nowak'],
  ['Nordlys Kapitalförvaltning AB', 'EUR', '2950', 'A', 'Åsa Ström'],
  ['Nordlys Kapitalförvaltning AB', 'EUR', '20000', 'A+A', 'Björn Ek, Åsa Ström'],
])('%s, %s %s: %s, which %s can sign', async (entity, currency, amount, rule, names) => {
  const [client] = await database.ownerSql`select id from legal_entity where name = ${entity}`
  const toSign = { legalEntityId: Number(client?.id), day: LAST_DAY, currency, amount }
  const before = await whoMaySign(database.read, { ...toSign, signed: [] })
  expect(before.needed?.rule).toBe(rule)
  const able = before.candidates.filter(({ may }) => may)
  expect(able.map(({ name }) => name)).toEqual(expect.arrayContaining(names.split(', ')))
  expect(able.map(({ name }) => name)).not.toContain('Ursula Maas')
  const signed = able
    .filter(({ name }) => names.includes(name))
    .map(({ validatorId }) => ({ validatorId, date: LAST_DAY }))
  expect((await whoMaySign(database.read, { ...toSign, signed })).missing).toEqual([])
})
