import type { FunctionId } from '~/areas/access/actor'
import { type Guarded, guard } from '~/http/guard'
import { exportLoader, fileInPath, gridFile } from './export-file'
import type { GridSource } from './grid-source'

/**
 * The loader of a list's files, name.xlsx, .csv and .pdf, for whoever may open the function: all that its address asks for.
 * @param title of the file
 */
export function listFile<Row>(
  functionId: FunctionId,
  name: string,
  title: string,
  source: (guarded: Guarded) => GridSource<Row> | Promise<GridSource<Row>>,
) {
  return exportLoader(async (args) => {
    const guarded = await guard(args, functionId)
    const file = fileInPath(args.params.file, [name])
    return gridFile(guarded, args.request, file, { title, ...(await source(guarded)) })
  })
}
