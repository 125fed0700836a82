import type { Guarded } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import type { Instance } from '~/platform/workflow/types'
import { deletionRefusal, whyNotAdded } from '../document-rights.server'
import { documentsFor } from '../documents-of.server'
import { DOCUMENT_GRID, documentColumns } from '../documents-panel'
import { DELETING, SELECTED, UPLOADING } from '../panel-address'

/** A short list needs no filter row. */
const FEW = 5

/**
 * What DocumentsPanel shows of an object, by the address: `document` selects one, `upload` opens the form, `delete`
 * opens the confirmation of a deletion. Files of the types in `elsewhere` are shown elsewhere on the page.
 */
export async function documentsPanel(
  guarded: Guarded,
  request: Request,
  at: Pick<Instance, 'objectId' | 'kind' | 'queue' | 'status'>,
  elsewhere: readonly string[] = [],
) {
  const { actor, timeZone, services } = guarded
  const all = await documentsFor(guarded, at)
  const rows = all.filter(({ file_type }) => !elsewhere.includes(file_type))
  const params = new URL(request.url).searchParams
  const selected = rows.find(({ id }) => String(id) === params.get(SELECTED))
  const deleting = rows.find(({ id }) => String(id) === params.get(DELETING))
  const refusal = deleting && deletionRefusal(actor, at, deleting.file_type)
  const scans = services.uploads.scan !== null
  const columns = documentColumns(scans)
  const source = {
    columns,
    options: DOCUMENT_GRID,
    list: rowList(rows, columns, { timeZone, keyOf: ({ id }) => String(id) }),
  }
  return {
    objectId: at.objectId,
    grid: await sourcePage(guarded, request, source),
    scans,
    filtered: rows.length > FEW,
    selected: selected ? { id: selected.id, fileName: selected.fileName } : null,
    deleting:
      deleting && refusal?.code !== 'forbidden'
        ? {
            id: deleting.id,
            fileName: deleting.fileName,
            fileType: deleting.file_type,
            createdAt: deleting.creationDate,
            refusal: refusal?.message ?? null,
          }
        : null,
    mayAdd: whyNotAdded(actor, at) === null,
    uploading: params.has(UPLOADING),
    idempotencyKey: services.ids.uuid(),
  }
}
