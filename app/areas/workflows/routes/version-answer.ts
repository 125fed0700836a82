import type { Guarded, RouteArgs } from '~/http/guard'
import { type PageForms, pageForm, redirectWithStatus } from '~/http/page-answer'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { rulesInPath } from '../definition-kinds'
import { discardNewVersion } from '../new-version.server'
import { requestDefinition } from '../request-definition.server'
import { DiscardFields, RequestFields } from './new-version-forms'
import { pathOfKind } from './version-tables'

interface VersionPage {
  guarded: Guarded
  args: RouteArgs
}

/** Requests the version. */
const request = pageForm({
  fields: RequestFields,
  async answer({ guarded, args }: VersionPage, wanted) {
    const { kind } = rulesInPath(args.params.kind)
    const change = { kind, ...wanted }
    const line = await guarded.transaction((context) =>
      withIdempotencyKey(context, `request the workflow of ${kind}`, () =>
        requestDefinition(context, change),
      ),
    )
    return redirectWithStatus(guarded, pathOfKind(kind), line)
  },
})

const discard = pageForm({
  fields: DiscardFields,
  async answer({ guarded, args }: VersionPage, { revision }) {
    const { kind } = rulesInPath(args.params.kind)
    const line = await guarded.transaction((context) =>
      withIdempotencyKey(context, `discard the workflow of ${kind}`, () =>
        discardNewVersion(context.tx, { kind, revision }),
      ),
    )
    return redirectWithStatus(guarded, pathOfKind(kind), line)
  },
})

/** The forms of the page of a version in the making. */
export const VERSION_FORMS: PageForms<VersionPage> = { request, discard }
