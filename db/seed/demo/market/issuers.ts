import type { DemoCurrency } from './series'

/** Who issues the securities of the demo. The companies are made up; any likeness is chance. */

type Company = [name: string, country: string, currency: DemoCurrency]

export const COMPANIES: Company[] = [
  ['Vallon Énergie SA', 'FR', 'EUR'],
  ['Nordhavn Industrier A/S', 'DK', 'EUR'],
  ['Castellane Pharma SA', 'FR', 'EUR'],
  ['Brückner Maschinenbau AG', 'DE', 'EUR'],
  ['Lakeshore Semiconductors Inc.', 'US', 'USD'],
  ['Meridian Payments Corp.', 'US', 'USD'],
  ['Thornbury Utilities plc', 'GB', 'GBP'],
  ['Höganäs Skogsbolag AB', 'SE', 'SEK'],
  ['Oberland Versicherung AG', 'CH', 'CHF'],
  ['Peñarroya Infraestructuras SA', 'ES', 'EUR'],
  ['Great Plains Railway Co.', 'US', 'USD'],
  ['Fujimori Robotics KK', 'JP', 'JPY'],
  ['Aurelia Moda SpA', 'IT', 'EUR'],
  ['Cobalt Health Systems Inc.', 'US', 'USD'],
  ['Waterloo & Sons Brewing plc', 'GB', 'GBP'],
  ['Zuiderzee Logistics NV', 'NL', 'EUR'],
  ['Sankt Gallen Textil AG', 'CH', 'CHF'],
  ['Redwood Cloud Holdings Inc.', 'US', 'USD'],
  ['Kawanishi Optical KK', 'JP', 'JPY'],
  ['Lumière Télécom SA', 'FR', 'EUR'],
  ['Isar Automotive SE', 'DE', 'EUR'],
  ['Gulf Stream Foods Inc.', 'US', 'USD'],
  ['Ljungby Medicinteknik AB', 'SE', 'SEK'],
  ['Ardennes Chimie SA', 'BE', 'EUR'],
  ['Silverton Copper Corp.', 'US', 'USD'],
  ['Tramontana Seguros SA', 'ES', 'EUR'],
  ['Blackfriars Media plc', 'GB', 'GBP'],
  ['Orchard Valley Software Inc.', 'US', 'USD'],
]

type State = [name: string, country: string, currency: DemoCurrency]

export const STATES: State[] = [
  ['Federal Republic of Germany', 'DE', 'EUR'],
  ['French Republic', 'FR', 'EUR'],
  ['Kingdom of Spain', 'ES', 'EUR'],
  ['Republic of Austria', 'AT', 'EUR'],
  ['United States Treasury', 'US', 'USD'],
  ['Kingdom of Belgium', 'BE', 'EUR'],
  ['Republic of Finland', 'FI', 'EUR'],
  ['Kingdom of Sweden', 'SE', 'SEK'],
]

export const BANKS = [
  'Crédit Moselle SA',
  'Hansekontor Bank AG',
  'Banque du Val d’Alzette SA',
  'Rijnmond Bank NV',
  'Caja de Castilla SA',
  'Skärgårdsbanken AB',
  'Liberty Harbor Bank NA',
  'Threadneedle Row Bank plc',
  'Banca Lariana SpA',
  'Zürichberg Bank AG',
  'Kredietkas Schelde NV',
  'Österreichische Talbank AG',
  'Bryggen Bank ASA',
  'Société Mutuelle du Jura SA',
  'Landesbank Oberfranken AöR',
  'Caixa do Douro SA',
  'Kanagawa Shinkin KK',
  'Prairie Agricultural Credit Corp.',
  'Gävle Hypotek AB',
  'Clydeside Building Society',
  'Compagnie Fluviale de Leasing SA',
  'Adriatic Trade Finance SpA',
  'Maasvlakte Factoring BV',
  'Emerald Isle Bank plc',
]

export const TARGET_FUNDS: [name: string, country: string, currency: DemoCurrency][] = [
  ['Lindenhof Global Small Caps', 'LU', 'EUR'],
  ['Stonecrop Emerging Markets Equity', 'IE', 'USD'],
  ['Mirabelle Convertibles Europe', 'LU', 'EUR'],
  ['Harrowgate Long/Short Equity', 'IE', 'GBP'],
  ['Pinecrest Trend Following', 'IE', 'USD'],
  ['Estuary Catastrophe Bonds', 'LU', 'USD'],
  ['Belvaux Private Debt II', 'LU', 'EUR'],
  ['Norrsken Infrastruktur', 'SE', 'SEK'],
]

export const HOLDINGS: [name: string, country: string][] = [
  ['Rue de l’Arsenal Real Estate SCI, participation', 'FR'],
  ['Windpark Eifel II GmbH & Co. KG, limited partner share', 'DE'],
  ['Châtillon Mezzanine loan 2029', 'LU'],
  ['Fjordkraft Solar Holding, ordinary shares (unlisted)', 'NO'],
]
