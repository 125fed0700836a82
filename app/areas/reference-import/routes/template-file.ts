import { fileLoader, generatedFile } from '~/http/downloads/download'
import { guard } from '~/http/guard'
import { templateFile } from '../templates/template-file.server'

/** The template of a table of reference data: "funds.xlsx", "all-tables.xlsx". */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'administration')
  const { file = '' } = args.params
  return generatedFile(guarded, () => templateFile(file.replace(/\.xlsx$/i, '')))
})
