import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { controlData, joinFiles, readFile, type UploadedFile } from '~/areas/navs/workbooks/read-control'
import type { SetKind } from '~/areas/navs/workbooks/recognise-set'

/** The tables of a control upload, as a control reads them, with the same refusals. */
export async function readControl(files: readonly UploadedFile[], expected: SetKind): Promise<ControlData> {
  return controlData(joinFiles(await Promise.allSettled(files.map(readFile)), expected))
}
