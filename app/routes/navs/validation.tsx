import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useOutletContext } from '@remix-run/react'
import { ControlSection } from '~/components/navs/control-section'
import { NavPanelActions } from '~/components/navs/nav-panel-actions'
import { NavSections } from '~/components/navs/nav-sections'
import { validationQueries } from '~/components/navs/validation-queries'
import { isTeamLeader } from '~/domain/access/actor'
import { navValidation } from '~/domain/navs/nav-validation.server'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { pageRead } from '~/http/page-answer'
import type { Refused } from '~/ui/form/refusal'
import { keepBelow } from '~/ui/open-close/keep-below'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'navctrl')
  const url = new URL(args.request.url)
  const queries = validationQueries(url.searchParams, services.settings.timeZone)
  const validation = await pageRead(() =>
    navValidation(read, actor, {
      fundNavId: idInPath(args.params.fundNavId),
      controlId: Number(url.searchParams.get('control')) || null,
      timeZone: services.settings.timeZone,
      rules: queries.rules.query,
      controls: queries.controls.query,
      elements: queries.elements.query,
    }),
  )
  return { ...validation, queries, mayChangeReason: isTeamLeader(actor), idempotencyKey: services.ids.uuid() }
}

export const shouldRevalidate = keepBelow

/** Tab "NAV Validation": controls, rules of the selected one, workflow, the next step, NAV elements. */
export default function NavValidation() {
  const { queries, idempotencyKey, mayChangeReason, ...view } = useLoaderData<typeof loader>()
  const refused = useOutletContext<Refused | undefined>()
  const { selected } = view
  return (
    <>
      <NavPanelActions nav={view.nav} readOnly={view.readOnly} matching={view.matching} />
      <NavSections
        view={view}
        queries={queries}
        idempotencyKey={idempotencyKey}
        refused={refused?.typed.intent === 'step' ? refused : undefined}
      >
        {selected && (
          <ControlSection
            control={selected.control}
            isCurrent={selected.control.id === view.nav.currentControlId}
            maxSendingDate={view.nav.maxSendingDate}
            results={{ ...selected.results, parsed: queries.rules }}
            failing={selected.failing}
            reasons={mayChangeReason ? view.reasons : null}
            mayEdit={view.readOnly === null && selected.control.id === view.nav.currentControlId}
            refused={refused?.typed.intent === 'reason' ? refused : undefined}
          />
        )}
      </NavSections>
      <Outlet />
    </>
  )
}
