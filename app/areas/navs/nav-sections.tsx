import { useLocation, useParams } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import type { NextSteps } from '~/platform/objects/take-step.server'
import { EventSection } from '~/platform/page/event-grid'
import { useFileThen } from '~/platform/page/past-link'
import { Signatures } from '~/platform/page/progress-steps'
import { useTimeZone } from '~/platform/page/use-site'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { StepForm } from '~/platform/workflow/step-form'
import { leadsOn } from '~/platform/workflow/workflow-progress'
import { BeforeStep, NextStep } from '~/ui/decision/headline'
import { DateInput } from '~/ui/enhanced/controls'
import type { Refused } from '~/ui/form/error-summary'
import { SelectInput } from '~/ui/form/inputs'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Note } from '~/ui/message/message'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { CONTROL_COLUMNS, CONTROL_GRID } from './control/control-columns'
import type { ControlRow } from './control/controls-of.server'
import type { NavElementRow } from './fields.server'
import { ELEMENT_COLUMNS, ELEMENT_GRID } from './list'
import { isReopenedNav, ROUTING_REFUSED } from './nav'
import type { NavValidation } from './nav-view.server'
import { useNavBase } from './use-nav-base'

/** Last cell of a control: show its rules, its uploaded files, the error report, the NAV diff. */
function ControlActions({ control, selected }: { control: ControlRow; selected: boolean }) {
  const base = `${useNavBase().path}/${control.fundNavId}`
  const fileThen = useFileThen()
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  params.set('control', String(control.id))
  return (
    <span className="actions">
      {selected ? (
        <span className="muted">Selected</span>
      ) : (
        <Link to={`${base}?${params}#rules-of-control`} replace>
          Show rules
        </Link>
      )}
      {control.files.map(({ id, fileName, file_type }) => (
        <a key={id} href={`/documents/${id}`} download title={`Download ${fileName}`}>
          {file_type}
        </a>
      ))}
      {control.hasReport && (
        <a href={fileThen(`${base}/controls/${control.id}/report.xlsx`)} download>
          Error report
        </a>
      )}
      <OpenLink to={`${base}/controls/${control.id}/delta/nav`}>NAV diff</OpenLink>
    </span>
  )
}

interface NavStepFormProps extends NextSteps {
  reasons: { code: string; display: string }[]
  /** The rules that "Submit" waits for; none for those who do not submit. */
  waitsFor: { id: number; controlId: number; name: string }[]
  /** Checks of the acting queue that are still open: a warning, never a block. */
  openChecks: { isae_rank: number; isae_checkname: string }[]
  documentReceptionDate: string | null
  queue: string
  seenEventId: number
  currentControlId: number | null
  /** A reopened NAV whose round has no control yet. */
  isReopened: boolean
  idempotencyKey: string
  refused?: Refused
}

/** "Validate this NAV": the form of steps with the dates and the reason that steps of a NAV require. */
function NavStepForm({
  waitsFor,
  openChecks,
  reasons,
  documentReceptionDate,
  currentControlId,
  isReopened,
  ...form
}: NavStepFormProps) {
  const { path } = useNavBase()
  const { fundNavId } = useParams()
  const { state } = useLocation()
  const needsDate = (...ids: number[]) =>
    form.routing.some(({ dateToDisplayId }) => ids.includes(dateToDisplayId ?? 0))
  return (
    <StepForm
      {...form}
      timeZone={useTimeZone()}
      withheldTitle={ROUTING_REFUSED}
      none={
        currentControlId === null
          ? 'Next step: upload the files of the administrator to run a control.'
          : isReopened
            ? 'Next step: the accountant runs a new control with the corrected files.'
            : undefined
      }
    >
      {currentControlId !== null && <input type="hidden" name="currentControlId" value={currentControlId} />}
      {waitsFor.length > 0 && <SubmitWaits rules={waitsFor} />}
      {openChecks.length > 0 && form.routing.some(({ style }) => leadsOn(style)) && (
        <Note kind="warning">
          <OpenLink to={`${path}/${fundNavId}/checks`} replace state={state}>
            {openChecks.length === 1 ? '1 check is' : `${openChecks.length} checks are`} still open
          </OpenLink>{' '}
          in NAV Checks Audit: {openChecks.map(({ isae_rank }) => isae_rank).join(', ')}
        </Note>
      )}
      {needsDate(1, 3) && (
        <DateInput
          name="documentReceptionDate"
          label="Last Document reception"
          defaultValue={documentReceptionDate ?? ''}
        />
      )}
      {needsDate(2) && <DateInput name="clientValidationDate" label="Client Validation Date" />}
      {needsDate(3) && (
        <SelectInput
          name="reasonCode"
          label="Change Reason"
          options={reasons.map(({ code, display }) => ({ value: code, label: display }))}
        />
      )}
    </StepForm>
  )
}

/** Each rule that must be answered before Submit, as a link to where that is done. */
function SubmitWaits({ rules }: { rules: NavStepFormProps['waitsFor'] }) {
  const { path } = useNavBase()
  const { fundNavId } = useParams()
  return (
    <Note kind="warning">
      “Submit” waits until these are OK, justified or explained:{' '}
      {rules.map(({ id, controlId, name }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <OpenLink to={`${path}/${fundNavId}/controls/${controlId}/rules/${id}`}>{name}</OpenLink>
        </Fragment>
      ))}
    </Note>
  )
}

interface NavSectionsProps {
  waitsFor: NavStepFormProps['waitsFor']
  view: Omit<NavValidation, 'controls' | 'history' | 'selected'>
  /** Id of the selected control. */
  selectedId: number | null
  grids: {
    controls: Listed<ControlRow>
    events: Listed<HistoryEvent>
    elements: Listed<NavElementRow>
    /** The tables with enough rows for a filter row. */
    filtered: { controls: boolean; events: boolean }
  }
  idempotencyKey: string
  refused?: Refused
  /** What a NAV begins with: its headline, and what may be done in addition to its steps. */
  head: ReactNode
  /** "Rules of Control" of the selected control. */
  children: ReactNode
}

/** The sections of the tab "NAV Validation", in their order. */
export function NavSections({
  view,
  waitsFor,
  selectedId,
  grids,
  idempotencyKey,
  refused,
  head,
  children,
}: NavSectionsProps) {
  const base = `${useNavBase().path}/${view.nav.id}`
  return (
    <>
      <BeforeStep>
        {head}
        {children}
        <PageSection title="Controls">
          <Grid
            title="Controls"
            panel
            columns={CONTROL_COLUMNS}
            {...grids.controls}
            options={CONTROL_GRID}
            path={base}
            exportTo={`${base}/export/controls`}
            filterRow={grids.filtered.controls}
            search={grids.filtered.controls}
            rowKey={(row) => String(row.id)}
            openKey={String(selectedId)}
            actions={{
              label: 'Reports',
              size: 420,
              render: (row) => <ControlActions control={row} selected={row.id === selectedId} />,
            }}
            empty="No control has run yet. Upload the administrator's files with the button above."
          />
        </PageSection>
        <EventSection
          title="Validation workflow"
          events={grids.events}
          round={view.instance.round}
          path={base}
          exportTo={`${base}/export/workflow`}
          filtered={grids.filtered.events}
        />
        <PageSection title="NAV elements">
          <Grid
            title="NAV elements"
            columns={ELEMENT_COLUMNS}
            {...grids.elements}
            options={ELEMENT_GRID}
            path={base}
            exportTo={`${base}/export/nav_elements`}
            rowKey={(row) => String(row.row)}
            empty="The figures of the NAV appear here once a control has run."
          />
        </PageSection>
        <Signatures progress={view.progress} />
      </BeforeStep>
      <NextStep title="Validate this NAV">
        <NavStepForm
          key={view.instance.lastEventId}
          {...view.routing}
          reasons={view.reasons}
          waitsFor={waitsFor}
          openChecks={view.openChecks}
          documentReceptionDate={view.nav.documentReceptionDate}
          queue={view.instance.queue}
          seenEventId={view.instance.lastEventId}
          currentControlId={view.nav.currentControlId}
          isReopened={isReopenedNav(view.nav, view.instance)}
          idempotencyKey={idempotencyKey}
          refused={refused}
        />
      </NextStep>
    </>
  )
}
