import type { Guarded } from '~/http/guard'
import { type ExportTable, listFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import { SUBSTITUTION_COLUMNS, SUBSTITUTION_GRID } from './list'
import { allSubstitutions } from './read-substitutions.server'
import type { SubstitutionRow } from './substitution'

/** Substitutions as a list, with the keys of their forms. */
export function substitutionTable(
  { timeZone, services }: Pick<Guarded, 'timeZone' | 'services'>,
  rows: readonly SubstitutionRow[],
): GridSource<SubstitutionRow & { idempotencyKey: string }> {
  const keyed = rows.map((row) => ({ ...row, idempotencyKey: services.ids.uuid() }))
  return {
    columns: SUBSTITUTION_COLUMNS,
    options: SUBSTITUTION_GRID,
    list: rowList(keyed, SUBSTITUTION_COLUMNS, { timeZone }),
  }
}

export const substituteExports: ExportTable = {
  /** substitutes.xlsx, .csv or .pdf: who acts for whom. */
  'admin/substitutes/export/:file': listFile(
    'administration',
    'substitutes',
    'Substitutes',
    async (guarded) => substitutionTable(guarded, await allSubstitutions(guarded)),
  ),
}
