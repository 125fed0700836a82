import type { Guarded, RouteArgs } from '~/http/guard'
import { type PageForms, pageForm, redirectWithStatus } from '~/http/page-answer'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { rulesInPath } from '../definition-kinds'
import { discardNewVersion } from '../new-version.server'
import { requestDefinition } from '../request-definition.server'
import { DiscardFields, formIdempotencyKey, RequestFields } from './new-version-forms'
import { pathOfKind } from './version-tables'

interface VersionPage {
  guarded: Guarded
  args: RouteArgs
}

/** Requests the version. */
const request = pageForm({
  fields: RequestFields,
  async answer({ guarded, args }: VersionPage, wanted, typed) {
    const { actor, transaction, services } = guarded
    const { kind } = rulesInPath(args.params.kind)
    const now = services.clock()
    const key = formIdempotencyKey(actor, typed, `request the workflow of ${kind}`, now)
    const change = { kind, ...wanted }
    const line = await transaction((context) =>
      withIdempotencyKey(context.tx, key, () => requestDefinition(context, change)),
    )
    return redirectWithStatus(guarded, pathOfKind(kind), line)
  },
})

const discard = pageForm({
  fields: DiscardFields,
  async answer({ guarded, args }: VersionPage, { revision }, typed) {
    const { actor, transaction, services } = guarded
    const { kind } = rulesInPath(args.params.kind)
    const key = formIdempotencyKey(actor, typed, `discard the workflow of ${kind}`, services.clock())
    const line = await transaction(({ tx }) =>
      withIdempotencyKey(tx, key, () => discardNewVersion(tx, { kind, revision })),
    )
    return redirectWithStatus(guarded, pathOfKind(kind), line)
  },
})

/** The forms of the page of a version in the making. */
export const VERSION_FORMS: PageForms<VersionPage> = { request, discard }
