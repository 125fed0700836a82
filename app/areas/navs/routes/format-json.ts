import { fileLoader, generatedFile } from '~/http/downloads/download'
import { guard } from '~/http/guard'
import { DomainError } from '~/platform/values/domain-error'
import { formatJson } from '../formats/format-rows.server'

/** The JSON of a version of a file format, to edit and to propose again. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'administration')
  const { code = '', version = '' } = args.params
  return generatedFile(guarded, async () => {
    if (!/^[1-9]\d{0,8}$/.test(version))
      throw new DomainError('not-found', 'There is no such version. Choose one from the list of versions.')
    const { definition } = await formatJson(guarded.read, code, Number(version))
    return {
      bytes: new TextEncoder().encode(definition),
      fileName: `${code}-${version}.json`,
      mediaType: 'application/json',
    }
  })
})
