import { legalEntity } from 'db/schema/lookups'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { fillFromEInvoice } from '~/areas/drafts/upload/einvoice.server'
import type { EInvoice } from '~/platform/einvoices/einvoice'

const database = await opened(testDatabase())
const rows = await database.transaction((tx) =>
  tx
    .insert(legalEntity)
    .values([
      { name: 'Alcyon SICAV', kind: 'FUND', vatNumber: 'LU 1111' },
      { name: 'Twin SA', kind: 'COMPANY' },
      { name: 'Twin S.à r.l.', kind: 'COMPANY' },
      { name: 'Gone SICAV', kind: 'FUND', deadDate: '2026-06-30' },
      { name: 'Index Data House Ltd', kind: 'SUPPLIER' },
    ])
    .returning({ id: legalEntity.id }),
)
const alcyon = rows[0]?.id ?? 0

async function buyer(name: string, vat?: string) {
  const found = (value: string) => ({ value, source: 'here' })
  const eInvoice = {
    fields: { buyerName: found(name), ...(vat ? { buyerVat: found(vat) } : {}) },
    typeCode: '380',
    fault: null,
  } as unknown as EInvoice
  const { fields } = await fillFromEInvoice(database.read, eInvoice, '2026-10-01')
  return fields.settlementLegalEntity
}

test('the buyer of an e-invoice is the invoiced legal entity if exactly one matches', async () => {
  expect(await buyer('ALCYON, SICAV')).toBe(alcyon)
  expect(await buyer('Some other name', 'lu1111')).toBe(alcyon)
  expect(await buyer('Twin')).toBeNull()
  expect(await buyer('Gone SICAV')).toBeNull()
  // A supplier is no client.
  expect(await buyer('Index Data House Ltd')).toBeNull()
  expect(await buyer('Nobody we know')).toBeNull()
})
