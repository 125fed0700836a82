import { legalEntity } from 'db/schema/lookups'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { matchSupplier, type Seller } from '~/areas/drafts/upload/einvoice.server'
import { bareNameKey, vatKey } from '~/platform/einvoices/einvoice'
import { testDatabase } from '../../../support/postgres/database'

const ids = new Map<string, number>()

const database = await opened(testDatabase())
const entity = (
  name: string,
  kind: string,
  vatNumber: string | null = null,
  deadDate: string | null = null,
) => ({
  name,
  kind,
  jurisdiction: 'LU',
  vatNumber,
  deadDate,
})
const rows = await database.transaction((tx) =>
  tx
    .insert(legalEntity)
    .values([
      entity('Crédit & Café Services S.à r.l.', 'SUPPLIER', 'LU 1234.5678'),
      entity('Alpine Income SICAV', 'SUPPLIER FUND', 'LU20000001'),
      entity('Omega SA', 'SUPPLIER'),
      entity('Omega Sàrl', 'SUPPLIER'),
      entity('Gruppe Nord GmbH', 'SUPPLIER', 'DE999'),
      entity('Gruppe Süd GmbH', 'SUPPLIER', 'DE999'),
      entity('Our Fund', 'FUND', 'LU777'),
      entity('Gone Ltd', 'SUPPLIER', 'GB555', '2026-06-30'),
    ])
    .returning({ id: legalEntity.id, name: legalEntity.name }),
)
for (const { id, name } of rows) ids.set(name, id)

const match = async (sellerName: string | null, sellerVat: string | null = null, day?: Seller['day']) => {
  const found = await matchSupplier(database.read, { sellerName, sellerVat, day })
  if (!found) return null
  const name = [...ids].find(([, id]) => id === found.legalEntityId)?.[0]
  return [name, found.by, found.isSupplierFund]
}

test('a VAT number is compared without spaces and punctuation, and outweighs the name', async () => {
  expect(await match('Somebody else', 'lu12345678')).toEqual([
    'Crédit & Café Services S.à r.l.',
    'VAT number',
    false,
  ])
  expect(await match('Omega SA', 'LU-2000.0001')).toEqual(['Alpine Income SICAV', 'VAT number', true])
})

test.each([
  ['CREDIT AND CAFE SERVICES SARL', 'Crédit & Café Services S.à r.l.'],
  ['credit & café services', 'Crédit & Café Services S.à r.l.'],
  ['Alpine Income', 'Alpine Income SICAV'],
  ['Omega S.A.', 'Omega SA'],
  ['OMEGA s. à r. l.', 'Omega Sàrl'],
  ['Gruppe Sud GmbH & Co. KG', 'Gruppe Süd GmbH'],
])('%s is %s by its name', async (sellerName, name) => {
  expect(await match(sellerName, 'FR000')).toEqual([name, 'name', name === 'Alpine Income SICAV'])
})

test('ambiguous or unknown names match no supplier', async () => {
  expect(await match('Omega')).toBeNull()
  expect(await match('Omega GmbH')).toBeNull()
  expect(await match('Crédit')).toBeNull()
  expect(await match(null)).toBeNull()
  expect(await match('', '')).toBeNull()
  expect(await match(' – ', ' - ')).toBeNull()
})

test('companies that share a VAT number are distinguished by name', async () => {
  expect(await match('Gruppe Nord', 'DE999')).toEqual(['Gruppe Nord GmbH', 'VAT number', false])
  expect(await match('Gruppe West', 'DE999')).toBeNull()
  expect(await match('Omega SA', 'DE999')).toBeNull()
})

test('only living suppliers and supplier funds are matched', async () => {
  expect(await match('Our Fund', 'LU777')).toBeNull()
  expect(await match('Gone Ltd', 'GB555')).toBeNull()
  expect(await match('Gone Ltd', 'GB555', '2026-07-01')).toBeNull()
  expect(await match('Gone Ltd', 'GB555', '2026-06-30')).toEqual(['Gone Ltd', 'VAT number', false])
})

test.each([
  ['Müller & Söhne GmbH & Co. KG', 'muller and sohne'],
  ['SAS Dupont', 'dupont'],
  ['Straße 1 A/S', 'strasse 1'],
  ['Kowalski Sp. z o.o.', 'kowalski'],
  ['L’Oréal S.A.', 'loreal'],
  ['S.A.', 'sa'],
  ['Ελληνική Τράπεζα Α.Ε.', 'ελληνικη τραπεζα αε'],
])('without its legal form %s is %s', (name, key) => {
  expect(bareNameKey(name)).toBe(key)
})

test('a VAT number is reduced to letters and digits', () => {
  expect(vatKey(' fr 05-987.654/321 ')).toBe('FR05987654321')
})
