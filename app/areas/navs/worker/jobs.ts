import type { GivenFacts } from '~/platform/formats/fact-values'
import type { Format } from '~/platform/formats/format'
import type { Kind } from '~/platform/formats/kinds'
import { readFileByFormat } from '~/platform/formats/read-file'
import { type ReadByFormat, tableKinds } from '~/platform/formats/read-tables'
import { answerOf, type ListQuestion } from '~/platform/lists/list'
import { rowList } from '~/platform/lists/row-list.server'
import type { WorkerPool } from '~/platform/threads/pool'
import { sayStep } from '~/platform/threads/worker-thread'
import type { Day } from '~/platform/values/day'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import type { Workbook } from '~/platform/workbooks/workbook'
import { type DeltaName, delta } from '../delta/delta'
import { DELTA_GRIDS, DELTA_KEYS } from '../delta/delta-columns'
import type { DraftFormat } from '../formats/suggest/draft'
import { type NamedFormat, suggestFormat } from '../formats/suggest/suggest-format'
import { type Teaching, type TeachingInput, teach } from '../formats/teach/teach'
import type { FoundBreak } from '../matching/breaks'
import { breaksOf, MATCHING_OUTCOMES, type MatchingOutcome, match } from '../matching/matching'
import { matchingWorkbook } from '../matching/matching-workbook'
import { navReportPdf } from '../report/nav-report'
import type { ReportFacts } from '../report/report-facts'
import { bridgeReport } from '../rules/bridge-report'
import { RULES, type RuleId } from '../rules/catalogue'
import type { Evaluation, RuleOutcome } from '../rules/contract'
import { type ErrorReportSubject, errorReport, type RuleOverride } from '../rules/error-report'
import { evaluate, rulesOver } from '../rules/evaluate'
import { type RuleReference, ruleReferenceOfJson } from '../rules/stored-input'
import { readSources } from '../sources/read-sources'
import type { MatchingData } from '../workbooks/control-data'
import { controlDataOf } from '../workbooks/lines-by-column'
import { type NearFormat, nearestFormat } from '../workbooks/nearest-format'
import { type FileByFormat, type FormatVersion, readControlFile } from '../workbooks/read-by-format'
import {
  type ControlTables,
  controlData,
  type ReadFile,
  readFile,
  type UploadedFile,
} from '../workbooks/read-control'
import { type ReadMatchingBy, readMatching } from '../workbooks/read-matching'

/** The rules and deltas over figures that arrive as JSON from the database: heavy work kept off the main thread. */
const ruleJobs = {
  /** The outcome of every rule, and the NAV bridge. `inputJson` is a `StoredReference`. */
  evaluate(tables: ControlTables, previousJson: string | null, inputJson: string): Evaluation {
    sayStep('Running the rules…')
    const previous = previousJson === null ? null : controlDataOf(previousJson)
    return evaluate({ ...ruleReferenceOfJson(inputJson), data: controlData(tables), previous }, (place) =>
      sayStep(`Rule ${place} of ${RULES.length}`),
    )
  },

  /** The outcomes of some rules over stored figures. */
  judge(
    json: string,
    previousJson: string | null,
    reference: RuleReference,
    rules: readonly RuleId[],
  ): RuleOutcome[] {
    const previous = previousJson === null ? null : controlDataOf(previousJson)
    const over = rulesOver({ ...reference, data: controlDataOf(json), previous })
    return rules.map((id) => over.outcome(id))
  },

  /** The parameters for one list of the difference between two controls. */
  deltaList(json: string, beforeJson: string, name: DeltaName, question: ListQuestion): Promise<unknown> {
    const { nav, balance, inventory } = delta(controlDataOf(json), controlDataOf(beforeJson))
    if (name === 'nav')
      return answerOf(rowList(nav, DELTA_GRIDS.nav.columns, { keyOf: DELTA_KEYS.nav }), question)
    if (name === 'balance')
      return answerOf(rowList(balance, DELTA_GRIDS.balance.columns, { keyOf: DELTA_KEYS.balance }), question)
    return answerOf(
      rowList(inventory, DELTA_GRIDS.inventory.columns, { keyOf: DELTA_KEYS.inventory }),
      question,
    )
  },

  /** matching.xlsx, how many there are of each outcome, and the breaks. */
  async match(
    json: string,
    matchingJson: string,
    made: Date,
  ): Promise<{ workbook: Uint8Array; counts: Record<MatchingOutcome, number>; breaks: FoundBreak[] }> {
    const result = match(controlDataOf(json), JSON.parse(matchingJson) as MatchingData)
    const counts = Object.fromEntries(
      MATCHING_OUTCOMES.map((outcome) => [
        outcome,
        result.rows.filter((row) => row.outcome === outcome).length,
      ]),
    ) as Record<MatchingOutcome, number>
    return { workbook: await matchingWorkbook(result, made), counts, breaks: breaksOf(result) }
  },

  /** The report of a NAV (.pdf). */
  navReport(facts: ReportFacts, timeZone: string): Promise<Uint8Array> {
    return navReportPdf(facts, timeZone)
  },

  /** The error report of a control (.xlsx). */
  errorReport(
    subject: ErrorReportSubject,
    outcomes: readonly RuleOutcome[],
    overrides: readonly RuleOverride[],
  ): Promise<Uint8Array> {
    return errorReport(subject, outcomes, overrides)
  },

  /** The NAV bridge of a control (.xlsx). */
  bridgeReport(...input: Parameters<typeof bridgeReport>): Promise<Uint8Array> {
    return bridgeReport(...input)
  },
} satisfies Record<string, (...args: never[]) => unknown>

/** A result with the parts that the caller needs at once, and the data as JSON text: it is stored unparsed. */
export interface Packed<Summary> {
  summary: Summary
  json: string
}

export interface MatchingSummary {
  fundCode: string
  navDate: Day
  counts: { matching: number }
}

/** One after the other: together they may need more memory than a worker has. */
async function readAll(files: readonly UploadedFile[]): Promise<Workbook[]> {
  const workbooks: Workbook[] = []
  for (const { bytes, name } of files) workbooks.push(await readWorkbook(bytes, name))
  return workbooks
}

/** The work that runs outside the main thread: plain functions by name, with plain data as arguments and results. */
export const jobs = {
  ...ruleJobs,

  /** One file of a control. Refuses as `readFile` of the workbooks does. */
  readFile(file: UploadedFile, fileIndex: number): Promise<ReadFile> {
    sayStep(`Reading ${file.name}…`)
    return readFile(file, fileIndex)
  },

  /** `json` is a MatchingData. */
  async readMatching(
    file: UploadedFile,
    by: ReadMatchingBy,
  ): Promise<Packed<MatchingSummary> & { format: Pick<FormatVersion, 'code' | 'version'> | null }> {
    const { data, format } = await readMatching(file, by)
    return {
      format,
      summary: {
        fundCode: data.fundCode,
        navDate: data.navDate,
        counts: { matching: data.matching.lines.length },
      },
      json: JSON.stringify(data),
    }
  },

  /** The tables of a file format in one file. @throws DomainError 'invalid' when nothing can be read */
  async readByFormat(file: UploadedFile, format: Format, known: GivenFacts): Promise<ReadByFormat> {
    sayStep(`Reading ${file.name}…`)
    return readFileByFormat(format, await readWorkbook(file.bytes, file.name), known)
  },

  /** The tables that each of these formats finds in one file. @throws DomainError 'invalid' when it cannot be read */
  async tablesFound(file: UploadedFile, formats: readonly Format[]): Promise<Kind[][]> {
    const workbook = await readWorkbook(file.bytes, file.name)
    return formats.map((format) => tableKinds(format, workbook))
  },

  /** What one file is for formats of which none reads it. @throws DomainError 'invalid' when it cannot be read */
  async nearestFormat(file: UploadedFile, formats: readonly FormatVersion[]): Promise<NearFormat | null> {
    return nearestFormat(await readWorkbook(file.bytes, file.name), formats)
  },

  /** How the files of a set are most likely read. @throws DomainError 'invalid' when one cannot be read */
  async suggestFormat(files: readonly UploadedFile[], named: NamedFormat): Promise<DraftFormat> {
    return suggestFormat(await readAll(files), named)
  },

  /** A format that is being taught by the files of a set. @throws DomainError 'invalid' when one cannot be read */
  async teachFormat(files: readonly UploadedFile[], input: TeachingInput): Promise<Teaching> {
    return teach(await readAll(files), input)
  },

  /** One file of a control, read by a file format, split by fund. @throws DomainError 'invalid' when it cannot be read */
  async readControlFile(
    version: FormatVersion,
    file: UploadedFile,
    fileIndex: number,
    of: { known: GivenFacts; fundCode: string | null },
  ): Promise<FileByFormat> {
    sayStep(`Reading ${file.name}…`)
    return readControlFile(version, await readWorkbook(file.bytes, file.name), fileIndex, of)
  },

  /** The second sources in one file. @throws DomainError 'invalid' when it cannot be read, or by several formats */
  async readSources(file: UploadedFile, given: Parameters<typeof readSources>[1]) {
    sayStep(`Reading ${file.name}…`)
    return readSources(await readWorkbook(file.bytes, file.name), given)
  },

  /** Any workbook; `json` is a Workbook (app/platform/workbooks/workbook.ts). */
  async readSheets(file: UploadedFile): Promise<Packed<{ sheets: string[] }>> {
    const workbook = await readWorkbook(file.bytes, file.name)
    return { summary: { sheets: workbook.sheets.map((sheet) => sheet.name) }, json: JSON.stringify(workbook) }
  },
}

type Jobs = typeof jobs

/** Threads that read workbooks, run rules and write reports. */
export type ControlWorkers = WorkerPool<Jobs>
