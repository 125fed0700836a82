import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { approvePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { faultsOf, importsInto, NOW } from '../../support/areas/reference-import/imports-into'
import { type Book, goodBook, type Rows } from '../../support/areas/reference-import/reference-book'

const site = await opened(testDatabase())
const imports = await importsInto(site)
await imports.run(goodBook())
const approver = await imports.user('somebody')

const ENTITY = 'Alder Fund SICAV'
const IBAN = 'LU280019400644750000'
const OTHER_IBAN = 'LU120010001234567891'
const book = (...rows: Rows): Book => ({ 'Bank accounts': [['Entity', 'Ccy', 'BIC', 'IBAN'], ...rows] })
const account = (bic = 'BGLLLULL', iban = 'LU28 0019 4006 4475 0000'): Rows[0] => [ENTITY, 'EUR', bic, iban]

/** A team leader who may update bank accounts approves all pending changes of one. */
async function approveAll() {
  await site.ownerSql`insert into user_queue values (${approver.id}, 'TEAM LEADER') on conflict do nothing`
  await site.ownerSql`insert into authorisation values (${approver.id}, 'bankaccounts', true, true, true)
    on conflict do nothing`
  for (const { id, kind } of await pendingChanges(site.read))
    if (kind === 'bank account')
      await site.transaction((tx) =>
        approvePendingChange(contextOf({ tx, actor: approver, now: NOW, timeZone: 'Europe/Luxembourg' }), id),
      )
}
const stored = () =>
  site.ownerSql`select iso3_currency, bic, iban from bank_account order by iso3_currency, iban`

test('a dry run lists each account and stores nothing; then each is pending for a team leader', async () => {
  const dry = await imports.run(book(account()), null, true)
  expect(dry.changes).toMatchObject([
    {
      key: `${ENTITY} EUR ${IBAN}`,
      action: 'insert',
      waits: true,
      fields: [
        { field: 'Bic', after: 'BGLLLULL' },
        { field: 'Any currency', after: 'no' },
      ],
    },
  ])
  const own = async () => (await pendingChanges(site.read)).filter(({ kind }) => kind === 'bank account')
  expect(await own()).toEqual([])
  const report = await imports.run(book(account()))
  expect(report.sheets).toMatchObject([{ sheet: 'Bank accounts', rows: 1, waiting: 1, unchanged: 0 }])
  expect(await own()).toMatchObject([
    {
      description: `Bank account EUR LU28 0019 4006 4475 0000 of ${ENTITY}`,
      before: null,
      after: { iso3Currency: 'EUR', bic: 'BGLLLULL', iban: IBAN },
    },
  ])
  expect((await imports.run(book(account()))).changes).toEqual([])
  expect(await stored()).toEqual([])
  await approveAll()
  expect(await stored()).toEqual([{ iso3_currency: 'EUR', bic: 'BGLLLULL', iban: IBAN }])
})

test('another BIC changes the account, another number is another account; unchanged ones are not pending', async () => {
  const report = await imports.run(book(account('BILLLULL'), account('BGLLLULL', OTHER_IBAN)))
  expect(report.changes).toMatchObject([
    { action: 'update', fields: [{ field: 'Bic', before: 'BGLLLULL', after: 'BILLLULL' }] },
    { action: 'insert', key: `${ENTITY} EUR ${OTHER_IBAN}` },
  ])
  await approveAll()
  expect(await stored()).toMatchObject([
    { bic: 'BGLLLULL', iban: OTHER_IBAN },
    { bic: 'BILLLULL', iban: IBAN },
  ])
  const again = await imports.run(book(account('BILLLULL')))
  expect([again.changes, again.sheets[0]?.unchanged]).toEqual([[], 1])
})

test('an entity created by the same workbook has its account requested', async () => {
  const report = await imports.run({
    'Legal entities': [
      ['Name', 'Kind'],
      ['Brand New Ltd', 'SUPPLIER'],
    ],
    ...book(['Brand New Ltd', 'EUR', 'DEUTDEFF', 'DE02120300000000202051']),
  })
  expect(report.sheets).toMatchObject([{ inserted: 1 }, { sheet: 'Bank accounts', waiting: 1 }])
  const waiting = await pendingChanges(site.read)
  expect(waiting.at(-1)?.description).toBe('Bank account EUR DE02 1203 0000 0000 2020 51 of Brand New Ltd')
})

const AT = 'Bank accounts!'
test.each<[Rows, string[]]>([
  [[account('BGLL')], [`${AT}C2: "BGLL" is not a BIC (8 or 11 letters and digits of ISO 9362)`]],
  [
    [account('BGLLLULL', 'LU280019400644750001')],
    [`${AT}D2: "LU280019400644750001" is not an IBAN: country, length or check digits are wrong (ISO 13616)`],
  ],
  [
    [['Nobody SA', 'EUR', 'BGLLLULL', IBAN]],
    [`${AT}A2: "Nobody SA" is not a legal entity in the sheet Legal entities or on this site`],
  ],
  [
    [[ENTITY, 'JPY', 'BGLLLULL', IBAN]],
    [`${AT}B2: "JPY" is not a currency in the sheet Currencies or on this site`],
  ],
  [
    [[ENTITY, 'EURO', 'BGLLLULL', IBAN]],
    [`${AT}B2: "EURO" is not a currency (three capital letters of ISO 4217)`],
  ],
  [[account(), account('BILLLULL')], [`${AT}A3: "${ENTITY} EUR ${IBAN}" is already in row 2`]],
])('%j is refused at its cell', async (rows, faults) => {
  expect(await faultsOf(imports.run(book(...rows)))).toEqual(faults)
})

test('a bank of another country than its account gets a note', async () => {
  const report = await imports.run(book(account('DEUTDEFF')), null, true)
  expect(report.notes).toEqual([
    'Sheet "Bank accounts", row 2: please check, the bank is in DE, the account in LU.',
  ])
})

test('payees without IBAN, their clearing code, currencies and charges come with the sheet; a bank alone is a fault', async () => {
  const heads = ['Entity', 'Ccy', 'BIC', 'IBAN', 'Clearing code', 'Any currency', 'Charges']
  const sheet = (...rows: Rows): Book => ({ 'Bank accounts': [heads, ...rows] })
  const american = [ENTITY, 'USD', null, '0001-2345-6789', 'USABA 021000021', 'yes', 'debt']
  await imports.run(sheet(american))
  await approveAll()
  const own = async () =>
    (
      await site.ownerSql`select bic, iban, clearing, any_currency, charge_bearer from bank_account
        where iso3_currency = 'USD' and legal_entity_id = (select id from legal_entity where name = ${ENTITY})`
    )[0]
  const stored = {
    bic: '',
    iban: '000123456789',
    clearing: 'USABA 021000021',
    any_currency: true,
    charge_bearer: 'DEBT',
  }
  expect(await own()).toEqual(stored)
  // A sheet of earlier columns leaves them as they are.
  const plain: Book = {
    'Bank accounts': [
      ['Entity', 'Ccy', 'BIC', 'IBAN'],
      [ENTITY, 'USD', 'CHASUS33', '000123456789'],
    ],
  }
  expect((await imports.run(plain, null, true)).changes).toMatchObject([{ fields: [{ field: 'Bic' }] }])
  expect(await own()).toEqual(stored)
  expect(await faultsOf(imports.run(sheet([ENTITY, 'USD', null, '12345678', null, null, null])))).toEqual([
    expect.stringContaining('Enter the clearing code or the Bic'),
  ])
})

test('legal entities bring their address and LEI, each checked', async () => {
  const heads = ['Name', 'Kind', 'Street', 'Number', 'Post code', 'Town', 'Country', 'LEI']
  const row = (country: string, lei: string) => [
    'Birch Data Inc.',
    'SUPPLIER',
    'Main Street',
    '5 b',
    '10001',
    'New York',
    country,
    lei,
  ]
  await imports.run({ 'Legal entities': [heads, row('us', '5299 00T8 BM49 AURS DO55')] })
  const [entity] = await site.ownerSql`
    select street, building_number, post_code, town, country, lei from legal_entity where name = 'Birch Data Inc.'`
  expect(entity).toEqual({
    street: 'Main Street',
    building_number: '5 b',
    post_code: '10001',
    town: 'New York',
    country: 'US',
    lei: '529900T8BM49AURSDO55',
  })
  const wrong = { 'Legal entities': [heads, row('USA', '529900T8BM49AURSDO56')] }
  expect(await faultsOf(imports.run(wrong))).toEqual([
    expect.stringContaining('is not a country'),
    expect.stringContaining('is not an LEI'),
  ])
})
