import type { Actor } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import type { DividingRule } from '~/areas/drafts/cost-lines/divide'
import type { Day } from '~/platform/values/day'
import type { Database, Read } from '../../../database'
import { appUser } from '../../../schema/access'
import { clientValidator, expenseType, legalEntity, routineType } from '../../../schema/lookups'
import type { Party, SupplierInvoice } from '../../expenses/supplier-invoice'
import { ENTITIES } from '../entities'

/** The users and objects in the stories; a name that the demo does not have is a mistake in a story. */
export interface Cast {
  actor(userName: string): Actor
  entity(name: string): number
  expense(name: string): number
  routine(name: string): number
  /** By first and last name. */
  validator(name: string): number
  /** By the key of its story. */
  budget(key: string): number
}

/** @param budgets the budgets already played, by the keys of their stories */
export async function castOf(
  { read }: Pick<Database, 'read'>,
  budgets: ReadonlyMap<string, number>,
): Promise<Cast> {
  const actors = new Map<string, Actor>()
  for (const { id } of await read.select({ id: appUser.id }).from(appUser)) {
    const actor = await actorById({ read, now: new Date() }, id)
    if (actor) actors.set(actor.userName, actor)
  }
  const validators = await read.select().from(clientValidator)
  return {
    actor: lookUp(actors),
    entity: lookUp(await namesOf(read, legalEntity)),
    expense: lookUp(await namesOf(read, expenseType)),
    routine: lookUp(await namesOf(read, routineType)),
    budget: lookUp(budgets),
    validator: lookUp(
      new Map(validators.map(({ id, firstName, lastName }) => [`${firstName} ${lastName}`, id])),
    ),
  }
}

async function namesOf(
  read: Read,
  table: typeof legalEntity | typeof expenseType | typeof routineType,
): Promise<Map<string, number>> {
  const rows = await read.select({ id: table.id, name: table.name }).from(table)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

function lookUp<Value>(known: ReadonlyMap<string, Value>) {
  return (name: string): Value => {
    const found = known.get(name)
    if (found === undefined) throw new Error(`The demo has no "${name}"`)
    return found
  }
}

/** Addresses of the demo's suppliers and their clients, and the suppliers' accounts; all invented. */

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
export const PENALARA = address('Peñalara Global SICAV', '5, rue Neuve', 'L-2220 Luxembourg')
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

/** An account number of a country, with the check digits of ISO 13616. */
export function iban(country: string, bban: string): string {
  const digits = `${bban}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  const check = 98n - (BigInt(digits) % 97n)
  return `${country}${String(check).padStart(2, '0')}${bban}`
}

/** An instant of the demo, as yyyy-MM-ddTHH:mm in UTC. */
export type Moment = string

/** A user's action on a draft, or on an invoice created from it. */
export type Deed =
  | { at: Moment; who: string; step: string; comment?: string }
  | { at: Moment; who: string; enter: Entered }
  | { at: Moment; who: string; allocate: [feesType: string, gross: string, taxes: string, comment: string][] }
  /** Divided among the sub-funds of its settling entity. */
  | { at: Moment; who: string; divide: DividingRule; feesType: string }
  | { at: Moment; who: string; confirmTotals: string }
  /** A team leader allows the draft to exceed a budget, given by the key of its story. */
  | { at: Moment; who: string; overrideBudget: string; comment: string }
  /** Client's authorisation: validators by name with their dates, and the proof as a file. */
  | { at: Moment; who: string; validators: [name: string, date: Day][]; proof: string }
  /** A step of every invoice created from the draft. */
  | { at: Moment; who: string; invoiceStep: string; comment?: string; paymentDate?: Day }

/** The manually entered values; with names instead of ids. */
export interface Entered {
  settling?: string
  invoiced?: string
  supplier?: string
  supplierFund?: string
  expenseType?: string
  routineType?: string
  invoiceRef?: string
  invoiceDate?: Day
  dueDate?: Day
  glDate?: Day
  currency?: string
  grossAmount?: string
  taxes?: string
  prePaid?: boolean
  serviceFrom?: Day
  serviceTo?: Day
  allocationRule?: string
  postingFilter?: string
  transactionComment?: string
}

/** One supplier's PDF and its story. */
export interface ExpenseStory {
  /** Identifies it among the stories. */
  key: string
  fileName: string
  paper: SupplierInvoice
  eInvoice: boolean
  uploaded: { at: Moment; who: string; comment: string }
  deeds: Deed[]
}

/** A supplier's invoice, with the supplier's account. */
export function paper(given: Omit<SupplierInvoice, 'iban' | 'bic'>): SupplierInvoice {
  const account = ACCOUNTS.get(given.seller)
  if (!account) throw new Error(`${given.seller.name} has no account`)
  return { ...given, ...account }
}

export const send = (at: string, who = 'finance1'): Deed => ({ at, who, step: 'send to check' })
export const approve = (at: string, who = 'teamleader1'): Deed => ({ at, who, step: 'approve' })
