import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useOutletContext } from '@remix-run/react'
import { isTeamLeader } from '~/areas/access/actor'
import { idInPath } from '~/http/ids-in-path'
import { pageRead } from '~/http/page-answer'
import type { Refused } from '~/ui/form/refusal'
import { keepBelow } from '~/ui/open-close/keep-below'
import { ControlSection } from '../control-section'
import { NavPanelActions } from '../nav-panel-actions'
import { NavSections } from '../nav-sections'
import { closedControlReason, closedNavReason } from '../nav-state'
import { navValidation } from '../nav-validation.server'
import { guardNav } from './guard-nav'
import { askedControl } from './nav-tables'
import { validationGrids } from './validation-grids'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardNav(args)
  const { actor, read, services } = guarded
  const fundNavId = idInPath(args.params.fundNavId)
  const controlId = askedControl(args.request)
  return pageRead(async () => {
    const asked = { fundNavId, controlId }
    const { controls, history, selected, ...view } = await navValidation(read, actor, asked)
    return {
      ...view,
      selected: selected && {
        control: selected.control,
        failing: selected.results.filter(({ result }) => !result.startsWith('OK')),
      },
      grids: await validationGrids(guarded, args.request, {
        ...{ fundNavId, controls, history },
        results: selected?.results ?? [],
        round: view.instance.round,
      }),
      mayChangeReason: isTeamLeader(actor),
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export const shouldRevalidate = keepBelow

/** Tab "NAV Validation": controls, rules of the selected one, workflow, the next step, NAV elements. */
export default function NavValidation() {
  const { grids, idempotencyKey, mayChangeReason, ...view } = useLoaderData<typeof loader>()
  const refused = useOutletContext<Refused | undefined>()
  const { nav, instance, readOnly, selected } = view
  const closed = selected && closedControlReason(selected.control, nav, instance)
  return (
    <>
      <NavPanelActions nav={nav} round={instance.round} readOnly={readOnly} matching={view.matching} />
      <NavSections
        view={view}
        selectedId={selected?.control.id ?? null}
        grids={grids}
        idempotencyKey={idempotencyKey}
        refused={refused?.typed.intent === 'step' ? refused : undefined}
      >
        {selected && (
          <ControlSection
            control={selected.control}
            closed={closed}
            isCurrent={selected.control.id === nav.currentControlId}
            maxSendingDate={nav.maxSendingDate}
            results={grids.rules}
            failing={selected.failing}
            reasons={mayChangeReason && !closed && !closedNavReason(instance) ? view.reasons : null}
            mayEdit={readOnly === null && closed === null}
            refused={refused?.typed.intent === 'reason' ? refused : undefined}
          />
        )}
      </NavSections>
      <Outlet />
    </>
  )
}
