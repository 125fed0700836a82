import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { ControlSection } from '~/components/navs/control-section'
import { NavPanelActions } from '~/components/navs/nav-panel-actions'
import { NavSections } from '~/components/navs/nav-sections'
import { validationQueries } from '~/components/navs/validation-queries'
import { isTeamLeader } from '~/domain/access/actor'
import { changeReason } from '~/domain/navs/controls/change-reason.server'
import { navValidation } from '~/domain/navs/nav-validation.server'
import { takeNavStep } from '~/domain/navs/take-nav-step.server'
import { parseForm, typedFields } from '~/http/form'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { ReasonFields, StepFields } from '~/http/nav-forms'
import { pageAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { keepBelow } from '~/ui/open-close/keep-below'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'navctrl')
  const url = new URL(args.request.url)
  const queries = validationQueries(url.searchParams, services.settings.timeZone)
  const validation = await pageRead(() =>
    navValidation(read, actor, {
      fundNavId: idInPath(args.params.fundNavId),
      controlId: Number(url.searchParams.get('control')) || null,
      rules: queries.rules.query,
      controls: queries.controls.query,
      elements: queries.elements.query,
    }),
  )
  return { ...validation, queries, mayChangeReason: isTeamLeader(actor), idempotencyKey: services.ids.uuid() }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'navctrl', 'update')
  const { actor, transaction, services } = guarded
  const fundNavId = idInPath(args.params.fundNavId)
  const form = await args.request.formData()
  const typed = typedFields(form)
  const here = `/nav-controls/${fundNavId}`
  return pageAnswer(args, typed, async () => {
    if (typed.intent === 'reason') {
      const input = parseForm(form, ReasonFields, 'Error updating reason.')
      await transaction((tx) => changeReason(tx, actor, input, services.clock()))
      return redirectWithStatus(
        guarded,
        `${here}?control=${input.controlId}`,
        'Reason of the control changed',
      )
    }
    const { eventLog, ...input } = parseForm(form, StepFields, 'Workflow cannot move to next step.')
    const done = await transaction((tx) =>
      takeNavStep(tx, actor, { ...input, fundNavId, comment: eventLog }, services.clock()),
    )
    return redirectWithStatus(guarded, `${here}?done=1`, done)
  })
}

export const shouldRevalidate = keepBelow

/** Tab "NAV Validation": controls, rules of the selected one, workflow, the next step, NAV elements. */
export default function NavValidation() {
  const { queries, idempotencyKey, mayChangeReason, ...view } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
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
