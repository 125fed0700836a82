import { pendingChange, uxFunction } from 'db/schema/access'
import { legalEntity } from 'db/schema/lookups'
import { FUNCTIONS } from 'db/seed/base/seed-base'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { describeTarget } from '~/areas/authorisation-matrix/matrix-entry'
import { accountLabel } from '~/areas/bank-accounts/account'
import { TOLERANCES } from '~/areas/navs/rules/tolerances'
import { toleranceLabel } from '~/areas/navs/tolerances'
import { DEFINITION_KINDS } from '~/areas/workflows/definition-kinds'
import { DELETED } from '~/platform/approvals/change-kind.server'
import { describeChanges } from '~/platform/approvals/pending-change-kinds.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { showDay } from '~/platform/values/show'

const database = await opened(testDatabase())
const ownerId = await database.transaction(async (tx) => {
  await tx.insert(uxFunction).values([...FUNCTIONS])
  const [row] = await tx
    .insert(legalEntity)
    .values({ name: 'Nordlys “Kapital” AB', kind: 'SUPPLIER' })
    .returning({ id: legalEntity.id })
  return row?.id ?? 0
})

const IBAN = 'LU280019400644750000'
const account = { iso3Currency: 'EUR', bic: 'BGLLLULL', iban: IBAN }
const titled = (kind: string, target: string, before: object | null, after: object) => ({
  kind,
  target,
  before,
  after,
})

test('the database gives changes the same titles as the application', async () => {
  const tolerances = TOLERANCES.flatMap(({ key: tolerance }) =>
    [
      { level: 'all' as const, subject: null, validFrom: null, validTo: null },
      { level: 'fund' as const, subject: 'LUX001', validFrom: '2026-12-01', validTo: null },
      { level: 'fund type' as const, subject: 'EQUITY', validFrom: null, validTo: '2027-01-31' },
      { level: 'provider' as const, subject: 'FIA', validFrom: '2026-12-01', validTo: '2027-01-31' },
    ].map((scope) => ({ tolerance, value: '0.5', ...scope })),
  )
  const rules = ['0', '5000.01', '1234567890123.45'].map((amount) =>
    JSON.stringify(['Alder SA', 'EUR', '2026-01-01', amount]),
  )
  const signatory = JSON.stringify(['Alder SA', 'Ann', "O'Neill", '2026-02-28'])
  const expected: [change: ReturnType<typeof titled>, title: string][] = [
    [titled('user', 'marie', null, {}), 'User marie'],
    [titled('authorisation', 'navctrl marie de b', null, {}), 'Authorisation of marie de b for NAV Controls'],
    // A page that no longer exists keeps its key as its name.
    [titled('authorisation', 'gone marie', null, {}), 'Authorisation of marie for gone'],
    [titled('reset', 'password marie', null, { reset: 'password' }), 'One-time password of marie'],
    [titled('reset', 'enable marie', null, { reset: 'enable' }), 'Enabling of marie'],
    [titled('reset', 'unlink marie', null, { reset: 'unlink' }), 'Single sign-on of marie'],
    ...rules.map((target): [ReturnType<typeof titled>, string] => [
      titled('authorisation rule', target, null, {}),
      describeTarget('authorisation rule', target),
    ]),
    [titled('signatory', signatory, null, {}), describeTarget('signatory', signatory)],
    [
      titled('bank account', `${ownerId}/EUR ${IBAN}`, null, account),
      `Bank account ${accountLabel(account)} of Nordlys “Kapital” AB`,
    ],
    [
      titled('bank account', `${ownerId}/7`, { ...account, iso3Currency: 'USD' }, DELETED),
      `Bank account USD LU28 0019 4006 4475 0000 of Nordlys “Kapital” AB`,
    ],
    [
      titled('bank account', '999999/7', account, { ...account, bic: 'BILLLULL' }),
      `Bank account ${accountLabel(account)} of a legal entity that is gone`,
    ],
    ...tolerances.map((of): [ReturnType<typeof titled>, string] => [
      titled('rule tolerance', 'x', null, of),
      `Tolerance ${toleranceLabel(of)}`,
    ]),
    ...DEFINITION_KINDS.map(({ kind, one }): [ReturnType<typeof titled>, string] => [
      titled('workflow definition', kind, { version: 3, steps: [] }, { version: 4, validFrom: '2026-11-30' }),
      `Workflow of ${one}, version 4, valid from ${showDay('2026-11-30')}`,
    ]),
  ]
  const titles = await describeChanges(
    database.read,
    expected.map(([change]) => change),
  )
  expect(titles).toEqual(expected.map(([, title]) => title))
})

test('a change is described field by field, depending on its kind', async () => {
  const read = async (kind: string, target: string, before: object | null, after: object) => {
    await database.transaction((tx) =>
      tx.insert(pendingChange).values({ kind, target, before, after, requestedAt: new Date() }),
    )
    return (await pendingChanges(database.read)).at(-1)?.change
  }
  const queues = { firstName: 'M', lastName: 'W', role: 'R', homepage: '', queues: ['A', 'B'] }
  expect(await read('user', 'marie', { ...queues, queues: [] }, queues)).toBe('Queues: (blank) → A, B')
  const rights = { add: true, update: false, delete: false }
  expect(await read('authorisation', 'navctrl marie', null, rights)).toBe('may open, add')
  expect(await read('authorisation', 'navctrl marie', rights, DELETED)).toBe('may open, add → may not open')
  expect(await read('bank account', `${ownerId}/7`, account, { ...account, bic: 'BNPAFRPP' })).toBe(
    'Bic: BGLLLULL → BNPAFRPP (please check: the bank is in FR, the account in LU)',
  )
  expect(await read('bank account', `${ownerId}/8`, null, account)).toBe(
    'Ccy: EUR; Bic: BGLLLULL; IBAN: LU28 0019 4006 4475 0000',
  )
  const tolerance = { tolerance: 'N05.amount', level: 'all', subject: null, value: '1', validFrom: null }
  expect(await read('rule tolerance', '12', tolerance, { ...tolerance, value: '2' })).toBe('Value: 1 → 2')
  const rule = { legalEntity: 'Alder SA', rule: 'A', amountTo: null }
  const target = JSON.stringify(['Alder SA', 'EUR', '2026-01-01', '0'])
  expect(await read('authorisation rule', target, rule, { ...rule, rule: 'A+B' })).toBe('Rule: A → A+B')
})
