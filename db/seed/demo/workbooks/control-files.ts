import type { NamedBytes } from '~/areas/navs/controls/control-upload'
import type { FundFigures } from '../model/figures'
import { type SheetTable, tableOf } from './tables'
import { writeXlsx, type XlsxSheet } from './xlsx'
import type { ZipOptions } from './zip'

const NAMES = { NAV: 'NAV', Balance: 'Balance', Inventory: 'Inventory' } as const
const PACKED: ZipOptions = { packed: true }

/** The workbooks of a control as the fund's administrator delivers them: three or two of FIA, two of MFFA. */
export function controlFiles(figures: FundFigures, options = PACKED): NamedBytes[] {
  const { fund, navDate } = figures
  const file = (name: string, ...tables: SheetTable[]): NamedBytes => ({
    fileName: `${fund.code}_${name}_${navDate.replaceAll('-', '')}.xlsx`,
    bytes: writeXlsx(tables.map(sheetOf), options),
  })
  const of = (kind: SheetTable['kind']) => tableOf(figures, kind)
  if (fund.set === 'MFFA')
    return [file('BalanceSheet', of('Balance')), file('NavPack', of('NAV'), of('Inventory'))]
  const kinds =
    fund.set === 'FIA3' ? (['NAV', 'Balance', 'Inventory'] as const) : (['NAV', 'Balance'] as const)
  return kinds.map((kind) => file(NAMES[kind], of(kind)))
}

/** The positions of the management company, as it keeps them. */
export function matchingFile(figures: FundFigures, options = PACKED): NamedBytes {
  return {
    fileName: `${figures.fund.code}_Positions_${figures.navDate.replaceAll('-', '')}.xlsx`,
    bytes: writeXlsx([sheetOf(tableOf(figures, 'Matching'))], options),
  }
}

function sheetOf({ kind, preamble, header, rows, widths }: SheetTable): XlsxSheet {
  return {
    name: kind === 'Matching' ? 'Positions' : kind,
    rows: [...preamble, [], header.map((bold) => ({ bold })), ...rows],
    widths,
  }
}
