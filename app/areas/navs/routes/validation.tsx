import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useOutletContext } from '@remix-run/react'
import { isTeamLeader } from '~/areas/access/actor'
import { idInPath } from '~/http/address'
import { pageRead } from '~/http/page-answer'
import type { Refused } from '~/ui/form/error-summary'
import { keepBelow, OpenLink } from '~/ui/open-close/close-link'
import { bridgeRows } from '../control/bridge.server'
import { ControlSection } from '../control/control-section'
import {
  type ControlSet,
  closedControlReason,
  closedNavReason,
  missingForSubmit,
  type NavFacts,
  openControlId,
  PREPARING,
  SET_IN_PATH,
} from '../nav'
import { NavSections } from '../nav-sections'
import { type NavView, navValidation } from '../nav-view.server'
import { useNavBase } from '../use-nav-base'
import { guardNav } from './guard-nav'
import { requestedControl, validationGrids } from './nav-tables'

interface NavPanelActionsProps {
  nav: NavFacts
  /** Of the NAV, under way or the last one. */
  round: number
  readOnly: string | null
  matching: NavView['matching']
  /** The files that a new control usually has. */
  usualSet: ControlSet
}

/** New FIA or New MFFA (of the fund's provider, when not read-only), New matching, Download matching, NAV report. */
export function NavPanelActions({ nav, round, readOnly, matching, usualSet }: NavPanelActionsProps) {
  const base = `${useNavBase().path}/${nav.id}`
  return (
    <div className="toolbar screen-only">
      {readOnly === null && (
        <OpenLink className="button button--primary" to={`${base}/new/${SET_IN_PATH[usualSet]}`}>
          {usualSet === 'MFFA' ? 'New MFFA' : 'New FIA'}
        </OpenLink>
      )}
      {readOnly === null && openControlId(nav, { round }) !== null && (
        <OpenLink className="button" to={`${base}/new-matching`}>
          New matching
        </OpenLink>
      )}
      {matching && (
        <a className="button" href={`${base}/matching.xlsx`} download>
          Download matching
        </a>
      )}
      <a className="button" href={`${base}/report.pdf`} download>
        NAV report
      </a>
      {readOnly !== null && <p className="muted">{readOnly}</p>}
    </div>
  )
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardNav(args)
  const { actor, read, services } = guarded
  const fundNavId = idInPath(args.params.fundNavId)
  const controlId = requestedControl(args.request)
  return pageRead(async () => {
    const asked = { fundNavId, controlId }
    const { controls, history, selected, ...view } = await navValidation(read, actor, asked)
    return {
      ...view,
      selected: selected && {
        control: selected.control,
        bridge: await bridgeRows(read, selected.control.id),
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
  const missing = missingForSubmit(selected?.failing ?? [])
  const submits =
    readOnly === null && instance.queue === PREPARING && selected?.control.id === nav.currentControlId
  const closed = selected && closedControlReason(selected.control, nav, instance)
  return (
    <>
      <NavPanelActions
        nav={nav}
        round={instance.round}
        readOnly={readOnly}
        matching={view.matching}
        usualSet={view.usualSet}
      />
      <NavSections
        view={view}
        waitsFor={submits ? [...missing.blocking, ...missing.unexplained] : []}
        selectedId={selected?.control.id ?? null}
        grids={grids}
        idempotencyKey={idempotencyKey}
        refused={refused?.typed.intent === 'step' ? refused : undefined}
      >
        {selected && (
          <ControlSection
            control={selected.control}
            bridge={selected.bridge}
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
