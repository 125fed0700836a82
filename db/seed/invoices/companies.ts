/** Companies of the invoices; all made up, with the letters and signs that real names have. */

export interface Company {
  name: string
  kind: 'SUPPLIER' | 'SUPPLIER FUND' | 'COMPANY' | 'FUND'
  jurisdiction: string
}

export const SUPPLIERS = 2_000
export const SETTLING_ENTITIES = 60

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
export function supplier(number: number): Company {
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

/** Who pays: the entity of a number from 0 to below `SETTLING_ENTITIES`. */
export function settlingEntity(number: number): Company {
  const vehicle = VEHICLES[Math.floor(number / HOUSES.length)] ?? ''
  const name = `${HOUSES[number % HOUSES.length]} ${vehicle}`
  return { name, kind: vehicle.startsWith('Management') ? 'COMPANY' : 'FUND', jurisdiction: 'LU' }
}
