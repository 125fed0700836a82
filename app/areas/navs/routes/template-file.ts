import { fileLoader, generatedFile } from '~/http/downloads/download'
import { guard } from '~/http/guard'
import { templateWorkbook } from '~/platform/exports/excel/template-workbook'
import { DomainError } from '~/platform/values/domain-error'
import { templateTables } from '../workbooks/table-guides'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The template of a file of a control or of a matching: "nav.xlsx", "positions.xlsx". */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'navctrl')
  const { file = '' } = args.params
  return generatedFile(guarded, async () => {
    const tables = templateTables(file.replace(/\.xlsx$/i, ''))
    if (tables === null)
      throw new DomainError('not-found', 'There is no such template. Choose one in the form of an upload.')
    return { bytes: await templateWorkbook(tables), fileName: file, mediaType: XLSX }
  })
})
