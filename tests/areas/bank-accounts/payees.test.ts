import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { paidAccount } from '~/areas/bank-accounts/bank-details.server'
import { decidedChangesOf } from '~/areas/bank-accounts/decided-changes.server'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { account, accountsOn, BIC, IBAN, OTHER_IBAN } from '../../support/areas/bank-accounts/accounts-on'

const site = await opened(testSite())
const reference = await expenseReference(site)
const accounts = await accountsOn(site, reference)

const SUPPLIER = 'Index Data House Ltd'
const paid = (currency: string, entityId = reference.supplierId) => paidAccount(site.read, entityId, currency)

async function decideAll() {
  for (const _ of await accounts.waiting()) await accounts.decide()
}

test('accounts that are approved together are listed once each, with who entered and approved them', async () => {
  site.setClock('2026-11-02T09:00:00Z')
  await accounts.create(account(), 'finance1')
  await accounts.create(account({ iban: OTHER_IBAN }), 'finance2')
  site.setClock('2026-11-03T09:00:00Z')
  await decideAll()
  const rows = await accounts.load()
  expect(rows.map(({ iban, createdBy, approvedBy }) => [iban, createdBy, approvedBy])).toEqual([
    [OTHER_IBAN, 'Jonas Thill', 'Claire Weyland'],
    [IBAN, 'Ines Carvalho', 'Claire Weyland'],
  ])
})

test('an account without IBAN has its number and the clearing code of its bank, in any notation', async () => {
  const done = await accounts.create(
    account({
      iso3Currency: 'USD',
      bic: '',
      iban: '0001 2345-6789',
      clearing: 'usaba 0210-0002-1',
      chargeBearer: 'debt',
    }),
  )
  expect(done.label).toBe('USD 0001 2345 6789')
  const [waiting] = await accounts.waiting()
  expect(waiting).toMatchObject({
    description: `Bank account USD 0001 2345 6789 of ${SUPPLIER}`,
    after: {
      iso3Currency: 'USD',
      bic: '',
      iban: '000123456789',
      clearing: 'USABA 021000021',
      chargeBearer: 'DEBT',
    },
  })
  await accounts.decide()
  const row = (await accounts.load()).find(({ iso3Currency }) => iso3Currency === 'USD')
  expect(row).toMatchObject({ clearing: 'USABA 021000021', anyCurrency: false, chargeBearer: 'DEBT' })
  await accounts.update(row?.key ?? '', { clearing: '', bic: 'CHASUS33' })
  await accounts.decide()
  expect((await decidedChangesOf(site.read, reference.supplierId))[0]?.change).toBe(
    'Bic: (blank) → CHASUS33; Clearing code: USABA 021000021 → (blank)',
  )
  expect((await paid('USD')).accounts).toMatchObject([{ bic: 'CHASUS33', clearing: null }])
})

test('the hash of accounts as they were before is the same, and a clearing code makes another one', async () => {
  const { hash } = await paid('EUR')
  const numbers = [`${IBAN} ${BIC}`, `${OTHER_IBAN} ${BIC}`].sort()
  expect(hash).toBe(sha256(canonicalJson({ holder: SUPPLIER, numbers })))
  const dollars = (await paid('USD')).hash
  await site.ownerSql`update bank_account set clearing = 'USABA 021000021' where bic = 'CHASUS33'`
  expect((await paid('USD')).hash).not.toBe(dollars)
  await site.ownerSql`update bank_account set clearing = null where bic = 'CHASUS33'`
  expect((await paid('USD')).hash).toBe(dollars)
})

test('an account counts for its currency, or for all where it says so', async () => {
  const entity = reference.settlingId
  await accounts.create(account(), 'finance1', entity)
  await decideAll()
  expect(await paid('USD', entity)).toMatchObject({ isOtherCurrency: true, accounts: [{ iban: IBAN }] })
  const before = (await paid('EUR', entity)).hash
  await accounts.create(account({ iban: OTHER_IBAN, anyCurrency: true }), 'finance1', entity)
  await decideAll()
  expect(await paid('USD', entity)).toMatchObject({
    isOtherCurrency: false,
    accounts: [{ iban: OTHER_IBAN }],
  })
  const euro = await paid('EUR', entity)
  expect(euro.accounts).toHaveLength(2)
  // What was approved for one account is not approved for two.
  expect(euro.hash).not.toBe(before)
})
