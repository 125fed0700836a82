import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { type ExportTable, exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import { definitionVersions } from '~/platform/workflow/definition.server'
import { rulesInPath } from './definition-kinds'
import { openNewVersion } from './new-version.server'
import { shownVersion, stepSource, storedSteps, versionSource } from './routes/version-tables'

export const workflowExports: ExportTable = {
  /** The steps of the version that the address names, those of the one in the making, or the versions of a kind. */
  'admin/workflows/:kind/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'administration')
    const { read } = guarded
    const file = fileInPath(args.params.file, ['workflow_steps', 'new_version', 'workflow_versions'])
    const { kind, one, moves } = await pageRead(async () => rulesInPath(args.params.kind))
    if (file.name === 'new_version') {
      const { steps } = await pageRead(() => openNewVersion(read, kind))
      const source = stepSource(guarded, steps, moves)
      return gridFile(guarded, args.request, file, {
        title: `New version of the workflow of ${one}`,
        ...source,
      })
    }
    const versions = await definitionVersions(guarded, kind)
    if (file.name === 'workflow_versions') {
      const source = await versionSource(guarded, kind, versions)
      return gridFile(guarded, args.request, file, {
        title: `Versions of the workflow of ${one}`,
        ...source,
      })
    }
    const shown = await pageRead(async () => shownVersion(versions, args.request))
    const source = stepSource(guarded, await storedSteps(guarded, shown), moves)
    return gridFile(guarded, args.request, file, {
      title: `Workflow of ${one}, version ${shown.version}`,
      ...source,
    })
  }),
}
