import type { FundType } from '~/areas/navs/rules/contract'
import type { Day } from '~/platform/values/day'
import type { Frequency } from './calendar'
import type { DemoCurrency } from './market/series'

/** A fund of the demo, with its reference data and its size. */
export interface DemoFund {
  code: string
  name: string
  umbrella: string
  currency: DemoCurrency
  type: FundType
  regime: 'UCITS' | 'AIF'
  set: 'FIA3' | 'FIA2' | 'MFFA'
  clientValidation: boolean
  accountant: 'accountant1' | 'accountant2'
  benchmark: string | null
  /** The end of its financial year. */
  yearEnd: '31/12' | '30/09'
  frequency: Frequency
  /** The NAV date without a NAV: it is cancelled, and the next one follows the previous one. */
  suspended: Day | null
  /** See entities.ts: "A I UH". */
  classes: string
  /** Total net assets at the start, in millions of fund currency. */
  millions: number
}

const TYPES: Record<string, [FundType, benchmark: string | null]> = {
  world: ['EQUITY', 'World Equity Index'],
  europe: ['EQUITY', 'European Dividend Index'],
  bond: ['BOND', 'Euro Aggregate Bond Index'],
  credit: ['BOND', 'Global Corporate Bond Index'],
  mixed: ['MIXED', 'Balanced 50/50 Index'],
  euro: ['MONEY MARKET', 'Euro Overnight Index'],
  dollar: ['MONEY MARKET', 'Dollar Overnight Index'],
  krona: ['MONEY MARKET', 'Krona Overnight Index'],
  hedge: ['ALTERNATIVE', 'Hedge Strategies Index'],
  private: ['ALTERNATIVE', null],
}

const UMBRELLAS = {
  ARV: ['Arvensis SICAV', 'UCITS', 'FIA3'],
  BRU: ['Brumalis Fonds SICAV', 'UCITS', 'MFFA'],
  COR: ['Cormoran Investissements SICAV-FIS', 'AIF', 'FIA3'],
  NOR: ['Nordlys Invest SICAV', 'UCITS', 'FIA3'],
  PEN: ['Peñalara Global SICAV', 'UCITS', 'FIA2'],
  QUE: ['Quercus Alternatives SCA SICAV-RAIF', 'AIF', 'MFFA'],
} as const

// Code, name after the umbrella's, currency, kind, classes, millions; "client" = validated by the client; w, m =
// weekly, monthly.
const TABLE = `
ARV01|World Equities|EUR|world|A D I U UH|412|client
ARV02|European Dividend Growth|EUR|europe|A D I|238|
ARV03|Balanced 50|EUR|mixed|A D I UH CH|187|client
ARV04|Defensive Allocation|EUR|mixed|A I|96|
ARV05|Euro Aggregate Bonds|EUR|bond|A D I|305|client
ARV06|Obligations Souveraines Européennes à Échéance Intermédiaire|EUR|bond|A D I CH|521|client
ARV07|Global Corporate Bonds|USD|credit|A I EH|144|
ARV08|Sustainable Water & Infrastructure Equities|EUR|world|A D I N|78|
ARV09|Euro Liquidity|EUR|euro|A I|633|w
ARV10|Actions Émergentes et Marchés Frontières Responsables|USD|world|A I E|67|client
BRU01|Schweizer und Europäische Standardwerte|CHF|europe|A I E|119|
BRU02|Ausgewogen Plus|EUR|mixed|A D I|208|client
BRU03|Rentenstrategie Kurze Laufzeiten|EUR|bond|A I|164|
BRU04|Global Small & Mid Caps|EUR|world|A I U|91|
BRU05|Geldmarkt|EUR|euro|A I|274|w
BRU06|Multi-Asset Income (Ausschüttend)|EUR|mixed|D I|132|client
BRU07|Unternehmensanleihen Welt|EUR|credit|A I UH|188|
BRU08|Technologie & Künstliche Intelligenz|USD|world|A I EH|256|client
COR01|Family Office Sélection I|EUR|hedge|I|54|client m
COR02|Dette Privée Européenne|EUR|private|I|83|client m
COR03|Immobilier & Infrastructures Durables – Compartiment Île-de-France et Grand Duché|EUR|private|A I|147|client m
COR04|Stratégies Alternatives Diversifiées|EUR|hedge|A I UH|61|
COR05|Actions Européennes Concentrées|EUR|europe|A I|42|
COR06|Patrimoine Flexible|EUR|mixed|A D I X|73|client
NOR01|Svenska Aktier|SEK|world|A D I|1840|
NOR02|Nordiska Räntor|SEK|bond|A I|2215|
NOR03|Global Hållbar Tillväxt|SEK|world|A I E|1310|client
NOR04|Blandfond 50|SEK|mixed|A I|960|
NOR05|Europäische Qualitätsaktien|EUR|europe|A I|88|
NOR06|Likviditet|SEK|krona|A I|3120|w
PEN01|Renta Variable Internacional|EUR|world|A D I|127|
PEN02|Renta Fija Corporativa|EUR|credit|A I|174|client
PEN03|Gestión Dinámica Mixta|EUR|mixed|A I|65|
PEN04|Dólar Monetario|USD|dollar|A I|211|w
PEN05|Pequeñas y Medianas Compañías Españolas|EUR|europe|A I|39|client
QUE01|Event Driven|USD|hedge|A I EH|118|m
QUE02|Private Equity Secondaries III|EUR|private|I|236|client m
QUE03|Long/Short Opportunities|EUR|hedge|A I UH|94|w
QUE04|Infrastructure Debt|EUR|private|A I|152|client m
QUE05|Trend & Carry|USD|hedge|A I|71|m
`

export const DEMO_FUNDS: DemoFund[] = TABLE.trim()
  .split('\n')
  .map((line, index) => {
    const [code = '', name = '', currency = '', kind = '', classes = '', millions = '', words = ''] =
      line.split('|')
    const [umbrella, regime, set] = UMBRELLAS[code.slice(0, 3) as keyof typeof UMBRELLAS]
    const [type, benchmark] = TYPES[kind] ?? ['MIXED', null]
    return {
      code,
      name: `${umbrella} – ${name}`,
      umbrella,
      currency: currency as DemoCurrency,
      type,
      regime,
      set,
      clientValidation: words.includes('client'),
      accountant: index % 2 === 0 ? 'accountant1' : 'accountant2',
      benchmark,
      yearEnd: code.startsWith('BRU') ? '30/09' : '31/12',
      frequency: / ?w$/.test(words) ? 'weekly' : / ?m$/.test(words) ? 'monthly' : 'twice a month',
      suspended: code === 'PEN05' ? '2026-09-15' : null,
      classes,
      millions: Number(millions),
    }
  })

/** A fund by its code. */
export function demoFund(code: string): DemoFund {
  const fund = DEMO_FUNDS.find((each) => each.code === code)
  if (!fund) throw new Error(`There is no demo fund ${code}`)
  return fund
}
