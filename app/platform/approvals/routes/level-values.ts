import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { handleIntents, type PageForms } from '~/http/page-answer'
import { exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import type { EditableTable } from '~/platform/tables/editable-table.server'
import { saveEdited, tableAnswer, tableSource } from '~/platform/tables/routes/table-answer'
import { SAVE_ROW } from '~/platform/tables/table-grid'
import {
  DECISION_FORMS,
  type DecisionPage,
  pendingTable,
  WAITING_BESIDE,
  waitingChanges,
} from './waiting-changes'

/** A page of values by level: its table, and the changes of it that wait. */
export interface ValuesPage {
  /** The kind of its changes. */
  kind: string
  /** Title of the file of those that wait. */
  pending: string
  table: EditableTable
}

/** What `LevelValuesPage` shows, for administrators. */
export async function valuesAnswer(args: LoaderFunctionArgs, page: ValuesPage) {
  const guarded = await guard(args, 'administration')
  const { request } = args
  return {
    table: await tableAnswer(guarded, request, page.table),
    waiting: await waitingChanges(guarded, request, [page.kind], WAITING_BESIDE),
    links: administrationLinks(guarded.actor),
  }
}

/** Decides a change, or requests one of the row that is edited in place. */
export async function saveValues(args: ActionFunctionArgs, page: ValuesPage) {
  const guarded = await guard(args, 'administration', 'update')
  const forms: PageForms<DecisionPage> = {
    ...DECISION_FORMS,
    [SAVE_ROW]: { answer: (_, typed) => saveEdited(guarded, args, typed, () => page.table) },
  }
  return handleIntents(args, forms, { guarded, args, path: page.table.path })
}

/** The files of such a page: its table, and pending_changes. */
export function valuesFiles(page: ValuesPage) {
  return exportLoader(async (args) => {
    const guarded = await guard(args, 'administration')
    const { request } = args
    const { table } = page
    const file = fileInPath(args.params.file, [table.name, 'pending_changes'])
    if (file.name === 'pending_changes')
      return gridFile(guarded, request, file, {
        title: page.pending,
        ...pendingTable(guarded, [page.kind], WAITING_BESIDE),
      })
    const { source } = await tableSource(guarded, table)
    return gridFile(guarded, request, file, { title: table.title, ...source })
  })
}
