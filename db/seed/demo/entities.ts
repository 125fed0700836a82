import type { Rule, SignatoryClass } from '~/areas/authorisation-matrix/matrix'
import type { Day } from '~/platform/values/day'
import type { Transaction } from '../../database'
import { clientValidator, legalEntity } from '../../schema/lookups'
import { authorisationRule, signatory } from '../../schema/signatures'
import type { DemoFund } from './funds'
import { type DemoCurrency, steady } from './market/series'

/** Legal entities and lookups of the demo; all invented. */

export const ENTITIES: {
  name: string
  kind: string
  jurisdiction: string
  vatNumber?: string
  deadDate?: string
  street?: string
  buildingNumber?: string
  postCode?: string
  town?: string
  country?: string
}[] = [
  ...[
    'Arvensis SICAV',
    'Brumalis Fonds SICAV',
    'Cormoran Investissements SICAV-FIS',
    'Nordlys Invest SICAV',
    'Peñalara Global SICAV',
    'Quercus Alternatives SCA SICAV-RAIF',
  ].map((name) => ({ name, kind: 'FUND', jurisdiction: 'LU' })),
  {
    name: 'Helvetica Bridge Management Company SA',
    kind: 'COMPANY',
    jurisdiction: 'LU',
    vatNumber: 'LU90000017',
    street: 'rue Neuve',
    buildingNumber: '5',
    postCode: 'L-2220',
    town: 'Luxembourg',
    country: 'LU',
  },
  { name: 'Quercus General Partner S.à r.l.', kind: 'COMPANY', jurisdiction: 'LU', vatNumber: 'LU90000025' },
  { name: 'Nordlys Kapitalförvaltning AB', kind: 'COMPANY', jurisdiction: 'SE', vatNumber: 'SE900000003301' },
  {
    name: 'Sûre Custody Bank Luxembourg SCA',
    kind: 'SUPPLIER',
    jurisdiction: 'LU',
    vatNumber: 'LU90000033',
    street: 'place de la Gare',
    buildingNumber: '2',
    postCode: 'L-1616',
    town: 'Luxembourg',
    country: 'LU',
  },
  {
    name: 'Fontaine & Weis, réviseurs d’entreprises agréés',
    kind: 'SUPPLIER',
    jurisdiction: 'LU',
    vatNumber: 'LU90000041',
  },
  {
    name: 'Kellermann Steiner Avocats à la Cour',
    kind: 'SUPPLIER',
    jurisdiction: 'LU',
    vatNumber: 'LU90000058',
  },
  {
    name: 'Index Data House Ltd',
    kind: 'SUPPLIER',
    jurisdiction: 'IE',
    vatNumber: 'IE9000006A',
    street: 'Harbour Row',
    buildingNumber: '40',
    town: 'Dublin',
    country: 'IE',
  },
  { name: 'Pricewell Market Data GmbH', kind: 'SUPPLIER', jurisdiction: 'DE', vatNumber: 'DE900000071' },
  { name: 'Domus Domiciliation Services SA', kind: 'SUPPLIER', jurisdiction: 'LU', vatNumber: 'LU90000082' },
  {
    name: 'Traduction Express SPRL',
    kind: 'SUPPLIER',
    jurisdiction: 'BE',
    vatNumber: 'BE0900000094',
    deadDate: '2026-06-30',
  },
  { name: 'Lindenhof Umbrella Fund', kind: 'SUPPLIER FUND', jurisdiction: 'LU' },
  {
    name: 'Pinecrest Funds ICAV',
    kind: 'SUPPLIER FUND',
    jurisdiction: 'IE',
    street: 'Quay Street',
    buildingNumber: '9',
    town: 'Dublin',
    country: 'IE',
  },
]

export const CURRENCIES = [
  { code: 'EUR', name: 'Euro' },
  { code: 'USD', name: 'US dollar' },
  { code: 'GBP', name: 'Pound sterling' },
  { code: 'CHF', name: 'Swiss franc' },
  { code: 'SEK', name: 'Swedish krona' },
  { code: 'JPY', name: 'Yen' },
]

export const EXPENSE_TYPES = [
  ['Audit fee', 'Professional fees'],
  ['Legal fee', 'Professional fees'],
  ['Tax advice', 'Professional fees'],
  ['Depositary fee', 'Service providers'],
  ['Domiciliation fee', 'Service providers'],
  ['Index licence', 'Data'],
  ['Market data', 'Data'],
  ['Translation and publication', 'Publication'],
  ['CSSF annual fee', 'Regulatory'],
  ['Directors’ fee', 'Governance'],
  ['Administration fee', 'Service providers'],
  ['Transaction charges', 'Service providers'],
].map(([name = '', category = '']) => ({ name, category }))

/** Funds accrue what suppliers will bill: prefixes of the accounts in their balances. */
export const EXPENSE_ACCOUNTS: [expenseType: string, prefix: string][] = [
  ['Depositary fee', '462'],
  ['Administration fee', '463'],
  ['Audit fee', '464'],
]

export const ROUTINE_TYPES = ['Monthly', 'Quarterly', 'Half-yearly', 'Yearly', 'One-off'].map((name) => ({
  name,
}))

export const CLIENT_VALIDATORS: [entity: string, firstName: string, lastName: string, isRetired: boolean][] =
  [
    ['Helvetica Bridge Management Company SA', 'Sabine', 'Oberlin', false],
    ['Helvetica Bridge Management Company SA', 'Thierry', 'Conrad', false],
    ['Helvetica Bridge Management Company SA', 'Ursula', 'Maas', true],
    ['Quercus General Partner S.à r.l.', 'Vincent', 'Aubry', false],
    ['Quercus General Partner S.à r.l.', 'Wanda', 'Nowak', false],
    ['Nordlys Kapitalförvaltning AB', 'Åsa', 'Ström', false],
    ['Helvetica Bridge Management Company SA', 'Yann', 'Kieffer', false],
    ['Nordlys Kapitalförvaltning AB', 'Björn', 'Ek', false],
  ]

/** A share class of a demo fund: reference data, and its initial figures. */
export interface DemoClass {
  code: string
  fundCode: string
  name: string
  currency: DemoCurrency
  decimals: number
  activeFrom: Day | null
  activeTo: Day | null
  reference: boolean
  hedged: boolean
  /** Pays quarterly. */
  distributes: boolean
  /** Percent of the class's total net assets per year. */
  managementFee: string
  startNav: number
  /** Part of the fund's total net assets at the start. */
  weight: number
}

interface Kind {
  name: string
  /** Blank: the fund's. */
  currency?: DemoCurrency
  decimals: number
  hedged?: true
  distributes?: true
  nav: number
  weight: number
  activeFrom?: Day
  activeTo?: Day
}

const KINDS: Record<string, Kind> = {
  A: { name: 'A (acc)', decimals: 2, nav: 128, weight: 5 },
  D: { name: 'D (dist)', decimals: 2, distributes: true, nav: 104, weight: 3 },
  I: { name: 'I institutional (acc)', decimals: 4, nav: 1187, weight: 6 },
  U: { name: 'A USD (acc)', currency: 'USD', decimals: 2, nav: 117, weight: 1.2 },
  E: { name: 'A EUR (acc)', currency: 'EUR', decimals: 2, nav: 109, weight: 1.4 },
  UH: { name: 'A USD hedged (acc)', currency: 'USD', decimals: 2, hedged: true, nav: 121, weight: 0.9 },
  EH: { name: 'A EUR hedged (acc)', currency: 'EUR', decimals: 2, hedged: true, nav: 112, weight: 1.1 },
  CH: { name: 'A CHF hedged (acc)', currency: 'CHF', decimals: 2, hedged: true, nav: 101, weight: 0.7 },
  N: {
    name: 'N founder (acc), launched 15.09.26',
    decimals: 3,
    nav: 100,
    weight: 0.8,
    activeFrom: '2026-09-15',
  },
  X: { name: 'X seed (acc), closed 30.09.26', decimals: 2, nav: 96, weight: 0.5, activeTo: '2026-09-30' },
}

/** Percent per year: of most classes, and of those for institutions, founders and seed money. */
const MANAGEMENT_FEES: Record<DemoFund['type'], readonly [string, string]> = {
  EQUITY: ['1.2', '0.65'],
  BOND: ['0.75', '0.4'],
  MIXED: ['1.05', '0.6'],
  'MONEY MARKET': ['0.2', '0.12'],
  ALTERNATIVE: ['1.5', '1.1'],
}

/** The share classes of a fund; the first in the fund's currency is its reference class. */
export function shareClassesOf(fund: DemoFund): DemoClass[] {
  return fund.classes.split(' ').map((key, index) => {
    const kind = KINDS[key]
    if (!kind) throw new Error(`There is no kind of share class "${key}"`)
    const code = `${fund.code}-${key}`
    return {
      code,
      fundCode: fund.code,
      name: kind.name,
      currency: kind.currency ?? fund.currency,
      decimals: kind.decimals,
      activeFrom: kind.activeFrom ?? '2019-01-02',
      activeTo: kind.activeTo ?? null,
      reference: index === 0,
      hedged: kind.hedged ?? false,
      distributes: kind.distributes ?? false,
      managementFee: MANAGEMENT_FEES[fund.type][key === 'I' || key === 'X' || key === 'N' ? 1 : 0],
      startNav: kind.nav * (0.8 + 0.4 * steady(`start ${code}`)),
      weight: kind.weight * (0.7 + 0.6 * steady(`weight ${code}`)),
    }
  })
}

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
  // Until 2025 two signatories signed everything.
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

/**
 * The users who may sign for the demo's companies, and up to which amount; stored after its entities and validators.
 */
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
      currency,
      amountFrom,
      amountTo,
      rule,
      validFrom,
      validTo,
    })),
  )
  await tx.insert(signatory).values(
    SIGNATORIES.map(([name, signatoryClass, validFrom, validTo]) => ({
      validatorId: idOf(
        people.find(({ firstName, lastName }) => `${firstName} ${lastName}` === name),
        name,
      ),
      signatoryClass,
      validFrom,
      validTo,
    })),
  )
}
