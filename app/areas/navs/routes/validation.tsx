import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useOutletContext } from '@remix-run/react'
import { isAllowed, isTeamLeader } from '~/areas/access/actor'
import { accrualRows } from '~/areas/accruals/accruals.server'
import { accrualsInShort, NavAccruals } from '~/areas/accruals/list'
import { fundHolidays } from '~/areas/reference-data/calendars.server'
import { idInPath } from '~/http/address'
import { pageRead } from '~/http/page-answer'
import { type Day, localTime } from '~/platform/values/day'
import { showDeadline } from '~/platform/values/show'
import { Fold } from '~/ui/fold/fold'
import type { Refused } from '~/ui/form/error-summary'
import { Note } from '~/ui/message/message'
import { Link, shouldReloadBelowPopup } from '~/ui/open-close/close-link'
import { bridgeRows } from '../control/bridge.server'
import { NavBridge } from '../control/bridge-view'
import { ControlSection } from '../control/control-section'
import { FailingRules } from '../control/failing-rules'
import { failingRulesOf } from '../control/rule-results.server'
import {
  closedControlReason,
  closedNavReason,
  isToDo,
  type NavFacts,
  newErrorLink,
  openControlId,
  PREPARING,
} from '../nav'
import { NavClasses, NavHeadline, NavPanelActions, newControlLink } from '../nav-headline'
import { NavSections } from '../nav-sections'
import { navValidation } from '../nav-view.server'
import { type AfterSending, afterSending } from '../sources/after-sending.server'
import { controlSources } from '../sources/control-sources.server'
import { useNavBase } from '../use-nav-base'
import { guardNav } from './guard-nav'
import { requestedControl, requestsOnlyNotOk, validationGrids } from './nav-tables'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardNav(args)
  const { actor, read, services } = guarded
  const fundNavId = idInPath(args.params.fundNavId)
  const controlId = requestedControl(args.request)
  return pageRead(async () => {
    const requested = { fundNavId, controlId }
    const { controls, history, selected, ...view } = await navValidation(guarded, requested)
    return {
      ...view,
      selected: selected && {
        control: selected.control,
        bridge: await bridgeRows(read, selected.control.id),
        failing: await failingRulesOf(read, selected.control.id),
        sources: await controlSources(read, selected.control.id, view.nav.navDate),
      },
      afterSending: await afterSending(read, view.nav, view.instance),
      accruals: await accrualRows(read, { navId: fundNavId }),
      grids: await validationGrids(guarded, args.request, {
        fundNavId,
        controls,
        history,
        results: selected?.results ?? [],
        round: view.instance.round,
      }),
      now: localTime(guarded),
      holidays: await fundHolidays(read, view.nav.fundId, firstDeadline(view.nav)),
      onlyNotOk: requestsOnlyNotOk(args.request),
      mayChangeReason: isTeamLeader(actor),
      mayOpenAccruals: isAllowed(actor, 'navctrl'),
      openError: isAllowed(actor, 'errors', 'add') ? newErrorLink(view.nav, view.instance) : null,
      mayOpenInvoices: isAllowed(actor, 'transactiondashboard'),
      keys: { step: services.ids.uuid(), reason: services.ids.uuid() },
    }
  })
}

export const shouldRevalidate = shouldReloadBelowPopup

const firstDeadline = ({ maxPrebalanceDate, maxSendingDate }: NavFacts): Day | null =>
  [maxPrebalanceDate, maxSendingDate].filter((day) => day !== null).sort()[0] ?? null

/** Tab "NAV Validation": headline, rules of the selected control, controls, workflow, NAV elements, the next step. */
export default function NavValidation() {
  const { grids, keys, mayChangeReason, onlyNotOk, ...view } = useLoaderData<typeof loader>()
  const refused = useOutletContext<Refused | undefined>()
  const { nav, instance, readOnly, selected } = view
  const isCurrent = selected?.control.id === nav.currentControlId
  const submits = readOnly === null && instance.queue === PREPARING && isCurrent
  const closed = selected && closedControlReason(selected.control, nav, instance)
  const mayEdit = readOnly === null && closed === null
  const base = `${useNavBase().path}/${nav.id}`
  return (
    <>
      <NavSections
        head={
          <>
            <NavHeadline
              nav={nav}
              figures={view.headline}
              control={view.current}
              progress={view.progress}
              now={view.now}
              holidays={view.holidays}
              isPrepared={instance.queue !== PREPARING}
              isClosed={closedNavReason(instance) !== null}
            />
            {view.afterSending && view.afterSending.failing.length > 0 && (
              <FailingAfterSending {...view.afterSending} base={base} openError={view.openError} />
            )}
            {selected && (
              <FailingRules
                rules={selected.failing}
                controlHref={`${base}/controls/${selected.control.id}`}
                newControl={readOnly === null ? newControlLink(base, view.usualSet) : null}
                mayEdit={mayEdit}
                submits={submits}
              />
            )}
            <NavPanelActions
              nav={nav}
              hasStep={view.routing.routing.length > 0 && openControlId(nav, instance) !== null}
              round={instance.round}
              readOnly={readOnly}
              matching={view.matching}
              usualSet={view.usualSet}
              openError={view.openError}
            />
          </>
        }
        figures={
          <>
            {view.headline && view.headline.classes.length > 0 && (
              <NavClasses classes={view.headline.classes} />
            )}
            {selected && <NavBridge bridge={selected.bridge} base={base} currency={nav.fundCurrency} />}
            {view.accruals.length > 0 && (
              <Fold title="Accruals against invoices" id="accruals" result={accrualsInShort(view.accruals)}>
                <NavAccruals
                  rows={view.accruals}
                  mayOpenInvoices={view.mayOpenInvoices}
                  href={view.mayOpenAccruals ? `/accruals?date=${nav.navDate}` : null}
                />
              </Fold>
            )}
          </>
        }
        view={view}
        waitsFor={submits ? (selected?.failing.filter(isToDo).length ?? 0) : 0}
        selectedId={selected?.control.id ?? null}
        grids={grids}
        idempotencyKey={keys.step}
        refused={refused?.typed.intent === 'step' ? refused : undefined}
      >
        {selected && (
          <ControlSection
            control={selected.control}
            closed={closed}
            isCurrent={isCurrent}
            sources={selected.sources}
            sendingBy={showDeadline(nav.maxSendingDate, nav.maxSendingTime)}
            results={grids.rules}
            onlyNotOk={onlyNotOk}
            reasons={mayChangeReason && !closed && !closedNavReason(instance) ? view.reasons : null}
            mayEdit={mayEdit}
            idempotencyKey={keys.reason}
            refused={refused?.typed.intent === 'reason' ? refused : undefined}
          />
        )}
      </NavSections>
      <Outlet />
    </>
  )
}

/** What a second source that arrived after sending shows, and where a case of a wrong NAV begins. */
function FailingAfterSending({
  controlId,
  failing,
  base,
  openError,
}: AfterSending & { base: string; openError: string | null }) {
  return (
    <Note kind="failed">
      <p>A second source arrived after this NAV was sent. With it these rules are not OK:</p>
      <ul>
        {failing.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        <Link to={`${base}?control=${controlId}`}>Show the results with it</Link>
        {openError !== null && (
          <>
            {' · '}
            <Link to={openError}>Open NAV error</Link>
          </>
        )}
      </p>
    </Note>
  )
}
