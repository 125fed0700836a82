import { clientValidator, legalEntity } from 'db/schema/lookups'
import { authorisationRule, signatory } from 'db/schema/signatures'
import type { Rule, SignatoryClass } from '~/areas/authorisation-matrix/matrix'
import type { Day } from '~/platform/values/day'
import type { Transaction } from '../../database'

/** The authorisation matrices of the demo's companies; its funds have none. */

const HELVETICA = 'Helvetica Bridge Management Company SA'
const QUERCUS = 'Quercus General Partner S.à r.l.'
const NORDLYS = 'Nordlys Kapitalförvaltning AB'

const BANDS: [
  entity: string,
  currency: string,
  from: string,
  to: string | null,
  rule: Rule,
  validFrom: Day,
  validTo: Day | null,
][] = [
  // Until 2025 everything was signed by two.
  [HELVETICA, 'EUR', '0', null, 'A+A', '2020-01-01', '2025-12-31'],
  [HELVETICA, 'EUR', '0', '5000', 'A', '2026-01-01', null],
  [HELVETICA, 'EUR', '5000.01', '50000', 'A+B', '2026-01-01', null],
  [HELVETICA, 'EUR', '50000.01', null, 'A+A', '2026-01-01', null],
  [HELVETICA, 'USD', '0', '10000', 'A', '2026-01-01', null],
  [HELVETICA, 'USD', '10000.01', null, 'A+A', '2026-01-01', null],
  [QUERCUS, 'EUR', '0', '10000', 'A', '2024-07-01', null],
  [QUERCUS, 'EUR', '10000.01', null, 'A+B', '2024-07-01', null],
  // Amounts in other currencies are converted.
  [NORDLYS, 'SEK', '0', '100000', 'A', '2025-01-01', null],
  [NORDLYS, 'SEK', '100000.01', null, 'A+A', '2025-01-01', null],
]

const SIGNATORIES: [name: string, signatoryClass: SignatoryClass, validFrom: Day, validTo: Day | null][] = [
  ['Sabine Oberlin', 'A', '2020-01-01', null],
  ['Thierry Conrad', 'B', '2020-01-01', '2022-12-31'],
  ['Thierry Conrad', 'A', '2023-01-01', null],
  // She retired.
  ['Ursula Maas', 'A', '2020-01-01', '2026-05-31'],
  ['Yann Kieffer', 'B', '2026-01-01', null],
  ['Vincent Aubry', 'A', '2024-07-01', null],
  ['Wanda Nowak', 'B', '2024-07-01', null],
  ['Åsa Ström', 'A', '2025-01-01', null],
  ['Björn Ek', 'A', '2026-03-01', null],
]

/** Who may sign for the demo's companies up to which amount; after its entities and validators. */
export async function seedAuthorisationMatrix(tx: Transaction): Promise<void> {
  const entities = await tx.select({ id: legalEntity.id, name: legalEntity.name }).from(legalEntity)
  const people = await tx.select().from(clientValidator)
  const idOf = (found: { id: number } | undefined, name: string) => {
    if (!found) throw new Error(`There is no ${name}`)
    return found.id
  }
  await tx.insert(authorisationRule).values(
    BANDS.map(([entity, currency, amountFrom, amountTo, rule, validFrom, validTo]) => ({
      legalEntityId: idOf(
        entities.find(({ name }) => name === entity),
        entity,
      ),
      ...{ currency, amountFrom, amountTo, rule, validFrom, validTo },
    })),
  )
  await tx.insert(signatory).values(
    SIGNATORIES.map(([name, signatoryClass, validFrom, validTo]) => ({
      validatorId: idOf(
        people.find(({ firstName, lastName }) => `${firstName} ${lastName}` === name),
        name,
      ),
      ...{ signatoryClass, validFrom, validTo },
    })),
  )
}
