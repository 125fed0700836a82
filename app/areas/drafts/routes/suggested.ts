import type { LoaderFunctionArgs } from '@remix-run/node'
import { expenseChoices } from '~/areas/reference-data/choices.server'
import { withEntityIds } from '~/areas/reference-data/find-entities.server'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { DomainError } from '~/platform/values/domain-error'
import { NAMED_ENTITIES } from '../entry/choices.server'
import { suggestedFor } from '../entry/suggested.server'
import { draftFieldsIn } from '../forms'
import { draftById } from '../read-draft.server'

/**
 * What the last invoices of a supplier suggest, requested by the form of a draft when one is chosen in it; null while
 * the name is not complete.
 */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard', 'update')
  const { read, today } = guarded
  await pageRead(() => draftById(read, idInPath(args.params.draftId)))
  const typed = Object.fromEntries(new URL(args.request.url).searchParams)
  try {
    const supplier = draftFieldsIn(await withEntityIds(read, typed, NAMED_ENTITIES))
    return Response.json(await suggestedFor(read, supplier, { today, ...(await expenseChoices(read)) }))
  } catch (error) {
    if (error instanceof DomainError) return Response.json(null)
    throw error
  }
}
