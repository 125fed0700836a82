import { currency, expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { inArray } from 'drizzle-orm'
import type { Transaction } from '../../database'

/** Companies in the invoices; all invented, with the letters and signs of real names. */

export interface Company {
  name: string
  kind: 'SUPPLIER' | 'SUPPLIER FUND' | 'COMPANY' | 'FUND'
  jurisdiction: string
}

const SUPPLIERS = 2_000
const SETTLING_ENTITIES = 60

const FAMILIES = `Aldringen|Bäumler|Châtelain|Dupont-Weiß|Esch & Mersch|Føroyar|Grünewald|Hêtre|Îlot|Jørgensen
Kirchberg|L’Arbre|Müller & Söhne|Núñez|O’Hara|Pétrusse|Quintão|Rößler|Sauer|Trésor
Ürgüp|Van den Berg|Weiswampach|Xhoffraix|Ystad|Żabiński|Ångström|Běhal|Çelik|D’Amico
Éclair|Falkenberg|Göteborg|Höhenhof|Iñigo|Järvinen|Kópavogur|Łódzki|Moutfort|Nørrebro
Öresund|Piñeiro|Ramstål|Škoda-Novák|Tõnisson|Uccle|Vianden|Wörth|Yverdon|Zürichsee`.split(/[|\n]/)

const TRADES =
  `Audit|Avocats|Administration|Archives|Bank|Bourse|Compliance|Consulting|Corporate Services|Custody
Data|Depositary Services|Domiciliation|Due Diligence|Financial Printing|Fiduciaire|Fund Services|Governance|Index Licensing|Informatique
Insurance|Kommunikation|Legal|Market Data|Notaires|Payments|Pricing|Proxy Voting|Publications|Rating
Registrar|Regulatory Reporting|Research|Risk|Steuerberatung|Tax|Transfer Agency|Traduction|Trust|Valuation`.split(
    /[|\n]/,
  )

const FORMS: readonly (readonly [form: string, jurisdiction: string])[] = [
  ['SA', 'LU'],
  ['S.à r.l.', 'LU'],
  ['GmbH', 'DE'],
  ['Ltd', 'IE'],
  ['AG', 'CH'],
  ['SCA', 'LU'],
  ['SAS', 'FR'],
  ['BV', 'NL'],
  ['AB', 'SE'],
  ['LLP', 'GB'],
]

/** The supplier of a number from 0 to below `SUPPLIERS`; one in twenty is a fund. */
function supplier(number: number): Company {
  const family = FAMILIES[number % FAMILIES.length] ?? ''
  const trade = TRADES[Math.floor(number / FAMILIES.length) % TRADES.length] ?? ''
  const [form, jurisdiction] = FORMS[(number * 7) % FORMS.length] ?? ['SA', 'LU']
  if (number % 20 === 13)
    return { name: `${family} ${trade} Fund SICAV`, kind: 'SUPPLIER FUND', jurisdiction: 'LU' }
  return { name: `${family} ${trade} ${form}`, kind: 'SUPPLIER', jurisdiction }
}

const HOUSES = `Alcyon|Belvaux|Corvus|Drosera|Epsilon|Fagus|Gladiolus|Hespéris|Ibis|Juniperus
Kestrel|Larix|Mélusine|Nerthus|Ostrea|Pomona|Querência|Rémora|Salix|Tilia`.split(/[|\n]/)
const VEHICLES = ['SICAV', 'Alternatives SCA SICAV-RAIF', 'Management Company SA']

/** The payer: the entity of a number from 0 to below `SETTLING_ENTITIES`. */
function settlingEntity(number: number): Company {
  const vehicle = VEHICLES[Math.floor(number / HOUSES.length)] ?? ''
  const name = `${HOUSES[number % HOUSES.length]} ${vehicle}`
  return { name, kind: vehicle.startsWith('Management') ? 'COMPANY' : 'FUND', jurisdiction: 'LU' }
}

/** The expenses of the invoices. */
const EXPENSES: readonly { name: string; category: string }[] = [
  ['Professional fees', 'Audit fee', 'Legal fee', 'Tax advice', 'Notary fee', 'Liquidation fee'],
  [
    'Service providers',
    'Depositary fee',
    'Domiciliation fee',
    'Administration fee',
    'Transfer agency fee',
    'Paying agent fee',
    'Investment management fee',
    'Distribution fee',
  ],
  ['Data', 'Index licence', 'Market data', 'Rating fee', 'ESG data', 'Software licence'],
  ['Publication', 'Translation and publication', 'Financial printing', 'KID production'],
  ['Regulatory', 'CSSF annual fee', 'Foreign registration fee', 'Regulatory reporting', 'LEI renewal'],
  ['Governance', 'Directors’ fee', 'Insurance (D&O)', 'Board expenses'],
].flatMap(([category = '', ...names]) => names.map((name) => ({ name, category })))

const ROUTINES: readonly string[] = [
  'Monthly',
  'Quarterly',
  'Half-yearly',
  'Yearly',
  'One-off',
  'On request',
  'Per transaction',
  'Per NAV',
]

/** Shares of the currencies in percent. */
export const CURRENCIES: readonly (readonly [code: string, share: number])[] = [
  ['EUR', 60],
  ['USD', 16],
  ['GBP', 9],
  ['CHF', 7],
  ['JPY', 4],
  ['SEK', 4],
]

/** Currencies whose amounts have no decimals. */
export const WHOLE_UNITS: ReadonlySet<string> = new Set(['JPY'])

/** A VAT rate in percent, and how many of a hundred invoices have it. */
export type TaxRate = readonly [rate: number, share: number]

/** VAT rates of suppliers without their own. */
export const TAX_RATES: readonly TaxRate[] = [
  [17, 55],
  [0, 35],
  [8, 10],
]

/** Suppliers, entities and types that invoices refer to: stored unless the site already has the names. */
export async function storeMarket(tx: Transaction) {
  await tx
    .insert(currency)
    .values(CURRENCIES.map(([code]) => ({ code, name: code })))
    .onConflictDoNothing()
  await tx
    .insert(expenseType)
    .values([...EXPENSES])
    .onConflictDoNothing()
  await tx
    .insert(routineType)
    .values(ROUTINES.map((name) => ({ name })))
    .onConflictDoNothing()
  const expenses = await tx
    .select({ id: expenseType.id, name: expenseType.name })
    .from(expenseType)
    .where(
      inArray(
        expenseType.name,
        EXPENSES.map(({ name }) => name),
      ),
    )
  const routines = await tx
    .select({ id: routineType.id, name: routineType.name })
    .from(routineType)
    .where(inArray(routineType.name, [...ROUTINES]))
  return {
    suppliers: await storeCompanies(
      tx,
      Array.from({ length: SUPPLIERS }, (_, number) => supplier(number)),
    ),
    entities: await storeCompanies(
      tx,
      Array.from({ length: SETTLING_ENTITIES }, (_, number) => settlingEntity(number)),
    ),
    expenseTypes: inOrder(
      EXPENSES.map(({ name }) => name),
      expenses,
    ),
    routineTypes: inOrder(ROUTINES, routines),
  }
}

async function storeCompanies(tx: Transaction, companies: readonly Company[]) {
  await tx
    .insert(legalEntity)
    .values([...companies])
    .onConflictDoNothing()
  const names = companies.map(({ name }) => name)
  const rows = await tx
    .select({ id: legalEntity.id, name: legalEntity.name, kind: legalEntity.kind })
    .from(legalEntity)
    .where(inArray(legalEntity.name, names))
  return inOrder(names, rows).map(({ id, kind }) => ({ id, isFund: kind === 'SUPPLIER FUND' }))
}

/** The rows in the order of their names here, so that a number always means the same row. */
function inOrder<Row extends { name: string }>(names: readonly string[], rows: readonly Row[]): Row[] {
  const byName = new Map(rows.map((row) => [row.name, row]))
  return names.flatMap((name) => byName.get(name) ?? [])
}
