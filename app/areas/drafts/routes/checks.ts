import type { LoaderFunctionArgs } from '@remix-run/node'
import { withEntityIds } from '~/areas/reference-data/find-entities.server'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { DomainError } from '~/platform/values/domain-error'
import { draftChecks } from '../draft-view.server'
import { NAMED_ENTITIES } from '../entry/choices.server'
import { draftFieldsIn } from '../forms'
import { draftById } from '../read-draft.server'

/**
 * The checks of a draft's fields as they are typed, requested by the form itself; null while one of the fields cannot
 * be read. The same checks run again when the draft is saved and sent.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { read } = await guard(args, 'draftsdashboard')
  const draftId = idInPath(args.params.draftId)
  await pageRead(() => draftById(read, draftId))
  const typed = Object.fromEntries(new URL(args.request.url).searchParams)
  try {
    return Response.json(
      await draftChecks(read, draftId, draftFieldsIn(await withEntityIds(read, typed, NAMED_ENTITIES))),
    )
  } catch (error) {
    if (error instanceof DomainError) return Response.json(null)
    throw error
  }
}
