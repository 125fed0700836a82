import { fileLoader, generatedFile } from '~/http/downloads/download'
import { guard } from '~/http/guard'
import { templateWorkbook } from '~/platform/exports/excel/template-workbook'
import { DomainError } from '~/platform/values/domain-error'
import { sourceTemplate } from '../sources/source-guides'
import { templateTables } from '../workbooks/table-guides'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The template of a file of a control, a matching or another party: "nav.xlsx", "positions.xlsx", "register.xlsx". */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'navctrl')
  const { file = '' } = args.params
  return generatedFile(guarded, async () => {
    const name = file.replace(/\.xlsx$/i, '')
    const tables = templateTables(name) ?? sourceTemplate(name)
    if (tables === null)
      throw new DomainError('not-found', 'There is no such template. Choose one in the form of an upload.')
    return { bytes: await templateWorkbook(tables), fileName: file, mediaType: XLSX }
  })
})
