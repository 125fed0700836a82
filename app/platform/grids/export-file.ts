import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { fileLoader } from '~/http/downloads/file-loader'
import type { Guarded, RouteArgs } from '~/http/guard'
import { throttleFile } from '~/http/throttle'
import { EXPORT_FORMATS, type ExportFormat } from '~/platform/exports/contract'
import { exportAnswer } from './export-answer'
import { type ExportedGrid, gridExport } from './grid-export'

/**
 * The loader of an address that answers with a list as a file. What it reads takes its time: it goes through the door
 * beside that of the pages.
 */
export function exportLoader(answer: (args: LoaderFunctionArgs & RouteArgs) => Promise<Response>) {
  return fileLoader((args) => answer({ ...args, aside: true }))
}

/** A file that an address asks for. */
export interface AskedFile<Name extends string> {
  name: Name
  format: ExportFormat
}

/** The file that a path names ("navs.xlsx") among those that there are; 404 for any other. */
export function fileInPath<Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): AskedFile<Name> {
  const [, stem, ending] = /^(.*)\.(.*)$/s.exec(text ?? '') ?? []
  const name = names.find((each) => each === stem)
  const format = EXPORT_FORMATS.find((each) => each === ending)
  if (!name || !format)
    throw data(
      { message: 'There is no such file. A list is exported from its page, as Excel, CSV or PDF.' },
      { status: 404 },
    )
  return { name, format }
}

/** Sends the list of a grid, as the address asks for it, as a file; `key` of the address tells how far it is. */
export async function gridFile<Row>(
  guarded: Guarded,
  request: Request,
  { name, format }: AskedFile<string>,
  grid: ExportedGrid<Row>,
): Promise<Response> {
  const { actor, services } = guarded
  await throttleFile(guarded)
  const content = await gridExport(guarded, request, grid)
  const key = new URL(request.url).searchParams.get('key')
  return exportAnswer({ request, services, actor, format, fileName: name, key, content })
}
