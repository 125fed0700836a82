import { clientValidator, exchangeRate, legalEntity } from 'db/schema/lookups'
import { authorisationRule, signatory } from 'db/schema/signatures'
import type { TestDatabase } from 'tests/support/postgres/database'

export const CLIENT = 'Forêt & Søn Management S.à r.l.'

/** A client with a matrix in two currencies, its validators, and a client without one. */
export async function addMatrix(database: Pick<TestDatabase, 'transaction'>) {
  return database.transaction(async (tx) => {
    const entities = await tx
      .insert(legalEntity)
      .values([
        { name: CLIENT, kind: 'COMPANY' },
        { name: 'Bare Company SA', kind: 'COMPANY' },
      ])
      .returning({ id: legalEntity.id })
    const [client = 0, bare = 0] = entities.map(({ id }) => id)
    const people = await tx
      .insert(clientValidator)
      .values(
        [
          ['Anna', 'Bäck', false],
          ['Alan', 'Cœur', false],
          ['Bea', 'Daßler', false],
          ['Rita', 'Esch', true],
        ].map(([firstName, lastName, isRetired]) => ({
          legalEntityId: client,
          firstName: String(firstName),
          lastName: String(lastName),
          isRetired: isRetired === true,
        })),
      )
      .returning({ id: clientValidator.id })
    const [anna = 0, alan = 0, bea = 0, rita = 0] = people.map(({ id }) => id)
    const rule = (
      currency: string,
      amountFrom: string,
      amountTo: string | null,
      asked: string,
      validFrom = '2026-01-01',
      validTo: string | null = null,
    ) => ({ legalEntityId: client, currency, amountFrom, amountTo, rule: asked, validFrom, validTo })
    await tx
      .insert(authorisationRule)
      .values([
        rule('EUR', '0', '5000', 'A'),
        rule('EUR', '5000.01', '50000', 'A+B'),
        rule('EUR', '50000.01', null, 'A+A'),
        rule('USD', '0', '10000', 'A+B'),
        rule('EUR', '0', null, 'A+A', '2025-01-01', '2025-12-31'),
      ])
    const from = { validFrom: '2026-01-01', validTo: null }
    await tx.insert(signatory).values([
      { validatorId: anna, signatoryClass: 'A', ...from },
      { validatorId: alan, signatoryClass: 'A', validFrom: '2025-01-01', validTo: '2026-06-30' },
      { validatorId: alan, signatoryClass: 'B', validFrom: '2026-07-01', validTo: null },
      { validatorId: bea, signatoryClass: 'B', ...from },
      { validatorId: rita, signatoryClass: 'A', ...from },
    ])
    await tx.insert(exchangeRate).values([
      { currency: 'GBP', date: '2026-10-28', rate: '1.15' },
      { currency: 'GBP', date: '2026-10-31', rate: '2' },
    ])
    return { client, bare, anna, alan, bea, rita }
  })
}
