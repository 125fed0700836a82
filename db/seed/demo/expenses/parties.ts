import type { Party } from '../../expenses/supplier-invoice'
import { ENTITIES } from '../entities'

/** Where the demo's suppliers and their clients live, and the accounts that they are paid on; all made up. */

const address = (name: string, street: string, city: string): Party => {
  const entity = ENTITIES.find((each) => each.name === name)
  if (!entity) throw new Error(`There is no legal entity ${name}`)
  return { name, street, city, country: entity.jurisdiction, vatNumber: entity.vatNumber ?? null }
}

export const AUDITOR = address(
  'Fontaine & Weis, réviseurs d’entreprises agréés',
  '12, rue du Moulin',
  'L-2146 Luxembourg',
)
export const LAWYER = address(
  'Kellermann Steiner Avocats à la Cour',
  '3, boulevard des Tilleuls',
  'L-1724 Luxembourg',
)
export const INDEX_HOUSE = address('Index Data House Ltd', '40 Harbour Row', 'Dublin 2')
export const PRICES = address('Pricewell Market Data GmbH', 'Uferstraße 7', '60327 Frankfurt am Main')
export const DOMICILE = address('Domus Domiciliation Services SA', '21, route d’Arlon', 'L-8009 Strassen')
export const CUSTODIAN = address(
  'Sûre Custody Bank Luxembourg SCA',
  '2, place de la Gare',
  'L-1616 Luxembourg',
)

export const MANAGEMENT = address(
  'Helvetica Bridge Management Company SA',
  '5, rue Neuve',
  'L-2220 Luxembourg',
)
export const PARTNER = address('Quercus General Partner S.à r.l.', '18, rue de l’Eau', 'L-1449 Luxembourg')
export const NORDLYS = address('Nordlys Kapitalförvaltning AB', 'Strandvägen 11', '114 56 Stockholm')

/** Supplier → IBAN and BIC. */
export const ACCOUNTS = new Map<Party, { iban: string; bic: string }>([
  [AUDITOR, { iban: iban('LU', '9910000000001234'), bic: 'FDSKLULL' }],
  [LAWYER, { iban: iban('LU', '9910000000005678'), bic: 'FDSKLULL' }],
  [INDEX_HOUSE, { iban: iban('IE', 'FDSK99000012345678'), bic: 'FDSKIE2D' }],
  [PRICES, { iban: iban('DE', '999000010012345678'), bic: 'FDSKDEFF' }],
  [DOMICILE, { iban: iban('LU', '9910000000009012'), bic: 'FDSKLULL' }],
  [CUSTODIAN, { iban: iban('LU', '9920000000003456'), bic: 'FDSKLULL' }],
])

/** The account number of a country, with the check digits of ISO 13616. */
export function iban(country: string, bban: string): string {
  const digits = `${bban}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  const check = 98n - (BigInt(digits) % 97n)
  return `${country}${String(check).padStart(2, '0')}${bban}`
}
