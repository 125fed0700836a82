import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { bankDetails } from '~/areas/bank-accounts/bank-details.server'
import { account, accountsOn, BIC, IBAN, OTHER_IBAN } from '../../support/areas/bank-accounts/accounts-on'

const site = await opened(testSite())
const reference = await expenseReference(site)
const accounts = await accountsOn(site, reference)

const details = (today: string, timeZone?: string) =>
  bankDetails(contextOf({ read: site.read, today, timeZone }), reference.supplierId)

test('an entity without accounts has no notice; its first account is no change', async () => {
  expect(await details('2026-11-02')).toEqual({ accounts: [], changedDaysAgo: null, waitingSince: null })
  site.setClock('2026-11-02T09:00:00Z')
  await accounts.create(account())
  expect((await details('2026-11-02')).waitingSince?.toISOString()).toMatch(/^2026-11-02T09:00/)
  await accounts.decide()
  expect(await details('2026-11-20')).toEqual({
    accounts: [
      {
        id: expect.any(Number),
        iso3Currency: 'EUR',
        bic: BIC,
        iban: IBAN,
        clearing: null,
        anyCurrency: false,
        chargeBearer: null,
      },
    ],
    changedDaysAgo: null,
    waitingSince: null,
  })
})

test('a second account, a change and a deletion each count from the day they took effect', async () => {
  site.setClock('2026-11-10T09:00:00Z')
  await accounts.create(account({ iban: OTHER_IBAN }))
  expect((await details('2026-11-11')).changedDaysAgo).toBeNull()
  site.setClock('2026-11-12T09:00:00Z')
  await accounts.decide()
  expect((await details('2026-11-12')).changedDaysAgo).toBe(0)
  expect((await details('2026-11-20')).changedDaysAgo).toBe(8)
  const [first] = await accounts.load()
  site.setClock('2026-11-21T23:30:00Z')
  await accounts.update(first?.key ?? '', { bic: 'BILLLULL' })
  await accounts.decide()
  expect((await details('2026-11-24')).changedDaysAgo).toBe(3)
  // The day in the time zone of the site.
  expect((await details('2026-11-24', 'Europe/Luxembourg')).changedDaysAgo).toBe(2)
  site.setClock('2026-11-28T09:00:00Z')
  await accounts.remove(first?.key ?? '')
  await accounts.decide()
  expect(await details('2026-11-30')).toMatchObject({ accounts: [{ iban: IBAN }], changedDaysAgo: 2 })
})

test('refused changes and those over a year old are not reported', async () => {
  const [first] = await accounts.load()
  site.setClock('2026-12-20T09:00:00Z')
  await accounts.update(first?.key ?? '', { bic: 'CELLLULL' })
  await accounts.refuse()
  expect((await details('2026-12-21')).changedDaysAgo).toBe(23)
  expect((await details('2027-11-28')).changedDaysAgo).toBe(365)
  expect((await details('2027-11-29')).changedDaysAgo).toBeNull()
})

test('the oldest pending change is reported', async () => {
  site.setClock('2027-12-01T09:00:00Z')
  await accounts.create(account({ iso3Currency: 'USD' }))
  site.setClock('2027-12-05T09:00:00Z')
  await accounts.create(account({ iso3Currency: 'USD', iban: OTHER_IBAN }))
  expect((await details('2027-12-06')).waitingSince?.toISOString()).toMatch(/^2027-12-01/)
})
