import { Big } from '~/platform/values/decimal'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import type { Cell } from '~/platform/workbooks/workbook'

/** The first sheet of an exported workbook: its texts by row and column, '' for empty cells. */
export async function sheetOf(answer: Response): Promise<string[][]> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const { sheets } = await readWorkbook(bytes, 'export.xlsx')
  const rows = sheets[0]?.rows ?? []
  const width = rows[0]?.cells.length ?? 0
  return rows.map(({ cells }) =>
    Array.from({ length: width }, (_, at) => textOf(cells.find(({ column }) => column === at + 1))),
  )
}

/** The facts of the second sheet, by name. */
export async function aboutOf(answer: Response): Promise<Record<string, string[]>> {
  const { sheets } = await readWorkbook(new Uint8Array(await answer.arrayBuffer()), 'export.xlsx')
  const about: Record<string, string[]> = {}
  let name = ''
  for (const { cells } of sheets[1]?.rows ?? []) {
    name = cells.find(({ column }) => column === 1)?.text ?? name
    about[name] = [...(about[name] ?? []), textOf(cells.find(({ column }) => column === 2))]
  }
  return about
}

/** Numbers with all digits, days and instants in ISO 8601. */
function textOf(cell: Cell | undefined): string {
  if (!cell) return ''
  if (cell.kind !== 'number') return cell.text
  if (cell.format !== 'date') return new Big(cell.text).toFixed()
  const seconds = Math.round(Number(cell.text) * 86_400)
  const text = new Date(Date.UTC(1899, 11, 30) + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ')
  return text.replace(' 00:00:00', '')
}
