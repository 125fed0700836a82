import { fileLoader, generatedFile } from '~/http/downloads/download'
import { guard } from '~/http/guard'
import { templateWorkbook } from '~/platform/exports/excel/template-workbook'
import { DEALS_GUIDE } from '../deals-guide'

/** A workbook to fill in with deals. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'errors')
  return generatedFile(guarded, async () => ({
    bytes: await templateWorkbook([DEALS_GUIDE]),
    fileName: 'deals.xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }))
})
