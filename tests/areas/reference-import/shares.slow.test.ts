import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { type TestDatabase, testDatabase } from 'tests/support/postgres/database'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import type { Actor } from '~/areas/access/actor'
import { workOf } from '~/areas/access/user-work.server'
import { runImport } from '~/areas/reference-import/run-import.server'
import { approvePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { faultsOf, importsInto, NOW } from '../../support/areas/reference-import/imports-into'
import {
  type Book,
  bookFile,
  FUND_HEADS,
  goodBook,
  percent,
  type Rows,
} from '../../support/areas/reference-import/reference-book'

const ENTITY = 'Alder Fund SICAV'
const VAT = ['Settling entity', 'Recoverable %', 'Valid from', 'Valid to']
const KEYS = ['Settling entity', 'Sub-fund', 'Part %', 'Valid from', 'Valid to']
const vat = (...rows: Rows): Book => ({ 'Recoverable VAT': [VAT, ...rows] })
const keys = (...rows: Rows): Book => ({ 'Allocation keys': [KEYS, ...rows] })

/** The expense types, entities and funds that the lists refer to. */
function base(): Book {
  const {
    'Legal entities': entities = [],
    'Expense types': types = [],
    Currencies: currencies = [],
  } = goodBook()
  const fund = (code: string, entity: string | null): Rows[0] => [
    code,
    `${code} Fund`,
    'EUR',
    'BOND',
    'UCITS',
    'FIA',
    'no',
    entity,
  ]
  return {
    Currencies: currencies,
    'Legal entities': entities,
    'Expense types': types,
    Funds: [[...FUND_HEADS, 'Legal entity'], fund('AL1', ENTITY), fund('AL2', ENTITY), fund('BI1', null)],
  }
}

const BOOK: Book = {
  ...base(),
  ...vat([ENTITY, 25, '2026-01-01', '2026-12-31'], [ENTITY, percent(0.3), '2027-01-01', null]),
  ...keys([ENTITY, 'AL1', 60, '2026-01-01', null], [ENTITY, 'AL2', 40, '2026-01-01', null]),
  'Expense accounts': [
    ['Expense type', 'Holds', 'Account prefix', 'Legal entity', 'Fund code'],
    ['Audit fee', 'accrued', '464', null, null],
    ['Audit fee', 'accrued', '4641', null, 'AL1'],
    ['Audit fee', 'prepaid', '306', ENTITY, null],
  ],
}

const site = await opened(testDatabase())
const imports = await importsInto(site)
await imports.run(BOOK)

/** The contents of the three lists, by name. */
async function lists(of: Pick<TestDatabase, 'ownerSql'>) {
  return JSON.stringify([
    await of.ownerSql`select e.name, share::text, valid_from, valid_to from recoverable_vat r
      join legal_entity e on e.id = r.legal_entity_id order by 1, 3`,
    await of.ownerSql`select e.name, f.code, share::text, valid_from, valid_to from allocation_key k
      join legal_entity e on e.id = k.legal_entity_id join fund f on f.id = k.fund_id order by 1, 2, 4`,
    await of.ownerSql`select t.name, holds, account_prefix, e.name as entity, f.code from expense_account a
      join expense_type t on t.id = a.expense_type_id left join legal_entity e on e.id = a.legal_entity_id
      left join fund f on f.id = a.fund_id order by 1, 2, 3`,
  ])
}

test('on a new site shares take effect at once, and the same workbook changes nothing', async () => {
  expect(JSON.parse(await lists(site)).map((rows: unknown[]) => rows.length)).toEqual([2, 2, 3])
  expect((await imports.run(BOOK)).changes).toEqual([])
})

const [V, K] = ['Recoverable VAT!', 'Allocation keys!']
const once = 'only one share can apply on a day'
test.each<[Book, string[]]>([
  [vat([ENTITY, 101, '2028-01-01', null]), [`${V}B2: "101" is not from 0 to 100`]],
  [
    vat(['Nobody SA', 5, '2028-01-01', null]),
    [`${V}A2: "Nobody SA" is not a legal entity in the sheet Legal entities or on this site`],
  ],
  [vat([ENTITY, 5, '2026-01-01', '2025-12-31']), [`${V}D2: 31/12/2025 is before valid from 01/01/2026`]],
  [vat([ENTITY, 5, '2026-07-01', null]), [`${V}C2: overlaps with 25 % valid from 01/01/2026: ${once}`]],
  [
    keys([ENTITY, 'AL9', 5, '2026-01-01', null]),
    [`${K}B2: "AL9" is not a fund code in the sheet Funds or on this site`],
  ],
  [keys([ENTITY, 'BI1', 5, '2026-01-01', null]), [`${K}B2: "BI1" is a fund of no entity, not of ${ENTITY}`]],
  [
    keys([ENTITY, 'AL1', 5, '2026-07-01', null]),
    [`${K}D2: overlaps with 60 % valid from 01/01/2026: ${once}`],
  ],
  [
    keys([ENTITY, 'AL1', 5, '2025-01-01', '2025-06-30'], [ENTITY, 'AL1', 6, '2025-06-30', '2025-12-31']),
    [`${K}D3: overlaps with 5 % valid from 01/01/2025: ${once}`],
  ],
])('%j: %j', async (book, faults) => {
  expect(await faultsOf(imports.run(book))).toEqual(faults)
})

test('an export of the lists can be imported into an empty site, with the same rows', async () => {
  const shown = await httpSite()
  const empty = await testDatabase()
  const importing = await importsInto(empty)
  try {
    await runImport(
      workOf({ ...imports.services, database: shown }, null),
      imports.services,
      await bookFile(BOOK),
      { dryRun: false },
    )
    for (const { id } of await pendingChanges(shown.read)) await approve(shown, id, shown.actor('admin'))
    expect(await lists(shown)).toBe(await lists(site))
    await importing.run(base())
    for (const name of ['recoverable-vat', 'allocation-keys', 'expense-accounts']) {
      const answer = await shown.ask('admin', `/admin/lookups/${name}/export/${name}.xlsx`)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const report = await runImport(
        workOf(importing.services, null),
        importing.services,
        { name: `${name}.xlsx`, bytes },
        { dryRun: false },
      )
      expect([name, report.changes.length > 0]).toEqual([name, true])
    }
    expect(await lists(empty)).toBe(await lists(site))
  } finally {
    await shown.close()
    await empty.close()
  }
})

test('with two administrators imported shares are pending for the other one, with the same result as an approved proposal', async () => {
  const [anna, ben] = [await imports.user('anna'), await imports.user('ben')]
  const book = keys([ENTITY, 'AL1', 55, '2026-01-01', null], [ENTITY, 'AL2', 40, '2026-01-01', null])
  const report = await imports.run(book, anna)
  expect(report.sheets).toMatchObject([{ rows: 2, waiting: 1, unchanged: 1 }])
  expect((await imports.run(book, anna)).sheets).toMatchObject([{ waiting: 1, unchanged: 1 }])
  const share = () => site.ownerSql`select share::float from allocation_key order by id limit 1`
  expect(await share()).toEqual([{ share: 60 }])
  const [change] = await pendingChanges(site.read)
  expect(change?.description).toBe(`Allocation key of ${ENTITY} for AL1, from 01/01/2026`)
  await expect(approve(site, change?.id ?? 0, anna)).rejects.toMatchObject({ code: 'forbidden' })
  await approve(site, change?.id ?? 0, ben)
  expect(await share()).toEqual([{ share: 55 }])
})

function approve({ transaction }: Pick<TestDatabase, 'transaction'>, id: number, actor: Actor) {
  return transaction((tx) =>
    approvePendingChange(contextOf({ tx, actor, now: NOW, timeZone: 'Europe/Luxembourg' }), id),
  )
}
