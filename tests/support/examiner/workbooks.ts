import { letters, zip } from 'db/seed/demo/workbooks/xlsx'
import { cellNumber, daysFrom, q } from './exact'
import type { ControlSet, Line, Upload } from './model'
import type { Random } from './random'

export interface SentFile {
  name: string
  bytes: Uint8Array
}

type Cell =
  | null
  | string
  | { number: string }
  /** In percent: written as a fraction in a %-formatted cell. */
  | { percent: string }
  | { day: string }
  | { code: string }

interface Column<Row> {
  /** The header and its synonyms. */
  headers: string[]
  cell: (row: Row) => Cell
  /** Whether the column is sent. */
  sent?: boolean
}

const amount = (value: string | null): Cell => (value === null ? null : { number: value })
const day = (value: string | null): Cell => (value === null ? null : { day: value })
const code = (value: string): Cell => ({ code: value })
/** Types count without case. */
const anyCase = (type: string, random: Random) =>
  random.chance(0.9) ? type : random.pick([type.toUpperCase(), type.toLowerCase()])
const CURRENCY = ['Currency', 'Ccy', 'Devise', 'Währung']
const VALUE = ['Value', 'Valeur', 'Wert']

/** The workbooks that the administrator sends, laid out as it pleases: the contract reads them all the same. */
export function workbooksOf(set: ControlSet, upload: Upload, random: Random): SentFile[] {
  const sheet = <Row>(
    name: string,
    at: number,
    rows: readonly Row[],
    columns: Column<Row>[],
    totals: boolean,
  ) =>
    sheetOf(
      { name, fund: set.fund.code, date: upload.date, currency: upload.preambles[at] ?? '' },
      rows,
      columns,
      totals,
      random,
    )
  const nav = sheet(
    'NAV',
    0,
    upload.nav,
    [
      { headers: ['Type'], cell: (row) => anyCase(row.type, random) },
      { headers: ['Code'], cell: (row) => code(row.code) },
      { headers: ['Name', 'Nom'], cell: () => 'An element', sent: random.chance(0.5) },
      { headers: CURRENCY, cell: (row) => row.currency },
      { headers: VALUE, cell: (row) => amount(row.value) },
    ],
    false,
  )
  const balance = sheet(
    'Balance',
    1,
    upload.balance,
    [
      { headers: ['Account number', 'Account', 'Compte', 'Konto'], cell: (row) => code(row.account) },
      { headers: ['Account name', 'Libellé', 'Bezeichnung'], cell: (row) => row.name },
      { headers: CURRENCY, cell: (row) => row.currency },
      { headers: ['Balance debtor', 'Debit', 'Débit', 'Soll'], cell: (row) => amount(row.debtor) },
      { headers: ['Balance creditor', 'Credit', 'Crédit', 'Haben'], cell: (row) => amount(row.creditor) },
    ],
    true,
  )
  const inventory =
    upload.lines && sheet('Inventory', 2, upload.lines, inventoryColumns(upload, random), true)
  const notes = random.chance(0.3)
    ? [{ name: 'Notes', rows: [['Prepared by hand'], [null, 'Type']] as Cell[][] }]
    : []
  const plain = random.chance(0.7)
  const file = (name: string, ...sheets: Sheet[]): SentFile => ({
    name: `${set.fund.code} ${name}.xlsx`,
    bytes: written([...notes, ...sheets], plain ? null : random),
  })
  if (set.fund.provider === 'MFFA' && inventory)
    return [file('Balance Sheet', balance), file('Nav Pack', nav, inventory)]
  return [file('NAV', nav), file('Balance', balance), ...(inventory ? [file('Inventory', inventory)] : [])]
}

function inventoryColumns({ missing }: Upload, random: Random): Column<Line>[] {
  const asPercent = random.chance(0.3)
  const percent = (value: string | null): Cell =>
    value === null ? null : asPercent ? { percent: value } : { number: value }
  return [
    { headers: ['Instrument code'], cell: (line) => code(line.code) },
    { headers: ['Instrument name'], cell: (line) => line.name },
    { headers: ['Type'], cell: (line) => anyCase(line.type, random) },
    { headers: ['Subtype'], cell: (line) => line.subtype },
    { headers: ['Quotation currency'], cell: (line) => line.currency },
    { headers: ['Quantity', 'Quantité', 'Stück'], cell: (line) => amount(line.quantity) },
    { headers: ['Price', 'Cours', 'Kurs'], cell: (line) => amount(line.price) },
    { headers: ['Price date'], cell: (line) => day(line.priceDate) },
    { headers: ['Market value', 'Valeur boursière', 'Kurswert'], cell: (line) => amount(line.value) },
    { headers: ['ISIN'], cell: (line) => line.isin, sent: !missing.includes('isin') },
    { headers: ['Price factor'], cell: (line) => amount(line.factor), sent: !missing.includes('factor') },
    { headers: ['FX rate'], cell: (line) => amount(line.fx), sent: !missing.includes('fx') },
    {
      headers: ['Accrued interest'],
      cell: (line) => amount(line.accrued),
      sent: !missing.includes('accrued'),
    },
    { headers: ['% NAV'], cell: (line) => percent(line.percent), sent: !missing.includes('percent') },
    { headers: ['Maturity date'], cell: (line) => day(line.maturity), sent: !missing.includes('maturity') },
    { headers: ['Issuer'], cell: (line) => line.issuer, sent: !missing.includes('issuer') },
    { headers: ['Issuer kind'], cell: (line) => line.kind, sent: !missing.includes('kind') },
    { headers: ['Coupon'], cell: (line) => percent(line.coupon), sent: !missing.includes('coupon') },
    {
      headers: ['Last coupon date'],
      cell: (line) => day(line.lastCoupon),
      sent: !missing.includes('lastCoupon'),
    },
    { headers: ['Day count'], cell: (line) => line.dayCount, sent: !missing.includes('dayCount') },
  ]
}

interface Sheet {
  name: string
  rows: Cell[][]
}

function sheetOf<Row>(
  head: { name: string; fund: string; date: string; currency: string },
  data: readonly Row[],
  columns: Column<Row>[],
  totals: boolean,
  random: Random,
): Sheet {
  const sent = columns.filter(({ sent }) => sent !== false)
  const order: (Column<Row> | null)[] = random.chance(0.5) ? random.shuffled(sent) : [...sent]
  if (random.chance(0.2)) order.splice(random.whole(0, order.length), 0, null)
  const header = (names: string[]) => {
    const name = random.chance(0.8) ? (names[0] ?? '') : random.pick(names)
    return random.chance(0.8) ? name : random.pick([name.toUpperCase(), ` ${name} `, bare(name)])
  }
  const indent = random.chance(0.2) ? [null] : []
  const gap = random.chance(0.2) ? [null, null] : []
  const rows: Cell[][] = [
    ['Administrator of funds'],
    [...indent, 'Fund code', ...gap, { code: head.fund }, random.chance(0.2) ? 'checked' : null],
    [...indent, 'NAV date', ...gap, { day: head.date }],
    [...indent, 'Fund currency', head.currency],
    ...Array.from({ length: random.whole(0, 8) }, () => [] as Cell[]),
    order.map((column) => (column ? header(column.headers) : random.pick(['Comment', 'Internal note']))),
  ]
  // A second column of the same name stands to the right of the first: only the leftmost counts.
  const twice = random.chance(0.15) ? random.pick(sent).headers : null
  if (twice) rows.at(-1)?.push(random.pick(twice))
  const tell = textStyle(random)
  for (const row of data) {
    if (random.chance(0.03)) rows.push([])
    const cells = order.map((column) => (column ? tell(column.cell(row)) : random.pick([null, 'n/a', '#'])))
    rows.push(twice ? [...cells, 'not read'] : cells)
  }
  if (totals && random.chance(0.4))
    rows.push([
      random.pick(['Total', 'TOTAL:', 'Subtotal', 'Total of all']),
      ...order.slice(1).map(() => null),
    ])
  return { name: head.name, rows }
}

const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Numbers and days as cells, or for one sheet in seven as text. */
function textStyle(random: Random): (cell: Cell) => Cell {
  const asText = random.chance(0.15)
  const [grouping, mark] = random.pick([
    [',', '.'],
    ['.', ','],
    ["'", '.'],
    [' ', ','],
    ['\u00a0', '.'],
  ] as const)
  const brackets = random.pick(['brackets', 'trailing', 'leading', 'minus'] as const)
  const days = random.pick(['cell', 'cell', 'dd/MM/yyyy', 'dd.MM.yyyy', 'yyyy-MM-dd'] as const)
  return (cell) => {
    if (cell === null || typeof cell === 'string') return cell
    if ('day' in cell && days !== 'cell') {
      const [year = '', month = '', date = ''] = cell.day.split('-')
      return days.replace('yyyy', year).replace('MM', month).replace('dd', date)
    }
    const value = 'number' in cell ? cell.number : 'percent' in cell ? cell.percent : null
    if (!asText || value === null) return cell
    const exact = cellNumber(value)
    const [whole = '', part = ''] = exact.abs().text().split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, grouping)
    // Two decimals at least, so that every sheet shows which mark is which.
    const told = `${grouped}${mark}${part.padEnd(2, '0')}`
    if (!exact.lt(0)) return 'percent' in cell ? `${told}%` : told
    if (brackets === 'brackets') return `(${told})`
    return brackets === 'trailing' ? `${told}-` : `${brackets === 'minus' ? '\u2212' : '-'}${told}`
  }
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** The sheets as a workbook; with a random draw, some numbers are stored results of formulas and some codes numbers. */
function written(sheets: Sheet[], random: Random | null): Uint8Array {
  const each = (write: (sheet: Sheet, n: number) => string) =>
    sheets.map((sheet, i) => write(sheet, i + 1)).join('')
  return zip(
    [
      [
        '[Content_Types].xml',
        `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${KIND}.worksheet+xml"/>`)}</Types>`,
      ],
      [
        '_rels/.rels',
        `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
      [
        'xl/workbook.xml',
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(({ name }, n) => `<sheet name="${name}" sheetId="${n}"${random && name === 'Inventory' && sheets.length > 1 ? ' state="hidden"' : ''} r:id="rId${n}"/>`)}</sheets></workbook>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        `<Relationships xmlns="${PACKAGE}/relationships">${each((_, n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      ],
      ['xl/styles.xml', STYLES],
      ...sheets.map((sheet, i): [string, string] => [
        `xl/worksheets/sheet${i + 1}.xml`,
        sheetXml(sheet, random),
      ]),
    ],
    { packed: true },
  )
}

function sheetXml({ rows }: Sheet, random: Random | null): string {
  const body = rows.map((cells, r) => {
    const told = cells.map((cell, c) => cellXml(`${letters(c + 1)}${r + 1}`, cell, random)).join('')
    return told && `<row r="${r + 1}">${told}</row>`
  })
  return `<worksheet xmlns="${MAIN}"><sheetData>${body.join('')}</sheetData></worksheet>`
}

function cellXml(at: string, cell: Cell, random: Random | null): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return textXml(at, cell)
  if ('code' in cell)
    return random?.chance(0.5) && /^[1-9]\d*$/.test(cell.code)
      ? `<c r="${at}"><v>${cell.code}</v></c>`
      : textXml(at, random?.chance(0.1) ? ` ${cell.code} ` : cell.code)
  if ('day' in cell) return `<c r="${at}" s="1"><v>${daysFrom('1899-12-30', cell.day)}</v></c>`
  if ('percent' in cell) return `<c r="${at}" s="2"><v>${q(cell.percent).over(100).text()}</v></c>`
  const formula = random?.chance(0.1) ? '<f>1+1</f>' : ''
  return `<c r="${at}">${formula}<v>${cell.number}</v></c>`
}

const textXml = (at: string, text: string) =>
  `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
