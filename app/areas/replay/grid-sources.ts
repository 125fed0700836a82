import { idInPath } from '~/http/address'
import type { Guarded } from '~/http/guard'
import { type ExportTable, listFile, titledFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import { detectedFunds } from './detection/detect.server'
import {
  FLIP_COLUMNS,
  FLIP_GRID,
  FLOOR_COLUMNS,
  FLOOR_GRID,
  type FloorRow,
  floorRows,
  SUGGESTION_COLUMNS,
  SUGGESTION_GRID,
  type SuggestionRow,
  suggestionRows,
} from './list'
import type { Flip, ReplayResult } from './replay'
import { newestSuggestions, runById, type StoredRun } from './runs.server'
import type { SuggestionsResult } from './suggestions'

const flipKey = ({ controlId, rule }: Flip) => `${controlId}-${rule}`

/** The results that a replay would have changed, corrected alerts first. */
export function flipTable(result: ReplayResult | null): GridSource<Flip> {
  const list = rowList(result?.flips ?? [], FLIP_COLUMNS, { keyOf: flipKey })
  return { columns: FLIP_COLUMNS, options: FLIP_GRID, list }
}

/** The floors of all funds, blind spots first. */
export async function floorTable({ read }: Guarded): Promise<GridSource<FloorRow>> {
  const list = rowList(floorRows(await detectedFunds(read)), FLOOR_COLUMNS, { keyOf: ({ key }) => key })
  return { columns: FLOOR_COLUMNS, options: FLOOR_GRID, list }
}

/** The suggestions of a run; none without one. */
export function suggestionTable(run: Pick<StoredRun, 'result'> | null): GridSource<SuggestionRow> {
  const found = run?.result ? (JSON.parse(run.result) as SuggestionsResult).suggestions : []
  const list = rowList(suggestionRows(found), SUGGESTION_COLUMNS, {
    keyOf: ({ tolerance, factor }) => `${tolerance}-${factor}`,
  })
  return { columns: SUGGESTION_COLUMNS, options: SUGGESTION_GRID, list }
}

export const replayExports: ExportTable = {
  /** replay.xlsx, .csv or .pdf: the results that a replay would have changed. */
  'replay/:runId/export/:file': titledFile('replay', 'replay', async ({ read }, { params }) => {
    const run = await runById(read, idInPath(params.runId))
    const result = run.kind === 'replay' && run.result ? (JSON.parse(run.result) as ReplayResult) : null
    return { title: `Replay ${run.id}`, ...flipTable(result) }
  }),
  /** suggestions.xlsx, .csv or .pdf: the newest list of suggestions. */
  'replay/suggestions/export/:file': listFile('replay', 'suggestions', 'Suggestions', async ({ read }) =>
    suggestionTable(await newestSuggestions(read)),
  ),
  /** detection.xlsx, .csv or .pdf: the floors of all funds. */
  'replay/detection/export/:file': listFile('replay', 'detection', 'Detection floor', floorTable),
}
