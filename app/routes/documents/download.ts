import type { LoaderFunctionArgs } from '@remix-run/node'
import { isAllowed } from '~/domain/access/actor'
import { functionOfKind } from '~/domain/documents/function-of-kind'
import { documentDownload } from '~/http/document-download'
import { guardUser } from '~/http/guard'
import { pageRead } from '~/http/page-answer'

/** One stored document, for those who may open the page of the object that it belongs to. */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  return pageRead(() =>
    documentDownload(guarded, args.request, args.params.documentId, ({ objectKind }) => {
      const functionId = functionOfKind(objectKind)
      return functionId !== null && isAllowed(guarded.actor, functionId)
    }),
  )
}
