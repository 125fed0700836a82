import { sayStep } from '~/platform/threads/progress'
import type { Day } from '~/platform/values/day'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import type { ControlData } from '../workbooks/control-data'
import { readControl, type UploadedFile } from '../workbooks/read-control'
import { readMatching } from '../workbooks/read-matching'
import type { SetKind } from '../workbooks/recognise-set'
import { ruleJobs } from './rule-jobs'

/** A result with what the caller needs at once, and the data as JSON text: it goes into the database unparsed. */
export interface Packed<Summary> {
  summary: Summary
  json: string
}

export interface ControlSummary {
  fundCode: string
  navDate: Day
  /** As the NAV table's preamble names it. */
  fundName: string | null
  fundCurrency: string
  /** Lines of each table; inventory null where the set has none. */
  counts: { nav: number; balance: number; inventory: number | null }
  /** What each file was recognised as, in the order of the upload: "NAV", or "NAV, Inventory". */
  fileTypes: string[]
}

export interface MatchingSummary {
  fundCode: string
  navDate: Day
  counts: { matching: number }
}

/** The work that is done beside the main thread: plain functions by name, whose arguments and results are plain data. */
export const jobs = {
  ...ruleJobs,

  /** `json` is a ControlData. Refuses as `readControl` of the workbooks does. */
  async readControl(files: UploadedFile[], expected: SetKind): Promise<Packed<ControlSummary>> {
    const data = await readControl(files, expected, (place) =>
      sayStep(`Reading ${place} of ${files.length}…`),
    )
    const { fundName, fundCurrency } = data.nav.source.preamble
    const counts = {
      nav: data.nav.lines.length,
      balance: data.balance.lines.length,
      inventory: data.inventory?.lines.length ?? null,
    }
    return {
      summary: {
        fundCode: data.fundCode,
        navDate: data.navDate,
        fundName: fundName?.value ?? null,
        fundCurrency: fundCurrency.value,
        counts,
        fileTypes: files.map((_, index) => kindsIn(data, index)),
      },
      json: JSON.stringify(data),
    }
  },

  /** `json` is a MatchingData. */
  async readMatching(file: UploadedFile): Promise<Packed<MatchingSummary>> {
    const data = await readMatching(file)
    return {
      summary: {
        fundCode: data.fundCode,
        navDate: data.navDate,
        counts: { matching: data.matching.lines.length },
      },
      json: JSON.stringify(data),
    }
  },

  /** Any workbook; `json` is a Workbook (reader/workbook.ts). */
  async readSheets(file: UploadedFile): Promise<Packed<{ sheets: string[] }>> {
    const workbook = await readWorkbook(file.bytes, file.name)
    return { summary: { sheets: workbook.sheets.map((sheet) => sheet.name) }, json: JSON.stringify(workbook) }
  },
}

function kindsIn({ nav, balance, inventory }: ControlData, fileIndex: number): string {
  return [nav, balance, inventory]
    .flatMap((table) => (table?.source.fileIndex === fileIndex ? [table.source.kind] : []))
    .join(', ')
}

export type Jobs = typeof jobs
