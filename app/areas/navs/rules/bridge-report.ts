import ExcelJS from 'exceljs'
import {
  addSheet,
  FIGURE_FORMAT,
  numberCell,
  type SheetCell,
  workbookBytes,
} from '~/platform/exports/excel/sheet'
import type { Decimal } from '~/platform/values/decimal'
import { driverLabel } from './bridge'
import type { Bridge } from './contract'
import { figureCell } from './error-report'

/** A row of the waterfall. */
interface BridgeSum {
  label: string
  amount: Decimal
  bp: Decimal | null
  perShare: readonly (Decimal | null)[]
}

/** The NAV bridge (.xlsx): its drivers, the largest contributors, and the lines of each driver with their cells. */
export async function bridgeReport(
  bridge: Bridge,
  { rows, classes }: { rows: readonly BridgeSum[]; classes: readonly string[] },
  made: Date,
): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  const text = (header: string, width = 30) => ({ header, width })
  const figure = (header: string) => ({ header, width: 20, format: FIGURE_FORMAT })
  addSheet(
    workbook,
    'Bridge',
    [
      text('Driver'),
      figure('Amount'),
      figure('Basis points'),
      ...classes.map((code) => figure(`Per share ${code}`)),
    ],
    [
      ...rows.map(({ label, amount, bp, perShare }): SheetCell[] => [
        label,
        numberCell(amount),
        numberCell(bp),
        ...perShare.map(numberCell),
      ]),
      ...bridge.leftOut.map((words): SheetCell[] => [`Excluded: ${words}`]),
    ],
  )
  addSheet(
    workbook,
    'Contributors',
    [text('Code'), text('Name'), figure('Price effect'), figure('FX effect'), figure('Basis points')],
    bridge.contributors.map(({ code, name, price, fx, bp }): SheetCell[] => [
      code,
      name,
      numberCell(price),
      numberCell(fx),
      numberCell(bp),
    ]),
  )
  const lines = [text('Driver'), text('Code'), text('Name'), figure('Amount'), text('Formula', 60)]
  const cell = [text('Figure'), figure('Value'), text('Upload'), text('File'), text('Sheet'), text('Cell', 8)]
  addSheet(
    workbook,
    'Lines',
    [...lines, ...cell],
    bridge.drivers.flatMap((driver) =>
      driver.parts.flatMap((part): SheetCell[][] => {
        const line = [driverLabel(driver), part.subject, part.name, numberCell(part.amount), part.formula]
        if (part.figures.length === 0) return [line]
        return part.figures.map((each) => [
          ...line,
          each.label,
          figureCell(each),
          each.upload,
          each.file,
          each.sheet,
          each.cell,
        ])
      }),
    ),
  )
  return workbookBytes(workbook, made)
}
