import { useLocation, useParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { WithDeclared } from '~/platform/lists/list-fields.server'
import type { NextSteps } from '~/platform/objects/take-step.server'
import { EventGrid } from '~/platform/page/event-grid'
import { useFileThen } from '~/platform/page/past-link'
import { Signatures } from '~/platform/page/progress-steps'
import { useTimeZone } from '~/platform/page/use-site'
import { showInstant } from '~/platform/values/show'
import { confirmedSteps } from '~/platform/workflow/confirmed-steps'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { StepForm } from '~/platform/workflow/step-form'
import { leadsOn } from '~/platform/workflow/workflow-progress'
import { ExceptionMark } from '~/ui/decision/exceptions'
import { BeforeStep, NextStep } from '~/ui/decision/headline'
import { DateInput } from '~/ui/enhanced/controls'
import { Fold } from '~/ui/fold/fold'
import type { Refused } from '~/ui/form/error-summary'
import { SelectInput } from '~/ui/form/inputs'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import { CONTROL_COLUMNS, CONTROL_GRID } from './control/control-columns'
import type { ControlRow } from './control/controls-of.server'
import { TO_RESOLVE } from './control/failing-rules'
import type { NavElementRow } from './fields.server'
import { ELEMENT_GRID, elementColumns } from './list'
import { isReopenedNav, okOfTotal, ROUTING_REFUSED } from './nav'
import type { NavValidation } from './nav-view.server'
import { useNavBase } from './use-nav-base'
import { CONFIRMED_NAV_STEPS } from './workflow-rules'

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
  /** How many rules "Submit" waits for; 0 for those who do not submit. */
  waitsFor: number
  /** How many checks of the acting queue are still open: a warning, never a block. */
  openChecks: number
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
  const needsDate = (...ids: number[]) =>
    form.routing.some(({ dateToDisplayId }) => ids.includes(dateToDisplayId ?? 0))
  return (
    <StepForm
      {...form}
      timeZone={useTimeZone()}
      blocked={waitsFor > 0}
      confirmed={confirmedSteps(`${path}/${fundNavId}`, CONFIRMED_NAV_STEPS)}
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
      {(waitsFor > 0 || openChecks > 0) && <Waits rules={waitsFor} checks={openChecks} />}
      {needsDate(1, 3) && (
        <DateInput
          name="documentReceptionDate"
          label="Last Document reception"
          defaultValue={documentReceptionDate ?? ''}
        />
      )}
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

/** What is open before the next step: a count of the rules, which leads there, and of the checks. */
function Waits({ rules, checks }: { rules: number; checks: number }) {
  const { path } = useNavBase()
  const { fundNavId } = useParams()
  const { pathname, search, state } = useLocation()
  return (
    <p className="next-step__waits">
      {rules > 0 && (
        <Link to={`${pathname}${search}#${TO_RESOLVE}`} replace state={state}>
          <ExceptionMark kind="failed" />
          {rules} to resolve
        </Link>
      )}
      {checks > 0 && (
        <OpenLink to={`${path}/${fundNavId}/checks`} replace state={state}>
          {checks === 1 ? '1 check' : `${checks} checks`} open
        </OpenLink>
      )}
    </p>
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
    elements: Listed<NavElementRow> & WithDeclared
    /** The tables with enough rows for a filter row. */
    filtered: { controls: boolean; events: boolean }
  }
  idempotencyKey: string
  refused?: Refused
  /** Its headline, what is not OK, and what may be done in addition to its steps. */
  head: ReactNode
  /** Its figures, folded. */
  figures: ReactNode
  /** "Rules of Control" of the selected control. */
  children: ReactNode
}

/** The sections of the tab "NAV Validation": what to act on, then each part with its result in its line. */
export function NavSections({
  view,
  waitsFor,
  selectedId,
  grids,
  idempotencyKey,
  refused,
  head,
  figures,
  children,
}: NavSectionsProps) {
  const base = `${useNavBase().path}/${view.nav.id}`
  const timeZone = useTimeZone()
  const [lastControl] = grids.controls.rows
  const [lastEvent] = grids.events.rows
  return (
    <>
      <BeforeStep>
        {head}
        {figures}
        <Fold
          title="NAV elements"
          id="nav-elements"
          gridPrefix={ELEMENT_GRID.prefix}
          result={<Counted count={grids.elements.total} one="element" />}
        >
          <Grid
            title="NAV elements"
            columns={elementColumns(grids.elements.declared)}
            {...grids.elements}
            options={ELEMENT_GRID}
            path={base}
            exportTo={`${base}/export/nav_elements`}
            rowKey={(row) => String(row.row)}
            empty="The figures of the NAV appear here once a control has run."
          />
        </Fold>
        <Fold
          title="Controls"
          id="controls"
          open
          result={
            <>
              <Counted count={grids.controls.total} one="control" />
              {lastControl &&
                `, last ${showInstant(lastControl.submissionDate, timeZone)} ${okOfTotal(lastControl)}`}
            </>
          }
        >
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
        </Fold>
        <Fold
          title="Validation workflow"
          id="validation-workflow"
          open
          result={
            <>
              <Counted count={grids.events.total} one="event" />
              {lastEvent && `, last by ${lastEvent.whoName} ${showInstant(lastEvent.at, timeZone)}`}
            </>
          }
        >
          <EventGrid
            title="Validation workflow"
            events={grids.events}
            round={view.instance.round}
            path={base}
            exportTo={`${base}/export/workflow`}
            filtered={grids.filtered.events}
          />
        </Fold>
        {children}
        <Signatures progress={view.progress} />
      </BeforeStep>
      <NextStep title="Validate this NAV">
        <NavStepForm
          key={view.instance.lastEventId}
          {...view.routing}
          reasons={view.reasons}
          waitsFor={waitsFor}
          openChecks={view.routing.routing.some(({ style }) => leadsOn(style)) ? view.openChecks.length : 0}
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

/** "**18** elements" */
function Counted({ count, one }: { count: number; one: string }) {
  return (
    <>
      <b>{count}</b> {count === 1 ? one : `${one}s`}
    </>
  )
}
