import { cellNumber, q } from '../rule-oracle/exact'
import type { BookPlan, Cell, PlanKind, TablePlan } from './plan'
import type { Random } from './random'

/** Alternative headers of a column allowed by the contract, by key. */
const SYNONYMS: Record<string, string[]> = {
  name: ['Nom'],
  currency: ['Ccy', 'Devise', 'Währung'],
  value: ['Valeur', 'Wert'],
  accountNumber: ['Account', 'Compte', 'Konto'],
  accountName: ['Libellé', 'Bezeichnung'],
  debtor: ['Debit', 'Débit', 'Soll'],
  creditor: ['Credit', 'Crédit', 'Haben'],
  quantity: ['Quantité', 'Stück'],
  price: ['Cours', 'Kurs'],
  marketValue: ['Valeur boursière', 'Kurswert'],
}
const CODES = ['code', 'accountNumber', 'instrumentCode']
const PERCENTS = ['navPercent', 'coupon']

/** Lays the workbooks out as another administrator would: the contract reads them all the same. */
export function layOut(books: BookPlan[], random: Random): void {
  const notes = random.chance(0.3)
  const plainCells = random.chance(0.7)
  for (const book of books) {
    for (const table of book.tables) layOutTable(table, random, plainCells)
    if (notes)
      book.extraSheets = [
        {
          name: 'Notes',
          rows: [[{ text: 'Prepared by hand' }], [null, { text: 'Type' }]],
          before: true,
        },
      ]
  }
}

function layOutTable(table: TablePlan, random: Random, plainCells: boolean): void {
  const { kind, columns, rows, preamble } = table
  if (kind === 'NAV' && random.chance(0.5)) columns.splice(2, 1)
  if (kind === 'Inventory') table.hidden = !plainCells
  table.preambleAt = { row: 2, column: random.chance(0.2) ? 2 : 1 }
  table.preambleGap = random.chance(0.2) ? 2 : 0
  table.headerRow = 2 + preamble.length + random.whole(0, 8)

  const style = [textStyle(random), asSent(kind, random, plainCells)]
  for (const row of rows)
    for (const [key, cell] of Object.entries(row))
      row[key] = style.reduce((value, change) => change(key, value), cell)

  const sent = random.chance(0.5) ? random.shuffled(columns) : [...columns]
  if (random.chance(0.2))
    sent.splice(random.whole(0, sent.length), 0, { key: 'note', header: 'Internal note' })
  // A second column with the same name is to the right of the first: only the leftmost counts.
  if (random.chance(0.15)) sent.push({ key: 'twice', header: random.pick(columns).header })
  for (const row of rows) {
    row.note = random.pick([null, { text: 'n/a' }, { text: '#' }])
    row.twice = { text: 'not read' }
  }
  table.columns = sent.map(({ key, header }) => ({ key, header: headerOf(key, header, random) }))

  table.rows = rows.flatMap((row) => (random.chance(0.03) ? [{}, row] : [row]))
  const total = random.pick(['Total', 'TOTAL:', 'Subtotal', 'Total of all'])
  const first = sent[0]?.key ?? ''
  if (kind !== 'NAV' && random.chance(0.4)) table.rows.push({ [first]: { text: total } })
}

function headerOf(key: string, header: string, random: Random): string {
  const name = random.chance(0.8) ? header : random.pick([header, ...(SYNONYMS[key] ?? [])])
  const bare = name.normalize('NFD').replace(/\p{M}/gu, '')
  return random.chance(0.8) ? name : random.pick([name.toUpperCase(), ` ${name} `, bare])
}

type Change = (key: string, cell: Cell) => Cell

/** Types in any case, percentages as fractions; in some files numbers as formula results and codes as numbers. */
function asSent(kind: PlanKind, random: Random, plainCells: boolean): Change {
  const asFractions = kind === 'Inventory' && random.chance(0.3)
  return (key, cell) => {
    if (!cell) return null
    if ('text' in cell && key === 'type' && random.chance(0.1))
      return { text: random.pick([cell.text.toUpperCase(), cell.text.toLowerCase()]) }
    if ('number' in cell && PERCENTS.includes(key) && asFractions)
      return { number: q(cell.number).over(100).text(), format: '0.00%' }
    if (plainCells) return cell
    if ('text' in cell && CODES.includes(key)) {
      if (random.chance(0.5) && /^[1-9]\d*$/.test(cell.text)) return { number: cell.text }
      return random.chance(0.1) ? { text: ` ${cell.text} ` } : cell
    }
    if ('number' in cell && random.chance(0.1)) return { formula: '1+1', result: Number(cell.number) }
    return cell
  }
}

/** Numbers and days as cells, or in one of seven sheets as text. */
function textStyle(random: Random): Change {
  const asText = random.chance(0.15)
  const [grouping, mark] = random.pick([
    [',', '.'],
    ['.', ','],
    ["'", '.'],
    [' ', ','],
    ['\u00a0', '.'],
  ] as const)
  const negative = random.pick(['brackets', 'trailing', 'leading', 'minus'] as const)
  const days = random.pick(['cell', 'cell', 'dd/MM/yyyy', 'dd.MM.yyyy', 'yyyy-MM-dd'] as const)
  return (key, cell) => {
    if (cell && 'day' in cell && days !== 'cell') {
      const [year = '', month = '', date = ''] = cell.day.split('-')
      return { text: days.replace('yyyy', year).replace('MM', month).replace('dd', date) }
    }
    if (!cell || !('number' in cell) || !asText) return cell
    const exact = cellNumber(cell.number)
    const [whole = '', part = ''] = exact.abs().text().split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, grouping)
    // At least two decimals, so that every sheet shows its decimal mark.
    const number = `${grouped}${mark}${part.padEnd(2, '0')}`
    if (!exact.lt(0)) return { text: PERCENTS.includes(key) && random.chance(0.3) ? `${number}%` : number }
    if (negative === 'brackets') return { text: `(${number})` }
    if (negative === 'trailing') return { text: `${number}-` }
    return { text: `${negative === 'minus' ? '\u2212' : '-'}${number}` }
  }
}
